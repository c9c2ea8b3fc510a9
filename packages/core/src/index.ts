export { KubesemError, type KubesemErrorDetails } from './errors.js';
export { type FieldPathSegment, fieldPath } from './field-path.js';
export type { QuantityFormat, QuantityInput, QuantityLike } from './quantity-input.js';
export type { Result } from './result.js';
export { KUBERNETES_VERSION } from './version.js';
