import type { ContainerKind, FieldPathSegment, StoredQosClass } from '@kubesem/core';
import type { HugepageLimit } from './hugepages.js';

/** The values that the kubelet sets for the cgroup of a container or a Pod, for both versions of cgroups. */
export interface CgroupValues {
  /** Share of cpu time compared with other cgroups, from 2 to 262144; 1024 is one core. cgroup v1: `cpu.shares`. */
  readonly cpuShares: number;
  /**
   * The same from 1 to 10000. cgroup v2: `cpu.weight`. For a Pod as the kubelet converts it (`kubeletCpuWeight`), for a
   * container as runc since 1.3.2 and crun since 1.23 convert it (`runtimeCpuWeight`).
   */
  readonly cpuWeight: number;
  /**
   * Limit of cpu time in each period; undefined without a limit. cgroup v1: `cpu.cfs_quota_us`, -1 without a limit; v2:
   * the first number of `cpu.max`, `max` without a limit.
   */
  readonly cpuQuotaMicroseconds: number | undefined;
  /**
   * Length of a period; undefined if the kubelet does not set it and the kernel keeps its 100000. cgroup v1:
   * `cpu.cfs_period_us`; v2: the second number of `cpu.max`.
   */
  readonly cpuPeriodMicroseconds: number | undefined;
  /** Limit of memory; undefined without a limit. cgroup v1: `memory.limit_in_bytes`; v2: `memory.max`. */
  readonly memoryLimitBytes: number | undefined;
  /**
   * Limits of huge pages, smallest pages first; a size that is missing has a limit of 0. cgroup v1:
   * `hugetlb.2MB.limit_in_bytes`; v2: `hugetlb.2MB.max`.
   */
  readonly hugepageLimits: readonly HugepageLimit[];
  /** Memory that the kernel never reclaims; 0 without a `memoryReservationPolicy`. cgroup v2: `memory.min`. */
  readonly memoryMinBytes: number;
  /** Memory that the kernel reclaims last; 0 without a `memoryReservationPolicy`. cgroup v2: `memory.low`. */
  readonly memoryLowBytes: number;
  /**
   * Memory use above which the kernel slows the processes down; undefined if it never does, for example without a
   * `memoryThrottlingFactor`. cgroup v2: `memory.high`, `max` if undefined.
   */
  readonly memoryHighBytes: number | undefined;
}

/** A container of a Pod. */
export interface CgroupContainer {
  /** Name of the container. */
  readonly name: string;
  /** Its role in the Pod. */
  readonly kind: ContainerKind;
  /** Path of the container in the object that was passed in. */
  readonly segments: readonly FieldPathSegment[];
  /** The segments as text, such as `spec.containers[0]`. */
  readonly path: string;
}

/**
 * Source of a value of a cgroup.
 *
 * - `REQUEST`: the request, or the sum of the requests.
 * - `LIMIT`: the limit, or the sum of the limits; for shares of cpu, because there is no request.
 * - `POD_LIMIT`: the limit in `spec.resources`.
 * - `NOT_SET`: there is no limit or request; one container without a limit is enough to leave the Pod without one.
 * - `NOT_ENFORCED`: the kubelet does not enforce limits of cpu.
 */
export type CgroupSource = 'REQUEST' | 'LIMIT' | 'POD_LIMIT' | 'NOT_SET' | 'NOT_ENFORCED';

/** The sources of the values of a cgroup. */
export interface CgroupSources {
  /** Source of the shares and the weight. */
  readonly cpuShares: CgroupSource;
  /** Source of the quota. */
  readonly cpuQuota: CgroupSource;
  /** Source of the memory limit. */
  readonly memoryLimit: CgroupSource;
}

/** The cgroup of one container. */
export interface ContainerCgroup extends CgroupValues, CgroupContainer {
  /** Where the values come from. */
  readonly sources: CgroupSources;
}

/** The cgroup around all containers of a Pod. */
export interface PodCgroup extends CgroupValues {
  /** Where the values come from. */
  readonly sources: CgroupSources;
  /** Containers without a cpu limit, except ephemeral ones. One is enough: only `spec.resources` can then limit the Pod. */
  readonly withoutCpuLimit: readonly string[];
  /** Containers without a memory limit, except ephemeral ones. */
  readonly withoutMemoryLimit: readonly string[];
}

/** The cgroups of a Pod. */
export interface PodCgroups {
  /** The class that the kubelet uses: the one in the status, if there is one, even an unknown one. */
  readonly qosClass: StoredQosClass;
  /** The cgroup around all containers. */
  readonly pod: PodCgroup;
  /** The cgroups of the containers, in the order of `podContainers`. */
  readonly containers: readonly ContainerCgroup[];
}
