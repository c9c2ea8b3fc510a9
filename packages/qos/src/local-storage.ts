import {
  type FieldPathSegment,
  type FsStats,
  isCriticalPod,
  type PodLike,
  type PodStats,
  type ResourceList,
} from '@kubesem/core';
import { type Fields, fields, podFields, THROW } from '@kubesem/core/internal';
import { Quantity } from '@kubesem/quantity';
import { podLimits } from '@kubesem/resources';
import {
  containerResources,
  podLevelLists,
  type ResourceLists,
  readAmount,
  readQuantity,
} from '@kubesem/resources/internal';
import { qosClassInForce } from './class.js';
import { placeOf } from './place.js';
import { readCount } from './stats.js';

/**
 * The kind of a limit on local storage, in the order in which the kubelet checks them.
 *
 * - `EMPTY_DIR_LIMIT`: the `sizeLimit` of an `emptyDir` volume
 * - `POD_LIMIT`: the Pod's limit of ephemeral storage
 * - `CONTAINER_LIMIT`: a container's limit of ephemeral storage, for its logs and writable layer
 */
export type LocalStorageRule = 'EMPTY_DIR_LIMIT' | 'POD_LIMIT' | 'CONTAINER_LIMIT';

/** A limit on local storage compared with the usage. */
export interface LocalStorageCheck {
  /** Kind of the limit. */
  readonly rule: LocalStorageRule;
  /** Name of the volume or the container; empty for the Pod. */
  readonly name: string;
  /** The limit in bytes. */
  readonly limit: Quantity;
  /** The usage in bytes. */
  readonly used: Quantity;
  /** Whether the usage is above the limit; usage equal to the limit is not. */
  readonly isExceeded: boolean;
}

/** All limits on the local storage of a Pod, and the one that leads to eviction. */
export interface LocalStorageEviction {
  /** The limit for which the kubelet evicts the Pod; undefined if it does not. */
  readonly eviction: LocalStorageCheck | undefined;
  /** Every limit whose usage is known, in the order in which the kubelet checks them. */
  readonly checks: readonly LocalStorageCheck[];
  /** Whether the kubelet never evicts the Pod: it is static, the mirror of a static one, or has a system priority. */
  readonly isCritical: boolean;
}

/** Configuration of the node. */
export interface LocalStorageOptions {
  /** Whether images and writable layers have their own file system, so writable layers do not count. Default: false. */
  readonly dedicatedImageFs?: boolean | undefined;
}

/**
 * Reports whether the kubelet evicts a Pod because of its local storage, and for which limit.
 *
 * The kubelet checks the limits in this order, and the first that is exceeded decides: the `sizeLimit` of each `emptyDir`
 * volume, on any medium; the Pod's limit of ephemeral storage, which is the sum over its containers; the limits of app
 * containers and sidecars, compared with their logs and writable layers. Without a limit, or with a limit of zero on a
 * volume or container, usage is unlimited.
 *
 * @param pod - the Pod as it is stored, or a Pod template or spec; it is not changed
 * @param stats - its usage: its part of the kubelet's `/stats/summary`; absent numbers are 0
 * @param options - configuration of the node
 * @returns the limits, and the one that leads to eviction
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field of the Pod or of the stats
 * has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { localStorageEviction } from '@kubesem/qos';
 *
 * const limits = { 'ephemeral-storage': '4Gi' };
 * const pod = {
 *   containers: [{ name: 'app', resources: { limits } }, { name: 'log', resources: { limits } }],
 *   volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '500Mi' } }],
 * };
 * const usedBytes = 5 * 1024 ** 3;
 * localStorageEviction(pod, { 'ephemeral-storage': { usedBytes } }).eviction // => undefined
 * const stats = { containers: [{ name: 'app', logs: { usedBytes } }], 'ephemeral-storage': { usedBytes } };
 * localStorageEviction(pod, stats).eviction?.rule // => 'CONTAINER_LIMIT'
 * localStorageEviction(pod, { volume: [{ name: 'tmp', usedBytes }] }).eviction?.limit.toString() // => '500Mi'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `localStorageEviction`.
 */
export function localStorageEviction(
  pod: PodLike,
  stats: PodStats,
  options: LocalStorageOptions = {},
): LocalStorageEviction {
  const used = fields({ stats }, THROW).at('stats');
  const checks = [
    ...emptyDirChecks(pod, used),
    ...podChecks(pod, used),
    ...containerChecks(pod, used, options),
  ];
  const isCritical = isCriticalPod(pod);
  const eviction = isCritical ? undefined : checks.find(({ isExceeded }) => isExceeded);
  return { eviction, checks, isCritical };
}

function check(
  rule: LocalStorageRule,
  name: string,
  limit: Quantity,
  used: Quantity,
): LocalStorageCheck {
  return { rule, name, limit, used, isExceeded: used.cmp(limit) > 0 };
}

/** Source: `emptyDirLimitEviction`. */
function emptyDirChecks(pod: PodLike, stats: Fields<PodStats>): LocalStorageCheck[] {
  const usedByName = new Map(
    stats.each('volume', (volume) => [volume.text('name'), usedBytes(volume)] as const),
  );
  return emptyDirVolumes(pod).flatMap(({ name, sizeLimit }) => {
    const used = usedByName.get(name);
    return used && sizeLimit ? [check('EMPTY_DIR_LIMIT', name, sizeLimit, used)] : [];
  });
}

/** Source: `podEphemeralStorageLimitEviction`. */
function podChecks(pod: PodLike, stats: Fields<PodStats>): LocalStorageCheck[] {
  const limit = podLimits(pod)['ephemeral-storage'];
  const used = usedBytes(stats.at('ephemeral-storage'));
  return limit ? [check('POD_LIMIT', '', limit, used)] : [];
}

/** Source: `containerEphemeralStorageLimitEviction`. */
function containerChecks(
  pod: PodLike,
  stats: Fields<PodStats>,
  { dedicatedImageFs = false }: LocalStorageOptions,
): LocalStorageCheck[] {
  const limits = containerLimits(pod);
  const checks = stats.each('containers', (container) => {
    const name = container.text('name');
    const limit = limits.get(name);
    const logs = usedBytes(container.at('logs'));
    const layer = usedBytes(container.at('rootfs'));
    const used = dedicatedImageFs ? logs : logs.add(layer);
    return limit ? [check('CONTAINER_LIMIT', name, limit, used)] : [];
  });
  return checks.flat();
}

/** The limits of app containers and sidecars by name. If a name is used twice the last wins, sidecars after app containers. */
function containerLimits(pod: PodLike): ReadonlyMap<string, Quantity> {
  const limits = new Map<string, Quantity>();
  const containers = containerResources(pod);
  for (const wanted of ['app', 'sidecar'] as const) {
    for (const { name, kind, limits: written } of containers) {
      const limit = readAmount(written, 'ephemeral-storage');
      if (kind === wanted && limit?.isZero() === false) {
        limits.set(name, limit);
      }
    }
  }
  return limits;
}

function usedBytes(stats: Fields<FsStats>): Quantity {
  return Quantity.of(readCount(stats, 'usedBytes'), 'BinarySI');
}

/**
 * What limits the size of an `emptyDir` volume.
 *
 * - `SIZE_LIMIT`: its own `sizeLimit`
 * - `POD_MEMORY_LIMIT`: the memory limit of the Pod, for a volume in memory
 * - `NODE_ALLOCATABLE`: the allocatable memory of the node, for a volume in memory
 * - `NONE`: only the capacity of the node
 */
export type EmptyDirRule = 'SIZE_LIMIT' | 'POD_MEMORY_LIMIT' | 'NODE_ALLOCATABLE' | 'NONE';

/** An `emptyDir` volume of a Pod and its largest size. */
export interface EmptyDirVolume {
  /** Name of the volume. */
  readonly name: string;
  /** Path of the volume in the object that was passed in. */
  readonly segments: readonly FieldPathSegment[];
  /** The segments as text, such as `spec.volumes[0]`. */
  readonly path: string;
  /** Storage medium: empty for the node's disk, `Memory`, or huge pages. */
  readonly medium: string;
  /** Its own limit in bytes; undefined if it has none, or one that is not above zero. */
  readonly sizeLimit: Quantity | undefined;
  /** Its largest size in bytes; undefined if nothing limits it. */
  readonly size: Quantity | undefined;
  /** What limits its size. */
  readonly rule: EmptyDirRule;
}

/** Limits that do not come from the Pod. */
export interface EmptyDirOptions {
  /** Allocatable resources of the node (`status.allocatable`); without them only the Pod limits its volumes. */
  readonly nodeAllocatable?: ResourceList | null | undefined;
}

/**
 * Lists the `emptyDir` volumes of a Pod with their largest sizes.
 *
 * A volume in memory is mounted with a size: the lowest of the node's allocatable memory, the Pod's memory limit and its
 * own `sizeLimit`. The memory limit counts if every container has one, or the Pod as a whole. Any other
 * volume is bounded only by its `sizeLimit`: the kubelet evicts a Pod that uses more (`localStorageEviction`).
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - what else limits the volumes
 * @returns the volumes in their order, with their sizes in bytes
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { emptyDirVolumes } from '@kubesem/qos';
 *
 * const pod = {
 *   containers: [{ name: 'app', resources: { limits: { memory: '1Gi' } } }],
 *   volumes: [
 *     { name: 'cache', emptyDir: { medium: 'Memory', sizeLimit: '2Gi' } },
 *     { name: 'work', emptyDir: { sizeLimit: '500Mi' } },
 *   ],
 * };
 * emptyDirVolumes(pod).map(({ name, size, rule }) => `${name} ${size} ${rule}`) // => [
 * //   'cache 1Gi POD_MEMORY_LIMIT',
 * //   'work 500Mi SIZE_LIMIT',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/volume/emptydir` v1.37.1, `calculateEmptyDirMemorySize`;
 * `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `ResourceConfigForPod`.
 */
export function emptyDirVolumes(
  pod: PodLike,
  options: EmptyDirOptions = {},
): readonly EmptyDirVolume[] {
  const { spec } = podFields(pod, THROW);
  let memory: readonly Bound[] | undefined;
  const boundsOf = (medium: string): readonly Bound[] => {
    if (medium !== 'Memory') {
      return [];
    }
    memory ??= memoryBounds(pod, options);
    return memory;
  };
  const volumes = spec.each('volumes', (volume): readonly EmptyDirVolume[] => {
    const source = volume.at('emptyDir');
    if (!source.isPresent) {
      return [];
    }
    const name = volume.text('name');
    const medium = source.text('medium');
    const limit = readQuantity(source, 'sizeLimit');
    const sizeLimit = limit.sign() > 0 ? limit : undefined;
    const bound = lowest([...boundsOf(medium), { size: sizeLimit, rule: 'SIZE_LIMIT' }]);
    return [{ name, ...placeOf(volume.path), medium, sizeLimit, ...bound }];
  });
  return volumes.flat();
}

type Bound = Pick<EmptyDirVolume, 'size' | 'rule'>;

function memoryBounds(pod: PodLike, { nodeAllocatable }: EmptyDirOptions): readonly Bound[] {
  const bounds: Bound[] = [{ size: podMemoryLimit(pod), rule: 'POD_MEMORY_LIMIT' }];
  const allocatable = fields({ nodeAllocatable }, THROW).at('nodeAllocatable');
  if (allocatable.isPresent) {
    const size = readQuantity(allocatable, 'memory');
    bounds.unshift({ size, rule: 'NODE_ALLOCATABLE' });
  }
  return bounds;
}

/** The lowest bound, the last of equal ones. Except for the node's, a bound that is not above zero does not count. */
function lowest(bounds: readonly Bound[]): Bound {
  const none: Bound = { size: undefined, rule: 'NONE' };
  let found = none;
  for (const bound of bounds) {
    const { size, rule } = bound;
    const isBound = size !== undefined && (size.sign() > 0 || rule === 'NODE_ALLOCATABLE');
    if (isBound && (found.size === undefined || size.cmp(found.size) <= 0)) {
      found = bound;
    }
  }
  // A node without memory has the lowest bound, zero, which means no limit.
  return found.size !== undefined && found.size.sign() > 0 ? found : none;
}

/** The memory limit of the Pod's cgroup in bytes. */
function podMemoryLimit(pod: PodLike): Quantity | undefined {
  const qosClass = qosClassInForce(pod);
  const isLimited = qosClass === 'Guaranteed' || (qosClass === 'Burstable' && isMemoryLimited(pod));
  const limit = isLimited ? podLimits(pod).memory : undefined;
  return limit && Quantity.of(limit.value(), 'BinarySI');
}

/** Whether the Pod as a whole, or every container, has a memory limit. */
function isMemoryLimited(pod: PodLike): boolean {
  const hasLimit = ({ limits }: ResourceLists): boolean =>
    readAmount(limits, 'memory')?.isZero() === false;
  const podLevel = podLevelLists(pod);
  return (
    (podLevel !== undefined && hasLimit(podLevel)) ||
    containerResources(pod).every((found) => found.kind === 'ephemeral' || hasLimit(found))
  );
}
