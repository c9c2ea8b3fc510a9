import {
  type Fields,
  type FsStats,
  fields,
  isCriticalPod,
  type PodLike,
  type PodStats,
  THROW,
} from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import { containerResources, podLimits, readAmount } from '@kubesem/resources';
import { readCount } from '../stats.js';
import { emptyDirVolumes } from './empty-dir.js';

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
export interface LocalStorageExplanation {
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
 * @returns the limit that is exceeded and its usage; undefined if the kubelet does not evict the Pod
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
 * localStorageEviction(pod, { 'ephemeral-storage': { usedBytes } }) // => undefined
 * const stats = { containers: [{ name: 'app', logs: { usedBytes } }], 'ephemeral-storage': { usedBytes } };
 * localStorageEviction(pod, stats)?.rule // => 'CONTAINER_LIMIT'
 * localStorageEviction(pod, { volume: [{ name: 'tmp', usedBytes }] })?.limit.toString() // => '500Mi'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `localStorageEviction`.
 */
export function localStorageEviction(
  pod: PodLike,
  stats: PodStats,
  options: LocalStorageOptions = {},
): LocalStorageCheck | undefined {
  return explainLocalStorageEviction(pod, stats, options).eviction;
}

/**
 * Explains whether the kubelet evicts a Pod because of its local storage: all limits that {@link localStorageEviction}
 * checks, with their usage.
 *
 * @param pod - the Pod as it is stored, or a Pod template or spec; it is not changed
 * @param stats - its usage: its part of the kubelet's `/stats/summary`; absent numbers are 0
 * @param options - configuration of the node
 * @returns the limits, and the one that leads to eviction
 * @throws the errors of `localStorageEviction`
 *
 * @example
 * ```ts
 * import { explainLocalStorageEviction } from '@kubesem/qos';
 *
 * const pod = { containers: [{ name: 'app', resources: { limits: { 'ephemeral-storage': '1Gi' } } }] };
 * const stats = { containers: [{ name: 'app', rootfs: { usedBytes: 1000 }, logs: { usedBytes: 24 } }] };
 * explainLocalStorageEviction(pod, stats).checks.map(({ rule, used, limit }) => `${rule} ${used} of ${limit}`) // => [
 * //   'POD_LIMIT 0 of 1Gi',
 * //   'CONTAINER_LIMIT 1Ki of 1Gi',
 * // ]
 * ```
 *
 * Source: as `localStorageEviction`.
 */
export function explainLocalStorageEviction(
  pod: PodLike,
  stats: PodStats,
  options: LocalStorageOptions = {},
): LocalStorageExplanation {
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
