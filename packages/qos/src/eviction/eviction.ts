import { type Pod, type PodStats, toPod } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import { podLevelResources, podRequests } from '@kubesem/resources';
import { isCriticalPod, podPriority } from '../class/kubelet-pod.js';
import { invalidOption } from '../errors.js';
import { type DiskParts, podDiskUsage } from './disk-usage.js';
import { readCount } from './pod-stats.js';

/**
 * What the node has too little of, by the name that it has in the kubelet's `evictionHard`: memory, process ids, or bytes
 * or inodes of the file system of the node (`nodefs`), of images (`imagefs`), or of the writable layers of containers
 * (`containerfs`).
 */
export type EvictionSignal =
  | 'memory.available'
  | 'allocatableMemory.available'
  | 'pid.available'
  | 'nodefs.available'
  | 'nodefs.inodesFree'
  | 'imagefs.available'
  | 'imagefs.inodesFree'
  | 'containerfs.available'
  | 'containerfs.inodesFree';

/** Why Pods are evicted. */
export interface EvictionOptions {
  /** What the node has too little of. */
  readonly signal: EvictionSignal;
  /**
   * Where images and writable layers are: `shared`, on the node's file system (if left out); `separate`, both on
   * another; `split`, images on another and writable layers on the node's.
   */
  readonly imageFilesystem?: 'shared' | 'separate' | 'split' | undefined;
}

/**
 * How a Pod stands beside others of its priority, and, but for process ids, of any priority: the first is evicted first.
 *
 * - `NO_STATS`: the kubelet does not know what it uses.
 * - `ABOVE_REQUEST`: it uses more than it requests.
 * - `WITHIN_REQUEST`: it does not.
 * - `NOT_REQUESTABLE`: for process ids, which nobody requests.
 */
export type EvictionStanding = 'NO_STATS' | 'ABOVE_REQUEST' | 'WITHIN_REQUEST' | 'NOT_REQUESTABLE';

/** A Pod and why it is evicted before or after others. */
export interface EvictionCandidate<P extends Pod = Pod> {
  /** The Pod that was passed in. */
  readonly pod: P;
  /** Its place, from 1; Pods that nothing tells apart have the same, and the kubelet takes any of them first. */
  readonly rank: number;
  /** How it stands. */
  readonly standing: EvictionStanding;
  /** `spec.priority`, or 0: of those that stand alike, the lowest is evicted first. */
  readonly priority: number;
  /** What it uses: bytes, inodes or processes; undefined if that is not known. */
  readonly usage: Quantity | undefined;
  /** What it requests of that; undefined for processes. */
  readonly request: Quantity | undefined;
  /**
   * Of those of one priority, the highest is evicted first: usage less request, and for processes the usage. Undefined
   * if the usage is not known. (From inodes, too, the kubelet takes the request of `ephemeral-storage`.)
   */
  readonly usageAboveRequest: Quantity | undefined;
  /** Whether the kubelet passes it over: it is static, or its priority is 2000000000 or more. */
  readonly isCritical: boolean;
}

/**
 * The order in which the kubelet evicts Pods of a node that has too little of something: those that use more than they
 * request, of these the lowest priority, of these the one that uses most above its request. For process ids the priority
 * comes first. The class of a Pod does not count.
 *
 * The kubelet evicts one Pod, the first that is not critical, and looks again. Pods that nothing tells apart stay in
 * their order here; the kubelet's sorting is not stable, so it may take any of them.
 *
 * @param pods - the Pods that run on the node; neither the list nor they are changed
 * @param stats - what they use: `pods` of the kubelet's `/stats/summary`, matched by uid
 * @param options - what the node has too little of
 * @returns the same Pods, first to be evicted first
 * @throws {@link QosError} `INVALID_OPTION` if the signal or the layout of file systems is none
 * @throws {@link QosError} `INVALID_USAGE` if a number that counts is not a whole one of zero or more
 * @throws {@link @kubesem/resources!PodResourcesError | PodResourcesError} `INVALID_QUANTITY` if an amount that counts is not a quantity
 * @throws {@link @kubesem/resources!PodResourcesError | PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if an object is of another kind
 * @example
 * ```ts
 * import { rankForEviction } from '@kubesem/qos';
 *
 * const pod = (uid: string, memory: string) => ({
 *   metadata: { uid },
 *   spec: { containers: [{ resources: { requests: { memory } } }] },
 * });
 * const use = (uid: string, workingSetBytes: number) => ({ podRef: { uid }, memory: { workingSetBytes } });
 * const ranked = rankForEviction(
 *   [pod('within', '2Gi'), pod('above', '100Mi')],
 *   [use('within', 1.5 * 1024 ** 3), use('above', 200 * 1024 ** 2)],
 *   { signal: 'memory.available' },
 * );
 * ranked.map(({ metadata }) => metadata.uid) // => ['above', 'within']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `rankMemoryPressure`, `rankPIDPressure` and
 * `rankDiskPressureFunc`.
 */
export function rankForEviction<P extends Pod>(
  pods: readonly P[],
  stats: readonly PodStats[],
  options: EvictionOptions,
): P[] {
  return explainEvictionRanking(pods, stats, options).map(({ pod }) => pod);
}

/**
 * The order of {@link rankForEviction}, with the reasons for it.
 *
 * @param pods - the Pods that run on the node; neither the list nor they are changed
 * @param stats - what they use: `pods` of the kubelet's `/stats/summary`, matched by uid
 * @param options - what the node has too little of
 * @returns for each Pod what it was compared by, first to be evicted first
 * @throws what `rankForEviction` throws
 * @example
 * ```ts
 * import { explainEvictionRanking } from '@kubesem/qos';
 *
 * const [first] = explainEvictionRanking(
 *   [{ metadata: { uid: 'a' }, spec: { priority: 7, containers: [] } }],
 *   [{ podRef: { uid: 'a' }, containers: [{ logs: { usedBytes: 4096 } }] }],
 *   { signal: 'nodefs.available' },
 * );
 * `${first?.rank} ${first?.standing} ${first?.priority} ${first?.usageAboveRequest}` // => '1 ABOVE_REQUEST 7 4Ki'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, as for `rankForEviction`, and `managerImpl.evictPod`.
 */
export function explainEvictionRanking<P extends Pod>(
  pods: readonly P[],
  stats: readonly PodStats[],
  options: EvictionOptions,
): EvictionCandidate<P>[] {
  const measure = measureOf(options);
  const compare = measure === 'processes' ? compareForProcesses : compareForResource;
  // The last report on a Pod counts.
  const reports = new Map(
    stats.map((entry, index) => {
      // Go reads null as a report without fields.
      const report: PodStats = entry ?? {};
      return [report.podRef?.uid ?? '', { report, path: `stats[${index}]` }];
    }),
  );
  const candidates = pods.map((pod) => {
    const found = reports.get(toPod(pod).metadata?.uid ?? '');
    const measured = found && measureUse(pod, found.report, found.path, measure);
    return {
      pod,
      standing: measured?.standing ?? ('NO_STATS' as const),
      priority: podPriority(pod),
      usage: measured?.usage,
      request: measured?.request,
      usageAboveRequest: measured?.usageAboveRequest,
      isCritical: isCriticalPod(pod),
    };
  });
  candidates.sort(compare);
  const ranked: EvictionCandidate<P>[] = [];
  candidates.forEach((candidate, index) => {
    const before = ranked[index - 1];
    const isTie = before !== undefined && compare(before, candidate) === 0;
    ranked.push({ ...candidate, rank: isTie ? before.rank : index + 1 });
  });
  return ranked;
}

type Measure = 'memory' | 'processes' | DiskMeasured;

interface DiskMeasured {
  readonly parts: DiskParts;
  readonly field: 'usedBytes' | 'inodesUsed';
}

/** Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `buildSignalToRankFunc`. */
function measureOf({ signal, imageFilesystem = 'shared' }: EvictionOptions): Measure {
  if (!['shared', 'separate', 'split'].includes(imageFilesystem)) {
    throw invalidOption('imageFilesystem', 'shared, separate or split', imageFilesystem);
  }
  if (signal === 'memory.available' || signal === 'allocatableMemory.available') {
    return 'memory';
  }
  if (signal === 'pid.available') {
    return 'processes';
  }
  const [, filesystem, kind] =
    /^(node|image|container)fs\.(available|inodesFree)$/.exec(signal) ?? [];
  if (filesystem === undefined) {
    throw invalidOption('signal', 'a signal of the kubelet such as memory.available', signal);
  }
  const isImages = filesystem === 'image';
  const isNodes =
    filesystem === 'node' || (filesystem === 'container' && imageFilesystem === 'split');
  const isOnly = imageFilesystem === 'shared';
  return {
    parts: {
      // Images are nobody's own: where they alone are on the file system, nobody uses any of it.
      rootfs: isOnly || (imageFilesystem === 'separate' ? !isNodes : !isImages),
      logs: isOnly || isNodes,
      localVolumes: isOnly || isNodes,
    },
    field: kind === 'available' ? 'usedBytes' : 'inodesUsed',
  };
}

interface Compared {
  readonly standing: EvictionStanding;
  readonly priority: number;
  readonly usageAboveRequest: Quantity | undefined;
}

function measureUse(
  pod: Pod,
  stats: PodStats,
  path: string,
  measure: Measure,
): Pick<EvictionCandidate, 'standing' | 'usage' | 'request' | 'usageAboveRequest'> {
  if (measure === 'processes') {
    const usage = Quantity.of(
      readCount(stats.process_stats?.process_count, `${path}.process_stats.process_count`),
    );
    return { standing: 'NOT_REQUESTABLE', usage, request: undefined, usageAboveRequest: usage };
  }
  if (measure === 'memory') {
    const used = readCount(stats.memory?.workingSetBytes, `${path}.memory.workingSetBytes`);
    return beside(Quantity.of(used, 'BinarySI'), requestOf(pod, 'memory'));
  }
  const { parts, field } = measure;
  const used = podDiskUsage(pod, stats, path, parts, field);
  const storage = requestOf(pod, 'ephemeral-storage');
  return field === 'usedBytes'
    ? beside(Quantity.of(used, 'BinarySI'), storage)
    : beside(Quantity.of(used), requestOf(pod, 'inodes'), storage);
}

function beside(
  usage: Quantity,
  request: Quantity,
  subtracted: Quantity = request,
): Pick<EvictionCandidate, 'standing' | 'usage' | 'request' | 'usageAboveRequest'> {
  const standing = usage.cmp(request) > 0 ? 'ABOVE_REQUEST' : 'WITHIN_REQUEST';
  return { standing, usage, request, usageAboveRequest: usage.sub(subtracted) };
}

/**
 * What the kubelet takes for the request. With `spec.resources` the containers do not count, not even for a resource that
 * it does not name.
 *
 * Source: `k8s.io/kubernetes/pkg/api/v1/resource` v1.37.1, `GetResourceRequestQuantity`.
 */
function requestOf(pod: Pod, resource: string): Quantity {
  const skipContainerLevelResources = podLevelResources(pod) !== undefined;
  const options = { skipContainerLevelResources, excludeOverhead: true };
  const request = podRequests(pod, options)[resource] ?? Quantity.of(0);
  if (request.isZero()) {
    return request;
  }
  return podRequests(pod)[resource] ?? request;
}

const ORDER: readonly EvictionStanding[] = [
  'NO_STATS',
  'ABOVE_REQUEST',
  'WITHIN_REQUEST',
  'NOT_REQUESTABLE',
];

function compareStanding(a: Compared, b: Compared): number {
  return ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing);
}

/** The highest first. */
function compareUsage(a: Compared, b: Compared): number {
  const { usageAboveRequest: ofA } = a;
  const { usageAboveRequest: ofB } = b;
  return ofA === undefined || ofB === undefined ? 0 : ofB.cmp(ofA);
}

function compareForResource(a: Compared, b: Compared): number {
  return compareStanding(a, b) || a.priority - b.priority || compareUsage(a, b);
}

function compareForProcesses(a: Compared, b: Compared): number {
  return a.priority - b.priority || compareStanding(a, b) || compareUsage(a, b);
}
