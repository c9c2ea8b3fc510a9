import type { Timestamp } from '../meta/metadata.js';

/** Usage of a Pod, as in the kubelet's `/stats/summary`. Source of this and the following: `k8s.io/kubelet/pkg/apis/stats/v1alpha1` v0.37.1. */
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
  /** Its CPU usage; not read. */
  readonly cpu?: unknown;
  /** Its memory. */
  readonly memory?: MemoryStats | null | undefined;
  /** Its I/O pressure; not read. */
  readonly io?: unknown;
  /** Its network usage; not read. */
  readonly network?: unknown;
  /** Its volumes. */
  readonly volume?: readonly VolumeStats[] | null | undefined;
  /** Its local storage: writable layers, logs, and `emptyDir` volumes on disk. */
  readonly 'ephemeral-storage'?: FsStats | null | undefined;
  /** Its processes. */
  readonly process_stats?: ProcessStats | null | undefined;
  /** Its swap usage; not read. */
  readonly swap?: unknown;
}

/** Usage of memory. */
export interface MemoryStats {
  /** When it was measured. */
  readonly time?: Timestamp | null | undefined;
  /** Available bytes; not read. */
  readonly availableBytes?: number | null | undefined;
  /** Used bytes, including caches; not read. */
  readonly usageBytes?: number | null | undefined;
  /** Working set in bytes, which counts as the usage. */
  readonly workingSetBytes?: number | null | undefined;
  /** Anonymous memory in bytes; not read. */
  readonly rssBytes?: number | null | undefined;
  /** Page faults; not read. */
  readonly pageFaults?: number | null | undefined;
  /** Major page faults; not read. */
  readonly majorPageFaults?: number | null | undefined;
  /** Its pressure; not read. */
  readonly psi?: unknown;
}

/** Processes of a Pod. */
export interface ProcessStats {
  /** Number of processes. */
  readonly process_count?: number | null | undefined;
}

/** Usage of a container. */
export interface ContainerStats {
  /** Name of the container. */
  readonly name?: string | null | undefined;
  /** When it was started. */
  readonly startTime?: Timestamp | null | undefined;
  /** Its CPU usage; not read. */
  readonly cpu?: unknown;
  /** Its memory; not read. */
  readonly memory?: unknown;
  /** Its I/O pressure; not read. */
  readonly io?: unknown;
  /** Its accelerators; not read. */
  readonly accelerators?: unknown;
  /** Its writable layer. */
  readonly rootfs?: FsStats | null | undefined;
  /** Its logs. */
  readonly logs?: FsStats | null | undefined;
  /** Custom metrics; not read. */
  readonly userDefinedMetrics?: unknown;
  /** Its swap usage; not read. */
  readonly swap?: unknown;
}

/** Usage of a volume. */
export interface VolumeStats extends FsStats {
  /** Name of the volume in the Pod. */
  readonly name?: string | null | undefined;
  /** Name and namespace of its PersistentVolumeClaim; not read. */
  readonly pvcRef?: unknown;
}

/** Usage of a file system. */
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
