import { goQuote, isInt64Text } from '@kubesem/core/internal';

/** The values that one field of a schedule accepts. */
export interface FieldBounds {
  readonly min: number;
  readonly max: number;
  /** Names of the values, from `min`. */
  readonly names?: readonly string[];
}

/** The values of one field of a schedule. */
export interface ScheduleField {
  readonly values: ReadonlySet<number>;
  /** Whether the field has a `*` or `?` without steps. */
  readonly isAny: boolean;
}

/**
 * Parses a field of a schedule: ranges, separated by commas. Empty ranges are ignored.
 *
 * Source: `github.com/robfig/cron/v3` v3.0.1, `getField`.
 *
 * @returns the field, or the error
 */
export function parseField(text: string, bounds: FieldBounds): ScheduleField | string {
  const values = new Set<number>();
  let isAny = false;
  for (const range of text.split(',').filter((part) => part !== '')) {
    const parsed = parseRange(range, bounds);
    if (typeof parsed === 'string') {
      return parsed;
    }
    for (let value = parsed.start; value <= parsed.end; value += parsed.step) {
      values.add(value);
    }
    isAny = isAny || parsed.isAny;
  }
  return { values, isAny };
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly isAny: boolean;
}

/** Parses `*`, `1`, `1-5`, `jan-mar` or one of them with steps: `1/5` steps to the end. Source: the same, `getRange`. */
function parseRange(text: string, bounds: FieldBounds): Range | string {
  const [span = '', stepText, ...slashes] = text.split('/');
  const [low = '', high, ...hyphens] = span.split('-');
  const { min, max } = bounds;
  const isStar = low === '*' || low === '?';
  const start = isStar ? BigInt(min) : parseValue(low, bounds);
  if (typeof start === 'string') {
    return start;
  }
  if (!isStar && hyphens.length > 0) {
    return `too many hyphens: ${text}`;
  }
  const last = isStar ? BigInt(max) : high === undefined ? start : parseValue(high, bounds);
  if (typeof last === 'string') {
    return last;
  }
  if (slashes.length > 0) {
    return `too many slashes: ${text}`;
  }
  const step = stepText === undefined ? BigInt(1) : parseNumber(stepText);
  if (typeof step === 'string') {
    return step;
  }
  const end = stepText !== undefined && high === undefined ? BigInt(max) : last;
  if (start < min) {
    return `beginning of range (${start}) below minimum (${min}): ${text}`;
  }
  if (end > max) {
    return `end of range (${end}) above maximum (${max}): ${text}`;
  }
  if (start > end) {
    return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  }
  if (step === BigInt(0)) {
    return `step of range should be a positive number: ${text}`;
  }
  const isAny = isStar && step === BigInt(1);
  return { start: Number(start), end: Number(end), step: Number(step), isAny };
}

function parseValue(text: string, { min, names }: FieldBounds): bigint | string {
  // Go converts the capital I with a dot to one letter.
  const index = names?.indexOf(text.replace(/\u0130/g, 'i').toLowerCase()) ?? -1;
  return index < 0 ? parseNumber(text) : BigInt(min + index);
}

/** Source: the same, `mustParseInt`, and Go 1.26 `strconv.Atoi`. */
function parseNumber(text: string): bigint | string {
  if (!isInt64Text(text)) {
    const reason = /^[+-]?[0-9]+$/.test(text) ? 'value out of range' : 'invalid syntax';
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${goQuote(text)}: ${reason}`;
  }
  const value = BigInt(text.replace('+', ''));
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : value;
}
