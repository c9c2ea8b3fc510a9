import { parseGoDuration } from '@kubesem/core/internal';
import { type FieldBounds, parseField, type ScheduleField } from './schedule-field.js';
import { findTimeZone, type TimeZone, timeZoneError, UTC } from './time-zone.js';

/** A schedule of times, or of an interval. */
export type Schedule = CalendarSchedule | IntervalSchedule;

/** The times at which a schedule runs. */
export interface CalendarSchedule {
  readonly minute: ScheduleField;
  readonly hour: ScheduleField;
  readonly dayOfMonth: ScheduleField;
  readonly month: ScheduleField;
  readonly dayOfWeek: ScheduleField;
  /** Where the clock is that shows these times. */
  readonly zone: TimeZone;
}

/** `@every 1h`. */
export interface IntervalSchedule {
  readonly intervalMs: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const BOUNDS: readonly FieldBounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
];

const DESCRIPTORS: { readonly [name: string]: string | undefined } = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const EVERY = '@every ';

/** The words between white space. In Go, U+0085 is white space, and U+FEFF is not. */
const WORDS = /(?:[^\s\u0085]|\ufeff)+/g;

/**
 * Parses a schedule: five fields, a descriptor such as `@daily`, or `@every` with a duration. A time zone may precede it.
 *
 * Source: `github.com/robfig/cron/v3` v3.0.1, `ParseStandard`, which the controller uses.
 *
 * @param text - the schedule
 * @param zone - the time zone, if the schedule cannot have one of its own
 * @returns the schedule, or the error in the words of the controller
 */
export function parseSchedule(text: string, zone?: TimeZone): Schedule | string {
  if (zone !== undefined) {
    return parseTimes(trim(text), zone);
  }
  if (text === '') {
    return 'empty spec string';
  }
  const prefix = /^(?:CRON_)?TZ=/.exec(text)?.[0];
  if (prefix === undefined) {
    return parseTimes(text, UTC);
  }
  const space = text.indexOf(' ');
  if (space < 0) {
    return 'invalid schedule format: runtime error: slice bounds out of range [:-1]';
  }
  const name = text.slice(prefix.length, space);
  const own = findTimeZone(name);
  return own === undefined
    ? `provided bad location ${name}: ${timeZoneError(name)}`
    : parseTimes(trim(text.slice(space)), own);
}

function parseTimes(text: string, zone: TimeZone): Schedule | string {
  if (text.startsWith(EVERY)) {
    return parseInterval(text);
  }
  const isDescriptor = text.startsWith('@');
  const times = isDescriptor ? descriptorTimes(text) : text;
  if (times === undefined) {
    return `unrecognized descriptor: ${text}`;
  }
  const texts = times.match(WORDS) ?? [];
  if (texts.length !== BOUNDS.length) {
    return `expected exactly 5 fields, found ${texts.length}: [${texts.join(' ')}]`;
  }
  const fields: ScheduleField[] = [];
  for (const [index, bounds] of BOUNDS.entries()) {
    const field = parseField(texts[index] as string, bounds);
    if (typeof field === 'string') {
      return field;
    }
    fields.push(field);
  }
  const [minute, hour, dayOfMonth, month, dayOfWeek] = fields as FiveFields;
  return { minute, hour, dayOfMonth, month, dayOfWeek, zone };
}

type FiveFields = [ScheduleField, ScheduleField, ScheduleField, ScheduleField, ScheduleField];

function descriptorTimes(name: string): string | undefined {
  return Object.prototype.hasOwnProperty.call(DESCRIPTORS, name) ? DESCRIPTORS[name] : undefined;
}

/** At least one second, in whole seconds. Source: the same, `Every`. */
function parseInterval(text: string): Schedule | string {
  const duration = parseGoDuration(text.slice(EVERY.length));
  if (typeof duration === 'string') {
    return `failed to parse duration ${text}: ${duration}`;
  }
  const seconds = Number(duration / BigInt(1e9));
  return { intervalMs: Math.max(seconds, 1) * 1000 };
}

function trim(text: string): string {
  const words = text.match(WORDS) ?? [];
  const [first = '', last = ''] = [words[0], words[words.length - 1]];
  return text.slice(text.indexOf(first), text.lastIndexOf(last) + last.length);
}
