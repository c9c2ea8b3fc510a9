/**
 * What the codes of findings about variables and mounts mean.
 *
 * @packageDocumentation
 */
/** What may be wrong with variables and mounts, although the API server accepts it. */
export const CONFIG_CODES = {
  VARIABLE_HIDDEN: {
    summary: 'A variable is defined twice, and the later definition does not use the earlier one.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/api/pod GetWarningsForPod',
    page: 'https://kubernetes.io/docs/tasks/inject-data-application/define-environment-variable-container/',
  },
  SUB_PATH_NEVER_UPDATES: {
    summary: 'A running container never sees changes of a volume that is mounted with subPath.',
    severity: 'warning',
    source: 'k8s.io/kubernetes/pkg/kubelet makeMounts',
    page: 'https://kubernetes.io/docs/concepts/storage/volumes/#using-subpath',
  },
} as const;
