// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import type {
  Affinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinityTerm,
} from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';
import { writtenPath } from '@kubesem/core/internal';
import { checkLabelSelector, checkOperator, checkRequirementTexts } from '../../rules/labels.js';
import { checkName } from '../../rules/names.js';
import { checkLabelKeys, type PodLabels, withPodLabels } from './label-keys.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Checks the affinities of a Pod. Source: `validateAffinity`, as above. */
export function checkAffinity(affinity: Fields<Affinity>, labels: PodLabels): void {
  const ofNodes = affinity.at('nodeAffinity');
  checkNodeSelector(ofNodes.at(REQUIRED));
  ofNodes.each(PREFERRED, (term) => {
    checkWeight(term);
    // A value that is no label is allowed in a preference.
    checkNodeTerm(term.at('preference'), (requirement) =>
      checkName(requirement, 'key', 'qualifiedName', requirement.text('key')),
    );
  });
  for (const field of ['podAffinity', 'podAntiAffinity'] as const) {
    const ofPods = affinity.at(field);
    ofPods.each(REQUIRED, (term) => checkPodTerm(term, labels));
    ofPods.each(PREFERRED, (weighted) => {
      checkWeight(weighted);
      checkPodTerm(weighted.at('podAffinityTerm'), labels);
    });
  }
}

function checkWeight(term: Fields<{ readonly weight?: number | null | undefined }>): void {
  const weight = term.integer('weight') ?? 0;
  if (weight < 1 || weight > 100) {
    term.invalid('weight', 'must be in the range 1-100', weight);
  }
}

/** Source: `ValidateNodeSelector`, as above. */
function checkNodeSelector(selector: Fields<NodeSelector>): void {
  const terms = selector.objects('nodeSelectorTerms');
  if (selector.isPresent && terms.length === 0) {
    selector.required('nodeSelectorTerms', 'must have at least one node selector term');
  }
  for (const term of terms) {
    checkNodeTerm(term, checkRequirementTexts);
  }
}

/** Source: `ValidateNodeSelectorTerm`, as above. */
function checkNodeTerm(
  term: Fields<NodeSelectorTerm>,
  checkTexts: (requirement: Fields<NodeSelectorRequirement>) => void,
): void {
  term.each('matchExpressions', (requirement) => {
    checkOperator(requirement, true);
    checkTexts(requirement);
  });
  term.each('matchFields', checkNodeField);
}

/** Source: `ValidateNodeFieldSelectorRequirement`, as above. */
function checkNodeField(requirement: Fields<NodeSelectorRequirement>): void {
  const [operator, key] = [requirement.text('operator'), requirement.text('key')];
  const values = requirement.texts('values');
  if (operator !== 'In' && operator !== 'NotIn') {
    requirement.invalid('operator', 'not a valid selector operator', operator);
  } else if (values.length !== 1) {
    const message =
      "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    requirement.required('values', message);
  }
  if (key !== 'metadata.name') {
    requirement.invalid('key', 'not a valid field selector key', key);
    return;
  }
  values.forEach((value, index) =>
    checkName(requirement, requirement.pathOf('values', index), 'dns1123Subdomain', value),
  );
}

/** Source: `validatePodAffinityTerm`, as above. */
function checkPodTerm(term: Fields<PodAffinityTerm>, labels: PodLabels): void {
  const selector = withPodLabels(term, labels);
  checkLabelSelector(selector);
  checkLabelSelector(term.at('namespaceSelector'));
  term.texts('namespaces').forEach((namespace, index) => {
    // The server writes the field without its index, in the singular.
    const path = writtenPath(writtenPath(term.path, 'namespaces', '.namespace'), index, '');
    checkName(term, path, 'dns1123Label', namespace);
  });
  checkLabelKeys(term, selector);
  const topologyKey = term.text('topologyKey');
  if (topologyKey === '') {
    term.required('topologyKey', 'can not be empty');
  }
  checkName(term, 'topologyKey', 'qualifiedName', topologyKey);
}
