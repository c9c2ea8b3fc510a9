import type { Rule } from '../area.js';
import type { NodePodRow } from './model.js';

const DOCS = 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/';

/** The percentages of nodes. */
export const REQUESTS_RULE: Rule = {
  text: 'The requests of all Pods on the node that have not ended, divided by what is allocatable. kubectl truncates the percentage; limits may exceed 100%.',
  source: 'k8s.io/kubectl/pkg/describe describeNodeResource',
  docs: `${DOCS}#how-pods-with-resource-requests-are-scheduled`,
};

/** The limits of nodes. */
export const LIMITS_RULE: Rule = {
  text: 'The limits of the same Pods, as a line in the bar. They may exceed what the node has.',
  source: 'k8s.io/kubectl/pkg/describe describeNodeResource',
  docs: `${DOCS}#requests-and-limits`,
};

/** What is left. */
export const FREE_RULE: Rule = {
  text: 'Allocatable minus requests, for Pods that are resized as the scheduler counts them. The scheduler places a Pod only where its requests fit; actual usage does not count.',
  source: 'k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources fitsRequest',
  docs: `${DOCS}#how-pods-with-resource-requests-are-scheduled`,
};

/** Why a Pod counts on its node or not. */
export const POD_RULES: { readonly [rule in NodePodRow['rule']]: string } = {
  ON_NODE: 'it runs on the node',
  OTHER_NODE: 'it is on another node',
  UNASSIGNED: 'it has no node',
  FINISHED: 'it has ended, so it holds nothing',
  UNREADABLE: 'an amount of it is invalid',
};
