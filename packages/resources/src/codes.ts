/**
 * What the codes of findings about amounts mean.
 *
 * @packageDocumentation
 */
/** What is wrong with amounts. */
export const RESOURCE_CODES = {
  INVALID_QUANTITY: {
    summary: 'An amount is not a quantity.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/apis/core/validation ValidateContainerResourceRequirements',
    page: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#resource-units-in-kubernetes',
  },
  FRACTIONAL_BYTES: {
    summary: 'An amount of bytes is not a whole number.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/validation ValidateContainerResourceRequirements',
    page: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#resource-units-in-kubernetes',
  },
  CPU_FINER_THAN_MILLI: {
    summary: 'An amount of cpu is not a multiple of 1m.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/validation ValidateContainerResourceRequirements',
    page: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#resource-units-in-kubernetes',
  },
  RESOURCES_MISSING: {
    summary: 'A container has neither a request nor a limit of cpu or memory.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/validation ValidateContainerResourceRequirements',
    page: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#resource-units-in-kubernetes',
  },
} as const;
