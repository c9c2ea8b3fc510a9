import type { FieldPathSegment, Problem } from '@kubesem/core';
import type { ForgivenReference } from '../environment/explanation.js';
import type { EnvironmentFailureCode } from '../environment/failure.js';
import type { ObjectName } from '../environment/service-variables.js';

/**
 * Where a file in a volume comes from.
 *
 * - `CONFIG_MAP`, `SECRET`: a key of an object
 * - `DOWNWARD_API`: a field of the Pod, or a request or limit
 * - `SERVICE_ACCOUNT_TOKEN`: a token of the service account
 * - `CLUSTER_TRUST_BUNDLE`: certificates of ClusterTrustBundles
 * - `POD_CERTIFICATE`: a key or certificate of the Pod
 */
export type FileSource =
  | 'CONFIG_MAP'
  | 'SECRET'
  | 'DOWNWARD_API'
  | 'SERVICE_ACCOUNT_TOKEN'
  | 'CLUSTER_TRUST_BUNDLE'
  | 'POD_CERTIFICATE';

/**
 * Why a file changes, or why it does not.
 *
 * - `SYNCED`: the kubelet writes the new value when it syncs the Pod
 * - `RENEWED`: the kubelet renews the token or the certificate before it expires
 * - `IMMUTABLE`: the ConfigMap or Secret is immutable
 * - `FIXED_FIELD`: the field of the Pod cannot change
 * - `SUB_PATH`: a `subPath` mount keeps the file that existed when the container started
 */
export type FollowsReason = 'SYNCED' | 'RENEWED' | 'IMMUTABLE' | 'FIXED_FIELD' | 'SUB_PATH';

/** Whether a file follows changes of its source while the container runs. */
export interface FileUpdates {
  /** Whether the running container sees a new value. */
  readonly follows: 'UPDATES' | 'NEVER';
  /** Why. */
  readonly followsReason: FollowsReason;
}

/** A file in a volume, and where it comes from. */
export interface VolumeFile extends FileUpdates {
  /** Path in the volume. */
  readonly path: string;
  /** Its text; each byte that is not UTF-8 is U+FFFD. Absent if only the node knows it, as for a token. */
  readonly content?: string | undefined;
  /** The bytes in base64; only if they are not UTF-8. */
  readonly base64?: string | undefined;
  /** Its size in bytes; absent if only the node knows the content. */
  readonly sizeBytes?: number | undefined;
  /** Whether the content is confidential: data of a Secret, a token or a key. */
  readonly isSecret: boolean;
  /** Its permissions, such as `0o644`. */
  readonly mode: number;
  /** User ID of its owner. */
  readonly user: number;
  /** ID of its group. */
  readonly group: number;
  /** Where it comes from. */
  readonly source: FileSource;
  /** The definition that wins. */
  readonly origin: FileOrigin;
  /** The definitions that it replaces, the last one first. */
  readonly hides: readonly FileOrigin[];
  /** The definitions with different spellings of one path. Any of them can win; empty if there is no conflict. */
  readonly candidates: readonly FileOrigin[];
}

/** A folder in a volume. */
export interface VolumeFolder {
  /** Path in the volume; empty for the volume itself. */
  readonly path: string;
  /** Its permissions, such as `0o755`; `0o2755` if new files get its group. */
  readonly mode: number;
  /** ID of its group. */
  readonly group: number;
  /** Whether it is empty, and another volume of the container is mounted on it. */
  readonly isMountPoint: boolean;
}

/**
 * Why the kubelet cannot write the files of a volume.
 *
 * - `CONFIG_MAP_NOT_FOUND`, `SECRET_NOT_FOUND`: the namespace has no object of this name
 * - `KEY_NOT_FOUND`: the object has no such key
 * - `FIELD_NOT_SUPPORTED`: `fieldRef` selects a field that is not available to files
 * - `CONTAINER_NOT_FOUND`, `RESOURCE_NOT_SUPPORTED`, `INVALID_QUANTITY`: `resourceFieldRef` selects no request or limit
 * - `TRUST_BUNDLE_NOT_SELECTED`: `clusterTrustBundle` has no name and no signer
 * - `INVALID_PATH`: the path of a file is empty or absolute, contains `..`, or is too long
 * - `PATH_CONFLICT`: a file has the path of a folder
 * - `INVALID_MOUNT_PATH`: a container mounts the volume outside of its root folder
 */
export type VolumeFailureCode =
  | Exclude<
      EnvironmentFailureCode,
      'HOST_IP_UNKNOWN' | 'VOLUME_NOT_FOUND' | 'ENV_FILE_UNREADABLE' | 'INVALID_SUB_PATH'
    >
  | 'TRUST_BUNDLE_NOT_SELECTED'
  | 'INVALID_PATH'
  | 'PATH_CONFLICT'
  | 'INVALID_MOUNT_PATH';

/** One reason why the files of a volume cannot be written; the segments lead to the field of the volume. */
export interface VolumeFailureCause
  extends Pick<Problem<VolumeFailureCode>, 'code' | 'message' | 'segments'> {}

/** Why the files of a volume cannot be written. The kubelet tries again until the cause is gone. */
export interface VolumeFailure {
  /** The reason of the event of the Pod. */
  readonly reason: 'FailedMount';
  /** The message of the event. */
  readonly message: string;
  /** What is wrong; the message may show only the first of them. */
  readonly causes: readonly VolumeFailureCause[];
}

/** The files of a volume. */
export interface VolumeFiles {
  /** Whether the API objects define the content. They do not for volumes such as `hostPath` and claims. */
  readonly isKnown: boolean;
  /** Whether containers can only read it, as all volumes with files from API objects. */
  readonly isReadOnly: boolean;
  /** The files by path; none if they cannot be written. */
  readonly files: readonly VolumeFile[];
  /** The folders by path, starting with the volume itself; none if they cannot be written. */
  readonly folders: readonly VolumeFolder[];
  /** Files that the kubelet does not show, since another volume is mounted at their first folder or below. */
  readonly hidden: readonly HiddenVolumeFile[];
  /** Optional references to missing objects or keys; `segments` start at the volume. */
  readonly forgiven: readonly ForgivenReference[];
  /** Why they cannot be written; absent if they can. */
  readonly failure?: VolumeFailure | undefined;
}

/** A definition of a file. */
export interface FileOrigin {
  /** Where the file comes from. */
  readonly source: FileSource;
  /** The field of the volume that defines it. */
  readonly segments: readonly FieldPathSegment[];
  /** The ConfigMap or the Secret. */
  readonly object?: ObjectName | undefined;
  /** The key in the object. */
  readonly key?: string | undefined;
  /** The field of the Pod, or the request or limit. */
  readonly field?: string | undefined;
}

/** A file with a folder in its place. Only a mount of the `subPath` `..data` shows it. */
export interface HiddenVolumeFile extends VolumeFile {
  /** The folder, which is a mount point or contains one. */
  readonly folder: string;
}
