import type { StoredQosClass } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { ContainerResources } from '@kubesem/resources';
import { thousandths, units } from '../amounts.js';
import { placeOf } from '../place.js';
import type { CgroupAmounts } from './amounts.js';
import { runtimeCpuWeight, toCpuQuota, toCpuShares } from './cpu.js';
import { toHugepageLimits } from './hugepages.js';
import { memoryHigh, reservation } from './memory.js';
import type { CgroupSettings } from './options.js';
import type { CgroupSource, ContainerCgroupExplanation } from './values.js';

/**
 * Computes the cgroup of one container.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `generateLinuxContainerResources`.
 */
export function computeContainerCgroup(
  { name, kind, container }: ContainerResources,
  amounts: CgroupAmounts,
  podLevel: CgroupAmounts | undefined,
  qosClass: StoredQosClass,
  settings: CgroupSettings,
): ContainerCgroupExplanation {
  const cpuLimit = effectiveLimit(amounts.cpuLimit, podLevel?.cpuLimit);
  const memoryLimit = effectiveLimit(amounts.memoryLimit, podLevel?.memoryLimit);
  const shares = toCpuShares(thousandths(amounts.cpuRequest ?? cpuLimit.amount));
  const { enforcesCpuLimits, periodMicroseconds } = settings;
  const hugepages = new Map([...(podLevel?.hugepageLimits ?? []), ...amounts.hugepageLimits]);
  return {
    name,
    kind,
    ...placeOf(container.path),
    values: {
      cpuShares: shares,
      cpuWeight: runtimeCpuWeight(shares),
      cpuQuotaMicroseconds: enforcesCpuLimits
        ? toCpuQuota(thousandths(cpuLimit.amount), periodMicroseconds)
        : undefined,
      cpuPeriodMicroseconds: enforcesCpuLimits ? periodMicroseconds : undefined,
      memoryLimitBytes: Number(units(memoryLimit.amount)) || undefined,
      hugepageLimits: toHugepageLimits(hugepages),
      ...reservation(amounts.memoryRequestBytes, qosClass, settings),
      memoryHighBytes: containerMemoryHigh(amounts, podLevel, settings),
    },
    cpuShares: amounts.cpuRequest === undefined ? cpuLimit.source : 'REQUEST',
    cpuQuota: enforcesCpuLimits ? cpuLimit.source : 'NOT_ENFORCED',
    memoryLimit: memoryLimit.source,
  };
}

/** A limit of the container, or that of the Pod if the container has none. */
function effectiveLimit(
  own: Quantity | undefined,
  ofPod: Quantity | undefined,
): { readonly amount: Quantity | undefined; readonly source: CgroupSource } {
  if (own !== undefined) {
    return { amount: own, source: 'LIMIT' };
  }
  return { amount: ofPod, source: ofPod === undefined ? 'NOT_SET' : 'POD_LIMIT' };
}

function containerMemoryHigh(
  { memoryRequestBytes, memoryLimit }: CgroupAmounts,
  podLevel: CgroupAmounts | undefined,
  settings: CgroupSettings,
): number | undefined {
  if (memoryLimit === undefined && podLevel?.memoryLimit !== undefined) {
    return undefined; // the Pod slows it down
  }
  const most = memoryLimit === undefined ? settings.allocatableBytes : units(memoryLimit);
  return memoryHigh(memoryRequestBytes, most, settings);
}
