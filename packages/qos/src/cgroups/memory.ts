import type { StoredQosClass } from '@kubesem/core';
import { int64 } from '../amounts.js';
import type { CgroupSettings } from './options.js';
import type { CgroupValues } from './values.js';

/**
 * Returns the requested memory that the kernel protects: in Guaranteed Pods it never reclaims it, in others it reclaims
 * it last. The kubelet passes on a negative request of a container.
 */
export function reservation(
  requestBytes: bigint,
  qosClass: StoredQosClass,
  { reservesMemory }: CgroupSettings,
): Pick<CgroupValues, 'memoryMinBytes' | 'memoryLowBytes'> {
  const reserved = reservesMemory ? Number(requestBytes) : 0;
  return qosClass === 'Guaranteed'
    ? { memoryMinBytes: reserved, memoryLowBytes: 0 }
    : { memoryMinBytes: 0, memoryLowBytes: reserved };
}

/**
 * Returns `memory.high` of cgroup v2, the memory use above which the kernel slows processes down; undefined if it never
 * does.
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
  const pages = BigInt(Math.trunc(Math.floor(exact) / pageSizeBytes));
  const high = int64(pages * BigInt(pageSizeBytes));
  // The limits are compared because equal negative ones can be rounded up.
  const isHigher = high !== BigInt(0) && high > requestBytes && requestBytes !== limitBytes;
  return isHigher ? Number(high) : undefined;
}
