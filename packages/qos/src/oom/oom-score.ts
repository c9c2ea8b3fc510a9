import type { PodLike, QuantityInput } from '@kubesem/core';
import {
  type ContainerKind,
  type PodContainer,
  podContainers,
  podLevelResources,
  podRequests,
} from '@kubesem/resources';
import { int64, readAmount, readNodeMemory, units } from '../amounts.js';
import { isNodeCriticalPod, kubeletQosClass } from '../class/kubelet-pod.js';
import { QosError } from '../errors.js';

/** What the OOM score depends on beside the Pod. */
export interface OomScoreOptions {
  /** Memory of the whole node: `status.capacity.memory`, not the allocatable part; a number counts bytes. */
  readonly nodeMemoryCapacity: QuantityInput;
}

/**
 * The rule that gave the score.
 *
 * - `NODE_CRITICAL`: the Pod is static or of a system priority, and of the class `system-node-critical`: -997.
 * - `GUARANTEED`: the Pod is Guaranteed: -997.
 * - `BEST_EFFORT`: the Pod is BestEffort: 1000.
 * - `MEMORY_REQUEST`: the Pod is Burstable: the larger the request beside the node's memory, the lower the score.
 * - `LOWEST_APP_REQUEST`: so it is, and the container is a sidecar, for which the lowest request of an app container
 * counts, as it is higher than its own: no sidecar is killed before the containers that it serves.
 */
export type OomScoreRule =
  | 'NODE_CRITICAL'
  | 'GUARANTEED'
  | 'BEST_EFFORT'
  | 'MEMORY_REQUEST'
  | 'LOWEST_APP_REQUEST';

/** How the memory requests of a Burstable Pod made a score. */
export interface OomScoreMemory {
  /** Memory of the node in bytes. */
  readonly nodeCapacityBytes: number;
  /** What the container itself requests, in bytes. */
  readonly containerRequestBytes: number;
  /**
   * The container's part, in bytes, of what `spec.resources` requests beyond the containers' sum, which all containers
   * share equally, init containers too. 0 without requests for the whole Pod.
   */
  readonly podShareBytes: number;
  /** For a sidecar the lowest request among the app containers, in bytes, without the part of the Pod. */
  readonly lowestAppRequestBytes: number | undefined;
  /** The score before it is kept away from those of the other classes: at least 3, and not 1000. */
  readonly rawScore: number;
}

/** How a container came to its OOM score. */
export interface OomScoreExplanation {
  /** What `containerOomScoreAdj` answers. */
  readonly oomScoreAdj: number;
  /** The rule that gave it. */
  readonly rule: OomScoreRule;
  /** What the container is to its Pod. */
  readonly kind: ContainerKind;
  /** Path of the container in the object that was passed in, such as `spec.containers[0]`. */
  readonly path: string;
  /** The amounts; undefined where they do not count. */
  readonly memory: OomScoreMemory | undefined;
}

/** Guaranteed and critical containers are killed last, but after the kubelet itself with its -999. */
const PROTECTED_SCORE = -997;
const BEST_EFFORT_SCORE = 1000;

/**
 * The `oom_score_adj` of a container's processes: whom the kernel kills first when the node is out of memory.
 *
 * It goes from -1000 (never) to 1000 (first). Containers of Guaranteed Pods get -997 and those of BestEffort Pods 1000.
 * In a Burstable Pod it is 1000 less the thousandths of the node's memory that the container requests, at least 3 and
 * at most 999. The class in the Pod's status counts, where there is one.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param containerName - name of one of its containers, of any kind
 * @param options - the memory of the node
 * @returns the value that the kubelet passes to the runtime
 * @throws {@link QosError} `UNKNOWN_CONTAINER` if the Pod has no container of that name
 * @throws {@link QosError} `INVALID_OPTION` if the node has no memory
 * @throws {@link @kubesem/resources!PodResourcesError | PodResourcesError} `INVALID_QUANTITY` if an amount that counts is not a quantity
 * @throws {@link @kubesem/resources!PodResourcesError | PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { containerOomScoreAdj } from '@kubesem/qos';
 *
 * const pod = {
 *   containers: [{ name: 'app', resources: { requests: { memory: '4Gi' } } }, { name: 'log' }],
 * };
 * containerOomScoreAdj(pod, 'app', { nodeMemoryCapacity: '16Gi' }) // => 750
 * containerOomScoreAdj(pod, 'log', { nodeMemoryCapacity: '16Gi' }) // => 999
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/qos` v1.37.1, `GetContainerOOMScoreAdjust`, with the feature gates as they are
 * by default.
 */
export function containerOomScoreAdj(
  pod: PodLike,
  containerName: string,
  options: OomScoreOptions,
): number {
  return explainContainerOomScoreAdj(pod, containerName, options).oomScoreAdj;
}

/**
 * How a container came to its `oom_score_adj`: the computation of {@link containerOomScoreAdj} written down.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param containerName - name of one of its containers, of any kind
 * @param options - the memory of the node
 * @returns the score, the rule that gave it, and the amounts behind it
 * @throws what `containerOomScoreAdj` throws
 * @example
 * ```ts
 * import { explainContainerOomScoreAdj } from '@kubesem/qos';
 *
 * const pod = {
 *   initContainers: [{ name: 'proxy', restartPolicy: 'Always' }],
 *   containers: [{ name: 'app', resources: { requests: { memory: '4Gi' } } }],
 * };
 * const { oomScoreAdj, rule, memory } = explainContainerOomScoreAdj(pod, 'proxy', { nodeMemoryCapacity: '16Gi' });
 * `${oomScoreAdj} ${rule}` // => '750 LOWEST_APP_REQUEST'
 * memory?.lowestAppRequestBytes // => 4294967296
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/qos` v1.37.1, `GetContainerOOMScoreAdjust`.
 */
export function explainContainerOomScoreAdj(
  pod: PodLike,
  containerName: string,
  { nodeMemoryCapacity }: OomScoreOptions,
): OomScoreExplanation {
  const containers = podContainers(pod);
  const container = containers.find(({ name }) => name === containerName);
  if (container === undefined) {
    const message = `expected the name of a container of the Pod, found ${containerName}`;
    throw new QosError({ code: 'UNKNOWN_CONTAINER', message, input: containerName });
  }
  const capacity = readNodeMemory(nodeMemoryCapacity, 'nodeMemoryCapacity');
  const { kind, path } = container;
  const fixed = fixedScore(pod);
  if (fixed !== undefined) {
    return { ...fixed, kind, path, memory: undefined };
  }
  return { kind, path, ...burstableScore(pod, containers, container, capacity) };
}

/** The score of Pods whose memory does not count. */
function fixedScore(
  pod: PodLike,
): { readonly oomScoreAdj: number; readonly rule: OomScoreRule } | undefined {
  if (isNodeCriticalPod(pod)) {
    return { oomScoreAdj: PROTECTED_SCORE, rule: 'NODE_CRITICAL' };
  }
  const qosClass = kubeletQosClass(pod);
  if (qosClass === 'Guaranteed') {
    return { oomScoreAdj: PROTECTED_SCORE, rule: 'GUARANTEED' };
  }
  return qosClass === 'BestEffort'
    ? { oomScoreAdj: BEST_EFFORT_SCORE, rule: 'BEST_EFFORT' }
    : undefined;
}

function burstableScore(
  pod: PodLike,
  containers: readonly PodContainer[],
  container: PodContainer,
  capacity: bigint,
): Pick<OomScoreExplanation, 'oomScoreAdj' | 'rule' | 'memory'> {
  const share = podShare(pod, containers);
  const score = (request: bigint): number =>
    1000 - Number(int64(BigInt(1000) * int64(request + share)) / capacity);
  const own = memoryRequest(container);
  const apps = container.kind === 'sidecar' ? containers.filter(({ kind }) => kind === 'app') : [];
  const lowest = apps.map(memoryRequest).reduce<bigint | undefined>(lower, undefined);
  const ownScore = score(own);
  const appScore = lowest === undefined ? ownScore : score(lowest);
  const rawScore = Math.min(ownScore, appScore);
  return {
    oomScoreAdj: betweenClasses(rawScore),
    rule: appScore < ownScore ? 'LOWEST_APP_REQUEST' : 'MEMORY_REQUEST',
    memory: {
      nodeCapacityBytes: Number(capacity),
      containerRequestBytes: Number(own),
      podShareBytes: Number(share),
      lowestAppRequestBytes: lowest === undefined ? undefined : Number(lowest),
      rawScore,
    },
  };
}

function memoryRequest({ requests, path }: PodContainer): bigint {
  return units(readAmount(requests, 'memory', `${path}.resources.requests`));
}

function lower(lowest: bigint | undefined, bytes: bigint): bigint {
  return lowest === undefined || bytes < lowest ? bytes : lowest;
}

/** Source: `k8s.io/kubernetes/pkg/kubelet/qos` v1.37.1, `remainingPodMemReqPerContainer`. */
function podShare(pod: PodLike, containers: readonly PodContainer[]): bigint {
  const podLevel = podLevelResources(pod);
  if (podLevel === undefined) {
    return BigInt(0);
  }
  const wanted = units(readAmount(podLevel.requests, 'memory', `${podLevel.path}.requests`));
  const options = { skipPodLevelResources: true, excludeOverhead: true };
  const left = int64(wanted - units(podRequests(pod, options).memory));
  const count = containers.filter(({ kind }) => kind !== 'ephemeral').length;
  return left > BigInt(0) && count > 0 ? left / BigInt(count) : BigInt(0);
}

/** A Burstable container has a higher score than a Guaranteed one can come to, and a lower one than BestEffort. */
function betweenClasses(score: number): number {
  if (score < 1000 + PROTECTED_SCORE) {
    return 1000 + PROTECTED_SCORE;
  }
  return score === BEST_EFFORT_SCORE ? BEST_EFFORT_SCORE - 1 : score;
}
