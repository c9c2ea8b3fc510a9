import {
  type Container,
  type FieldPathSegment,
  type PodLike,
  pathSegments,
  type VolumeMount,
} from '@kubesem/core';
import { everyContainer, type Fields, podFields, THROW } from '@kubesem/core/internal';
import { byKey } from '../environment/service-variables.js';
import { cleanPath } from '../paths.js';

/** A mount of a container. */
interface Mount {
  readonly at: Fields<VolumeMount>;
  /** Name of the volume. */
  readonly name: string;
  /** The shortest spelling of its path in the container. */
  readonly folder: string;
}

/** What a volume needs for the volumes that are mounted below it. */
export interface MountPoints {
  /** Paths of folders in the volume. */
  readonly folders: Set<string>;
  /** A mount outside of the root folder of a container. */
  fault?: { readonly message: string; readonly segments: readonly FieldPathSegment[] };
}

/** The mounts of a container, in the order of its list. */
function readMounts(container: Fields<Container>): readonly Mount[] {
  return container.each('volumeMounts', (mount) => ({
    at: mount,
    name: mount.text('name'),
    folder: cleanPath(mount.text('mountPath')),
  }));
}

/**
 * The folders that the kubelet creates in each volume, since another volume is mounted below it in a container. Volumes
 * that no container mounts are not in the map.
 *
 * Source: `k8s.io/kubernetes/pkg/volume/util` v1.37.1, `MakeNestedMountpoints`.
 */
export function podMountPoints(pod: PodLike): ReadonlyMap<string, MountPoints> {
  const byVolume = new Map<string, MountPoints>();
  for (const mounts of everyContainer(podFields(pod, THROW).spec, readMounts)) {
    const volumesAt = new Map<string, string[]>();
    for (const { at, name, folder } of mounts) {
      const known = byVolume.get(name) ?? { folders: new Set() };
      byVolume.set(name, known);
      const here = volumesAt.get(folder) ?? [];
      here.push(name);
      volumesAt.set(folder, here);
      if (folder.startsWith('../')) {
        known.fault ??= {
          message: `invalid container mount point ${folder}`,
          segments: pathSegments(at.path),
        };
      }
    }
    for (const [folder, above] of closestAbove(volumesAt.keys(), volumesAt)) {
      for (const name of volumesAt.get(above) ?? []) {
        byVolume.get(name)?.folders.add(folder.slice(above.length + 1));
      }
    }
  }
  return byVolume;
}

/** Maps paths to the closest of some folders that they are below. Paths that are below none of them are left out. */
export function closestAbove(
  paths: Iterable<string>,
  folders: { has(path: string): boolean },
): ReadonlyMap<string, string> {
  const keyed = [...paths].map((path) => [path.replace(/\//g, '\0'), path] as const);
  const above: string[] = [];
  const closest = new Map<string, string>();
  // Each path follows the folders that it is below.
  for (const [, path] of keyed.sort(byKey)) {
    while (above.length > 0 && !path.startsWith(`${above[above.length - 1]}/`)) {
      above.pop();
    }
    const folder = above[above.length - 1];
    if (folder !== undefined) {
      closest.set(path, folder);
    }
    if (folders.has(path)) {
      above.push(path);
    }
  }
  return closest;
}
