import type { PodContainer, PodLike, StoredQosClass } from '@kubesem/core';
import { podLimits, podRequests, type ResourceQuantities } from '@kubesem/resources';
import { thousandths, units } from '../amounts.js';
import type { CgroupAmounts } from './amounts.js';
import { kubeletCpuWeight, toCpuQuota, toCpuShares } from './cpu.js';
import { type HugepageLimits, hugepageSize, toHugepageLimits } from './hugepages.js';
import { memoryHigh, reservation } from './memory.js';
import type { CgroupSettings } from './options.js';
import type { CgroupSource, PodCgroupExplanation } from './values.js';

const NOTHING = /* @__PURE__ */ BigInt(0);

/** A container with its requests and limits. */
export interface MeasuredContainer {
  readonly container: PodContainer;
  readonly amounts: CgroupAmounts;
}

/** The limit of one resource. */
type LimitField = 'cpuLimitMilli' | 'memoryLimitBytes';

/**
 * Computes the cgroup around the containers of a Pod. Only Guaranteed and Burstable Pods have shares and limits.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `ResourceConfigForPod` and `ApplyPodLevelMemoryHigh`.
 */
export function computePodCgroup(
  pod: PodLike,
  containers: readonly MeasuredContainer[],
  podLevel: CgroupAmounts | undefined,
  qosClass: StoredQosClass,
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
  const hasShares = qosClass === 'Guaranteed' || qosClass === 'Burstable';
  const shares = toCpuShares(hasShares ? thousandths(requests.cpu) : NOTHING);
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
        podLevel === undefined || !isLimited(withoutMemoryLimit, podLevel.memoryLimitBytes)
          ? undefined
          : memoryHigh(memoryRequest, memoryLimit, settings),
    },
    cpuShares: hasShares && requests.cpu !== undefined ? 'REQUEST' : 'NOT_SET',
    cpuQuota: settings.enforcesCpuLimits ? cpuSource : 'NOT_ENFORCED',
    memoryLimit: memorySource,
    withoutCpuLimit,
    withoutMemoryLimit,
  };
}

/** Whether a limit bounds the whole Pod: every container has one, or the Pod. */
function isLimited(without: readonly string[], ofPod: bigint | undefined): boolean {
  return without.length === 0 || (ofPod ?? NOTHING) !== NOTHING;
}

function limitSource(
  qosClass: StoredQosClass,
  without: readonly string[],
  ofPod: bigint | undefined,
): CgroupSource {
  const isSet =
    qosClass === 'Guaranteed' || (qosClass === 'Burstable' && isLimited(without, ofPod));
  if (!isSet) {
    return 'NOT_SET';
  }
  return (ofPod ?? NOTHING) === NOTHING ? 'LIMIT' : 'POD_LIMIT';
}

/** Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `HugePageLimits`, which reads the requests. */
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
