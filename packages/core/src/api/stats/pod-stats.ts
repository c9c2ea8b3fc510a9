import type { Timestamp } from '../meta/metadata.js';

/** What a Pod uses, as the kubelet's `/stats/summary` tells. Source of this and the following: `k8s.io/kubelet/pkg/apis/stats/v1alpha1` v0.37.1. */
export interface PodStats {
  /** Name, namespace and UID of the Pod. */
  readonly podRef?:
    | {
        /** Its name. */
        readonly name?: string | null | undefined;
        /** Its namespace. */
        readonly namespace?: string | null | undefined;
        /** Its UID. */
        readonly uid?: string | null | undefined;
      }
    | null
    | undefined;
  /** When it was started. */
  readonly startTime?: Timestamp | null | undefined;
  /** Its containers. */
  readonly containers?: readonly ContainerStats[] | null | undefined;
  /** Its processor time; not read. */
  readonly cpu?: unknown;
  /** Its memory. */
  readonly memory?: MemoryStats | null | undefined;
  /** Its pressure on disks; not read. */
  readonly io?: unknown;
  /** Its traffic; not read. */
  readonly network?: unknown;
  /** Its volumes. */
  readonly volume?: readonly VolumeStats[] | null | undefined;
  /** All of its local storage: writable layers, logs, and `emptyDir` volumes that are on disk. */
  readonly 'ephemeral-storage'?: FsStats | null | undefined;
  /** Its processes. */
  readonly process_stats?: ProcessStats | null | undefined;
  /** Its swapped memory; not read. */
  readonly swap?: unknown;
}

/** How much memory is used. */
export interface MemoryStats {
  /** When it was measured. */
  readonly time?: Timestamp | null | undefined;
  /** Bytes that are left; not read. */
  readonly availableBytes?: number | null | undefined;
  /** Bytes, caches included; not read. */
  readonly usageBytes?: number | null | undefined;
  /** Bytes that cannot be reclaimed easily: what counts as used. */
  readonly workingSetBytes?: number | null | undefined;
  /** Bytes of no file; not read. */
  readonly rssBytes?: number | null | undefined;
  /** Page faults; not read. */
  readonly pageFaults?: number | null | undefined;
  /** Page faults that had to wait for a disk; not read. */
  readonly majorPageFaults?: number | null | undefined;
  /** Its pressure; not read. */
  readonly psi?: unknown;
}

/** What processes there are. */
export interface ProcessStats {
  /** How many. */
  readonly process_count?: number | null | undefined;
}

/** What a container uses. */
export interface ContainerStats {
  /** Name of the container. */
  readonly name?: string | null | undefined;
  /** When it was started. */
  readonly startTime?: Timestamp | null | undefined;
  /** Its processor time; not read. */
  readonly cpu?: unknown;
  /** Its memory; not read. */
  readonly memory?: unknown;
  /** Its pressure on disks; not read. */
  readonly io?: unknown;
  /** Its accelerators; not read. */
  readonly accelerators?: unknown;
  /** Its writable layer. */
  readonly rootfs?: FsStats | null | undefined;
  /** Its logs. */
  readonly logs?: FsStats | null | undefined;
  /** What it measures itself; not read. */
  readonly userDefinedMetrics?: unknown;
  /** Its swapped memory; not read. */
  readonly swap?: unknown;
}

/** What a volume holds. */
export interface VolumeStats extends FsStats {
  /** Name of the volume in the Pod. */
  readonly name?: string | null | undefined;
  /** Name and namespace of its PersistentVolumeClaim; not read. */
  readonly pvcRef?: unknown;
}

/** What is used of a file system. */
export interface FsStats {
  /** When it was measured. */
  readonly time?: Timestamp | null | undefined;
  /** Free bytes of the file system. */
  readonly availableBytes?: number | null | undefined;
  /** Bytes of the file system. */
  readonly capacityBytes?: number | null | undefined;
  /** Bytes that this part uses. */
  readonly usedBytes?: number | null | undefined;
  /** Free inodes of the file system. */
  readonly inodesFree?: number | null | undefined;
  /** Inodes of the file system. */
  readonly inodes?: number | null | undefined;
  /** Inodes that this part uses. */
  readonly inodesUsed?: number | null | undefined;
}
