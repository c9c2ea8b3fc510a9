import {
  childPath,
  type FieldProblem,
  fieldProblem,
  objectNamespace,
  objectsOf,
  type Service,
  textOf,
} from '@kubesem/core';

/**
 * Lists the Services that have no cluster IP yet, such as those of manifests: the API server assigns it at creation, and
 * until then the name does not resolve.
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
 * //   ['NO_CLUSTER_IP', 'services', 1, 'spec', 'clusterIP'],
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/storage` v1.37.1, which allocates the address;
 * `github.com/coredns/coredns/plugin/kubernetes` v1.14.6, which makes no record without one.
 */
export function servicesWithoutAddress(
  services: Iterable<Service>,
): readonly FieldProblem<'NO_CLUSTER_IP'>[] {
  return objectsOf([...services]).flatMap(({ metadata, spec }, index) => {
    if (spec?.type === 'ExternalName' || spec?.clusterIP || spec?.clusterIPs?.length) {
      return [];
    }
    const servicePath = childPath(childPath(undefined, 'services'), index);
    const path = childPath(childPath(servicePath, 'spec'), 'clusterIP');
    const name = `${objectNamespace({ metadata })}/${textOf(metadata?.name)}`;
    const message = `not assigned yet, so the name of Service ${name} does not resolve`;
    return [fieldProblem({ type: 'FieldValueRequired', code: 'NO_CLUSTER_IP', path, message })];
  });
}
