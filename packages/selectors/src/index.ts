/**
 * Label selectors and field selectors, as the API server reads them from a URL.
 *
 * `fields/field-selector.ts` parses field selectors, `labels/label-selector.ts` parses label selectors and
 * matches labels; they are independent. Sources: `k8s.io/apimachinery/pkg/fields` and `k8s.io/apimachinery/pkg/labels` v0.37.1.
 *
 * @packageDocumentation
 */

export {
  type FieldRequirement,
  parseFieldSelector,
  requiredFieldValue,
  safeParseFieldSelector,
} from './fields/field-selector.js';
export {
  isValidLabelSelector,
  type LabelRequirement,
  matchesLabels,
  parseLabelSelector,
  safeParseLabelSelector,
} from './labels/label-selector.js';
