/**
 * What the codes of findings about probes and hooks mean.
 *
 * @packageDocumentation
 */
/** What may be wrong with probes and hooks, although the API server accepts it. */
export const LIFECYCLE_CODES = {
  HOOK_FILLS_GRACE_PERIOD: {
    summary: 'A preStop hook sleeps for the whole grace period.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet/kuberuntime kubeGenericRuntimeManager.killContainer',
    page: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination',
  },
  LIVENESS_BEFORE_READINESS: {
    summary: 'The liveness probe gives up before the readiness probe.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet/prober worker.doProbe',
    page: 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes',
  },
  PROBE_TIMEOUT_ABOVE_PERIOD: {
    summary: 'The timeout of a probe is longer than its period.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet/prober worker.run',
    page: 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes',
  },
} as const;
