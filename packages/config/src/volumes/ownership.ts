import {
  COUNT_RANGE,
  childPath,
  type FieldPath,
  type PodLike,
  podContainers,
  podParts,
  readInteger,
  readObject,
} from '@kubesem/core';

/** The user and the group that own the files of a volume. */
export interface Ownership {
  /** The only user of all containers; undefined if there are several, or if images decide. */
  readonly user: number | undefined;
  /** The group of all files (`fsGroup`). */
  readonly group: number | undefined;
}

/** Whoever enters the folder or creates a file in it gets its group. */
const SET_GROUP_ID = 0o2000;

/**
 * Who owns the files of the volumes of a Pod.
 *
 * Source: `k8s.io/kubernetes/pkg/volume/util` v1.37.1, `FsUserFrom`.
 */
export function podOwnership(pod: PodLike): Ownership {
  const { spec, specPath } = podParts(pod);
  const securityPath = childPath(specPath, 'securityContext');
  const security = readObject(spec.securityContext, securityPath);
  const ofPod = userId(security?.runAsUser, securityPath);
  const users = new Set(
    podContainers(pod).map(({ container, path }) => {
      const ownPath = childPath(path, 'securityContext');
      return userId(readObject(container.securityContext, ownPath)?.runAsUser, ownPath) ?? ofPod;
    }),
  );
  return {
    user: users.size === 1 ? [...users][0] : undefined,
    group: readInteger(security?.fsGroup, childPath(securityPath, 'fsGroup'), COUNT_RANGE),
  };
}

function userId(value: number | null | undefined, path: FieldPath): number | undefined {
  return readInteger(value, childPath(path, 'runAsUser'), COUNT_RANGE);
}

/**
 * Permissions of a file or folder after the kubelet has given it to the group of the Pod.
 *
 * Source: `k8s.io/kubernetes/pkg/volume` v1.37.1, `NewVolumeOwnership`.
 */
export function modeForGroup(mode: number, { group }: Ownership, isFolder: boolean): number {
  if (group === undefined) {
    return mode & 0o777;
  }
  return (mode & 0o777) | (isFolder ? SET_GROUP_ID | 0o550 : 0o440);
}
