/**
 * What the codes of findings about PodDisruptionBudgets mean.
 *
 * @packageDocumentation
 */
/** What may be wrong with PodDisruptionBudgets. */
export const BUDGET_CODES = {
  BUDGET_MATCHES_NOTHING: {
    summary: 'A PodDisruptionBudget selects no Pods.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/controller/disruption DisruptionController.trySync',
    page: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  },
  BUDGET_SYNC_FAILS: {
    summary:
      'The controller cannot compute the status of a PodDisruptionBudget, so no Pod can be evicted.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/controller/disruption DisruptionController.trySync',
    page: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  },
  BUDGET_NEVER_ALLOWS: {
    summary: 'A PodDisruptionBudget allows no eviction, even if all Pods are ready.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/controller/disruption DisruptionController.trySync',
    page: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  },
  BUDGET_PODS_UNMANAGED: {
    summary: 'A PodDisruptionBudget selects Pods without a controller.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/controller/disruption DisruptionController.getExpectedScale',
    page: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#arbitrary-controllers-and-selectors',
  },
  BUDGET_OVERLAPS: {
    summary: 'Two PodDisruptionBudgets select the same Pods, so these Pods cannot be evicted.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/registry/core/pod/storage EvictionREST.Create',
    page: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  },
  BUDGET_UIDS_DUPLICATE: {
    summary: 'A PodDisruptionBudget selects objects with the same uid.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/controller/disruption DisruptionController.getExpectedScale',
    page: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  },
  BUDGET_BLOCKS_UNHEALTHY: {
    summary:
      'A PodDisruptionBudget requires no healthy Pod, but blocks evictions while no Pod is ready.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/registry/core/pod/storage EvictionREST.Create',
    page: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#unhealthy-pod-eviction-policy',
  },
} as const;
