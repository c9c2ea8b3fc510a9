// Reads levels that may come from a file. What FlowSchemas and PriorityLevelConfigurations check is checked there.
import {
  type FieldProblems,
  type Fields,
  fields,
  type IntegerRange,
  openAll,
} from '@kubesem/core/internal';
import type { LevelProblemCode } from './error.js';
import { type CheckedLevel, type Level, ROUTE_METHODS, type RouteMatch } from './level.js';

type Read<T extends object> = Fields<T, LevelProblemCode>;

/** The fields that an exempt level must not have. */
const LIMITS = ['shares', 'queues', 'queueLengthLimit', 'lendablePercent'] as const;
const LEVEL_FIELDS: readonly string[] = [
  ...['name', 'match', 'shares', 'exempt'],
  ...['queues', 'queueLengthLimit', 'lendablePercent'],
];
const MATCH_FIELDS: readonly string[] = ['methods', 'paths', 'users', 'groups'];

const SHARES: IntegerRange = { min: 1, max: 1_000_000 };
const QUEUES: IntegerRange = { min: 0, max: 10_000_000 };
const LENGTH: IntegerRange = { min: 1, max: 1_000_000 };
/** With 49 %, a level with one seat lends none: halves are rounded up. */
const LENDABLE: IntegerRange = { min: 0, max: 49 };

const DEFAULT_SHARES = 30;
const DEFAULT_QUEUES = 64;
const DEFAULT_LENGTH = 50;

/** All numbers that are exact. */
const ANY: IntegerRange = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

/**
 * Reads levels.
 *
 * @param value - any value
 * @param problems - receives the problems
 * @returns the levels with their defaults; what is invalid also has the default
 */
export function readLevels(
  value: unknown,
  problems: FieldProblems<LevelProblemCode>,
): readonly CheckedLevel[] {
  const names = new Set<string>();
  const others: Read<Level>[] = [];
  const levels = Array.from(openAll(value as readonly Level[], problems), (level) => {
    const checked = readLevel(level);
    const { name, match } = checked;
    if (name !== '' && names.has(name)) {
      level.duplicate('name', name, 'another level has this name');
    }
    names.add(name);
    if (match === undefined) {
      others.push(level);
    }
    return checked;
  });
  // Every request needs a level, and one that all match hides the levels after it.
  if (others.length === 0) {
    const message = 'needs one level without match, which receives all other requests';
    fields<object, LevelProblemCode>(null, problems).required(undefined, message, 'NO_OTHERS');
  }
  for (const level of others.slice(1)) {
    const message = `must be set, because level ${others[0]?.path?.segment} receives all other requests`;
    level.required('match', message, 'SEVERAL_OTHERS');
  }
  return levels;
}

function readLevel(level: Read<Level>): CheckedLevel {
  reportUnknown(level, LEVEL_FIELDS);
  const exempt = level.flag('exempt') ?? false;
  for (const field of LIMITS) {
    if (exempt && level.has(field)) {
      const message = 'must not be set for an exempt level, whose requests are never limited';
      level.forbidden(field, message);
    }
  }
  return {
    name: readName(level),
    match: readMatches(level),
    matchIsList: Array.isArray(level.raw('match')),
    shares: readWhole(level, 'shares', SHARES) ?? DEFAULT_SHARES,
    exempt,
    queues: readWhole(level, 'queues', QUEUES) ?? DEFAULT_QUEUES,
    queueLengthLimit: readWhole(level, 'queueLengthLimit', LENGTH) ?? DEFAULT_LENGTH,
    lendablePercent: readWhole(level, 'lendablePercent', LENDABLE) ?? LENDABLE.max,
  };
}

function readName(level: Read<Level>): string {
  const name = level.text('name');
  if (name === '') {
    level.required('name', 'must be set');
  }
  if (name === 'exempt' || name === 'catch-all') {
    const message = 'is the name of a built-in level; choose another one';
    level.invalid('name', message, name, 'RESERVED');
  }
  return name;
}

function readMatches(level: Read<Level>): readonly RouteMatch[] | undefined {
  const match = level.raw('match');
  if (match === undefined) {
    return undefined;
  }
  if (!Array.isArray(match)) {
    return [readMatch(level.at('match') as Read<RouteMatch>)];
  }
  if (match.length === 0) {
    const message = 'has no entry, so no request matches; omit it to match all other requests';
    level.required('match', message);
  }
  return level.each('match', readMatch);
}

function readMatch(match: Read<RouteMatch>): RouteMatch {
  reportUnknown(match, MATCH_FIELDS);
  const methods = readTexts(match, 'methods');
  methods?.forEach((method, index) => {
    if (!(ROUTE_METHODS as readonly string[]).includes(method)) {
      const message = `must be one of ${ROUTE_METHODS.join(', ')}`;
      const path = match.pathOf('methods', index);
      match.problem(path, 'NOT_SUPPORTED', message, method);
    }
  });
  return {
    methods: methods as RouteMatch['methods'],
    paths: readTexts(match, 'paths'),
    users: readTexts(match, 'users'),
    groups: readTexts(match, 'groups'),
  };
}

/** The texts of a list; undefined if it is absent. An empty list would match nothing. */
function readTexts(
  match: Read<RouteMatch>,
  field: keyof RouteMatch,
): readonly string[] | undefined {
  const texts = match.texts(field);
  if (texts.length === 0 && match.has(field)) {
    const message = 'has no entry, so no request matches; omit it to match any';
    match.required(field, message);
  }
  texts.forEach((text, index) => {
    if (text === '') {
      match.required(match.pathOf(field, index), 'must not be empty');
    }
  });
  return match.has(field) ? texts : undefined;
}

function readWhole(
  level: Read<Level>,
  field: (typeof LIMITS)[number],
  { min, max }: IntegerRange,
): number | undefined {
  const whole = level.integer(field, ANY);
  if (whole !== undefined && (whole < min || whole > max)) {
    level.invalid(field, `must be from ${min} to ${max}`, whole, 'OUT_OF_RANGE');
    return undefined;
  }
  return whole;
}

function reportUnknown<T extends object>(object: Read<T>, known: readonly string[]): void {
  for (const name of Object.keys(object.value) as (keyof T & string)[]) {
    if (!known.includes(name)) {
      const message = `unknown field; supported fields: ${known.join(', ')}`;
      object.forbidden(name, message, 'UNKNOWN_FIELD');
    }
  }
}
