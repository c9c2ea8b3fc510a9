import { type FieldPathSegment, formatFieldPath, type Pod } from '@kubesem/core';
import { ABSENT, everyContainer, podFields } from '@kubesem/core/internal';
import {
  type ContainerRun,
  type ContainerScript,
  type HookRun,
  type PodScript,
  PodSimulation,
  type ProbeKind,
  type ScriptedAnswer,
} from '@kubesem/lifecycle';
import * as v from 'valibot';
import type { DocumentProblem } from '../../io/document.js';

/** The simulated life of a Pod. */
export type SimulationModel = ReturnType<typeof simulatePod>;

/** When the kubelet starts the Pod: any time will do. */
const START = '2026-01-01T00:00:00Z';
const STEP_MS = 1000;

/** Runs a Pod until it is gone, or for a duration. */
export function simulatePod(
  pod: Pod,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  script: PodScript,
  seconds: number,
) {
  const simulation = new PodSimulation(pod, script, { now: START });
  const limitMs = seconds * 1000;
  while (simulation.elapsedMs < limitMs && simulation.goneAtMs === undefined) {
    simulation.advance(Math.min(STEP_MS, limitMs - simulation.elapsedMs));
  }
  const { goneAtMs } = simulation;
  return {
    namespace,
    name,
    containers: everyContainer(podFields(pod, ABSENT).spec, (_, of, kind) => ({
      name: of,
      kind,
    })).filter((each) => each.kind !== 'ephemeral'),
    script,
    durationMs: goneAtMs ?? limitMs,
    events: simulation.events,
    changes: simulation.changes,
    /** When the Pod was gone; undefined if it is still there. */
    goneAtMs,
  };
}

/** What one container does, as an option says it. */
export interface ContainerAnswer<T> {
  readonly container: string;
  readonly value: T;
}

/** An answer of a probe from some time on. */
export interface ProbeOption extends ScriptedAnswer {
  readonly kind: ProbeKind;
}

/** The options that change a script. */
interface ScriptFlags {
  readonly exit: readonly ContainerAnswer<{ readonly ms: number; readonly exitCode: number }>[];
  readonly stop: readonly ContainerAnswer<number>[];
  readonly probe: readonly ContainerAnswer<ProbeOption>[];
  readonly deleteAtSeconds: number | undefined;
  readonly gracePeriodSeconds: number | undefined;
}

const INIT_MS = 2000;
const STOP_MS = 1000;
const DELETE_AT_SECONDS = 60;

/**
 * Completes a script: init containers run for 2 seconds, all others until they are stopped, which takes a second. Without a
 * script and options that end a container, the Pod is deleted after a minute.
 *
 * @param pod - the Pod
 * @param script - of the file, if there is one
 * @param flags - options, which replace what the script says
 */
export function scriptFor(pod: Pod, script: PodScript | undefined, flags: ScriptFlags): PodScript {
  const { exit, stop, probe } = flags;
  const isDefault = script === undefined && exit.length === 0;
  const deleteAt = flags.deleteAtSeconds ?? script?.deleteAtSeconds;
  const containers = new Map(
    everyContainer(podFields(pod, ABSENT).spec, (_, name, kind): [string, ContainerScript] => {
      const given = own(script?.containers, name);
      const ends = exit.filter(({ container }) => container === name).map(({ value }) => value);
      const stopMs = stop.find(({ container }) => container === name)?.value;
      const runs =
        ends.length > 0 ? ends : (given?.runs ?? [kind === 'init' ? { ms: INIT_MS } : {}]);
      const answers = probe.filter(({ container }) => container === name);
      return [
        name,
        {
          ...given,
          runs: runs.map((run) => ({
            stopMs: STOP_MS,
            ...run,
            ...(stopMs !== undefined && { stopMs }),
          })),
          probes: { ...given?.probes, ...probesOf(answers.map(({ value }) => value)) },
        },
      ];
    }),
  );
  return {
    containers: Object.fromEntries(containers),
    deleteAtSeconds: deleteAt ?? (isDefault ? DELETE_AT_SECONDS : undefined),
    gracePeriodSeconds: flags.gracePeriodSeconds ?? script?.gracePeriodSeconds,
  };
}

function probesOf(options: readonly ProbeOption[]): ContainerScript['probes'] {
  const sorted = [...options].sort((a, b) => a.afterMs - b.afterMs);
  const kinds = new Set(sorted.map(({ kind }) => kind));
  return Object.fromEntries(
    [...kinds].map((kind) => [
      kind,
      sorted
        .filter((each) => each.kind === kind)
        .map(({ afterMs, result }) => ({ afterMs, result })),
    ]),
  );
}

/** The containers that a script and options name, but the Pod does not have. */
export function unknownContainers(
  pod: Pod,
  script: PodScript | undefined,
  { exit, stop, probe }: ScriptFlags,
): readonly string[] {
  const known = new Set(everyContainer(podFields(pod, ABSENT).spec, (_, name) => name));
  const options = [...exit, ...stop, ...probe].map(({ container }) => container);
  const named = [...Object.keys(script?.containers ?? {}), ...options];
  return [...new Set(named.filter((name) => !known.has(name)))];
}

function own<T>(map: { readonly [name: string]: T } | undefined, name: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}

// The structure of a script and the ranges of its numbers.

/** The longest time: as long as a simulation can be, in seconds. */
const LONGEST_SECONDS = 1e7;
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
