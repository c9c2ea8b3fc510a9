export { maxQuantity, minQuantity, sumQuantities } from './aggregate.js';
export { QuantityParseError, type QuantityParseErrorCode } from './errors.js';
export {
  type FormatQuantityOptions,
  type FormattedQuantity,
  formatQuantity,
  type QuantityStyle,
} from './format.js';
export { parseQuantity, quantityFromJSON, safeParseQuantity } from './parse.js';
export { Quantity } from './quantity.js';
