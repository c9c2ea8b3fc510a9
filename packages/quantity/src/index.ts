/**
 * The resource quantities of Kubernetes (`1.5Gi`, `500m`, `129e6`), with the exact arithmetic and text of the Go type.
 *
 * Read it in this order:
 * - `quantity.ts`: the type, which is also the specification
 * - `parse.ts` and `text.ts`: from input to a quantity
 * - `canonical.ts`: from a quantity to its text
 * - `mantissa.ts` and `integers.ts`: exact arithmetic on numbers and bigints
 * - `aggregate.ts` and `ratio.ts`: sums, maxima and percentages
 * - `format.ts` and `units.ts`: amounts for display, and `human.ts`: amounts as people write them
 * - `plain.ts`: results with quantities as data that can be cloned, stored and sent
 *
 * Source: `k8s.io/apimachinery/pkg/api/resource` v0.37.1.
 *
 * @packageDocumentation
 */

export { clampQuantity, maxQuantity, minQuantity, sumQuantities } from './aggregate.js';
export { QuantityParseError, type QuantityParseErrorCode } from './errors.js';
export {
  type FormatQuantityOptions,
  type FormattedQuantity,
  formatQuantity,
  type QuantityStyle,
} from './format.js';
export {
  type HumanQuantityErrorCode,
  type HumanQuantityOptions,
  parseHumanQuantity,
  safeParseHumanQuantity,
} from './human.js';
export { parseQuantity, quantityFromJSON, quantityOr, safeParseQuantity } from './parse.js';
export {
  type ExactQuantity,
  fromPlain,
  type PlacesWithin,
  type Plain,
  type PlainPlace,
  type PlainResult,
  toPlain,
} from './plain.js';
export { Quantity } from './quantity.js';
export { quantityPercent, quantityRatio } from './ratio.js';
export type { QuantityUnit } from './units.js';
