import type { PodContainer, StoredQosClass } from '@kubesem/core';
import { placeOf } from '../place.js';
import type { CgroupAmounts } from './amounts.js';
import { runtimeCpuWeight, toCpuQuota, toCpuShares } from './cpu.js';
import { toHugepageLimits } from './hugepages.js';
import { memoryHigh, reservation } from './memory.js';
import type { CgroupSettings } from './options.js';
import type { CgroupSource, ContainerCgroupExplanation } from './values.js';

const NOTHING = /* @__PURE__ */ BigInt(0);

/**
 * Computes the cgroup of one container.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `generateLinuxContainerResources`.
 */
export function computeContainerCgroup(
  { name, kind, path }: PodContainer,
  amounts: CgroupAmounts,
  podLevel: CgroupAmounts | undefined,
  qosClass: StoredQosClass,
  settings: CgroupSettings,
): ContainerCgroupExplanation {
  const cpuLimit = effectiveLimit(amounts.cpuLimitMilli, podLevel?.cpuLimitMilli);
  const memoryLimit = effectiveLimit(amounts.memoryLimitBytes, podLevel?.memoryLimitBytes);
  const shares = toCpuShares(amounts.cpuRequestMilli ?? cpuLimit.amount);
  const { enforcesCpuLimits, periodMicroseconds } = settings;
  const hugepages = new Map([...(podLevel?.hugepageLimits ?? []), ...amounts.hugepageLimits]);
  return {
    name,
    kind,
    ...placeOf(path),
    values: {
      cpuShares: shares,
      cpuWeight: runtimeCpuWeight(shares),
      cpuQuotaMicroseconds: enforcesCpuLimits
        ? toCpuQuota(cpuLimit.amount, periodMicroseconds)
        : undefined,
      cpuPeriodMicroseconds: enforcesCpuLimits ? periodMicroseconds : undefined,
      memoryLimitBytes: memoryLimit.amount === NOTHING ? undefined : Number(memoryLimit.amount),
      hugepageLimits: toHugepageLimits(hugepages),
      ...reservation(amounts.memoryRequestBytes, qosClass, settings),
      memoryHighBytes: containerMemoryHigh(amounts, podLevel, settings),
    },
    cpuShares: amounts.cpuRequestMilli === undefined ? cpuLimit.source : 'REQUEST',
    cpuQuota: enforcesCpuLimits ? cpuLimit.source : 'NOT_ENFORCED',
    memoryLimit: memoryLimit.source,
  };
}

/** A limit of the container, or that of the Pod if the container has none. */
function effectiveLimit(
  own: bigint,
  ofPod: bigint | undefined,
): { readonly amount: bigint; readonly source: CgroupSource } {
  if (own !== NOTHING) {
    return { amount: own, source: 'LIMIT' };
  }
  return ofPod === undefined || ofPod === NOTHING
    ? { amount: NOTHING, source: 'NOT_SET' }
    : { amount: ofPod, source: 'POD_LIMIT' };
}

function containerMemoryHigh(
  { memoryRequestBytes: request, memoryLimitBytes: limit }: CgroupAmounts,
  podLevel: CgroupAmounts | undefined,
  settings: CgroupSettings,
): number | undefined {
  const isThrottledByPod = limit === NOTHING && (podLevel?.memoryLimitBytes ?? NOTHING) !== NOTHING;
  const most = limit === NOTHING ? settings.allocatableBytes : limit;
  return isThrottledByPod ? undefined : memoryHigh(request, most, settings);
}
