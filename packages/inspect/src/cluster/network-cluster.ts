import {
  attempt,
  type ClusterObjects,
  type Problem as CoreProblem,
  type EndpointSlice,
  type Endpoints,
  type Namespace,
  type Node,
  objectNamespace,
  type Pod,
  type Service,
} from '@kubesem/core';
import { clusterLists, movedProblem, SYSTEM_NAMESPACES } from '@kubesem/core/internal';
import {
  ENDPOINT_SLICE,
  ENDPOINTS,
  type Kind,
  NAMESPACE,
  NODE,
  POD,
  SERVICE,
} from '@kubesem/core/kinds';
import { applyEndpointSliceDefaults } from '@kubesem/defaults/endpoint-slice';
import { applyServiceDefaults } from '@kubesem/defaults/service';
import type { PlacedCluster } from '@kubesem/manifests/cluster';
import { type PlacedProblem, type Problem, placeProblem } from '../problem.js';
import { builtSlices } from '../services/built-slices.js';
import { mirroredSlices } from '../services/mirrored-slices.js';

/**
 * Finds the object of a problem whose segments start with a list and an index, such as `['services', 3, 'spec']`.
 *
 * @param problem - the problem
 * @returns the problem with its segments from the object on, and its place in the file; undefined if the object is
 * not in a file
 */
export type PlaceInLists = <P extends CoreProblem>(problem: P) => PlacedProblem<P> | undefined;

/** The objects of a cluster that its DNS server and its proxies read, complete. */
export interface NetworkCluster {
  /** The Services, with their defaults. */
  readonly services: readonly Service[];
  /**
   * The EndpointSlices, with their defaults; if the files have none, those of the Pods. Those that mirror
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

/** The kinds that {@link networkCluster} needs. */
export const NETWORK_KINDS: readonly Kind[] = [
  SERVICE,
  ENDPOINT_SLICE,
  ENDPOINTS,
  POD,
  NAMESPACE,
  NODE,
];

/**
 * Completes the objects of a cluster that matter for DNS and Services: the default protocol of ports, and what is not in the
 * files.
 *
 * If the files have no EndpointSlices, they are built from the Services and Pods. Endpoints of Services without a selector are
 * mirrored, as the controller does.
 *
 * @param read - what a `ClusterReader` of `@kubesem/manifests/cluster` has read of {@link NETWORK_KINDS}
 * @returns the objects, and what is wrong with them
 *
 * @example
 * ```ts
 * import { NETWORK_KINDS, networkCluster } from '@kubesem/inspect';
 * import { parseObjects } from '@kubesem/manifests';
 * import { ClusterReader } from '@kubesem/manifests/cluster';
 *
 * const text = `
 * apiVersion: v1
 * kind: Service
 * metadata: { name: data, namespace: prod }
 * spec: { ports: [{ port: 80 }] }
 * `;
 * const reader = new ClusterReader({ kinds: NETWORK_KINDS });
 * reader.addFiles([parseObjects({ name: 'data.yaml', text })]);
 * const { services, pods } = networkCluster(reader.read());
 * services[0]?.spec?.ports // => [{ port: 80, protocol: 'TCP', targetPort: 80 }]
 * pods // => []
 * ```
 */
export function networkCluster(read: PlacedCluster): NetworkCluster {
  const { cluster, problems } = read;
  const { services: given, endpointSlices: slices, ...lists } = clusterLists(cluster, ...LISTS);
  const { pods, nodes, endpoints } = lists;
  const services = given.map(orItself(applyServiceDefaults));
  const stored = slices.map(orItself(applyEndpointSliceDefaults));
  const hasBuiltSlices = stored.length === 0;
  const endpointSlices = [
    ...(hasBuiltSlices ? builtSlices(services, pods, nodes) : stored),
    ...mirroredSlices(services, endpoints, stored),
  ];
  const named = { services, endpointSlices, pods };
  const namespaces = allNamespaces(lists.namespaces, named);
  const place = placeIn(read);
  return { ...named, hasBuiltSlices, endpoints, nodes, namespaces, problems, place };
}

/** The lists of {@link NETWORK_KINDS}. */
const LISTS = ['services', 'endpointSlices', 'endpoints', 'pods', 'namespaces', 'nodes'] as const;

/** An object with a field of the wrong type stays as it is. What reads that field reports it. */
const orItself =
  <T>(apply: (object: T) => T) =>
  (object: T): T =>
    attempt(() => apply(object)).value ?? object;

/**
 * Returns what finds the objects of problems.
 *
 * @param read - what a `ClusterReader` of `@kubesem/manifests/cluster` has read
 * @returns the function
 *
 * @example
 * ```ts
 * import { formatFieldPath } from '@kubesem/core';
 * import { SERVICE } from '@kubesem/core/kinds';
 * import { placeIn } from '@kubesem/inspect/internal';
 * import { parseObjects } from '@kubesem/manifests';
 * import { ClusterReader } from '@kubesem/manifests/cluster';
 *
 * const text = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: data\n';
 * const reader = new ClusterReader({ kinds: [SERVICE] });
 * const place = placeIn(reader.addFiles([parseObjects({ name: 'data.yaml', text })]).read());
 * const segments = ['services', 0, 'metadata', 'name'];
 * const problem = { code: 'INVALID', severity: 'error', segments, path: formatFieldPath(segments), message: '' } as const;
 * place(problem)?.line // => 4
 * ```
 */
export function placeIn({ cluster, placeOf }: PlacedCluster): PlaceInLists {
  return (problem) => {
    const [list, index] = problem.segments;
    const origin = placeOf(cluster[list as keyof ClusterObjects]?.[Number(index)]);
    return origin && placeProblem(origin, movedProblem(problem, [], 2));
  };
}

function allNamespaces(
  namespaces: readonly Namespace[],
  { services, endpointSlices, pods }: Pick<NetworkCluster, 'services' | 'endpointSlices' | 'pods'>,
): readonly Namespace[] {
  if (namespaces.length > 0 && namespaces.every(({ metadata }) => metadata?.uid)) {
    return namespaces;
  }
  const names = [...services, ...endpointSlices, ...pods].map(objectNamespace);
  const all = new Set([...names, ...SYSTEM_NAMESPACES]);
  return [...namespaces, ...[...all].map((name) => ({ metadata: { name } }))];
}
