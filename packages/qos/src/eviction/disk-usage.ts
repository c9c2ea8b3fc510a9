import {
  type Fields,
  type FsStats,
  type PodLike,
  type PodStats,
  podFields,
  THROW,
  type Volume,
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
