/** Why admission rejects a Pod because of its RuntimeClass. */
export const RUNTIME_CLASS_CODES = {
  RUNTIME_CLASS_NOT_FOUND: {
    summary: 'The Pod names a RuntimeClass that does not exist.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/runtimeclass RuntimeClass.Admit',
    page: 'https://kubernetes.io/docs/concepts/containers/runtime-class/',
  },
  OVERHEAD_CONFLICT: {
    summary: 'The overhead of the Pod differs from that of its RuntimeClass.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/runtimeclass setOverhead',
    page: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-overhead/',
  },
  OVERHEAD_WITHOUT_RUNTIME_CLASS: {
    summary: 'The Pod has an overhead, but no RuntimeClass with one.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/runtimeclass validateOverhead',
    page: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-overhead/',
  },
  NODE_SELECTOR_CONFLICT: {
    summary: 'The Pod and its RuntimeClass require different values of a node label.',
    severity: 'error',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/runtimeclass setScheduling',
    page: 'https://kubernetes.io/docs/concepts/containers/runtime-class/#scheduling',
  },
} as const;
