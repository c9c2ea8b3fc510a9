import type { PodLike, ResourceList, Volume } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import {
  podContainers,
  podLevelResources,
  podLimits,
  podParts,
  readList,
  readObject,
  readQuantity,
  readString,
} from '@kubesem/resources';
import { isBestEffort } from '../class/best-effort.js';

/**
 * What bounds an `emptyDir` volume.
 *
 * - `SIZE_LIMIT`: its own `sizeLimit`
 * - `POD_MEMORY_LIMIT`: the memory that the Pod may use, of a volume in memory
 * - `NODE_ALLOCATABLE`: the memory that the node has for Pods, of a volume in memory
 * - `NONE`: nothing but the node itself
 */
export type EmptyDirRule = 'SIZE_LIMIT' | 'POD_MEMORY_LIMIT' | 'NODE_ALLOCATABLE' | 'NONE';

/** An `emptyDir` volume of a Pod, and how large it can become. */
export interface EmptyDirVolume {
  /** Name of the volume. */
  readonly name: string;
  /** Path of the volume in the object that was passed in, such as `spec.volumes[0]`. */
  readonly path: string;
  /** Where it is: empty for the node's disk, `Memory`, or huge pages. */
  readonly medium: string;
  /** Its own limit in bytes; undefined if it has none, or one that is not above zero. */
  readonly sizeLimit: Quantity | undefined;
  /** How large it can become, bytes; undefined if nothing bounds it. */
  readonly size: Quantity | undefined;
  /** What bounds it. */
  readonly rule: EmptyDirRule;
}

/** What else bounds the volumes of a Pod. */
export interface EmptyDirOptions {
  /** What the node has for Pods (`status.allocatable`); without it only the Pod bounds its volumes. */
  readonly nodeAllocatable?: ResourceList | null | undefined;
}

/**
 * The `emptyDir` volumes of a Pod, and how large each can become.
 *
 * A volume in memory is mounted with a size: the lowest of what the node has for Pods, of the Pod's memory limit, and of
 * its own `sizeLimit`. The memory limit counts if every container has one, or the Pod as a whole. Any other volume is
 * bounded by its `sizeLimit` alone, and not by the mount: the kubelet evicts the Pod that uses more
 * (`localStorageEviction`).
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - what else bounds the volumes
 * @returns the volumes in their order, with their sizes in bytes
 * @throws {@link PodResourcesError} `INVALID_QUANTITY` if an amount is not a quantity
 * @throws {@link PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
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
  const { spec, specPrefix } = podParts(pod);
  const volumes: EmptyDirVolume[] = [];
  readList(spec.volumes, `${specPrefix}volumes`).forEach((entry, index) => {
    const path = `${specPrefix}volumes[${index}]`;
    const volume: Volume = readObject(entry, path) ?? {};
    const source = readObject(volume.emptyDir, `${path}.emptyDir`);
    if (source !== undefined) {
      const name = readString(volume.name, `${path}.name`);
      const medium = readString(source.medium, `${path}.emptyDir.medium`);
      const limit = readQuantity(source.sizeLimit ?? 0, `${path}.emptyDir.sizeLimit`);
      const sizeLimit = limit.sign() > 0 ? limit : undefined;
      const bounds = medium === 'Memory' ? memoryBounds(pod, options) : [];
      volumes.push({
        name,
        path,
        medium,
        sizeLimit,
        ...lowest([...bounds, { size: sizeLimit, rule: 'SIZE_LIMIT' }]),
      });
    }
  });
  return volumes;
}

type Bound = Pick<EmptyDirVolume, 'size' | 'rule'>;

function memoryBounds(pod: PodLike, { nodeAllocatable }: EmptyDirOptions): readonly Bound[] {
  const bounds: Bound[] = [{ size: podMemoryLimit(pod), rule: 'POD_MEMORY_LIMIT' }];
  const allocatable = readObject(nodeAllocatable, 'nodeAllocatable');
  if (allocatable !== undefined) {
    const size = readQuantity(allocatable.memory, 'nodeAllocatable.memory');
    bounds.unshift({ size, rule: 'NODE_ALLOCATABLE' });
  }
  return bounds;
}

/** Of two that are equal the later one bounds. What is not above zero is no bound, but of the node. */
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
  // A node without memory bounds nothing, and leaves nothing for the others to be below.
  return found.size !== undefined && found.size.sign() > 0 ? found : none;
}

/** The memory limit of the Pod's cgroup, bytes. */
function podMemoryLimit(pod: PodLike): Quantity | undefined {
  const { qosClass } = podParts(pod).status;
  const isLimited =
    qosClass === 'Guaranteed' ||
    ((!qosClass || qosClass === 'Burstable') && !isBestEffort(pod) && isMemoryLimited(pod));
  const limit = isLimited ? podLimits(pod).memory : undefined;
  return limit && Quantity.of(limit.value(), 'BinarySI');
}

/** Whether the Pod as a whole, or every container, has a memory limit. */
function isMemoryLimited(pod: PodLike): boolean {
  const hasLimit = (limits: ResourceList, path: string): boolean =>
    !readQuantity(limits.memory ?? 0, `${path}.limits.memory`).isZero();
  const podLevel = podLevelResources(pod);
  return (
    (podLevel !== undefined && hasLimit(podLevel.limits, podLevel.path)) ||
    podContainers(pod).every(
      ({ kind, limits, path }) => kind === 'ephemeral' || hasLimit(limits, `${path}.resources`),
    )
  );
}
