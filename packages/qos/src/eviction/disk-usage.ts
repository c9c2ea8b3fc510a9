import {
  type ContainerStats,
  childPath,
  type FieldPath,
  type FsStats,
  type PodLike,
  type PodStats,
  podParts,
  readList,
  readObject,
  readString,
  type Volume,
  type VolumeStats,
} from '@kubesem/core';
import { readCount } from '../stats.js';

/** The parts of a Pod that use a file system. */
export interface DiskParts {
  readonly rootfs: boolean;
  readonly logs: boolean;
  readonly localVolumes: boolean;
}

/** The measure of the usage. */
export type DiskMeasure = 'usedBytes' | 'inodesUsed';

/**
 * Returns how much of a file system a Pod uses.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `podDiskUsage`.
 */
export function podDiskUsage(
  pod: PodLike,
  stats: PodStats,
  path: FieldPath,
  parts: DiskParts,
  measure: DiskMeasure,
): bigint {
  const used = (fs: FsStats | null | undefined, place: FieldPath): bigint =>
    readCount(readObject(fs, place)?.[measure], childPath(place, measure));
  let sum = BigInt(0);
  const containersPath = childPath(path, 'containers');
  readList(stats.containers, containersPath).forEach((entry, index) => {
    const place = childPath(containersPath, index);
    const { rootfs, logs }: ContainerStats = readObject(entry, place) ?? {};
    sum += parts.rootfs ? used(rootfs, childPath(place, 'rootfs')) : BigInt(0);
    sum += parts.logs ? used(logs, childPath(place, 'logs')) : BigInt(0);
  });
  if (parts.localVolumes) {
    const volumesPath = childPath(path, 'volume');
    const byName = new Map<string, bigint>();
    readList(stats.volume, volumesPath).forEach((entry, index) => {
      const place = childPath(volumesPath, index);
      const volume: VolumeStats = readObject(entry, place) ?? {};
      const name = readString(volume.name, childPath(place, 'name'));
      byName.set(name, byName.get(name) ?? used(volume, place));
    });
    for (const name of localVolumeNames(pod)) {
      sum += byName.get(name) ?? BigInt(0);
    }
  }
  return sum;
}

/** Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `localVolumeNames`. */
function localVolumeNames(pod: PodLike): readonly string[] {
  const { spec, specPath } = podParts(pod);
  const path = childPath(specPath, 'volumes');
  return readList(spec.volumes, path).flatMap((entry, index) => {
    const place = childPath(path, index);
    const volume: Volume = readObject(entry, place) ?? {};
    return isLocal(volume) ? [readString(volume.name, childPath(place, 'name'))] : [];
  });
}

function isLocal({ hostPath, gitRepo, configMap, emptyDir }: Volume): boolean {
  const isOnDisk = isSet(emptyDir) && (emptyDir.medium ?? '') === '';
  return isSet(hostPath) || isSet(gitRepo) || isSet(configMap) || isOnDisk;
}

function isSet<T>(value: T): value is NonNullable<T> {
  return value !== null && value !== undefined;
}
