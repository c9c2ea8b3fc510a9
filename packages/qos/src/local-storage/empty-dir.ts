import {
  type FieldPathSegment,
  fields,
  type PodLike,
  podFields,
  type ResourceList,
  THROW,
} from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import {
  containerResources,
  podLevelLists,
  podLimits,
  type ResourceLists,
  readAmount,
  readQuantity,
} from '@kubesem/resources';
import { qosClassInForce } from '../class/in-force.js';
import { placeOf } from '../place.js';

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
