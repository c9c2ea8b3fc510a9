/**
 * Label selectors, field selectors and node selectors: parse, print, check, match and explain them as Kubernetes does.
 *
 * Read it in this order:
 * - `labels/requirement.ts`: requirements, into which all label selectors can be turned
 * - `labels/parse.ts`: label selectors as text, as in a URL or after `kubectl get -l`
 * - `labels/label-selector.ts`: `LabelSelector` objects, as Deployments have them, and as events and messages print them
 * - `labels/service-selector.ts`: the plain maps of Services and ReplicationControllers
 * - `labels/match.ts`: whether a selector selects an object, and why; `labels/label-index.ts` narrows down many objects for
 *   many selectors
 * - `fields/field-selector.ts`: field selectors, as in a URL or after `kubectl get --field-selector`
 * - `fields/selectable-fields.ts`: which fields of an object they can read
 * - `node-selector.ts`: the nodes on which a Pod can run
 *
 * Sources: `k8s.io/apimachinery/pkg/labels`, `k8s.io/apimachinery/pkg/fields` and `k8s.io/apimachinery/pkg/apis/meta/v1`
 * v0.37.1; `k8s.io/component-helpers/scheduling/corev1/nodeaffinity` v0.37.1.
 *
 * @packageDocumentation
 */

export {
  explainFieldMatch,
  type FieldMatchExplanation,
  type FieldRequirement,
  type FieldRequirementMatch,
  type FieldSelectorErrorCode,
  formatFieldSelector,
  matchesFieldSelector,
  parseFieldSelector,
  requiredFieldValue,
  safeParseFieldSelector,
} from './fields/field-selector.js';
export {
  type CustomSelectableField,
  fieldSelectorProblems,
  type ObjectKind,
  type SelectableFieldsOptions,
  type SelectableObject,
  selectableFields,
} from './fields/selectable-fields.js';
export {
  formatLabelSelector,
  type LabelSelectorProblemCode,
  labelSelectorRequirements,
  toLabelSelector,
  validateLabelSelector,
} from './labels/label-selector.js';
export {
  explainLabelMatch,
  type LabelMatchExplanation,
  type LabelSelectorInput,
  matchesLabelSelector,
  type RequirementMatch,
} from './labels/match.js';
export {
  type LabelSelectorErrorCode,
  parseLabelSelector,
  safeParseLabelSelector,
} from './labels/parse.js';
export { formatLabelRequirements, type LabelRequirement } from './labels/requirement.js';
export {
  formatServiceSelector,
  matchesServiceSelector,
  serviceSelectorRequirements,
  toServiceSelector,
} from './labels/service-selector.js';
export {
  matchesNodeAffinity,
  matchesNodeSelector,
  type NodeSelectorProblemCode,
  nodeSelectorProblems,
} from './node-selector.js';
