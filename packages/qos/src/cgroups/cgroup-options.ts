import type { QuantityInput } from '@kubesem/core';
import { readNodeMemory } from '../amounts.js';
import { invalidOption } from '../errors.js';

/** The settings of a kubelet that its cgroups depend on, with the names of `KubeletConfiguration` and units added. */
export interface CgroupOptions {
  /** Whether limits of cpu are enforced; true if left out. `cpuCFSQuota` of the configuration. */
  readonly cpuCfsQuota?: boolean | undefined;
  /** Length of the periods that cpu limits are enforced in, from 1000 to 1000000; 100000 if left out. `cpuCFSQuotaPeriod`. */
  readonly cpuCfsQuotaPeriodMicroseconds?: number | undefined;
  /** Whether requested memory is kept from being reclaimed; `None` if left out. cgroup v2 only. */
  readonly memoryReservationPolicy?: 'None' | 'TieredReservation' | undefined;
  /**
   * From which part of its limit on a container is slowed down when it takes more memory: above 0, at most 1. If left
   * out, none is. cgroup v2 only.
   */
  readonly memoryThrottlingFactor?: number | undefined;
  /**
   * `status.allocatable.memory` of the node: with a `memoryThrottlingFactor`, what stands in for the limit of a container
   * without one. A number counts bytes.
   */
  readonly nodeAllocatableMemory?: QuantityInput | undefined;
  /** Size of the node's memory pages, to which the throttling limit is rounded; 4096 bytes if left out. */
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
    throw invalidOption(
      'cpuCfsQuotaPeriodMicroseconds',
      'a whole number from 1000 to 1000000',
      period,
    );
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
        : readNodeMemory(nodeAllocatableMemory, 'nodeAllocatableMemory'),
    pageSizeBytes,
  };
}

/**
 * `memory.high` of cgroup v2, above which the kernel slows down who takes more; undefined where there is none.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `memoryHighForPod`, and for containers
 * `pkg/kubelet/kuberuntime`, `generateLinuxContainerResources`.
 */
export function memoryHigh(
  requestBytes: bigint,
  limitBytes: bigint | undefined,
  { throttlingFactor, pageSizeBytes }: CgroupSettings,
): number | undefined {
  if (throttlingFactor === undefined || limitBytes === undefined) {
    return undefined;
  }
  const request = Number(requestBytes);
  const exact = request + (Number(limitBytes) - request) * throttlingFactor;
  const high = Math.trunc(Math.floor(exact) / pageSizeBytes) * pageSizeBytes;
  // Where limit and request are equal, or there is no limit, it is not above the request either.
  return high > request ? high : undefined;
}
