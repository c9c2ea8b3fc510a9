import type { LabelSelector } from '../meta/label-selector.js';
import type { Condition, KubernetesObject, StringMap } from '../meta/metadata.js';
import type { ResourceList } from './pod/resource-requirements.js';

/** A PersistentVolumeClaim. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface PersistentVolumeClaim
  extends KubernetesObject<PersistentVolumeClaimSpec, PersistentVolumeClaimStatus> {}

/** Desired state of a PersistentVolumeClaim. */
export interface PersistentVolumeClaimSpec {
  /** How it may be mounted, such as `ReadWriteOnce`. */
  readonly accessModes?: readonly string[] | null | undefined;
  /** Selector of suitable volumes. */
  readonly selector?: LabelSelector | null | undefined;
  /** The amount of storage, under the name `storage`. */
  readonly resources?: VolumeResourceRequirements | null | undefined;
  /** The volume that it is bound to. */
  readonly volumeName?: string | null | undefined;
  /** Name of its StorageClass. */
  readonly storageClassName?: string | null | undefined;
  /** `Filesystem` or `Block`. */
  readonly volumeMode?: string | null | undefined;
  /** Source of its content; not read. */
  readonly dataSource?: unknown;
  /** Source of its content, of any kind; not read. */
  readonly dataSourceRef?: unknown;
  /** Name of its VolumeAttributesClass. */
  readonly volumeAttributesClassName?: string | null | undefined;
}

/** The storage of a volume. */
export interface VolumeResourceRequirements {
  /** Maximum amounts. */
  readonly limits?: ResourceList | null | undefined;
  /** Minimum amounts. */
  readonly requests?: ResourceList | null | undefined;
}

/** Observed state of a PersistentVolumeClaim. */
export interface PersistentVolumeClaimStatus {
  /** `Pending`, `Bound` or `Lost`. */
  readonly phase?: string | null | undefined;
  /** How the volume can be mounted. */
  readonly accessModes?: readonly string[] | null | undefined;
  /** The actual amount of storage. */
  readonly capacity?: ResourceList | null | undefined;
  /** Its conditions. */
  readonly conditions?: readonly Condition[] | null | undefined;
  /** The amount reserved for it; higher than its request after a failed expansion. */
  readonly allocatedResources?: ResourceList | null | undefined;
  /** State of its resizes. */
  readonly allocatedResourceStatuses?: StringMap | null | undefined;
  /** Name of the current VolumeAttributesClass. */
  readonly currentVolumeAttributesClassName?: string | null | undefined;
  /** The change to another VolumeAttributesClass in progress. */
  readonly modifyVolumeStatus?: ModifyVolumeStatus | null | undefined;
  /** Health of its volume; not read. */
  readonly healthStatus?: unknown;
}

/** A change to another VolumeAttributesClass. */
export interface ModifyVolumeStatus {
  /** Name of the target class. */
  readonly targetVolumeAttributesClassName?: string | null | undefined;
  /** `Pending`, `InProgress` or `Infeasible`. */
  readonly status?: string | null | undefined;
}
