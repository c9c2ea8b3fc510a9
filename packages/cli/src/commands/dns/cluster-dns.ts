import type { Cluster } from '@kubesem/inspect';

/** The default of kubeadm. Source: `k8s.io/kubernetes/cmd/kubeadm` v1.37.1. */
const CLUSTER_DNS = '10.96.0.10';

/** The address of the cluster's DNS: its Service is always called kube-dns, whatever server it runs. */
export function clusterDnsOf({ services }: Pick<Cluster, 'services'>): readonly string[] {
  const { spec } =
    services.find(
      ({ metadata }) => metadata?.namespace === 'kube-system' && metadata.name === 'kube-dns',
    ) ?? {};
  const ip = spec?.clusterIP ?? '';
  return [ip === '' || ip === 'None' ? CLUSTER_DNS : ip];
}
