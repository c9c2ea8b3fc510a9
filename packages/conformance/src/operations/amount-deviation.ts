import type { DeviationId } from '../deviations.js';
import type { Json } from '../json.js';
import { int64Deviation } from './int64-domain.js';

/** A negative amount that Go reads into its decimal form, whatever its size: a fraction of a binary unit. */
const NEGATIVE_BINARY_FRACTION = /"-[0-9]*\.[0-9]*[KMGTPE]i"/;

/** Why Go's int64 of one of the amounts of a case may be another number than ours. */
export function amountDeviation(input: Json): DeviationId | undefined {
  return (
    int64Deviation(input) ??
    (NEGATIVE_BINARY_FRACTION.test(JSON.stringify(input)) ? 'int64-overflow' : undefined)
  );
}
