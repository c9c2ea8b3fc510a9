import type { Rule } from '../area.js';

const DOCS = 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/';

/** The seats of a level. */
export const SEATS_RULE: Rule = {
  text: 'Each priority level gets seats in proportion to its nominalConcurrencyShares. It lends idle seats to other levels and borrows theirs, within its limits.',
  source: 'k8s.io/apiserver/pkg/util/flowcontrol configController.updateBorrowing',
  docs: `${DOCS}#seats-occupied-by-a-request`,
};

/** Why requests wait. */
export const WAIT_RULE: Rule = {
  text: 'If no seat is free, the request waits in the shortest of the queues of its flow. Queues take turns, so a heavy flow delays mostly itself.',
  source: 'k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset queueSet.StartRequest',
  docs: `${DOCS}#fairness`,
};

/** Why requests are rejected. */
export const REJECT_RULE: Rule = {
  text: 'A request is rejected with status 429 if its queue is full, or after a quarter of its timeout in the queue.',
  source:
    'k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset queueSet.rejectOrEnqueueToBoundLocked',
  docs: `${DOCS}#queuing`,
};

/** How fair a level is. */
export const FAIRNESS_RULE: Rule = {
  text: "Jain's index over the part of its max-min fair share that each flow received: 1 is fair.",
  source: 'kubesem/apf-simulator fairnessIndex',
  docs: DOCS,
};
