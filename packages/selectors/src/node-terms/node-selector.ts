// Node selectors. Source: `k8s.io/component-helpers/scheduling/corev1/nodeaffinity` v0.37.1.
import {
  type Affinity,
  childPath,
  displayText,
  type FieldPath,
  type FieldProblem,
  fieldProblem,
  isInt64Text,
  type Node,
  type NodeAffinity,
  type NodeSelector,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  type PodSpec,
  readList,
  readObject,
  readString,
} from '@kubesem/core';
import { isMetBy as isFieldMet } from '../fields/field-selector.js';
import {
  isKey,
  isMetBy,
  isValue,
  KEY_RULE,
  type LabelRequirement,
  labelValue,
  readLabels,
  VALUE_RULE,
} from '../labels/requirement.js';
import { matchesServiceSelector } from '../labels/service-selector.js';

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

type Report = (problem: FieldProblem<NodeSelectorProblemCode>) => void;

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
function readTerms(
  selector: NodeSelector | null | undefined,
  path: FieldPath | undefined,
  report: Report,
): readonly ReadTerm[] {
  const { nodeSelectorTerms } = readObject(selector, path, report) ?? {};
  const termsPath = childPath(path, 'nodeSelectorTerms');
  return readList(nodeSelectorTerms, termsPath, report)
    .map((term, index) => readTerm(term, childPath(termsPath, index), report))
    .filter(({ labels, fields, isValid }) => labels.length + fields.length > 0 || !isValid);
}

function readTerm(
  term: NodeSelectorTerm | null | undefined,
  path: FieldPath,
  report: Report,
): ReadTerm {
  let isValid = true;
  const note: Report = (problem) => {
    isValid = false;
    report(problem);
  };
  const { matchExpressions, matchFields } = readObject(term, path, note) ?? {};
  const labels = readRequirements(
    matchExpressions,
    childPath(path, 'matchExpressions'),
    note,
    checkLabel,
  );
  const fields = readRequirements(matchFields, childPath(path, 'matchFields'), note, checkField);
  return { labels, fields, isValid };
}

function readRequirements(
  list: readonly NodeSelectorRequirement[] | null | undefined,
  path: FieldPath,
  report: Report,
  check: (requirement: LabelRequirement, name: string, path: FieldPath, report: Report) => void,
): readonly LabelRequirement[] {
  return readList(list, path, report).map((each, index) => {
    const at = childPath(path, index);
    const fields = readObject(each, at, report) ?? {};
    const key = readString(fields.key, childPath(at, 'key'), report);
    const name = readString(fields.operator, childPath(at, 'operator'), report);
    const valuesPath = childPath(at, 'values');
    const values = readList(fields.values, valuesPath, report).map((value, i) =>
      readString(value, childPath(valuesPath, i), report),
    );
    const requirement = { key, operator: OPERATORS.get(name) ?? 'exists', values };
    check(requirement, name, at, report);
    return requirement;
  });
}

function checkLabel(
  { key, operator, values }: LabelRequirement,
  name: string,
  path: FieldPath,
  report: Report,
): void {
  const valuesPath = childPath(path, 'values');
  if (!OPERATORS.has(name)) {
    const message = `"${displayText(name)}" is not an operator; use In, NotIn, Exists, DoesNotExist, Gt or Lt`;
    report(problem('Invalid', 'UNKNOWN_OPERATOR', childPath(path, 'operator'), message, name));
    return;
  }
  if (!isKey(key)) {
    const message = `"${displayText(key)}" ${KEY_RULE}`;
    report(problem('Invalid', 'INVALID_KEY', childPath(path, 'key'), message, key));
  }
  const isComparison = operator === '<' || operator === '>';
  const isSet = operator === 'in' || operator === 'notin';
  if (isComparison && values.length !== 1) {
    report(problem('Invalid', 'ONE_VALUE_REQUIRED', valuesPath, `${name} needs one integer`));
  } else if (isSet && values.length === 0) {
    report(problem('Required', 'VALUES_REQUIRED', valuesPath, `${name} needs at least one value`));
  } else if (!isSet && !isComparison && values.length > 0) {
    report(problem('Forbidden', 'VALUES_FORBIDDEN', valuesPath, `${name} has no values`));
  }
  values.forEach((value, index) => {
    const at = childPath(valuesPath, index);
    if (isComparison && !isInt64Text(value)) {
      const message = `"${displayText(value)}" is not an integer of 64 bits`;
      report(problem('Invalid', 'NOT_AN_INTEGER', at, message, value));
    } else if (!isValue(value)) {
      report(
        problem('Invalid', 'INVALID_VALUE', at, `"${displayText(value)}" ${VALUE_RULE}`, value),
      );
    }
  });
}

function checkField(
  { values }: LabelRequirement,
  name: string,
  path: FieldPath,
  report: Report,
): void {
  if (name !== 'In' && name !== 'NotIn') {
    const message = `"${displayText(name)}" is not an operator for fields; use In or NotIn`;
    report(problem('Invalid', 'UNKNOWN_OPERATOR', childPath(path, 'operator'), message, name));
  } else if (values.length !== 1) {
    const message = `${name} needs one value for a field`;
    report(problem('Invalid', 'ONE_VALUE_REQUIRED', childPath(path, 'values'), message));
  }
}

function problem(
  type: 'Invalid' | 'Required' | 'Forbidden',
  code: NodeSelectorProblemCode,
  path: FieldPath,
  message: string,
  value?: string,
): FieldProblem<NodeSelectorProblemCode> {
  return fieldProblem({ type: `FieldValue${type}`, code, path, message, value });
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
  const problems: FieldProblem<NodeSelectorProblemCode>[] = [];
  readTerms(selector, undefined, (each) => void problems.push(each));
  return problems;
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
  const metadataPath = childPath(undefined, 'metadata');
  const metadata = readObject(node.metadata, metadataPath) ?? {};
  const labels = readLabels(metadata.labels);
  const name = readString(metadata.name, childPath(metadataPath, 'name'));
  return readTerms(selector, undefined, () => {}).some(
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
  const { nodeSelector } = spec;
  const hasLabels = Object.keys(readLabels(nodeSelector)).length > 0;
  if (hasLabels && !matchesServiceSelector(nodeSelector, node.metadata?.labels)) {
    return false;
  }
  const path = childPath(undefined, 'affinity');
  const { nodeAffinity } = readObject<Affinity>(spec.affinity, path) ?? {};
  const { requiredDuringSchedulingIgnoredDuringExecution: required } =
    readObject<NodeAffinity>(nodeAffinity, childPath(path, 'nodeAffinity')) ?? {};
  return required === null || required === undefined || matchesNodeSelector(required, node);
}
