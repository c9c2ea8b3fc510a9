import type { PodLike } from '@kubesem/core';
import {
  type PodContainer,
  podLimits,
  podRequests,
  type ResourceQuantities,
} from '@kubesem/resources';
import { thousandths, units } from '../amounts.js';
import type { PodQosClass } from '../explanation.js';
import { kubeletCpuWeight, toCpuQuota, toCpuShares } from './cgroup-cpu.js';
import { type CgroupSettings, memoryHigh } from './cgroup-options.js';
import type { CgroupSource, PodCgroupExplanation } from './cgroup-values.js';
import { reservation } from './container-cgroup.js';
import { type HugepageLimits, hugepageSize, toHugepageLimits } from './hugepages.js';
import type { WrittenAmounts } from './written-amounts.js';

const NOTHING = /* @__PURE__ */ BigInt(0);

/** A container and what it requests and may use. */
export interface MeasuredContainer {
  readonly container: PodContainer;
  readonly amounts: WrittenAmounts;
}

/** Of which resource the limit is wanted. */
type LimitField = 'cpuLimitMilli' | 'memoryLimitBytes';

/**
 * The cgroup around the containers of a Pod.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `ResourceConfigForPod` and `ApplyPodLevelMemoryHigh`.
 */
export function computePodCgroup(
  pod: PodLike,
  containers: readonly MeasuredContainer[],
  podLevel: WrittenAmounts | undefined,
  qosClass: PodQosClass,
  settings: CgroupSettings,
): PodCgroupExplanation {
  const requests = podRequests(pod);
  const limits = podLimits(pod);
  const started = containers.filter(({ container }) => container.kind !== 'ephemeral');
  const without = (field: LimitField): readonly string[] =>
    started
      .filter(({ amounts }) => amounts[field] === NOTHING)
      .map(({ container }) => container.name);
  const withoutCpuLimit = without('cpuLimitMilli');
  const withoutMemoryLimit = without('memoryLimitBytes');
  const cpuSource = limitSource(qosClass, withoutCpuLimit, podLevel?.cpuLimitMilli);
  const memorySource = limitSource(qosClass, withoutMemoryLimit, podLevel?.memoryLimitBytes);
  const isBestEffort = qosClass === 'BestEffort';
  const shares = toCpuShares(isBestEffort ? NOTHING : thousandths(requests.cpu));
  const quota = toCpuQuota(thousandths(limits.cpu), settings.periodMicroseconds);
  const memoryRequest = units(requests.memory);
  const memoryLimit = units(limits.memory);
  const hasCpuLimit = cpuSource !== 'NOT_SET';
  return {
    values: {
      cpuShares: shares,
      cpuWeight: kubeletCpuWeight(shares),
      cpuQuotaMicroseconds: hasCpuLimit && settings.enforcesCpuLimits ? quota : undefined,
      cpuPeriodMicroseconds: hasCpuLimit ? settings.periodMicroseconds : undefined,
      memoryLimitBytes:
        memorySource === 'NOT_SET' || memoryLimit === NOTHING ? undefined : Number(memoryLimit),
      hugepageLimits: toHugepageLimits(hugepageAmounts(requests)),
      ...reservation(memoryRequest, qosClass, settings),
      memoryHighBytes:
        podLevel === undefined || !isDeclared(withoutMemoryLimit, podLevel.memoryLimitBytes)
          ? undefined
          : memoryHigh(memoryRequest, memoryLimit, settings),
    },
    cpuShares: isBestEffort || requests.cpu === undefined ? 'NOT_SET' : 'REQUEST',
    cpuQuota: settings.enforcesCpuLimits ? cpuSource : 'NOT_ENFORCED',
    memoryLimit: memorySource,
    withoutCpuLimit,
    withoutMemoryLimit,
  };
}

/** Whether the Pod can use no more than is said: everybody has a limit, or the Pod as a whole. */
function isDeclared(without: readonly string[], ofPod: bigint | undefined): boolean {
  return without.length === 0 || (ofPod ?? NOTHING) !== NOTHING;
}

function limitSource(
  qosClass: PodQosClass,
  without: readonly string[],
  ofPod: bigint | undefined,
): CgroupSource {
  const isSet =
    qosClass === 'Guaranteed' || (qosClass === 'Burstable' && isDeclared(without, ofPod));
  if (!isSet) {
    return 'NOT_SET';
  }
  return (ofPod ?? NOTHING) === NOTHING ? 'LIMIT' : 'POD_LIMIT';
}

/** Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `HugePageLimits`, which takes the requests. */
function hugepageAmounts(requests: ResourceQuantities): HugepageLimits {
  const limits = new Map<bigint, bigint>();
  for (const name of Object.keys(requests)) {
    const size = hugepageSize(name);
    if (size !== undefined) {
      limits.set(size, (limits.get(size) ?? NOTHING) + units(requests[name]));
    }
  }
  return limits;
}
