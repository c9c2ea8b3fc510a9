// The structure of a scenario and the ranges of its numbers. What fields mean together is in `rules.ts`; both hold what
// the types in `scenario.ts` specify.
import type { ObjectStats, RequestUser } from '@kubesem/apf';
import {
  type FieldPath,
  type FieldPathSegment,
  type FlowSchema,
  type PriorityLevelConfiguration,
} from '@kubesem/core';
import { fieldProblem, wrongType } from '@kubesem/core/internal';
import * as v from 'valibot';
import type { ArrivalProcess, ClosedLoopArrivals, OpenArrivals } from './arrival-process.js';
import type { DurationDistribution } from './duration-distribution.js';
import type { ScenarioProblem } from './error.js';
import type {
  Scenario,
  ScenarioChange,
  ScenarioFlow,
  ScenarioRequest,
  ScenarioWork,
  SimulatedServer,
} from './scenario.js';

/** The longest time, in seconds. */
export const LONGEST_SECONDS = 1e7;
const HIGHEST_RATE = 1e6;
const MOST_CLIENTS = 1e5;
const MOST_FLOWS = 10_000;
const MOST_SEATS = 1e6;
/** Seats of one request. With the longest latency, its work is still counted exactly. */
const WIDEST = 10_000;
const LONGEST_LATENCY_SECONDS = 600;
const MOST_RETRIES = 1000;
const MOST_WATCHES = 1e6;
const MOST_OBJECTS = 1e12;
const MOST_SAMPLES = 10_000;
/** The longest URL that common servers accept. Each client of a flow has its own. */
const LONGEST_TEXT = 8192;

type Schema<T> = v.GenericSchema<unknown, T>;
/** A schema for each field. */
type Fields<T> = { readonly [Name in keyof T]-?: Schema<T[Name]> };

const hasOwn = (object: object, name: PropertyKey): boolean =>
  Object.prototype.hasOwnProperty.call(object, name);

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with these fields of its own, and no others. */
function object<T>(fields: Fields<T>): Schema<T> {
  const known = v.object(fields as v.ObjectEntries);
  const unknown = v.never(`unknown field; supported fields: ${Object.keys(fields).join(', ')}`);
  return v.pipe(
    v.custom<object>(isObject),
    // Without inherited fields.
    v.transform((value) => ({ ...value })),
    v.lazy((value) => {
      const others = Object.keys(value as object).filter((name) => !hasOwn(fields, name));
      return others.length === 0
        ? known
        : v.object({ ...Object.fromEntries(others.map((name) => [name, unknown])), ...fields });
    }),
  ) as unknown as Schema<T>;
}

/** One of several objects, by the word in one of its fields. */
function oneOf<T>(field: string, options: { readonly [word: string]: Schema<T> }): Schema<T> {
  const words = Object.keys(options);
  const none = v.pipe(
    v.custom<object>(isObject),
    v.transform((value) => ({ ...value })),
    v.object({ [field]: v.picklist(words, `must be one of ${words.join(', ')}`) }),
  );
  return v.lazy((value) => {
    const word = isObject(value) && hasOwn(value, field) ? value[field] : undefined;
    const option = typeof word === 'string' && hasOwn(options, word) ? options[word] : undefined;
    return option ?? none;
  }) as Schema<T>;
}

/** A field that may be absent or null. */
function optional<T>(schema: Schema<T>): Schema<T | undefined> {
  return v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
}

function numberIn(min: number, max: number): Schema<number> {
  const message = `must be from ${min} to ${max}`;
  return v.pipe(v.number(), v.minValue(min, message), v.maxValue(max, message));
}

function wholeIn(min: number, max: number): Schema<number> {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(v.number(), v.minValue(min, message), v.maxValue(max, message), v.integer(message));
}

function positive(max: number): Schema<number> {
  const message = `must be above 0 and at most ${max}`;
  return v.pipe(v.number(), v.gtValue(0, message), v.maxValue(max, message));
}

/** The schema of a scenario. */
export const SCENARIO: Schema<Scenario> = /* @__PURE__ */ (() => {
  const short = v.maxLength<string, number, string>(
    LONGEST_TEXT,
    `must have at most ${LONGEST_TEXT} characters`,
  );
  const text = v.pipe(v.string(), v.nonEmpty(), short);
  const flag = optional(v.boolean());
  const time = numberIn(0, LONGEST_SECONDS);
  const positiveTime = positive(LONGEST_SECONDS);
  const distribution = oneOf<DurationDistribution>('distribution', {
    exponential: object({ distribution: v.literal('exponential'), meanSeconds: positiveTime }),
    uniform: object({ distribution: v.literal('uniform'), minSeconds: time, maxSeconds: time }),
    lognormal: object({
      distribution: v.literal('lognormal'),
      medianSeconds: positiveTime,
      p99Seconds: positiveTime,
    }),
  });
  const duration: Schema<DurationDistribution> = v.lazy((value) =>
    typeof value === 'object' && value !== null ? distribution : time,
  );
  const open = object<OpenArrivals>({
    process: v.picklist(['poisson', 'constant']),
    perSecond: numberIn(0, HIGHEST_RATE),
    untilPerSecond: optional(numberIn(0, HIGHEST_RATE)),
    onSeconds: optional(numberIn(0.001, LONGEST_SECONDS)),
    offSeconds: optional(time),
  });
  const arrival = oneOf<ArrivalProcess>('process', {
    poisson: open,
    constant: open,
    'closed-loop': object<ClosedLoopArrivals>({
      process: v.literal('closed-loop'),
      thinkSeconds: duration,
    }),
  });
  const request = object<ScenarioRequest>({
    method: optional(text),
    url: text,
    user: object<RequestUser>({ name: text, groups: optional(v.array(v.pipe(v.string(), short))) }),
  });
  const work = object<ScenarioWork>({
    seats: optional(wholeIn(1, WIDEST)),
    finalSeats: optional(wholeIn(0, WIDEST)),
    additionalLatencySeconds: optional(numberIn(0, LONGEST_LATENCY_SECONDS)),
  });
  const estimate = object<NonNullable<ScenarioFlow['estimate']>>({
    objects: optional(
      object<ObjectStats>({
        objectCount: wholeIn(0, MOST_OBJECTS),
        averageObjectBytes: optional(numberIn(0, MOST_OBJECTS)),
        isStale: flag,
      }),
    ),
    watches: optional(wholeIn(0, MOST_WATCHES)),
    supportsConsistentReads: flag,
    sizeBasedListCostEstimate: flag,
    watchList: flag,
  });
  const flow = object<ScenarioFlow>({
    name: text,
    request,
    clients: optional(wholeIn(1, MOST_CLIENTS)),
    arrival,
    durationSeconds: duration,
    work: optional(work),
    estimate: optional(estimate),
    startSeconds: optional(time),
    endSeconds: optional(time),
    timeoutSeconds: optional(time),
    cancelAfterSeconds: optional(duration),
    retries: optional(wholeIn(0, MOST_RETRIES)),
  });
  // The objects themselves are checked as the API server does it, when they are used.
  const priorityLevels = optional(v.array(v.custom<PriorityLevelConfiguration>(isObject)));
  const flowSchemas = optional(v.array(v.custom<FlowSchema>(isObject)));
  const server = object<SimulatedServer>({
    serverConcurrencyLimit: optional(wholeIn(1, MOST_SEATS)),
    priorityLevels,
    flowSchemas,
    suggestedObjects: flag,
  });
  return object<Scenario>({
    apiVersion: optional(v.picklist(['kubesem/v1'], 'must be kubesem/v1')),
    kind: optional(v.picklist(['ApfScenario'], 'must be ApfScenario')),
    durationSeconds: positiveTime,
    seed: optional(wholeIn(0, 2 ** 32 - 1)),
    config: optional(server),
    flows: v.pipe(
      v.array(v.unknown()),
      v.maxLength(MOST_FLOWS, `must have at most ${MOST_FLOWS} flows`),
      v.array(flow),
    ),
    changes: optional(
      v.array(object<ScenarioChange>({ atSeconds: time, priorityLevels, flowSchemas })),
    ),
    samples: optional(wholeIn(1, MOST_SAMPLES)),
  });
})();

/** The times of a recorded arrival. */
export const RECORDED_ARRIVAL: Schema<{ atSeconds: number; durationSeconds: number }> =
  /* @__PURE__ */ (() => {
    const time = numberIn(0, LONGEST_SECONDS);
    return v.object({ atSeconds: time, durationSeconds: time });
  })();

/** What the schemas expect that check a JSON type. */
const EXPECTED: { readonly [type: string]: string | undefined } = {
  array: 'a list',
  boolean: 'a boolean',
  custom: 'an object',
  number: 'a number',
  string: 'a string',
};

/** Makes a problem from what the library found. */
function toProblem(issue: v.BaseIssue<unknown>, parent: FieldPath | undefined): ScenarioProblem {
  const path = (issue.path ?? []).reduce<FieldPath | undefined>(
    (owner, { key }) => ({ parent: owner, segment: key as FieldPathSegment }),
    parent,
  );
  const { type, input: value, message } = issue;
  if (type === 'never') {
    return fieldProblem({ type: 'FORBIDDEN', code: 'UNKNOWN_FIELD', path, message });
  }
  if (value === undefined || value === null || type === 'non_empty') {
    const required = 'must be set';
    return fieldProblem({ type: 'REQUIRED', code: 'REQUIRED', path, message: required });
  }
  if (type === 'picklist') {
    const unsupported = { code: 'NOT_SUPPORTED', path, value, message } as const;
    return fieldProblem({ type: 'NOT_SUPPORTED', ...unsupported });
  }
  const expected = EXPECTED[type];
  return expected === undefined
    ? fieldProblem({ type: 'INVALID', code: 'OUT_OF_RANGE', path, value, message })
    : wrongType(value, path, expected);
}

/**
 * Compares a value with a schema.
 *
 * @param schema - the schema
 * @param value - any value; not changed
 * @param parent - path of the value; undefined by default
 * @returns a copy of the value, or all problems
 */
export function parseWith<T>(
  schema: Schema<T>,
  value: unknown,
  parent?: FieldPath,
):
  | { readonly value: T; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly ScenarioProblem[] } {
  // One problem for each number is enough.
  const { output, issues } = v.safeParse(schema, value, { abortPipeEarly: true });
  return issues === undefined
    ? { value: output as T }
    : { problems: issues.map((issue) => toProblem(issue, parent)) };
}
