import type { PodContainer } from '@kubesem/resources';
import type { PodQosClass } from '../explanation.js';
import { runtimeCpuWeight, toCpuQuota, toCpuShares } from './cgroup-cpu.js';
import { type CgroupSettings, memoryHigh } from './cgroup-options.js';
import type { CgroupSource, CgroupValues, ContainerCgroupExplanation } from './cgroup-values.js';
import { toHugepageLimits } from './hugepages.js';
import type { WrittenAmounts } from './written-amounts.js';

const NOTHING = /* @__PURE__ */ BigInt(0);

/**
 * The cgroup of one container.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `generateLinuxContainerResources`.
 */
export function computeContainerCgroup(
  { name, kind, path }: PodContainer,
  amounts: WrittenAmounts,
  podLevel: WrittenAmounts | undefined,
  qosClass: PodQosClass,
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
    path,
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

/** A limit, or that of the Pod where there is none. */
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

/** What of the requested memory the kernel leaves alone: all of it in Guaranteed Pods, as long as it can elsewhere. */
export function reservation(
  requestBytes: bigint,
  qosClass: PodQosClass,
  { reservesMemory }: CgroupSettings,
): Pick<CgroupValues, 'memoryMinBytes' | 'memoryLowBytes'> {
  const reserved = reservesMemory ? Number(requestBytes) : 0;
  return qosClass === 'Guaranteed'
    ? { memoryMinBytes: reserved, memoryLowBytes: 0 }
    : { memoryMinBytes: 0, memoryLowBytes: reserved };
}

function containerMemoryHigh(
  { memoryRequestBytes: request, memoryLimitBytes: limit }: WrittenAmounts,
  podLevel: WrittenAmounts | undefined,
  settings: CgroupSettings,
): number | undefined {
  const isThrottledByPod = limit === NOTHING && (podLevel?.memoryLimitBytes ?? NOTHING) !== NOTHING;
  const most = limit === NOTHING ? settings.allocatableBytes : limit;
  return isThrottledByPod ? undefined : memoryHigh(request, most, settings);
}
