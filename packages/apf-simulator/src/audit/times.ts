// The times and durations in audit logs.

/**
 * Parses a timestamp of an audit log, which has microseconds; `Date` has only milliseconds.
 *
 * @param time - a string in RFC 3339, or a `Date`
 * @returns microseconds since 1970; `NaN` for anything else
 */
export function microseconds(time: unknown): number {
  if (typeof time === 'object' && time !== null) {
    return new Date(time as Date).getTime() * 1000;
  }
  if (typeof time !== 'string') {
    return Number.NaN;
  }
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(time);
  if (match === null) {
    return Number.NaN;
  }
  const [, whole = '', fraction = '', zone = ''] = match;
  return Date.parse(whole + zone) * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

const UNIT_SECONDS: { readonly [unit: string]: number } = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/**
 * Parses a duration as Go writes it, such as `1m2.5s`.
 *
 * @param text - the duration
 * @returns seconds; 0 for anything else
 */
export function goSeconds(text: unknown): number {
  if (typeof text !== 'string') {
    return 0;
  }
  const part = /(\d+(?:\.\d+)?)(ns|us|µs|μs|ms|s|m|h)/y;
  let seconds = 0;
  while (part.lastIndex < text.length) {
    const match = part.exec(text);
    if (match === null) {
      return 0;
    }
    const [, number, unit = ''] = match;
    seconds += Number(number) * (UNIT_SECONDS[unit] ?? 0);
  }
  return seconds;
}
