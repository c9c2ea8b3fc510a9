/** What may be wrong with objects and the state of Pods. */
export const REPORT_CODES = {
  VERSION_NOT_SERVED: {
    summary: 'Kubernetes does not serve the kind, or not in this API version.',
    severity: 'error',
    source: 'k8s.io/kubernetes/pkg/controlplane DefaultAPIResourceConfigSource',
    page: 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
  },
  STATUS_DIFFERS: {
    summary: 'The stored QoS class differs from the one that Kubernetes would compute now.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1/helper/qos ComputePodQOS',
    page: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/',
  },
  POD_NOT_READY: {
    summary: 'A stored Pod is not ready.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet/status GeneratePodReadyCondition',
    page: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-conditions',
  },
  CRASH_LOOP: {
    summary: 'A container of a stored Pod is in CrashLoopBackOff.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet/kuberuntime kubeGenericRuntimeManager.doBackOff',
    page: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#container-restarts',
  },
  CONFIG_MAP_NOT_FOUND: {
    summary: 'A Pod needs a ConfigMap that its namespace does not have.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet Kubelet.makeEnvironmentVariables',
    page: 'https://kubernetes.io/docs/concepts/configuration/configmap/',
  },
  SECRET_NOT_FOUND: {
    summary: 'A Pod needs a Secret that its namespace does not have.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet Kubelet.makeEnvironmentVariables',
    page: 'https://kubernetes.io/docs/concepts/configuration/secret/',
  },
  KEY_NOT_FOUND: {
    summary: 'A Pod needs a key that the ConfigMap or Secret does not have.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet Kubelet.makeEnvironmentVariables',
    page: 'https://kubernetes.io/docs/concepts/configuration/configmap/',
  },
} as const;
