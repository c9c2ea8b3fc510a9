import type { Condition, KubernetesObject, StringMap } from '../meta/metadata.js';
import type { ResourceList } from './pod/resource-requirements.js';

/** A PersistentVolumeClaim. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface PersistentVolumeClaim
  extends KubernetesObject<PersistentVolumeClaimSpec, PersistentVolumeClaimStatus> {}

/** A PersistentVolumeClaim as it is wished for. */
export interface PersistentVolumeClaimSpec {
  /** How it may be mounted, such as `ReadWriteOnce`. */
  readonly accessModes?: readonly string[] | null | undefined;
  /** Labels of the volumes that will do; not read. */
  readonly selector?: unknown;
  /** How much storage, under the name `storage`. */
  readonly resources?: VolumeResourceRequirements | null | undefined;
  /** The volume that it is bound to. */
  readonly volumeName?: string | null | undefined;
  /** Name of its StorageClass. */
  readonly storageClassName?: string | null | undefined;
  /** `Filesystem` or `Block`. */
  readonly volumeMode?: string | null | undefined;
  /** What it is filled with; not read. */
  readonly dataSource?: unknown;
  /** What it is filled with, of any kind; not read. */
  readonly dataSourceRef?: unknown;
  /** Name of its VolumeAttributesClass. */
  readonly volumeAttributesClassName?: string | null | undefined;
}

/** What a volume should have. */
export interface VolumeResourceRequirements {
  /** The most that it may have. */
  readonly limits?: ResourceList | null | undefined;
  /** The least that it must have. */
  readonly requests?: ResourceList | null | undefined;
}

/** What is known of a PersistentVolumeClaim. */
export interface PersistentVolumeClaimStatus {
  /** `Pending`, `Bound` or `Lost`. */
  readonly phase?: string | null | undefined;
  /** How the volume can be mounted. */
  readonly accessModes?: readonly string[] | null | undefined;
  /** What the volume has. */
  readonly capacity?: ResourceList | null | undefined;
  /** The aspects of its state. */
  readonly conditions?: readonly Condition[] | null | undefined;
  /** What is set aside for it; more than its request while an expansion that failed is not taken back. */
  readonly allocatedResources?: ResourceList | null | undefined;
  /** How far its resizes are. */
  readonly allocatedResourceStatuses?: StringMap | null | undefined;
  /** Name of the VolumeAttributesClass in force. */
  readonly currentVolumeAttributesClassName?: string | null | undefined;
  /** The change to another VolumeAttributesClass that is under way. */
  readonly modifyVolumeStatus?: ModifyVolumeStatus | null | undefined;
  /** How its volume is; not read. */
  readonly healthStatus?: unknown;
}

/** A change to another VolumeAttributesClass. */
export interface ModifyVolumeStatus {
  /** Name of the class that it is to have. */
  readonly targetVolumeAttributesClassName?: string | null | undefined;
  /** `Pending`, `InProgress` or `Infeasible`. */
  readonly status?: string | null | undefined;
}
