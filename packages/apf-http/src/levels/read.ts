// Reads levels that may come from a file. What FlowSchemas and PriorityLevelConfigurations check is checked there.
import {
  childPath,
  type FieldPath,
  fieldProblem,
  type IntegerRange,
  type ReportProblem,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
} from '@kubesem/core';
import type { LevelProblemCode } from './error.js';
import type { CheckedLevel, RouteMatch } from './level.js';
import { ROUTE_METHODS } from './verbs.js';

type Report = ReportProblem<LevelProblemCode>;
/** The fields of an object that may be anything. */
type Fields = { readonly [name: string]: unknown };

const LEVEL_FIELDS = [
  ...['name', 'match', 'shares', 'exempt'],
  ...['queues', 'queueLengthLimit', 'lendablePercent'],
];
const MATCH_FIELDS = ['methods', 'paths', 'users', 'groups'];

const SHARES: IntegerRange = { min: 1, max: 1_000_000 };
const QUEUES: IntegerRange = { min: 0, max: 10_000_000 };
const LENGTH: IntegerRange = { min: 1, max: 1_000_000 };
/** With 49 %, a level with one seat lends none: halves are rounded up. */
const LENDABLE: IntegerRange = { min: 0, max: 49 };

const DEFAULT_SHARES = 30;
const DEFAULT_QUEUES = 64;
const DEFAULT_LENGTH = 50;

/**
 * Reads levels.
 *
 * @param value - any value
 * @param report - receives the problems
 * @returns the levels with their defaults; what is invalid also has the default
 */
export function readLevels(value: unknown, report: Report): readonly CheckedLevel[] {
  const names = new Set<string>();
  const levels = readList(value as readonly unknown[], undefined, report).map((entry, index) => {
    const path = childPath(undefined, index);
    const level = readLevel(entry, path, report);
    if (level.name !== '' && names.has(level.name)) {
      const message = 'another level has this name';
      const namePath = childPath(path, 'name');
      report(problem('FieldValueDuplicate', 'DUPLICATE', namePath, message, level.name));
    }
    names.add(level.name);
    return level;
  });
  checkOthers(levels, report);
  return levels;
}

function readLevel(entry: unknown, path: FieldPath, report: Report): CheckedLevel {
  const level = readFields(entry, LEVEL_FIELDS, path, report);
  const whole = (field: string, range: IntegerRange, fallback: number): number =>
    readWhole(level[field], range, childPath(path, field), report) ?? fallback;
  const exempt = readBoolean(level['exempt'], childPath(path, 'exempt'), report) ?? false;
  if (exempt) {
    for (const field of ['shares', 'queues', 'queueLengthLimit', 'lendablePercent']) {
      if (level[field] !== undefined && level[field] !== null) {
        const message = 'must not be set for an exempt level, whose requests are never limited';
        report(problem('FieldValueForbidden', 'FORBIDDEN', childPath(path, field), message));
      }
    }
  }
  return {
    name: readName(level['name'], childPath(path, 'name'), report),
    match: readMatches(level['match'], childPath(path, 'match'), report),
    matchIsList: Array.isArray(level['match']),
    shares: whole('shares', SHARES, DEFAULT_SHARES),
    exempt,
    queues: whole('queues', QUEUES, DEFAULT_QUEUES),
    queueLengthLimit: whole('queueLengthLimit', LENGTH, DEFAULT_LENGTH),
    lendablePercent: whole('lendablePercent', LENDABLE, LENDABLE.max),
  };
}

function readName(value: unknown, path: FieldPath, report: Report): string {
  const name = readString(value, path, report);
  if (name === '' && (value === undefined || value === null || value === '')) {
    report(problem('FieldValueRequired', 'REQUIRED', path, 'must be set'));
  }
  if (name === 'exempt' || name === 'catch-all') {
    const message = 'is the name of a built-in level; choose another one';
    report(problem('FieldValueInvalid', 'RESERVED', path, message, name));
  }
  return name;
}

function readMatches(
  value: unknown,
  path: FieldPath,
  report: Report,
): readonly RouteMatch[] | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  if (!Array.isArray(value)) {
    return [readMatch(value, path, report)];
  }
  if (value.length === 0) {
    const message = 'has no entry, so no request matches; omit it to match all other requests';
    report(problem('FieldValueRequired', 'REQUIRED', path, message));
  }
  return value.map((entry, index) => readMatch(entry, childPath(path, index), report));
}

function readMatch(value: unknown, path: FieldPath, report: Report): RouteMatch {
  const match = readFields(value, MATCH_FIELDS, path, report);
  const texts = (field: string) => readTexts(match[field], childPath(path, field), report);
  const methods = texts('methods');
  methods?.forEach((method, index) => {
    if (!(ROUTE_METHODS as readonly string[]).includes(method)) {
      const message = `must be one of ${ROUTE_METHODS.join(', ')}`;
      const at = childPath(childPath(path, 'methods'), index);
      report(problem('FieldValueNotSupported', 'NOT_SUPPORTED', at, message, method));
    }
  });
  return {
    methods: methods as RouteMatch['methods'],
    paths: texts('paths'),
    users: texts('users'),
    groups: texts('groups'),
  };
}

/** The texts of a list; undefined if it is absent. An empty list would match nothing. */
function readTexts(value: unknown, path: FieldPath, report: Report): readonly string[] | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  const list = readList(value as readonly unknown[], path, report);
  if (Array.isArray(value) && list.length === 0) {
    const message = 'has no entry, so no request matches; omit it to match any';
    report(problem('FieldValueRequired', 'REQUIRED', path, message));
  }
  return list.map((entry, index) => {
    const at = childPath(path, index);
    const text = readString(entry, at, report);
    if (text === '' && (entry === '' || entry === null || entry === undefined)) {
      report(problem('FieldValueRequired', 'REQUIRED', at, 'must not be empty'));
    }
    return text;
  });
}

function readWhole(
  value: unknown,
  range: IntegerRange,
  path: FieldPath,
  report: Report,
): number | undefined {
  const any = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
  const whole = readInteger(value, path, any, report);
  if (whole !== undefined && (whole < range.min || whole > range.max)) {
    const message = `must be from ${range.min} to ${range.max}`;
    report(problem('FieldValueInvalid', 'OUT_OF_RANGE', path, message, whole));
    return undefined;
  }
  return whole;
}

function readFields(
  value: unknown,
  known: readonly string[],
  path: FieldPath,
  report: Report,
): Fields {
  const object: Fields = readObject(value as Fields, path, report) ?? {};
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) {
      const message = `unknown field; supported fields: ${known.join(', ')}`;
      report(problem('FieldValueForbidden', 'UNKNOWN_FIELD', childPath(path, name), message));
    }
  }
  return object;
}

/** Every request needs a level, and one that all match hides the levels after it. */
function checkOthers(levels: readonly CheckedLevel[], report: Report): void {
  const others = levels.flatMap(({ match }, index) => (match === undefined ? [index] : []));
  if (others.length === 0) {
    const message = 'needs one level without match, which receives all other requests';
    report(problem('FieldValueRequired', 'NO_OTHERS', undefined, message));
  }
  for (const index of others.slice(1)) {
    const path = childPath(childPath(undefined, index), 'match');
    const message = `must be set, because level ${others[0]} receives all other requests`;
    report(problem('FieldValueRequired', 'SEVERAL_OTHERS', path, message));
  }
}

/** Makes a problem. */
export function problem<Code extends LevelProblemCode>(
  type: Parameters<typeof fieldProblem>[0]['type'],
  code: Code,
  path: FieldPath | undefined,
  message: string,
  value?: unknown,
): ReturnType<typeof fieldProblem<Code>> {
  return fieldProblem({ type, code, path, message, value });
}
