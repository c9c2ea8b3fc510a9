import type { FieldPathSegment, Problem } from '@kubesem/core';
import type { ForgivenReference } from '../environment/explanation.js';
import type { EnvironmentFailureCode } from '../environment/failure.js';
import type { HiddenVolumeFile, VolumeFailureCode, VolumeFile } from './explanation.js';

/** A volume, or a part of it, in a container. */
export interface ContainerMount {
  /** The field of the container. */
  readonly segments: readonly FieldPathSegment[];
  /** Path in the container. */
  readonly mountPath: string;
  /** Name of the volume. */
  readonly volume: string;
  /** Path in the volume, with the values of variables; empty for the whole volume. Absent if only the node knows it. */
  readonly subPath?: string | undefined;
  /**
   * What is mounted.
   *
   * - `FOLDER`: the volume or one of its folders
   * - `FILE`: one file
   * - `NEW_FOLDER`: an empty folder, since the volume has nothing at the `subPath`
   * - `UNKNOWN`: content that the API objects do not define, or a report hides because its path contains data of a Secret
   */
  readonly content: 'FOLDER' | 'FILE' | 'NEW_FOLDER' | 'UNKNOWN';
  /** Whether the container cannot write to it. Volumes with files from API objects are always read-only. */
  readonly isReadOnly: boolean;
}

/** A file in a container, and where it comes from. */
export interface ContainerFile extends VolumeFile {
  /** Path in the container. */
  readonly path: string;
  /** Index of its mount. */
  readonly mount: number;
}

/** A folder in a container. */
export interface ContainerFolder {
  /** Path in the container. */
  readonly path: string;
  /** Its permissions, such as `0o755`. */
  readonly mode: number;
  /** ID of its group. */
  readonly group: number;
  /** Index of its mount. */
  readonly mount: number;
}

/**
 * One reason why a container does not get its files; the segments lead to the field of the volume, or of the container if there is
 * no volume.
 */
export interface ContainerFilesFailureCause
  extends Pick<
    Problem<VolumeFailureCode | EnvironmentFailureCode>,
    'code' | 'message' | 'segments'
  > {}

/** Why a container does not get its files. */
export interface ContainerFilesFailure {
  /** `FailedMount` is the reason of an event: the Pod does not start. The other one is in the state of the container. */
  readonly reason: 'FailedMount' | 'CreateContainerConfigError';
  /** The message of the kubelet. */
  readonly message: string;
  /** The volume that cannot be written, even if only another container of the Pod mounts it. */
  readonly volume?: string | undefined;
  /** What is wrong. */
  readonly causes: readonly ContainerFilesFailureCause[];
}

/** The files that volumes add to a container. */
export interface ContainerFiles {
  /** The mounts in the order of the container; none if the container cannot be created. */
  readonly mounts: readonly ContainerMount[];
  /** The files by path. */
  readonly files: readonly ContainerFile[];
  /** The folders by path. */
  readonly folders: readonly ContainerFolder[];
  /** Files that are not visible, since another mount is at their path or above. */
  readonly covered: readonly CoveredFile[];
  /** Mounts of files that a folder blocks. */
  readonly blocked: readonly BlockedMount[];
  /** Files of its volumes that the kubelet does not show, since another volume is mounted at their first folder or below. */
  readonly hidden: readonly HiddenContainerFile[];
  /** Optional references of its volumes to missing objects or keys. */
  readonly forgiven: readonly ForgivenVolumeReference[];
  /** Why the container cannot be created; absent if it can. */
  readonly failure?: ContainerFilesFailure | undefined;
}

/** A file that another mount covers. */
export interface CoveredFile extends ContainerFile {
  /** Index of the mount that covers it. */
  readonly coveredBy: number;
}

/** A mount of a file at a path where the kubelet has created a folder, so the runtime cannot start the container. */
export interface BlockedMount {
  /** Index of the mount of the file. */
  readonly mount: number;
  /** Index of the mount whose volume has the folder. */
  readonly blockedBy: number;
}

/** A file of a volume with a folder in its place. Only a mount of the `subPath` `..data` shows it. */
export interface HiddenContainerFile extends HiddenVolumeFile {
  /** Name of the volume. */
  readonly volume: string;
}

/** An optional reference of a volume to a missing object or key; `segments` start at the volume. */
export interface ForgivenVolumeReference extends ForgivenReference {
  /** Name of the volume. */
  readonly volume: string;
}
