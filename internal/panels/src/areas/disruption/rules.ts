import type { PdbRule } from '@kubesem/disruption';
import type { Rule, Rules } from '../area.js';

const DOCS = 'https://kubernetes.io/docs';
const budget = (text: string): Rule => ({
  text,
  source: 'k8s.io/kubernetes/pkg/controller/disruption DisruptionController.trySync',
  docs: `${DOCS}/tasks/run-application/configure-pdb/`,
});

/** How the status of a budget is computed. */
export const BUDGET_RULES: Rules<PdbRule> = {
  MAX_UNAVAILABLE: budget('All replicas of the controllers but maxUnavailable must be healthy.'),
  MIN_AVAILABLE_PERCENT: budget('A percentage of the replicas of the controllers must be healthy.'),
  MIN_AVAILABLE_NUMBER: budget(
    'A number of Pods must be healthy; the replicas of controllers do not count.',
  ),
  NO_LIMIT: budget('The budget has neither minAvailable nor maxUnavailable, so it allows nothing.'),
  SYNC_FAILED: budget(
    'The disruption controller cannot compute the status, so nothing can be evicted.',
  ),
  UNKNOWN: budget('The input does not show the replicas of a controller.'),
};

/** How kubectl drains. */
export const DRAIN_RULE: Rule = {
  text: 'kubectl cordons the nodes, then evicts all Pods of a node. A budget that allows no disruption rejects an eviction, and kubectl tries again every 5 seconds.',
  source: 'k8s.io/kubectl/pkg/drain Helper.evictPods',
  docs: `${DOCS}/tasks/administer-cluster/safely-drain-node/`,
};
