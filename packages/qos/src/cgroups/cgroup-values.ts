import type { ContainerKind } from '@kubesem/resources';
import type { PodQosClass } from '../explanation.js';
import type { HugepageLimit } from './hugepages.js';

/** What the kubelet sets of the cgroup of a container or of a Pod, for both versions of cgroups. */
export interface CgroupValues {
  /** Share of cpu time beside others, from 2 to 262144; 1024 is one core. cgroup v1: `cpu.shares`. */
  readonly cpuShares: number;
  /**
   * The same from 1 to 10000. cgroup v2: `cpu.weight`. For a Pod as the kubelet converts it (`kubeletCpuWeight`), for a
   * container as runc since 1.3.2 and crun since 1.23 do (`runtimeCpuWeight`).
   */
  readonly cpuWeight: number;
  /**
   * Most cpu time in each period; undefined without a limit. cgroup v1: `cpu.cfs_quota_us`, -1 without a limit; v2: the
   * first number of `cpu.max`, `max` without a limit.
   */
  readonly cpuQuotaMicroseconds: number | undefined;
  /**
   * Length of the periods; undefined where the kubelet does not set it and the kernel keeps its 100000. cgroup v1:
   * `cpu.cfs_period_us`; v2: the second number of `cpu.max`.
   */
  readonly cpuPeriodMicroseconds: number | undefined;
  /** Most memory; undefined without a limit. cgroup v1: `memory.limit_in_bytes`; v2: `memory.max`. */
  readonly memoryLimitBytes: number | undefined;
  /**
   * Most huge pages, smallest pages first; sizes that are missing have a limit of 0. cgroup v1:
   * `hugetlb.2MB.limit_in_bytes`; v2: `hugetlb.2MB.max`.
   */
  readonly hugepageLimits: readonly HugepageLimit[];
  /** Memory that is never reclaimed; 0 without a `memoryReservationPolicy`. cgroup v2: `memory.min`. */
  readonly memoryMinBytes: number;
  /** Memory that is reclaimed last; 0 without a `memoryReservationPolicy`. cgroup v2: `memory.low`. */
  readonly memoryLowBytes: number;
  /**
   * Memory from which on the kernel slows the processes down; undefined where it does not, as without a
   * `memoryThrottlingFactor`. cgroup v2: `memory.high`, `max` where undefined.
   */
  readonly memoryHighBytes: number | undefined;
}

/** Which container of a Pod is meant. */
export interface CgroupContainer {
  /** Name of the container. */
  readonly name: string;
  /** What the container is to its Pod. */
  readonly kind: ContainerKind;
  /** Path of the container in the object that was passed in, such as `spec.containers[0]`. */
  readonly path: string;
}

/** The cgroup of one container. */
export interface ContainerCgroup extends CgroupValues, CgroupContainer {}

/** The cgroups of a Pod. */
export interface PodCgroups {
  /** The class that the kubelet goes by: that of the status, if there is one. */
  readonly qosClass: PodQosClass;
  /** The cgroup around all containers. */
  readonly pod: CgroupValues;
  /** The cgroups of the containers, in the order of `podContainers`. */
  readonly containers: readonly ContainerCgroup[];
}

/**
 * What a value of a cgroup comes from.
 *
 * - `REQUEST`: the request, or the sum of the requests.
 * - `LIMIT`: the limit, or the sum of the limits; for shares of cpu, since there is no request.
 * - `POD_LIMIT`: the limit in `spec.resources`.
 * - `NOT_SET`: there is none; for a Pod, one container without a limit is enough.
 * - `NOT_ENFORCED`: the kubelet does not enforce limits of cpu.
 */
export type CgroupSource = 'REQUEST' | 'LIMIT' | 'POD_LIMIT' | 'NOT_SET' | 'NOT_ENFORCED';

/** The values of a cgroup and where they come from. */
export interface CgroupExplanation {
  /** The values. */
  readonly values: CgroupValues;
  /** What shares and weight come from. */
  readonly cpuShares: CgroupSource;
  /** What the quota comes from. */
  readonly cpuQuota: CgroupSource;
  /** What the limit of memory comes from. */
  readonly memoryLimit: CgroupSource;
}

/** The cgroup of one container and where it comes from. */
export interface ContainerCgroupExplanation extends CgroupExplanation, CgroupContainer {}

/** The cgroup around all containers and where it comes from. */
export interface PodCgroupExplanation extends CgroupExplanation {
  /** Containers without a limit of cpu, but for ephemeral ones: one is enough, and the Pod has no limit unless `spec.resources` sets it. */
  readonly withoutCpuLimit: readonly string[];
  /** Containers without a limit of memory, but for ephemeral ones. */
  readonly withoutMemoryLimit: readonly string[];
}

/** The cgroups of a Pod and where their values come from. */
export interface PodCgroupsExplanation {
  /** The class that the kubelet goes by: that of the status, if there is one. */
  readonly qosClass: PodQosClass;
  /** The cgroup around all containers. */
  readonly pod: PodCgroupExplanation;
  /** The cgroups of the containers, in the order of `podContainers`. */
  readonly containers: readonly ContainerCgroupExplanation[];
}
