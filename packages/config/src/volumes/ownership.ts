import { type PodLike } from '@kubesem/core';
import { COUNT_RANGE, everyContainer, podFields, THROW } from '@kubesem/core/internal';

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
  const { spec } = podFields(pod, THROW);
  const security = spec.at('securityContext');
  const ofPod = security.integer('runAsUser', COUNT_RANGE);
  const containers = everyContainer(spec, (container) => container.at('securityContext'));
  const users = new Set(containers.map((own) => own.integer('runAsUser', COUNT_RANGE) ?? ofPod));
  return {
    user: users.size === 1 ? [...users][0] : undefined,
    group: security.integer('fsGroup', COUNT_RANGE),
  };
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
