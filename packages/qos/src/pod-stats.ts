import { QosError } from './errors.js';

/** What a Pod uses, as the kubelet reports it at `/stats/summary`. Source: `k8s.io/kubelet/pkg/apis/stats/v1alpha1` v0.37.1. */
export interface PodStats {
  /** The Pod that is meant. */
  readonly podRef?:
    | {
        /** `metadata.uid` of the Pod, by which it is found. */
        readonly uid?: string | null | undefined;
        /** Its name; not read. */
        readonly name?: string | null | undefined;
        /** Its namespace; not read. */
        readonly namespace?: string | null | undefined;
      }
    | null
    | undefined;
  /** Memory of the whole Pod. */
  readonly memory?:
    | {
        /** Memory that cannot be reclaimed easily, in bytes: what counts as used. */
        readonly workingSetBytes?: number | null | undefined;
      }
    | null
    | undefined;
  /** The containers. */
  readonly containers?: readonly ContainerStats[] | null | undefined;
  /** The volumes. */
  readonly volume?: readonly VolumeStats[] | null | undefined;
  /** The processes. */
  readonly process_stats?:
    | {
        /** How many there are. */
        readonly process_count?: number | null | undefined;
      }
    | null
    | undefined;
}

/** What a container uses of file systems. Source: as for `PodStats`. */
export interface ContainerStats {
  /** Name of the container; not read. */
  readonly name?: string | null | undefined;
  /** Its writable layer. */
  readonly rootfs?: FsStats | null | undefined;
  /** Its logs. */
  readonly logs?: FsStats | null | undefined;
}

/** What is used of a file system. Source: as for `PodStats`. */
export interface FsStats {
  /** Bytes. */
  readonly usedBytes?: number | null | undefined;
  /** Files and folders. */
  readonly inodesUsed?: number | null | undefined;
}

/** What a volume uses. Source: as for `PodStats`. */
export interface VolumeStats extends FsStats {
  /** Name of the volume in the Pod. */
  readonly name?: string | null | undefined;
}

/** A list of the report, empty if it is left out. */
export function readStatsList<T>(
  value: readonly T[] | null | undefined,
  path: string,
): readonly T[] {
  if (value === null || value === undefined) {
    return [];
  }
  if (!Array.isArray(value)) {
    throw invalidUsage(path, 'a list', value);
  }
  return value;
}

/** A number of the report, 0 if it is left out. A sum of several may be beyond 2^53. */
export function readCount(value: number | null | undefined, path: string): bigint {
  if (value === null || value === undefined) {
    return BigInt(0);
  }
  if (!Number.isSafeInteger(value) || value < 0) {
    throw invalidUsage(path, 'a whole number of zero or more', value);
  }
  return BigInt(value);
}

function invalidUsage(path: string, expected: string, input: unknown): QosError {
  const message = `${path}: expected ${expected}`;
  return new QosError({ code: 'INVALID_USAGE', message, path, input });
}
