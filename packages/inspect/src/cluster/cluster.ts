import type { EndpointSlice, Namespace, Pod, Service } from '@kubesem/core';
import type { FilePosition, ManifestFile } from '@kubesem/manifests';
import type { Problem } from '../report/problem.js';
import { readObjectLists } from './object-lists.js';

/** The objects of a cluster that its DNS server and its kubelets look at. */
export interface Cluster {
  /** The Services. */
  readonly services: readonly Service[];
  /** The EndpointSlices. */
  readonly endpointSlices: readonly EndpointSlice[];
  /** The Pods. */
  readonly pods: readonly Pod[];
  /**
   * The namespaces. Those that an API server has stored are all that there are; those of manifests stand beside the
   * ones that the other objects name, and those that every API server makes.
   */
  readonly namespaces: readonly Namespace[];
  /** What is wrong with the files and with these objects; objects with errors are left out of the lists. */
  readonly problems: readonly Problem[];
  /**
   * Looks up where something stands that is named by its place in these lists.
   *
   * @param path - such as `services[3].spec.ports`
   * @returns the file, and the place of the field or of what is around it; undefined for a list that is none of these
   */
  placeOf(path: string): FilePosition | undefined;
}

const KINDS = {
  'v1 Service': 'services',
  'discovery.k8s.io/v1 EndpointSlice': 'endpointSlices',
  'v1 Pod': 'pods',
  'v1 Namespace': 'namespaces',
} as const;

/**
 * Reads the objects of a cluster that matter for its DNS, from manifests or from a dump of it.
 *
 * All other kinds are passed over.
 *
 * @param files - texts, such as the output of `kubectl get services,endpointslices,pods,namespaces -A -o yaml`
 * @returns the objects with the protocols of ports filled in, and what is wrong; nothing is thrown
 *
 * @example
 * ```ts
 * import { readCluster } from '@kubesem/inspect';
 *
 * const text = `
 * apiVersion: v1
 * kind: Service
 * metadata: { name: data, namespace: prod }
 * `;
 * const { services, pods, placeOf } = readCluster([{ name: 'data.yaml', text }]);
 * services[0]?.metadata?.name // => 'data'
 * pods // => []
 * placeOf('services[0].metadata')?.line // => 4
 * ```
 */
export function readCluster(files: readonly ManifestFile[]): Cluster {
  const { objectsOf, problems, placeOf } = readObjectLists(files, KINDS);
  const named = {
    services: objectsOf<Service>('services').map(withServiceProtocols),
    endpointSlices: objectsOf<EndpointSlice>('endpointSlices').map(withSliceProtocols),
    pods: objectsOf<Pod>('pods'),
  };
  const namespaces = allNamespaces(objectsOf<Namespace>('namespaces'), named);
  return { ...named, namespaces, problems, placeOf };
}

/** Source of both: `k8s.io/kubernetes/pkg/apis/core/v1` and `apis/discovery/v1` v1.37.1, the defaults of ports. */
function withServiceProtocols(service: Service): Service {
  const { spec } = service;
  const ports = spec?.ports?.map((port) => ({ ...port, protocol: port.protocol || 'TCP' }));
  return ports === undefined ? service : { ...service, spec: { ...spec, ports } };
}

function withSliceProtocols(slice: EndpointSlice): EndpointSlice {
  const ports = slice.ports?.map((port) => ({ ...port, protocol: port.protocol || 'TCP' }));
  return ports === undefined ? slice : { ...slice, ports };
}

/** Every API server makes these. Source: `k8s.io/kubernetes/cmd/kube-apiserver` v1.37.1, `SystemNamespaces`. */
const SYSTEM_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

function allNamespaces(
  namespaces: readonly Namespace[],
  { services, endpointSlices, pods }: Pick<Cluster, 'services' | 'endpointSlices' | 'pods'>,
): readonly Namespace[] {
  if (namespaces.length > 0 && namespaces.every(({ metadata }) => metadata?.uid)) {
    return namespaces;
  }
  const names = [...services, ...endpointSlices, ...pods].map(
    ({ metadata }) => metadata?.namespace || 'default',
  );
  const all = new Set([...names, ...SYSTEM_NAMESPACES]);
  return [...namespaces, ...[...all].map((name) => ({ metadata: { name } }))];
}
