import type { QuantityInput } from '@kubesem/core';
import { readNodeMemory } from '../amounts.js';
import { invalidOption } from '../invalid-option.js';

/** The settings of a kubelet that cgroups depend on, named as in `KubeletConfiguration`, with units added. */
export interface CgroupOptions {
  /** Whether cpu limits are enforced; true by default. `cpuCFSQuota` of the configuration. */
  readonly cpuCfsQuota?: boolean | undefined;
  /** Length of the periods in which cpu limits are enforced, from 1000 to 1000000; 100000 by default. `cpuCFSQuotaPeriod`. */
  readonly cpuCfsQuotaPeriodMicroseconds?: number | undefined;
  /** Whether the kernel protects requested memory from being reclaimed; `None` by default. cgroup v2 only. */
  readonly memoryReservationPolicy?: 'None' | 'TieredReservation' | undefined;
  /**
   * How far between its request and its limit a container may go before the kernel slows it down: above 0, at most 1.
   * By default, the kernel slows no container down. cgroup v2 only.
   */
  readonly memoryThrottlingFactor?: number | undefined;
  /**
   * `status.allocatable.memory` of the node, which a `memoryThrottlingFactor` uses for a container without
   * a limit. A number counts bytes.
   */
  readonly nodeAllocatableMemory?: QuantityInput | undefined;
  /** Size of the node's memory pages, to which the throttling limit is rounded; 4096 bytes by default. */
  readonly pageSizeBytes?: number | undefined;
}

/** The settings, checked and completed. */
export interface CgroupSettings {
  readonly enforcesCpuLimits: boolean;
  readonly periodMicroseconds: number;
  readonly reservesMemory: boolean;
  readonly throttlingFactor: number | undefined;
  readonly allocatableBytes: bigint | undefined;
  readonly pageSizeBytes: number;
}

/** Source: `k8s.io/kubernetes/pkg/kubelet/apis/config/validation` v1.37.1, `ValidateKubeletConfiguration`. */
export function readCgroupOptions(options: CgroupOptions): CgroupSettings {
  const {
    cpuCfsQuota = true,
    cpuCfsQuotaPeriodMicroseconds: period = 100_000,
    memoryReservationPolicy: policy = 'None',
    memoryThrottlingFactor: factor,
    nodeAllocatableMemory,
    pageSizeBytes = 4096,
  } = options;
  if (!Number.isInteger(period) || period < 1000 || period > 1_000_000) {
    const expected = 'a whole number from 1000 to 1000000';
    throw invalidOption('cpuCfsQuotaPeriodMicroseconds', expected, period);
  }
  if (policy !== 'None' && policy !== 'TieredReservation') {
    throw invalidOption('memoryReservationPolicy', 'None or TieredReservation', policy);
  }
  if (factor !== undefined && !(factor > 0 && factor <= 1)) {
    throw invalidOption('memoryThrottlingFactor', 'a number above 0 and at most 1', factor);
  }
  if (!Number.isInteger(pageSizeBytes) || pageSizeBytes < 1) {
    throw invalidOption('pageSizeBytes', 'a whole number above 0', pageSizeBytes);
  }
  return {
    enforcesCpuLimits: cpuCfsQuota,
    periodMicroseconds: period,
    reservesMemory: policy === 'TieredReservation',
    throttlingFactor: factor,
    allocatableBytes:
      nodeAllocatableMemory === undefined
        ? undefined
        : readNodeMemory(options, 'nodeAllocatableMemory'),
    pageSizeBytes,
  };
}
