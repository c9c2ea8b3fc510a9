/**
 * The namespaces that every API server creates.
 *
 * Source: `k8s.io/kubernetes/cmd/kube-apiserver` v1.37.1, `SystemNamespaces`.
 */
export const SYSTEM_NAMESPACES: readonly string[] = [
  'default',
  'kube-node-lease',
  'kube-public',
  'kube-system',
];
