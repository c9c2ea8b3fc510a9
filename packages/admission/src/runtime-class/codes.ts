/** Why admission rejects a Pod because of its RuntimeClass. */
export const RUNTIME_CLASS_CODES = {
  RUNTIME_CLASS_NOT_FOUND: {
    summary: 'The files have RuntimeClasses, but not that of the Pod.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/runtimeclass RuntimeClass.Admit',
    page: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-overhead/',
  },
  OVERHEAD_CONFLICT: {
    summary: 'The overhead of the Pod differs from that of its RuntimeClass.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/runtimeclass RuntimeClass.Admit',
    page: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-overhead/',
  },
  OVERHEAD_WITHOUT_RUNTIME_CLASS: {
    summary: 'The Pod has an overhead, but no RuntimeClass with one.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/runtimeclass RuntimeClass.Admit',
    page: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-overhead/',
  },
  NODE_SELECTOR_CONFLICT: {
    summary: 'The Pod and its RuntimeClass select different values of a node label.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/runtimeclass RuntimeClass.Admit',
    page: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-overhead/',
  },
} as const;
