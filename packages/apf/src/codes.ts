/**
 * What the codes of findings about API Priority and Fairness mean.
 *
 * @packageDocumentation
 */
/** What may be wrong with a configuration of API Priority and Fairness. */
export const APF_CODES = {
  NO_SUCH_PRIORITY_LEVEL: {
    summary:
      'The priority level of a FlowSchema does not exist, so the API server ignores the FlowSchema.',
    severity: 'warning',
    source: 'k8s.io/apiserver/pkg/util/flowcontrol cfgMeal.digestFlowSchemasLocked',
    page: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/',
  },
  OUT_OF_RANGE: {
    summary: 'A number of a FlowSchema or PriorityLevelConfiguration is too low or too high.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/apis/flowcontrol/validation ValidateFlowSchemaSpec',
    page: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/',
  },
  RESERVED: {
    summary: 'A value is required for the object named exempt and forbidden for all others.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/apis/flowcontrol/validation ValidateFlowSchemaSpec',
    page: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/',
  },
  WILDCARD_NOT_ALONE: {
    summary: 'A list of a FlowSchema has other entries next to *.',
    severity: 'error',
    source:
      'k8s.io/kubernetes/pkg/apis/flowcontrol/validation ValidateFlowSchemaResourcePolicyRule',
    page: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/',
  },
  INVALID_PATH: {
    summary: 'A URL path of a FlowSchema is invalid, or has a * anywhere but after the last slash.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/apis/flowcontrol/validation ValidateNonResourceURLPath',
    page: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/',
  },
  HAND_BEYOND_QUEUES: {
    summary: 'The hand of a priority level is larger than its number of queues.',
    severity: 'error',
    source:
      'k8s.io/kubernetes/pkg/apis/flowcontrol/validation ValidatePriorityLevelQueuingConfiguration',
    page: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/',
  },
  TOO_MANY_BITS: {
    summary: 'The hand of a priority level needs more than 60 bits of the hash.',
    severity: 'error',
    source:
      'k8s.io/kubernetes/pkg/apis/flowcontrol/validation ValidatePriorityLevelQueuingConfiguration',
    page: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/',
  },
  FIXED: {
    summary: 'The spec of an object that every API server has was changed.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/apis/flowcontrol/validation ValidateFlowSchema',
    page: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/',
  },
} as const;
