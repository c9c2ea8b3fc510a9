import {
  type FsStats,
  isCriticalPod,
  type Pod,
  type PodLike,
  type PodStats,
  podPriority,
  toPod,
  type Volume,
} from '@kubesem/core';
import { type Fields, fields, podFields, THROW } from '@kubesem/core/internal';
import { Quantity } from '@kubesem/quantity';
import { podRequests } from '@kubesem/resources';
import { podLevelResources } from '@kubesem/resources/internal';
import { invalidOption } from './invalid-option.js';
import { readCount } from './stats.js';

/**
 * The resource that the node runs out of, named as in the kubelet's `evictionHard`: memory, process IDs, or bytes or
 * inodes of the file system of the node (`nodefs`), of images (`imagefs`) or of the writable layers of containers
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

/** The state of the node that makes the kubelet evict Pods. */
export interface EvictionRankingOptions {
  /** The resource that the node runs out of. */
  readonly signal: EvictionSignal;
  /**
   * Where images and writable layers are stored: `shared` (default), on the node's file system; `separate`, both on
   * another one; `split`, images on another one and writable layers on the node's.
   */
  readonly imageFilesystem?: 'shared' | 'separate' | 'split' | undefined;
}

/**
 * How the usage of a Pod compares with its request; the kubelet evicts in this order.
 *
 * The kubelet compares it before the priority, except for process IDs, where the priority comes first.
 *
 * - `NO_STATS`: the kubelet does not know the usage.
 * - `ABOVE_REQUEST`: the Pod uses more than it requests.
 * - `WITHIN_REQUEST`: the Pod uses no more than it requests.
 * - `NOT_REQUESTABLE`: process IDs, which no Pod can request.
 */
export type EvictionStanding = 'NO_STATS' | 'ABOVE_REQUEST' | 'WITHIN_REQUEST' | 'NOT_REQUESTABLE';

/** A Pod, its place in the order of eviction, and the reasons for it. */
export interface EvictionCandidate<P extends Pod = Pod> {
  /** The Pod that was passed in. */
  readonly pod: P;
  /** Its place, from 1. Equal Pods share a place, and the kubelet may evict any of them first. */
  readonly rank: number;
  /** How its usage compares with its request. */
  readonly standing: EvictionStanding;
  /** `spec.priority`, or 0. Among Pods of the same standing, the lowest is evicted first. */
  readonly priority: number;
  /** Its usage: bytes, inodes or processes; undefined if the kubelet does not know it. */
  readonly usage: Quantity | undefined;
  /** Its request; undefined for processes. */
  readonly request: Quantity | undefined;
  /**
   * Usage minus request; for processes the usage. Undefined if the usage is unknown. Among Pods of the same standing and
   * priority, the highest is evicted first. (Even from inodes the kubelet subtracts the request of `ephemeral-storage`.)
   */
  readonly usageAboveRequest: Quantity | undefined;
  /** Whether the kubelet skips it: it is static, or its priority is 2000000000 or more. */
  readonly isCritical: boolean;
}

/** The usage of a node, as in the kubelet's `/stats/summary`. */
export interface StatsSummary {
  /** The usage of the node; not read. */
  readonly node?: unknown;
  /** The usage of its Pods. */
  readonly pods?: readonly PodStats[] | null | undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/**
 * Sorts the Pods of a node in the order in which the kubelet evicts them.
 *
 * Pods that use more than they request come first; among these the lowest priority, then the highest usage above the
 * request. For process IDs the priority comes first. The QoS class does not count.
 *
 * The kubelet evicts one Pod, the first that is not critical, and then checks again. Equal Pods keep their order
 * here; the kubelet's sorting is not stable, so it may evict any of them first.
 *
 * @param pods - the Pods that run on the node; neither the list nor the Pods are changed
 * @param stats - their usage: the kubelet's `/stats/summary`, or its `pods`; matched by UID
 * @param options - the resource that the node runs out of
 * @returns the Pods with everything that was compared, the first to be evicted first
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_OPTION` if the signal or the file system
 * layout does not exist
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount that counts is not a
 * quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field of a Pod or of the stats
 * has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if an object is of another kind
 *
 * @example
 * ```ts
 * import { evictionRanking } from '@kubesem/qos';
 *
 * const pod = (uid: string, memory: string) => ({
 *   metadata: { uid },
 *   spec: { containers: [{ resources: { requests: { memory } } }] },
 * });
 * const use = (uid: string, workingSetBytes: number) => ({ podRef: { uid }, memory: { workingSetBytes } });
 * const ranked = evictionRanking(
 *   [pod('within', '2Gi'), pod('above', '100Mi')],
 *   [use('within', 1.5 * 1024 ** 3), use('above', 200 * 1024 ** 2)],
 *   { signal: 'memory.available' },
 * ).map(({ pod }) => pod);
 * ranked.map(({ metadata }) => metadata.uid) // => ['above', 'within']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `rankMemoryPressure`, `rankPIDPressure` and
 * `rankDiskPressureFunc`.
 */
export function evictionRanking<P extends Pod>(
  pods: readonly P[],
  stats: readonly PodStats[] | StatsSummary,
  options: EvictionRankingOptions,
): readonly EvictionCandidate<P>[] {
  const measure = measureOf(options);
  const compare = measure === 'processes' ? compareForProcesses : compareForResource;
  const listed = Array.isArray(stats) || !isObject(stats);
  const reported = listed
    ? fields({ stats: stats as readonly PodStats[] }, THROW).objects('stats')
    : fields({ stats: stats as StatsSummary }, THROW)
        .at('stats')
        .objects('pods');
  // The last report on a Pod counts.
  const reports = new Map(reported.map((report) => [report.raw('podRef')?.uid ?? '', report]));
  const candidates = fields({ pods }, THROW)
    .list('pods')
    .map((pod) => {
      const found = reports.get(toPod(pod).metadata?.uid ?? '');
      const measured = found && measureUse(pod, found, measure);
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
  readonly field: DiskMeasure;
}

/** Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `buildSignalToRankFunc`. */
function measureOf({ signal, imageFilesystem = 'shared' }: EvictionRankingOptions): Measure {
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
      // No Pod owns an image: if a file system holds only images, no Pod uses any of it.
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
  stats: Fields<PodStats>,
  measure: Measure,
): Pick<EvictionCandidate, 'standing' | 'usage' | 'request' | 'usageAboveRequest'> {
  if (measure === 'processes') {
    const usage = Quantity.of(readCount(stats.at('process_stats'), 'process_count'));
    return { standing: 'NOT_REQUESTABLE', usage, request: undefined, usageAboveRequest: usage };
  }
  if (measure === 'memory') {
    const used = readCount(stats.at('memory'), 'workingSetBytes');
    return compareWithRequest(Quantity.of(used, 'BinarySI'), requestOf(pod, 'memory'));
  }
  const { parts, field } = measure;
  const used = podDiskUsage(pod, stats, parts, field);
  const storage = requestOf(pod, 'ephemeral-storage');
  return field === 'usedBytes'
    ? compareWithRequest(Quantity.of(used, 'BinarySI'), storage)
    : compareWithRequest(Quantity.of(used), requestOf(pod, 'inodes'), storage);
}

function compareWithRequest(
  usage: Quantity,
  request: Quantity,
  subtracted: Quantity = request,
): Pick<EvictionCandidate, 'standing' | 'usage' | 'request' | 'usageAboveRequest'> {
  const standing = usage.cmp(request) > 0 ? 'ABOVE_REQUEST' : 'WITHIN_REQUEST';
  return { standing, usage, request, usageAboveRequest: usage.sub(subtracted) };
}

/**
 * Returns the request that the kubelet compares with. With `spec.resources` the containers do not count, not even for a
 * resource that it does not name.
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

/** The parts of a Pod that use a file system. */
interface DiskParts {
  readonly rootfs: boolean;
  readonly logs: boolean;
  readonly localVolumes: boolean;
}

/** The measure of the usage. */
type DiskMeasure = 'usedBytes' | 'inodesUsed';

/**
 * Returns how much of a file system a Pod uses.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `podDiskUsage`.
 */
function podDiskUsage(
  pod: PodLike,
  stats: Fields<PodStats>,
  parts: DiskParts,
  measure: DiskMeasure,
): bigint {
  const used = (fs: Fields<FsStats>): bigint => readCount(fs, measure);
  let sum = BigInt(0);
  stats.each('containers', (container) => {
    sum += parts.rootfs ? used(container.at('rootfs')) : BigInt(0);
    sum += parts.logs ? used(container.at('logs')) : BigInt(0);
  });
  if (parts.localVolumes) {
    const byName = new Map<string, bigint>();
    stats.each('volume', (volume) => {
      const name = volume.text('name');
      byName.set(name, byName.get(name) ?? used(volume));
    });
    for (const name of localVolumeNames(pod)) {
      sum += byName.get(name) ?? BigInt(0);
    }
  }
  return sum;
}

/** Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `localVolumeNames`. */
function localVolumeNames(pod: PodLike): readonly string[] {
  const { spec } = podFields(pod, THROW);
  return spec
    .each('volumes', (volume) => (isLocal(volume.value) ? [volume.text('name')] : []))
    .flat();
}

function isLocal({ hostPath, gitRepo, configMap, emptyDir }: Volume): boolean {
  const isOnDisk = isSet(emptyDir) && (emptyDir.medium ?? '') === '';
  return isSet(hostPath) || isSet(gitRepo) || isSet(configMap) || isOnDisk;
}

function isSet<T>(value: T): value is NonNullable<T> {
  return value !== null && value !== undefined;
}
