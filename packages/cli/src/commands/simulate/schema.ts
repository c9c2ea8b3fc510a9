// The structure of a script and the ranges of its numbers.
import { type FieldPathSegment, formatFieldPath } from '@kubesem/core';
import type {
  ContainerRun,
  ContainerScript,
  HookRun,
  PodScript,
  ScriptedAnswer,
} from '@kubesem/lifecycle';
import * as v from 'valibot';
import type { DocumentProblem } from '../../io/document.js';

/** The longest time: as long as a simulation can be, in seconds. */
export const LONGEST_SECONDS = 1e7;
const MOST_RUNS = 1000;

/** An object with these fields and no others; the library takes lists for objects. */
const object = <T extends v.ObjectEntries>(fields: T) =>
  v.pipe(
    v.custom<object>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      'must be an object',
    ),
    v.strictObject(fields),
  );
const whole = (highest: number) => {
  const message = `must be a whole number from 0 to ${highest}`;
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(0, message),
    v.maxValue(highest, message),
  );
};
const MS = /* @__PURE__ */ v.optional(whole(LONGEST_SECONDS * 1000));
const EXIT_CODE = /* @__PURE__ */ v.optional(whole(255));

const RUN: v.GenericSchema<unknown, ContainerRun> = /* @__PURE__ */ object({
  ms: MS,
  exitCode: EXIT_CODE,
  reason: v.optional(v.string('must be a string')),
  stopMs: MS,
  stopExitCode: EXIT_CODE,
});
const HOOK: v.GenericSchema<unknown, HookRun> = /* @__PURE__ */ object({
  ms: MS,
  fails: v.optional(v.boolean('must be true or false')),
});
const ANSWERS: v.GenericSchema<unknown, readonly ScriptedAnswer[]> = /* @__PURE__ */ v.pipe(
  v.array(
    object({
      afterMs: whole(LONGEST_SECONDS * 1000),
      result: v.picklist(['success', 'failure', 'error'], 'must be success, failure or error'),
    }),
    'must be a list',
  ),
  v.maxLength(MOST_RUNS, `must have at most ${MOST_RUNS} answers`),
  v.check(
    (answers) =>
      answers.every(({ afterMs }, index) => afterMs >= (answers[index - 1]?.afterMs ?? 0)),
    'must be sorted by afterMs',
  ),
);
const CONTAINER: v.GenericSchema<unknown, ContainerScript> = /* @__PURE__ */ object({
  runs: v.optional(
    v.pipe(
      v.array(RUN, 'must be a list'),
      v.minLength(1, 'must have at least one run'),
      v.maxLength(MOST_RUNS, `must have at most ${MOST_RUNS} runs`),
    ),
  ),
  postStart: v.optional(HOOK),
  preStop: v.optional(HOOK),
  probes: v.optional(
    object({
      startup: v.optional(ANSWERS),
      readiness: v.optional(ANSWERS),
      liveness: v.optional(ANSWERS),
    }),
  ),
});
const SCRIPT: v.GenericSchema<unknown, PodScript> = /* @__PURE__ */ object({
  containers: v.optional(v.record(v.string(), CONTAINER, 'must be an object')),
  deleteAtSeconds: v.optional(whole(LONGEST_SECONDS)),
  gracePeriodSeconds: v.optional(whole(LONGEST_SECONDS)),
});

/** Checks a script. */
export function parseScript(data: unknown): {
  readonly value: PodScript | undefined;
  readonly problems: readonly DocumentProblem[];
} {
  const { success, output, issues } = v.safeParse(SCRIPT, data, { abortPipeEarly: true });
  return success
    ? { value: output, problems: [] }
    : { value: undefined, problems: (issues ?? []).map(problemOf) };
}

function problemOf(issue: v.BaseIssue<unknown>): DocumentProblem {
  const segments = (issue.path ?? []).map(({ key }) => key as FieldPathSegment);
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
  const message = isUnknown ? 'unknown field' : issue.message;
  return { path: formatFieldPath(segments), segments, message };
}
