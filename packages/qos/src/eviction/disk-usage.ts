import type { FsStats, Pod, PodStats, Volume } from '@kubesem/core';
import { PodResourcesError } from '@kubesem/resources';
import { readCount, readStatsList } from './pod-stats.js';

/** What of a Pod lies on a file system. */
export interface DiskParts {
  readonly rootfs: boolean;
  readonly logs: boolean;
  readonly localVolumes: boolean;
}

/** What is counted of it. */
export type DiskMeasure = 'usedBytes' | 'inodesUsed';

/**
 * What a Pod uses of a file system.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `podDiskUsage`.
 */
export function podDiskUsage(
  pod: Pod,
  stats: PodStats,
  path: string,
  parts: DiskParts,
  measure: DiskMeasure,
): bigint {
  const used = (fs: FsStats | null | undefined, place: string): bigint =>
    readCount(fs?.[measure], `${place}.${measure}`);
  const none = BigInt(0);
  let sum = none;
  readStatsList(stats.containers, `${path}.containers`).forEach((container, index) => {
    const place = `${path}.containers[${index}]`;
    sum += parts.rootfs ? used(container?.rootfs, `${place}.rootfs`) : none;
    sum += parts.logs ? used(container?.logs, `${place}.logs`) : none;
  });
  if (parts.localVolumes) {
    const byName = new Map<string, bigint>();
    readStatsList(stats.volume, `${path}.volume`).forEach((volume, index) => {
      const name = volume?.name ?? '';
      byName.set(name, byName.get(name) ?? used(volume, `${path}.volume[${index}]`));
    });
    for (const entry of readVolumes(pod)) {
      const volume: Volume = entry ?? {};
      sum += isLocal(volume) ? (byName.get(volume.name ?? '') ?? none) : none;
    }
  }
  return sum;
}

function readVolumes({ spec }: Pod): readonly Volume[] {
  const volumes = spec?.volumes ?? [];
  if (!Array.isArray(volumes)) {
    const message = 'spec.volumes: expected a list';
    throw new PodResourcesError({
      code: 'INVALID_TYPE',
      message,
      path: 'spec.volumes',
      input: volumes,
    });
  }
  return volumes;
}

/** Source: `k8s.io/kubernetes/pkg/kubelet/eviction` v1.37.1, `localVolumeNames`. */
function isLocal({ hostPath, gitRepo, configMap, emptyDir }: Volume): boolean {
  const medium = (emptyDir as { readonly medium?: unknown } | null | undefined)?.medium;
  const isOnDisk = isSet(emptyDir) && (medium === '' || !isSet(medium));
  return isSet(hostPath) || isSet(gitRepo) || isSet(configMap) || isOnDisk;
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined;
}
