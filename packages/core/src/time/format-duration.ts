const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The longest duration of Go: an int64 of nanoseconds, about 292 years. */
const MAX_DURATION_MS = 9_223_372_036_854;

/**
 * Writes an age as kubectl prints it: `59s`, `3m20s`, `5d7h`, `2y16d`.
 *
 * @param durationMs - the age in milliseconds; up to 1 second below zero counts as zero
 * @returns the text, or `<invalid>` for an age further below zero and for `NaN`
 *
 * @example
 * ```ts
 * import { formatDuration } from '@kubesem/core';
 *
 * formatDuration(200_000) // => '3m20s'
 * formatDuration(-5000) // => '<invalid>'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/duration` v0.37.1, `HumanDuration`.
 */
export function formatDuration(durationMs: number): string {
  const ms = Math.min(durationMs, MAX_DURATION_MS);
  const seconds = Math.trunc(ms / SECOND_MS);
  if (!(seconds >= 120)) {
    return secondsText(seconds);
  }
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 180) {
    return minutes < 10 ? withRest(minutes, 'm', seconds % 60, 's') : `${minutes}m`;
  }
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 48) {
    return hours < 8 ? withRest(hours, 'h', minutes % 60, 'm') : `${hours}h`;
  }
  const days = Math.floor(hours / 24);
  if (days < 2 * 365) {
    return days < 8 ? withRest(days, 'd', hours % 24, 'h') : `${days}d`;
  }
  const years = Math.floor(days / 365);
  return years < 8 ? withRest(years, 'y', days % 365, 'd') : `${years}y`;
}

function withRest(value: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${value}${unit}` : `${value}${unit}${rest}${restUnit}`;
}

/**
 * Writes an age in its largest unit alone, as the shortest tables do: `59s`, `3m`, `5d`, `2y`.
 *
 * @param durationMs - the age in milliseconds; up to 1 second below zero counts as zero
 * @returns the text, or `<invalid>` for an age further below zero and for `NaN`
 *
 * @example
 * ```ts
 * import { formatShortDuration } from '@kubesem/core';
 *
 * formatShortDuration(200_000) // => '3m'
 * formatShortDuration(-5000) // => '<invalid>'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/duration` v0.37.1, `ShortHumanDuration`.
 */
export function formatShortDuration(durationMs: number): string {
  const ms = Math.min(durationMs, MAX_DURATION_MS);
  const seconds = Math.trunc(ms / SECOND_MS);
  if (!(seconds >= 60)) {
    return secondsText(seconds);
  }
  if (ms < HOUR_MS) {
    return `${Math.floor(ms / MINUTE_MS)}m`;
  }
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 24) {
    return `${hours}h`;
  }
  const days = Math.floor(hours / 24);
  return days < 365 ? `${days}d` : `${Math.floor(days / 365)}y`;
}

/** Clocks may differ by a second. */
function secondsText(seconds: number): string {
  return seconds >= -1 ? `${Math.max(seconds, 0)}s` : '<invalid>';
}
