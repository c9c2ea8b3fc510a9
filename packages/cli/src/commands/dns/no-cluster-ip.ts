import type { Cluster } from '@kubesem/inspect';
import type { PathProblem } from '../../output/located.js';

/** Services from manifests have no address until the API server assigns one. */
export function servicesWithoutAddress({ services }: Pick<Cluster, 'services'>): PathProblem[] {
  return services.flatMap(({ metadata, spec }, index) => {
    const hasAddress = spec?.type === 'ExternalName' || spec?.clusterIP || spec?.clusterIPs?.length;
    const name = `${metadata?.namespace || 'default'}/${metadata?.name ?? ''}`;
    const message = `Service ${name} has no clusterIP yet, so its name does not resolve`;
    return hasAddress ? [] : [{ code: 'NO_CLUSTER_IP', path: `services[${index}].spec`, message }];
  });
}
