import type { DeviationId } from '../deviations.js';
import type { Json } from '../json.js';
import { int64Deviation } from './int64-domain.js';

/** A negative amount that Go reads into its decimal form: a fraction of a binary unit, or many digits. */
const NEGATIVE_DECIMAL = /"-([0-9]*\.[0-9]*[KMGTPE]i|[0-9.]{19,}[a-zA-Z]*)"/;

/** Why Go's int64 of one of the amounts of a case may be another number than ours. */
export function amountDeviation(input: Json): DeviationId | undefined {
  return (
    int64Deviation(input) ??
    (NEGATIVE_DECIMAL.test(JSON.stringify(input)) ? 'int64-overflow' : undefined)
  );
}
