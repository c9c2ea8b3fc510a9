import {
  type ContainerKind,
  FieldError,
  type FieldPathSegment,
  fieldPath,
  isNodeCriticalPod,
  type PodLike,
  type QuantityInput,
} from '@kubesem/core';
import { fieldProblem } from '@kubesem/core/internal';
import { type ContainerResources, podRequests } from '@kubesem/resources';
import {
  containerResources,
  podLevelLists,
  type ResourceLists,
  readAmount,
} from '@kubesem/resources/internal';
import { int64, readNodeMemory, units } from './amounts.js';
import { qosClassInForce } from './class.js';
import { placeOf } from './place.js';

/** Options of {@link containerOomScoreAdj}. */
export interface OomScoreOptions {
  /** Memory of the whole node: `status.capacity.memory`, not the allocatable part; a number counts bytes. */
  readonly nodeMemoryCapacity: QuantityInput;
}

/**
 * The rule that decided the score.
 *
 * - `NODE_CRITICAL`: the Pod is critical and its priority class is `system-node-critical`: -997.
 * - `GUARANTEED`: the Pod is Guaranteed: -997.
 * - `BEST_EFFORT`: the Pod is BestEffort: 1000.
 * - `MEMORY_REQUEST`: the Pod is Burstable: the larger the request compared with the node's memory, the lower the score.
 * - `LOWEST_APP_REQUEST`: the container is a sidecar of a Burstable Pod and requests less than every app container. The
 *   lowest request of an app container counts instead, so the kernel kills no sidecar before the containers it serves.
 */
export type OomScoreRule =
  | 'NODE_CRITICAL'
  | 'GUARANTEED'
  | 'BEST_EFFORT'
  | 'MEMORY_REQUEST'
  | 'LOWEST_APP_REQUEST';

/** The amounts of memory that decided the score of a container in a Burstable Pod. */
export interface OomScoreMemory {
  /** Memory of the node in bytes. */
  readonly nodeCapacityBytes: number;
  /** Request of the container in bytes. */
  readonly containerRequestBytes: number;
  /**
   * Share of the container, in bytes, of what `spec.resources` requests beyond the sum of the containers. All containers
   * share it equally, init containers included. 0 without Pod-level requests.
   */
  readonly podShareBytes: number;
  /** For a sidecar, the lowest request of the app containers in bytes, without the Pod share. */
  readonly lowestAppRequestBytes: number | undefined;
  /** The score before it is limited to the range of Burstable Pods: at least 3, and not 1000. */
  readonly rawScore: number;
}

/** Why a container has its OOM score. */
export interface ContainerOomScoreAdj {
  /** The score, as `containerOomScoreAdj` returns it. */
  readonly oomScoreAdj: number;
  /** The rule that decided it. */
  readonly rule: OomScoreRule;
  /** Role of the container in its Pod. */
  readonly kind: ContainerKind;
  /** Path of the container in the object that was passed in. */
  readonly segments: readonly FieldPathSegment[];
  /** The segments as text, such as `spec.containers[0]`. */
  readonly path: string;
  /** The amounts; undefined if they do not count. */
  readonly memory: OomScoreMemory | undefined;
}

/** The kernel kills Guaranteed and critical containers last, but after the kubelet itself with its -999. */
const PROTECTED_SCORE = -997;
const BEST_EFFORT_SCORE = 1000;

/**
 * Computes the `oom_score_adj` of a container, which decides what the kernel kills first when the node is out of memory.
 *
 * It ranges from -1000 (never) to 1000 (first). Containers of Guaranteed Pods get -997 and those of BestEffort Pods 1000.
 * In a Burstable Pod it is 1000 minus the thousandths of the node's memory that the container requests, at least 3 and
 * at most 999. The class in the Pod's status counts, if there is one. A negative request, which the API server rejects,
 * leads to a score above 1000, as in the kubelet.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param containerName - name of one of its containers, of any kind
 * @param options - the memory of the node
 * @returns the score, the rule that decided it, and the amounts that it was computed from
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `UNKNOWN_CONTAINER` if the Pod has no container of
 * that name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_OPTION` if the memory of the node is not
 * above zero
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount that counts is not a
 * quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { containerOomScoreAdj } from '@kubesem/qos';
 *
 * const pod = {
 *   containers: [{ name: 'app', resources: { requests: { memory: '4Gi' } } }, { name: 'log' }],
 * };
 * containerOomScoreAdj(pod, 'app', { nodeMemoryCapacity: '16Gi' }).oomScoreAdj // => 750
 * containerOomScoreAdj(pod, 'log', { nodeMemoryCapacity: '16Gi' }).oomScoreAdj // => 999
 * containerOomScoreAdj(pod, 'web', { nodeMemoryCapacity: '16Gi' }).oomScoreAdj // throws UNKNOWN_CONTAINER
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/qos` v1.37.1, `GetContainerOOMScoreAdjust`, with the default feature gates.
 */
export function containerOomScoreAdj(
  pod: PodLike,
  containerName: string,
  options: OomScoreOptions,
): ContainerOomScoreAdj {
  const containers = containerResources(pod);
  const container = containers.find(({ name }) => name === containerName);
  if (container === undefined) {
    throw unknownContainer(containerName);
  }
  const capacity = readNodeMemory(options, 'nodeMemoryCapacity');
  const place = { kind: container.kind, ...placeOf(container.container.path) };
  const fixed = fixedScore(pod);
  return fixed === undefined
    ? { ...place, ...burstableScore(pod, containers, container, capacity) }
    : { ...place, ...fixed, memory: undefined };
}

function unknownContainer(name: string): FieldError<'UNKNOWN_CONTAINER'> {
  return new FieldError(
    fieldProblem({
      type: 'NOT_FOUND',
      code: 'UNKNOWN_CONTAINER',
      path: fieldPath('containerName'),
      value: name,
      message: 'expected the name of a container of the Pod',
    }),
  );
}

/** The score of Pods whose memory does not count. */
function fixedScore(
  pod: PodLike,
): { readonly oomScoreAdj: number; readonly rule: OomScoreRule } | undefined {
  if (isNodeCriticalPod(pod)) {
    return { oomScoreAdj: PROTECTED_SCORE, rule: 'NODE_CRITICAL' };
  }
  const qosClass = qosClassInForce(pod);
  if (qosClass === 'Guaranteed') {
    return { oomScoreAdj: PROTECTED_SCORE, rule: 'GUARANTEED' };
  }
  return qosClass === 'BestEffort'
    ? { oomScoreAdj: BEST_EFFORT_SCORE, rule: 'BEST_EFFORT' }
    : undefined;
}

function burstableScore(
  pod: PodLike,
  containers: readonly ContainerResources[],
  container: ContainerResources,
  capacity: bigint,
): Pick<ContainerOomScoreAdj, 'oomScoreAdj' | 'rule' | 'memory'> {
  const share = podShare(pod, containers);
  const score = (request: bigint): number =>
    Number(int64(BigInt(1000) - int64(BigInt(1000) * int64(request + share)) / capacity));
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

function memoryRequest({ requests }: ResourceLists): bigint {
  return units(readAmount(requests, 'memory'));
}

function lower(lowest: bigint | undefined, bytes: bigint): bigint {
  return lowest === undefined || bytes < lowest ? bytes : lowest;
}

/** Source: `k8s.io/kubernetes/pkg/kubelet/qos` v1.37.1, `remainingPodMemReqPerContainer`. */
function podShare(pod: PodLike, containers: readonly ContainerResources[]): bigint {
  const podLevel = podLevelLists(pod);
  const ofPod = podLevel === undefined ? BigInt(0) : memoryRequest(podLevel);
  if (ofPod === BigInt(0)) {
    return ofPod;
  }
  const options = { skipPodLevelResources: true, excludeOverhead: true };
  const left = int64(ofPod - units(podRequests(pod, options).memory));
  const count = containers.filter(({ kind }) => kind !== 'ephemeral').length;
  return left > BigInt(0) && count > 0 ? left / BigInt(count) : BigInt(0);
}

/** A Burstable container scores higher than any Guaranteed one, and lower than a BestEffort one. */
function betweenClasses(score: number): number {
  if (score < 1000 + PROTECTED_SCORE) {
    return 1000 + PROTECTED_SCORE;
  }
  return score === BEST_EFFORT_SCORE ? BEST_EFFORT_SCORE - 1 : score;
}
