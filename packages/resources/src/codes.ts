/**
 * What the codes of findings about amounts mean.
 *
 * @packageDocumentation
 */
/** What keeps an amount from being read. */
export const QUANTITY_CODES = {
  INVALID_QUANTITY: {
    summary: 'An amount is not a quantity.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/api/resource ParseQuantity',
    page: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#resource-units-in-kubernetes',
  },
} as const;

/** What is probably wrong with amounts. */
export const RESOURCE_CODES = {
  BYTES_FRACTIONAL: {
    summary: 'An amount of bytes is not a whole number.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/api/pod GetWarningsForPod',
    page: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#resource-units-in-kubernetes',
  },
  CPU_FINER_THAN_MILLI: {
    summary: 'An amount of cpu is not a multiple of 1m, so the API server rounds it up.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_ResourceList',
    page: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#resource-units-in-kubernetes',
  },
  RESOURCES_MISSING: {
    summary: 'A container has neither a request nor a limit of cpu or memory.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1/helper/qos ComputePodQOS',
    page: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/',
  },
} as const;
