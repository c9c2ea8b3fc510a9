/** Nanoseconds of the units of a duration in Go's format. */
const UNITS: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ['ns', 1],
  ['us', 1e3],
  ['\u00b5s', 1e3],
  ['\u03bcs', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
  ['m', 60e9],
  ['h', 3600e9],
]);
/** 292 years, the longest duration of Go. */
const LONGEST_NS = 9_223_372_036_854_775_808; // 2^63
const NANOSECONDS_PER_MILLISECOND = 1e6;

/** How long a request may take, or why its parameter `timeout` is not a duration. */
export type RequestTimeout = number | { readonly problem: string };

/**
 * Reads the parameter `timeout` of a URL.
 *
 * @param value - the parameter; undefined and empty count as absent
 * @param maximumMs - timeout of requests without the parameter, and the longest one, in milliseconds
 * @returns milliseconds, or what is wrong with the parameter, in the words of the API server
 *
 * Source: `k8s.io/apiserver/pkg/endpoints/filters` v0.37.1, `withRequestDeadline` and `parseTimeout`.
 */
export function requestTimeoutMs(value: string | undefined, maximumMs: number): RequestTimeout {
  if (value === undefined || value === '') {
    return maximumMs;
  }
  const parsed = parseDuration(value);
  if (typeof parsed === 'string') {
    return { problem: `invalid timeout specified in the request URL - time: ${parsed}` };
  }
  const timeoutMs = parsed / NANOSECONDS_PER_MILLISECOND;
  return timeoutMs > 0 && timeoutMs < maximumMs ? timeoutMs : maximumMs;
}

/** Parses a duration in Go's format to nanoseconds, or says what is wrong. */
function parseDuration(text: string): number | string {
  const invalid = `invalid duration ${quote(text)}`;
  const sign = text.startsWith('-') ? -1 : 1;
  const unsigned = /^[-+]/.test(text) ? text.slice(1) : text;
  if (unsigned === '0') {
    return 0;
  }
  if (unsigned === '') {
    return invalid;
  }
  let totalNs = 0;
  const part = /([0-9]*)(\.?)([0-9]*)([^0-9.]*)/y;
  while (part.lastIndex < unsigned.length) {
    const [, whole = '', point = '', fraction = '', unit = ''] = part.exec(
      unsigned,
    ) as RegExpExecArray;
    if (whole === '' && fraction === '') {
      return invalid;
    }
    if (unit === '') {
      return `missing unit in duration ${quote(text)}`;
    }
    const unitNs = UNITS.get(unit);
    if (unitNs === undefined) {
      return `unknown unit ${quote(unit)} in duration ${quote(text)}`;
    }
    totalNs += Number(whole) * unitNs + Math.trunc(Number(`0${point}${fraction}`) * unitNs);
    if (totalNs > LONGEST_NS) {
      return invalid;
    }
  }
  return sign * totalNs;
}

/** Quotes a text as Go's package `time` does: it escapes the bytes of characters that are not ASCII. */
function quote(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&');
  return `"${escaped.replace(/[^ -\x7F]/gu, (character) => encodeURIComponent(character).toLowerCase().replace(/%/g, '\\x'))}"`;
}
