import {
  type ApfConfiguration,
  type ConfigurationProblem,
  DEFAULT_SHUFFLE_SHARDING,
  MANDATORY_PRIORITY_LEVELS,
  requiredEntropyBits,
  storableConfiguration,
} from '@kubesem/apf';
import { nameOf } from '@kubesem/apf/internal';
import {
  type FieldPathSegment,
  type FlowSchema,
  formatFieldPath,
  type PolicyRulesWithSubjects,
  type PriorityLevelConfiguration,
  type Result,
} from '@kubesem/core';
import { FieldProblems, fields } from '@kubesem/core/internal';
import { FLOW_SCHEMA } from '@kubesem/core/kinds';
import { type LevelProblem, type LevelProblemCode, LevelsError } from './error.js';
import { type CheckedLevel, type Level, type RouteMatch, verbOf } from './level.js';
import { readLevels } from './read.js';

const MOST_SEATS = 1_000_000;
/** The shares of all levels together, so the 5 shares of `catch-all` are worth a seat only because of rounding. */
const SHARE_SUM = 1_000_000_000;
const MOST_ENTROPY_BITS = 60;
/** Precedence 1 is reserved for the FlowSchema `exempt`, 10,000 is that of `catch-all`. */
const FIRST_PRECEDENCE = 100;
const MOST_LEVELS = 1_000;

/** A level, and where it is in the list of the caller. */
interface PlacedLevel {
  readonly level: CheckedLevel;
  readonly index: number;
}

/**
 * Turns the levels of an application into FlowSchemas and PriorityLevelConfigurations, or returns why that is impossible.
 *
 * @param levels - the levels, such as the content of a file; not changed
 * @param seats - number of seats of the server
 * @returns the objects, or the error with all problems
 *
 * @example
 * ```ts
 * import { safeLevelObjects } from '@kubesem/apf-http';
 *
 * const { error } = safeLevelObjects([{ name: 'reports', share: 10 }], 20);
 * error?.problems.map(({ segments, code }) => [...segments, code]) // => [[0, 'share', 'UNKNOWN_FIELD']]
 * ```
 */
export function safeLevelObjects(
  levels: unknown,
  seats: number,
): Result<ApfConfiguration, LevelsError> {
  const problems = new FieldProblems<LevelProblemCode>();
  const whole = fields<object, LevelProblemCode>(null, problems);
  const checked = readLevels(levels, problems);
  const limited = checked.filter(({ exempt }) => !exempt);
  if (!Number.isSafeInteger(seats) || seats > MOST_SEATS || seats < limited.length) {
    const message = `must be a whole number of seats from ${limited.length}, one for each level, to ${MOST_SEATS}`;
    whole.invalid(undefined, message, seats, 'INVALID_SEATS');
  }
  if (checked.length > MOST_LEVELS) {
    const message = `must have at most ${MOST_LEVELS} levels`;
    whole.problem(undefined, 'TOO_MANY', message, undefined, 'OUT_OF_RANGE');
  }
  if (problems.count > 0) {
    return { ok: false, error: new LevelsError(problems.list()) };
  }
  // In the order in which they are tried: the level of all other requests is the last one.
  const placed = checked
    .map((level, index): PlacedLevel => ({ level, index }))
    .sort((a, b) => Number(a.level.match === undefined) - Number(b.level.match === undefined));
  const seatsOf = divideSeats(limited, seats);
  const { problems: rejected, ...objects } = storableConfiguration({
    priorityLevels: [
      ...limited.map((level) => priorityLevel(level, seatsOf.get(level) ?? 1, seats)),
      // FlowSchemas can use only levels that are stored.
      ...MANDATORY_PRIORITY_LEVELS.filter((level) => nameOf(level) === 'exempt'),
    ],
    flowSchemas: placed.map(flowSchema),
  });
  if (rejected.length > 0) {
    const found = rejected.map((each) => fromObject(each, checked, limited, placed));
    return { ok: false, error: new LevelsError(withoutDuplicates(found)) };
  }
  return { ok: true, value: objects };
}

/**
 * Turns the levels of an application into FlowSchemas and PriorityLevelConfigurations.
 *
 * The levels divide the seats by their shares. Together they have exactly as many as the server, and each always has at
 * least one, even while it lends seats to others.
 *
 * @param levels - the levels; not changed
 * @param seats - number of seats of the server, from one for each level that is not exempt to 1,000,000
 * @returns the objects, for a {@link Gate} with as many seats; call it again if their number changes
 * @throws {@link LevelsError} with code `INVALID_LEVELS` if a level is invalid, or if there are too few seats
 *
 * @example
 * ```ts
 * import { effectiveConfiguration } from '@kubesem/apf';
 * import { levelObjects } from '@kubesem/apf-http';
 *
 * const levels = [
 *   { name: 'health', exempt: true, match: { paths: ['/healthz'] } },
 *   { name: 'checkout', shares: 60, match: { paths: ['/cart/*', '/orders'] } },
 *   { name: 'reports', shares: 10, queues: 8, match: { methods: ['GET' as const], paths: ['/reports/*'] } },
 *   { name: 'others' },
 * ];
 * const objects = levelObjects(levels, 20);
 * const divided = effectiveConfiguration(objects, 20).levels;
 * divided.map(({ configuration, nominalLimit }) => [configuration.metadata?.name, nominalLimit]) // => [
 * //   ['checkout', 12],
 * //   ['reports', 2],
 * //   ['others', 6],
 * //   ['exempt', 0],
 * //   ['catch-all', 1],
 * // ]
 * ```
 */
export function levelObjects(levels: readonly Level[], seats: number): ApfConfiguration {
  const { error, value } = safeLevelObjects(levels, seats);
  if (error !== undefined) {
    throw error;
  }
  return value;
}

/** Divides the seats by shares: at least one for each level, and all of them. */
function divideSeats(
  levels: readonly CheckedLevel[],
  seats: number,
): ReadonlyMap<CheckedLevel, number> {
  const sum = levels.reduce((total, { shares }) => total + shares, 0);
  const parts = levels.map((level) => {
    const ideal = (seats * level.shares) / sum;
    return { level, ideal, whole: Math.max(1, Math.floor(ideal)) };
  });
  let rest = seats - parts.reduce((total, { whole }) => total + whole, 0);
  while (rest !== 0 && parts.length > 0) {
    const step = Math.sign(rest);
    // The level that is furthest from its share. It keeps a seat, because others have more than theirs.
    const [first, ...others] = parts.filter(({ whole }) => whole + step >= 1);
    const furthest = others.reduce(
      (found, part) =>
        (part.ideal - part.whole) * step > ((found?.ideal ?? 0) - (found?.whole ?? 0)) * step
          ? part
          : found,
      first,
    );
    if (furthest === undefined) {
      break;
    }
    furthest.whole += step;
    rest -= step;
  }
  return new Map(parts.map(({ level, whole }) => [level, whole]));
}

function priorityLevel(
  { name, queues, queueLengthLimit, lendablePercent }: CheckedLevel,
  levelSeats: number,
  seats: number,
): PriorityLevelConfiguration {
  const queuing = { queues, handSize: handSizeOf(queues), queueLengthLimit };
  return {
    metadata: { name },
    spec: {
      type: 'Limited',
      limited: {
        // The server rounds its seats up, so these shares give exactly this number.
        nominalConcurrencyShares: levelSeats * Math.floor(SHARE_SUM / seats),
        lendablePercent,
        limitResponse: queues === 0 ? { type: 'Reject' } : { type: 'Queue', queuing },
      },
    },
  };
}

/** The queues of one flow: an eighth of them, up to the default of the API server and to what its hash can deal. */
function handSizeOf(queues: number): number {
  let handSize = Math.min(DEFAULT_SHUFFLE_SHARDING.handSize, Math.floor(queues / 8)) || 1;
  while (handSize > 1 && requiredEntropyBits({ deckSize: queues, handSize }) > MOST_ENTROPY_BITS) {
    handSize--;
  }
  return handSize;
}

function flowSchema({ level }: PlacedLevel, position: number): FlowSchema {
  const { name, exempt, match = [{}] } = level;
  return {
    metadata: { name },
    spec: {
      priorityLevelConfiguration: { name: exempt ? 'exempt' : name },
      matchingPrecedence: FIRST_PRECEDENCE + position,
      distinguisherMethod: { type: 'ByUser' },
      rules: match.map(rulesOf),
    },
  };
}

function rulesOf({ methods, paths, users, groups }: RouteMatch): PolicyRulesWithSubjects {
  const verbs = methods ? methods.map(verbOf) : ['*'];
  const subjects = [
    ...(users ?? []).map((name) => ({ kind: 'User', user: { name } })),
    ...(groups ?? []).map((name) => ({ kind: 'Group', group: { name } })),
  ];
  const any = { apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true };
  return {
    subjects: subjects.length > 0 ? subjects : [{ kind: 'User', user: { name: '*' } }],
    nonResourceRules: [{ verbs, nonResourceURLs: paths ?? ['*'] }],
    // Requests that a hook describes as requests for resources have no path.
    ...(paths ? {} : { resourceRules: [{ verbs, ...any }] }),
  };
}

/** Finds the field of a level that a field of an object was made of. */
function fromObject(
  { kind, index, name: _, segments: before, ...found }: ConfigurationProblem,
  levels: readonly CheckedLevel[],
  limited: readonly CheckedLevel[],
  placed: readonly PlacedLevel[],
): LevelProblem {
  const level =
    kind === FLOW_SCHEMA.kind
      ? placed[index]?.index
      : levels.indexOf(limited[index] as CheckedLevel);
  const segments = [level ?? 0, ...fieldOf(before, levels[level ?? 0])];
  return { ...found, segments, path: formatFieldPath(segments) };
}

function fieldOf(
  segments: readonly FieldPathSegment[],
  level: CheckedLevel | undefined,
): readonly FieldPathSegment[] {
  const [, list, rule, rules, , field, entry] = segments;
  if (list !== 'rules') {
    return ['name'];
  }
  const match = level?.matchIsList ? ['match', rule as number] : ['match'];
  const name = { nonResourceURLs: 'paths', verbs: 'methods' }[`${field}`];
  return rules === 'subjects' || name === undefined
    ? match
    : [...match, name, ...(entry === undefined ? [] : [entry])];
}

function withoutDuplicates(problems: readonly LevelProblem[]): readonly LevelProblem[] {
  const byKey = new Map(problems.map((each) => [`${each.path} ${each.message}`, each]));
  return [...byKey.values()];
}
