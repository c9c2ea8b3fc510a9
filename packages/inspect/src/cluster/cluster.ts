import {
  applyEndpointPortDefaults,
  applyServicePortDefaults,
  type EndpointSlice,
  type Endpoints,
  type Namespace,
  type Node,
  objectNamespace,
  type Pod,
  type Service,
  SYSTEM_NAMESPACES,
} from '@kubesem/core';
import { ENDPOINT_SLICE, ENDPOINTS, NAMESPACE, NODE, POD, SERVICE } from '@kubesem/core/kinds';
import type { ManifestObjects } from '@kubesem/manifests';
import { addAll, type ObjectCollector } from '../collector.js';
import type { Problem } from '../problem.js';
import { builtSlices } from '../services/built-slices.js';
import { mirroredSlices } from '../services/mirrored-slices.js';
import { ObjectLists, type PlaceInLists } from './object-lists.js';

/** The objects of a cluster that its DNS server and its kubelets read. */
export interface Cluster {
  /** The Services, with the default protocol of their ports. */
  readonly services: readonly Service[];
  /**
   * The EndpointSlices, with the default protocol of their ports; if the files have none, those of the Pods. Those that mirror
   * Endpoints are added if the files lack them.
   */
  readonly endpointSlices: readonly EndpointSlice[];
  /** Whether the EndpointSlices are not in the files, but what the controllers would write. */
  readonly hasBuiltSlices: boolean;
  /** The Endpoints, which the older API has in place of EndpointSlices. */
  readonly endpoints: readonly Endpoints[];
  /** The Pods. */
  readonly pods: readonly Pod[];
  /** The nodes. */
  readonly nodes: readonly Node[];
  /**
   * The namespaces. If all of them are stored objects, the list is complete. Otherwise, it includes the system namespaces
   * and those of the other objects.
   */
  readonly namespaces: readonly Namespace[];
  /** What is wrong with the files and with these objects; objects with errors are not in the lists. */
  readonly problems: readonly Problem[];
  /** Finds the object of a problem whose segments start with a list and an index, such as `['services', 3]`. */
  readonly place: PlaceInLists;
}

/** Collects the objects of a cluster from files that are read one after the other. */
export interface ClusterReader extends ObjectCollector {
  /** Returns the objects so far. */
  readonly cluster: () => Cluster;
}

/** A list of a cluster. */
export type ClusterList = Exclude<keyof Cluster, 'hasBuiltSlices' | 'problems' | 'place'>;

/** The list of each kind that a cluster consists of. */
export const CLUSTER_LISTS: { readonly [type: string]: ClusterList } =
  /* @__PURE__ */ Object.fromEntries(
    [SERVICE, ENDPOINT_SLICE, ENDPOINTS, POD, NAMESPACE, NODE].map(
      ({ apiVersion, kind, listKey }) => [`${apiVersion} ${kind}`, listKey as ClusterList],
    ),
  );

/**
 * Creates a collector for the objects of a cluster that matter for DNS and Services, for files that are read one object at a time.
 *
 * @returns the collector; objects of other kinds are skipped
 *
 * @example
 * ```ts
 * import { createClusterReader } from '@kubesem/inspect';
 * import { readObjects } from '@kubesem/manifests';
 *
 * const chunks = ['{"apiVersion": "v1", "kind": "Service", "metadata"', ': {"name": "data"}}'];
 * const { add, addProblem, cluster } = createClusterReader();
 * for await (const object of readObjects({ name: 'data.json', chunks }, { onProblem: addProblem })) {
 *   add(object);
 * }
 * cluster().services.map(({ metadata }) => metadata?.name) // => ['data']
 * ```
 */
export function createClusterReader(): ClusterReader {
  const lists = new ObjectLists(CLUSTER_LISTS);
  const { add, addProblem } = lists;
  return { add, addProblem, cluster: () => clusterOf(lists) };
}

/**
 * Collects the objects of a cluster that matter for DNS and Services.
 *
 * If the files have no EndpointSlices, they are built from the Services and Pods. Endpoints of Services without a selector are
 * mirrored, as the controller does.
 *
 * @param files - results of `parseObjects` of `@kubesem/manifests`; objects of other kinds are skipped
 * @returns the objects, and what is wrong with them
 *
 * @example
 * ```ts
 * import { readCluster } from '@kubesem/inspect';
 * import { parseObjects } from '@kubesem/manifests';
 *
 * const text = `
 * apiVersion: v1
 * kind: Service
 * metadata: { name: data, namespace: prod }
 * spec: { ports: [{ port: 80 }] }
 * `;
 * const { services, pods } = readCluster([parseObjects({ name: 'data.yaml', text })]);
 * services[0]?.spec?.ports // => [{ port: 80, protocol: 'TCP' }]
 * pods // => []
 * ```
 */
export function readCluster(files: Iterable<ManifestObjects>): Cluster {
  const reader = createClusterReader();
  addAll(reader, files);
  return reader.cluster();
}

/** Returns the cluster that some lists have. */
export function clusterOf(lists: ObjectLists<ClusterList>): Cluster {
  const { problems, place } = lists;
  const services = lists.objectsOf<Service>('services').map(applyServicePortDefaults);
  const stored = lists.objectsOf<EndpointSlice>('endpointSlices').map(applyEndpointPortDefaults);
  const pods = lists.objectsOf<Pod>('pods');
  const nodes = lists.objectsOf<Node>('nodes');
  const hasBuiltSlices = stored.length === 0;
  const endpoints = lists.objectsOf<Endpoints>('endpoints');
  const endpointSlices = [
    ...(hasBuiltSlices ? builtSlices(services, pods, nodes) : stored),
    ...mirroredSlices(services, endpoints, stored),
  ];
  const named = { services, endpointSlices, pods };
  const namespaces = allNamespaces(lists.objectsOf<Namespace>('namespaces'), named);
  return { ...named, hasBuiltSlices, endpoints, nodes, namespaces, problems, place };
}

function allNamespaces(
  namespaces: readonly Namespace[],
  { services, endpointSlices, pods }: Pick<Cluster, 'services' | 'endpointSlices' | 'pods'>,
): readonly Namespace[] {
  if (namespaces.length > 0 && namespaces.every(({ metadata }) => metadata?.uid)) {
    return namespaces;
  }
  const names = [...services, ...endpointSlices, ...pods].map(objectNamespace);
  const all = new Set([...names, ...SYSTEM_NAMESPACES]);
  return [...namespaces, ...[...all].map((name) => ({ metadata: { name } }))];
}
