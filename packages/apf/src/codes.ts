/**
 * What the codes of findings about API Priority and Fairness mean.
 *
 * @packageDocumentation
 */
/** What may be wrong with a configuration of API Priority and Fairness. */
export const APF_CODES = {
  PRIORITY_LEVEL_NOT_FOUND: {
    summary:
      'The priority level of a FlowSchema does not exist, so the API server ignores the FlowSchema.',
    severity: 'warning',
    source: 'k8s.io/apiserver/pkg/util/flowcontrol cfgMeal.digestFlowSchemasLocked',
    page: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/',
  },
} as const;
