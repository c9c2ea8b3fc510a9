/**
 * Label selectors and field selectors, as the API server reads them from a URL.
 *
 * Read `fields/field-selector.ts` for field selectors and `labels/label-selector.ts` for label selectors; they are
 * independent. Sources: `k8s.io/apimachinery/pkg/fields` and `k8s.io/apimachinery/pkg/labels` v0.37.1.
 *
 * @packageDocumentation
 */

export {
  type FieldRequirement,
  parseFieldSelector,
  requiredFieldValue,
  safeParseFieldSelector,
} from './fields/field-selector.js';
export { isValidLabelSelector } from './labels/label-selector.js';
