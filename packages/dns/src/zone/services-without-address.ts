import { fieldPath, objectNamespace, type Problem, type Service } from '@kubesem/core';
import { ABSENT, fields, problemOf, readIterable } from '@kubesem/core/internal';

/**
 * Lists the Services that have no cluster IP yet, such as those of manifests: the API server assigns it at creation, and
 * until then the name does not resolve.
 *
 * A field of the wrong type counts as absent.
 *
 * @param services - the Services; headless Services and aliases need no address
 * @returns a problem for each Service without a cluster IP, with segments such as `['services', 3, 'spec', 'clusterIP']`
 *
 * @example
 * ```ts
 * import { servicesWithoutAddress } from '@kubesem/dns';
 *
 * const services = [
 *   { metadata: { name: 'db' }, spec: { clusterIP: 'None' } },
 *   { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } },
 * ];
 * servicesWithoutAddress(services).map(({ code, segments }) => [code, ...segments]) // => [
 * //   ['CLUSTER_IP_MISSING', 'services', 1, 'spec', 'clusterIP'],
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, which allocates the address;
 * `github.com/coredns/coredns/plugin/kubernetes` v1.14.6, which makes no record without one.
 */
export function servicesWithoutAddress(
  services: Iterable<Service>,
): readonly Problem<'CLUSTER_IP_MISSING'>[] {
  const given = fields({ services: [...readIterable(services, fieldPath('services'))] }, ABSENT);
  const found = given.each('services', (service): readonly Problem<'CLUSTER_IP_MISSING'>[] => {
    const metadata = service.at('metadata');
    const spec = service.at('spec');
    const hasAddress = spec.raw('clusterIP') || spec.raw('clusterIPs')?.length;
    if (spec.raw('type') === 'ExternalName' || hasAddress) {
      return [];
    }
    const path = spec.pathOf('clusterIP');
    const name = `${objectNamespace({ metadata: metadata.value })}/${metadata.text('name')}`;
    const message = `not assigned yet, so the name of Service ${name} does not resolve`;
    return [problemOf({ code: 'CLUSTER_IP_MISSING', severity: 'warning', path, message })];
  });
  return found.flat();
}
