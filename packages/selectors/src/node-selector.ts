// Node selectors. Source: `k8s.io/component-helpers/scheduling/corev1/nodeaffinity` v0.37.1.
import {
  type FieldProblem,
  type Node,
  type NodeSelector,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  type PodSpec,
} from '@kubesem/core';
import {
  ABSENT,
  displayText,
  type FieldPolicy,
  FieldProblems,
  type Fields,
  fields,
  isInt64Text,
  THROW,
} from '@kubesem/core/internal';
import { isMetBy as isFieldMet } from './fields/field-selector.js';
import {
  isKey,
  isMetBy,
  isValue,
  KEY_RULE,
  type LabelRequirement,
  labelValue,
  readLabels,
  VALUE_RULE,
} from './labels/requirement.js';
import { matchesServiceSelector } from './labels/service-selector.js';

/**
 * Why a term of a `NodeSelector` is invalid.
 *
 * - `INVALID_TYPE`: a field has the wrong JSON type
 * - `INVALID_KEY`, `INVALID_VALUE`: a key or value of a label is invalid
 * - `UNKNOWN_OPERATOR`: an operator of a label is not `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt` or `Lt`, or that of a
 *   field is not `In` or `NotIn`
 * - `VALUES_REQUIRED`: `In` or `NotIn` has no values
 * - `VALUES_FORBIDDEN`: `Exists` or `DoesNotExist` has values
 * - `ONE_VALUE_REQUIRED`: `Gt`, `Lt`, or a requirement for a field, does not have exactly one value
 * - `NOT_AN_INTEGER`: the value of `Gt` or `Lt` is not an integer of 64 bits
 */
export type NodeSelectorProblemCode =
  | 'INVALID_TYPE'
  | 'INVALID_KEY'
  | 'INVALID_VALUE'
  | 'UNKNOWN_OPERATOR'
  | 'VALUES_REQUIRED'
  | 'VALUES_FORBIDDEN'
  | 'ONE_VALUE_REQUIRED'
  | 'NOT_AN_INTEGER';

/** A requirement, and how to report what is wrong with it. */
type Requirement = Fields<NodeSelectorRequirement, NodeSelectorProblemCode>;

const OPERATORS: ReadonlyMap<string, LabelRequirement['operator']> = /* @__PURE__ */ new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
  ['Gt', '>'],
  ['Lt', '<'],
]);

const NAME_FIELD = 'metadata.name';

/** A term whose requirements are read. */
interface ReadTerm {
  readonly labels: readonly LabelRequirement[];
  readonly fields: readonly LabelRequirement[];
  readonly isValid: boolean;
}

/** The terms that have requirements: others match no node. */
function readTerms(selector: Fields<NodeSelector, NodeSelectorProblemCode>): readonly ReadTerm[] {
  return selector
    .list('nodeSelectorTerms')
    .map((term, index): ReadTerm => {
      let isValid = true;
      const policy: FieldPolicy<NodeSelectorProblemCode> = {
        report(problem) {
          isValid = false;
          selector.policy.report(problem);
        },
      };
      const path = selector.pathOf('nodeSelectorTerms', index);
      const given = fields<NodeSelectorTerm, NodeSelectorProblemCode>(term, policy, path);
      const ofLabels = given.each('matchExpressions', (each) => readRequirement(each, checkLabel));
      const ofFields = given.each('matchFields', (each) => readRequirement(each, checkField));
      return { labels: ofLabels, fields: ofFields, isValid };
    })
    .filter((term) => term.labels.length + term.fields.length > 0 || !term.isValid);
}

function readRequirement(
  given: Requirement,
  check: (given: Requirement, requirement: LabelRequirement, name: string) => void,
): LabelRequirement {
  const key = given.text('key');
  const name = given.text('operator');
  const values = given.texts('values');
  const requirement = { key, operator: OPERATORS.get(name) ?? 'exists', values };
  check(given, requirement, name);
  return requirement;
}

function checkLabel(
  given: Requirement,
  { key, operator, values }: LabelRequirement,
  name: string,
): void {
  if (!OPERATORS.has(name)) {
    const message = `"${displayText(name)}" is not an operator; use In, NotIn, Exists, DoesNotExist, Gt or Lt`;
    given.invalid('operator', message, name, 'UNKNOWN_OPERATOR');
    return;
  }
  if (!isKey(key)) {
    given.invalid('key', `"${displayText(key)}" ${KEY_RULE}`, key, 'INVALID_KEY');
  }
  const isComparison = operator === '<' || operator === '>';
  const isSet = operator === 'in' || operator === 'notin';
  if (isComparison && values.length !== 1) {
    given.invalid('values', `${name} needs one integer`, undefined, 'ONE_VALUE_REQUIRED');
  } else if (isSet && values.length === 0) {
    given.required('values', `${name} needs at least one value`, 'VALUES_REQUIRED');
  } else if (!isSet && !isComparison && values.length > 0) {
    given.forbidden('values', `${name} has no values`, 'VALUES_FORBIDDEN');
  }
  values.forEach((value, index) => {
    const at = given.pathOf('values', index);
    if (isComparison && !isInt64Text(value)) {
      const message = `"${displayText(value)}" is not an integer of 64 bits`;
      given.invalid(at, message, value, 'NOT_AN_INTEGER');
    } else if (!isValue(value)) {
      given.invalid(at, `"${displayText(value)}" ${VALUE_RULE}`, value, 'INVALID_VALUE');
    }
  });
}

function checkField(given: Requirement, { values }: LabelRequirement, name: string): void {
  if (name !== 'In' && name !== 'NotIn') {
    const message = `"${displayText(name)}" is not an operator for fields; use In or NotIn`;
    given.invalid('operator', message, name, 'UNKNOWN_OPERATOR');
  } else if (values.length !== 1) {
    given.invalid('values', `${name} needs one value for a field`, undefined, 'ONE_VALUE_REQUIRED');
  }
}

/**
 * Checks a `NodeSelector` as the scheduler reads it.
 *
 * @param selector - the selector, or anything else; an absent one is valid
 * @returns the problems; empty if the selector is valid
 *
 * @example
 * ```ts
 * import { nodeSelectorProblems } from '@kubesem/selectors';
 *
 * const matchExpressions = [{ key: 'cores', operator: 'Gt', values: ['many'] }];
 * const problems = nodeSelectorProblems({ nodeSelectorTerms: [{ matchExpressions }] });
 * problems.map(({ code }) => code) // => ['NOT_AN_INTEGER']
 * ```
 *
 * Source: `k8s.io/component-helpers/scheduling/corev1/nodeaffinity` v0.37.1, `NewNodeSelector`.
 */
export function nodeSelectorProblems(
  selector: NodeSelector | null | undefined,
): readonly FieldProblem<NodeSelectorProblemCode>[] {
  const problems = new FieldProblems<NodeSelectorProblemCode>();
  readTerms(fields<NodeSelector, NodeSelectorProblemCode>(selector, problems));
  return problems.list();
}

/**
 * Reports whether a `NodeSelector` selects a node: whether one of its terms matches.
 *
 * A term without requirements matches no node, and neither does an invalid one. Use {@link nodeSelectorProblems} to find
 * these.
 *
 * @param selector - the selector; an absent one selects nothing
 * @param node - the node
 * @returns whether a term matches its labels and its name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the metadata or the labels of the node
 *   have the wrong type
 *
 * @example
 * ```ts
 * import { matchesNodeSelector } from '@kubesem/selectors';
 *
 * const matchExpressions = [{ key: 'cores', operator: 'Gt', values: ['4'] }];
 * const selector = { nodeSelectorTerms: [{ matchExpressions }] };
 * matchesNodeSelector(selector, { metadata: { labels: { cores: '16' } } }) // => true
 * matchesNodeSelector(selector, { metadata: { labels: { cores: '4' } } }) // => false
 * matchesNodeSelector({ nodeSelectorTerms: [] }, {}) // => false
 * ```
 *
 * Source: `k8s.io/component-helpers/scheduling/corev1/nodeaffinity` v0.37.1, `LazyErrorNodeSelector.Match`.
 */
export function matchesNodeSelector(
  selector: NodeSelector | null | undefined,
  node: Pick<Node, 'metadata'>,
): boolean {
  const metadata = fields(node, THROW).at('metadata');
  const labels = readLabels(metadata.raw('labels'));
  const name = metadata.text('name');
  return readTerms(fields(selector, ABSENT)).some(
    (term) =>
      term.isValid &&
      term.labels.every((each) => isMetBy(each, labelValue(labels, each.key))) &&
      // A node without a name has no fields, and is not asked about them.
      (name === '' || term.fields.every((each) => isNameMet(each, name))),
  );
}

function isNameMet({ key, operator, values }: LabelRequirement, name: string): boolean {
  const found = key === NAME_FIELD ? name : '';
  const [value = ''] = values;
  return isFieldMet({ field: key, operator: operator === 'in' ? '=' : '!=', value }, found);
}

/**
 * Reports whether a Pod can run on a node according to its `nodeSelector` and its required node affinity.
 *
 * @param spec - the spec of the Pod, or of a template
 * @param node - the node
 * @returns whether both select the node; true if the Pod has neither
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the node selector or the affinity of the
 *   Pod, or the metadata or the labels of the node have the wrong type
 *
 * @example
 * ```ts
 * import { matchesNodeAffinity } from '@kubesem/selectors';
 *
 * const node = { metadata: { labels: { 'kubernetes.io/os': 'linux' } } };
 * matchesNodeAffinity({ nodeSelector: { 'kubernetes.io/os': 'windows' } }, node) // => false
 * matchesNodeAffinity({}, node) // => true
 * ```
 *
 * Source: `k8s.io/component-helpers/scheduling/corev1/nodeaffinity` v0.37.1, `RequiredNodeAffinity.Match`.
 */
export function matchesNodeAffinity(
  spec: Pick<PodSpec, 'nodeSelector' | 'affinity'>,
  node: Pick<Node, 'metadata'>,
): boolean {
  const given = fields(spec, THROW);
  const { nodeSelector } = given.value;
  const { labels } = fields(node, THROW).at('metadata').value;
  const hasLabels = Object.keys(readLabels(nodeSelector)).length > 0;
  if (hasLabels && !matchesServiceSelector(nodeSelector, labels)) {
    return false;
  }
  const affinity = given.at('affinity').at('nodeAffinity');
  const required = affinity.raw('requiredDuringSchedulingIgnoredDuringExecution');
  return required === undefined || matchesNodeSelector(required, node);
}
