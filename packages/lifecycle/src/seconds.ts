import { fields, INT64_RANGE, THROW } from '@kubesem/core/internal';

/** Reads an option that counts seconds; undefined if it is absent. Throws if it is not an integer. */
export function readSeconds(option: string, value: unknown): number | undefined {
  return fields({ [option]: value }, THROW).integer(option, INT64_RANGE);
}

const MAX_EXACT_SECONDS = 9_223_372_036;

/**
 * Milliseconds of a Go duration: an int64 of nanoseconds, which overflows after 292 years.
 *
 * Source: type `time.Duration` of Go.
 */
export function durationMs(seconds: number): number {
  if (Math.abs(seconds) <= MAX_EXACT_SECONDS) {
    return seconds * 1000;
  }
  return Number(BigInt.asIntN(64, BigInt(seconds) * BigInt(1_000_000_000))) / 1_000_000;
}
