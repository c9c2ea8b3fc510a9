import type { FsStats, PodLike, PodStats } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import {
  entryPath,
  podContainers,
  podLimits,
  podParts,
  readList,
  readObject,
  readQuantity,
  readString,
} from '@kubesem/resources';
import { emptyDirVolumes } from './empty-dir.js';

/**
 * What a Pod is evicted for, in the order in which the kubelet looks.
 *
 * - `EMPTY_DIR_LIMIT`: an `emptyDir` volume holds more than its `sizeLimit`
 * - `POD_LIMIT`: the Pod uses more than its limit of ephemeral storage
 * - `CONTAINER_LIMIT`: logs and writable layer of a container are more than its limit of ephemeral storage
 */
export type LocalStorageRule = 'EMPTY_DIR_LIMIT' | 'POD_LIMIT' | 'CONTAINER_LIMIT';

/** A limit on local storage, and what is used of it. */
export interface LocalStorageCheck {
  /** Which limit it is. */
  readonly rule: LocalStorageRule;
  /** Name of the volume or the container; empty for the Pod. */
  readonly name: string;
  /** The limit, bytes. */
  readonly limit: Quantity;
  /** What is used, bytes. */
  readonly used: Quantity;
  /** Whether more is used than the limit; the limit itself may be used up. */
  readonly isExceeded: boolean;
}

/** All limits on the local storage of a Pod, and what follows. */
export interface LocalStorageExplanation {
  /** The limit for which the Pod is evicted; undefined if it is not. */
  readonly eviction: LocalStorageCheck | undefined;
  /** Every limit that there is usage for, in the order in which the kubelet looks. */
  readonly checks: readonly LocalStorageCheck[];
  /** Whether the Pod is never evicted: it is static, a mirror of a static one, or critical by its priority. */
  readonly isCritical: boolean;
}

/** How the node is set up. */
export interface LocalStorageOptions {
  /** Whether images and writable layers are on a file system of their own; the latter do not count then. Default false. */
  readonly dedicatedImageFs?: boolean | undefined;
}

/**
 * Whether the kubelet evicts a Pod for the local storage that it uses, and for which limit.
 *
 * Limits are looked at in this order, and the first that is exceeded decides: `sizeLimit` of each `emptyDir` volume,
 * on whatever medium; the Pod's limit of ephemeral storage, which is the sum over its containers, against all that it
 * uses; and those of its app containers and sidecars, against their logs and writable layers. What has no limit, or one
 * of zero for a volume or container, may use any amount.
 *
 * @param pod - the Pod as it is stored; a template or a spec will do
 * @param stats - what it uses: its part of the kubelet's `/stats/summary`; what is absent is not used
 * @param options - how the node is set up
 * @returns the limit that is exceeded and what is used of it; undefined if the Pod stays
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
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
  return explainLocalStorage(pod, stats, options).eviction;
}

/**
 * All limits on the local storage of a Pod beside what it uses of them: the computation of `localStorageEviction`
 * written down.
 *
 * @param pod - the Pod as it is stored; a template or a spec will do
 * @param stats - what it uses: its part of the kubelet's `/stats/summary`; what is absent is not used
 * @param options - how the node is set up
 * @returns the limits, and whether one of them leads to eviction
 * @throws what `localStorageEviction` throws
 * @example
 * ```ts
 * import { explainLocalStorage } from '@kubesem/qos';
 *
 * const pod = { containers: [{ name: 'app', resources: { limits: { 'ephemeral-storage': '1Gi' } } }] };
 * const stats = { containers: [{ name: 'app', rootfs: { usedBytes: 1000 }, logs: { usedBytes: 24 } }] };
 * explainLocalStorage(pod, stats).checks.map(({ rule, used, limit }) => `${rule} ${used} of ${limit}`) // => [
 * //   'POD_LIMIT 0 of 1Gi',
 * //   'CONTAINER_LIMIT 1Ki of 1Gi',
 * // ]
 * ```
 *
 * Source: as `localStorageEviction`.
 */
export function explainLocalStorage(
  pod: PodLike,
  stats: PodStats,
  options: LocalStorageOptions = {},
): LocalStorageExplanation {
  const used = readObject(stats, 'stats') ?? {};
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
function emptyDirChecks(pod: PodLike, { volume }: PodStats): LocalStorageCheck[] {
  const used = new Map(
    readList(volume, 'volume').map((stats, index) => [
      stats?.name,
      usedBytes(stats, `volume[${index}]`),
    ]),
  );
  return emptyDirVolumes(pod).flatMap(({ name, sizeLimit }) => {
    const usage = used.get(name);
    return usage && sizeLimit ? [check('EMPTY_DIR_LIMIT', name, sizeLimit, usage)] : [];
  });
}

/** Source: `podEphemeralStorageLimitEviction`. */
function podChecks(pod: PodLike, stats: PodStats): LocalStorageCheck[] {
  const limit = podLimits(pod)['ephemeral-storage'];
  const used = usedBytes(stats['ephemeral-storage'], '[ephemeral-storage]');
  return limit ? [check('POD_LIMIT', '', limit, used)] : [];
}

/** Source: `containerEphemeralStorageLimitEviction`. */
function containerChecks(
  pod: PodLike,
  stats: PodStats,
  { dedicatedImageFs = false }: LocalStorageOptions,
): LocalStorageCheck[] {
  const limits = containerLimits(pod);
  return readList(stats.containers, 'containers').flatMap((entry, index) => {
    const path = `containers[${index}]`;
    const container = readObject(entry, path) ?? {};
    const name = readString(container.name, `${path}.name`);
    const limit = limits.get(name);
    const logs = usedBytes(container.logs, `${path}.logs`);
    const layer = usedBytes(container.rootfs, `${path}.rootfs`);
    const used = dedicatedImageFs ? logs : logs.add(layer);
    return limit ? [check('CONTAINER_LIMIT', name, limit, used)] : [];
  });
}

/** The limits of app containers and sidecars by name; of one name the last counts, a sidecar's after an app's. */
function containerLimits(pod: PodLike): ReadonlyMap<string, Quantity> {
  const limits = new Map<string, Quantity>();
  for (const kind of ['app', 'sidecar'] as const) {
    for (const container of podContainers(pod)) {
      const path = entryPath(`${container.path}.resources.limits`, 'ephemeral-storage');
      const limit = readQuantity(container.limits['ephemeral-storage'] ?? 0, path);
      if (container.kind === kind && !limit.isZero()) {
        limits.set(container.name, limit);
      }
    }
  }
  return limits;
}

function usedBytes(stats: FsStats | null | undefined, path: string): Quantity {
  const { usedBytes: bytes } = readObject(stats, path) ?? {};
  return Quantity.of(readQuantity(bytes ?? 0, `${path}.usedBytes`).value(), 'BinarySI');
}

/** The lowest priority of what the system cannot do without. Source: `k8s.io/kubernetes/pkg/apis/scheduling` v1.37.1, `SystemCriticalPriority`. */
const SYSTEM_CRITICAL_PRIORITY = 2_000_000_000;

/** Source: `k8s.io/kubernetes/pkg/kubelet/types` v1.37.1, `IsCriticalPod`. */
function isCriticalPod(podLike: PodLike): boolean {
  const { pod, spec } = podParts(podLike);
  const annotations = readObject(pod.metadata?.annotations, 'metadata.annotations') ?? {};
  const source = annotations['kubernetes.io/config.source'] ?? 'api';
  return (
    source !== 'api' ||
    annotations['kubernetes.io/config.mirror'] !== undefined ||
    (spec.priority ?? 0) >= SYSTEM_CRITICAL_PRIORITY
  );
}
