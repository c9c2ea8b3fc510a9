import type { PodLike, StoredQosClass } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import {
  type ContainerResources,
  podLimits,
  podRequests,
  type ResourceQuantities,
} from '@kubesem/resources';
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
  readonly container: ContainerResources;
  readonly amounts: CgroupAmounts;
}

/** The limit of one resource. */
type LimitField = 'cpuLimit' | 'memoryLimit';

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
      .filter(({ amounts }) => amounts[field] === undefined)
      .map(({ container }) => container.name);
  const withoutCpuLimit = without('cpuLimit');
  const withoutMemoryLimit = without('memoryLimit');
  const hasCpuLimit = hasLimit(qosClass, withoutCpuLimit, podLevel?.cpuLimit);
  const hasMemoryLimit = hasLimit(qosClass, withoutMemoryLimit, podLevel?.memoryLimit);
  const hasShares = qosClass === 'Guaranteed' || qosClass === 'Burstable';
  const shares = toCpuShares(hasShares ? thousandths(requests.cpu) : NOTHING);
  const cpuLimit = thousandths(limits.cpu);
  const memoryRequest = units(requests.memory);
  const memoryLimit = units(limits.memory);
  return {
    values: {
      cpuShares: shares,
      cpuWeight: kubeletCpuWeight(shares),
      cpuQuotaMicroseconds:
        hasCpuLimit && settings.enforcesCpuLimits
          ? toCpuQuota(cpuLimit, settings.periodMicroseconds)
          : undefined,
      cpuPeriodMicroseconds: hasCpuLimit ? settings.periodMicroseconds : undefined,
      memoryLimitBytes: hasMemoryLimit ? Number(memoryLimit) || undefined : undefined,
      hugepageLimits: toHugepageLimits(hugepageAmounts(requests)),
      ...reservation(positive(memoryRequest) ?? NOTHING, qosClass, settings),
      memoryHighBytes:
        podLevel === undefined || !isLimited(withoutMemoryLimit, podLevel.memoryLimit)
          ? undefined
          : positive(memoryHigh(memoryRequest, memoryLimit, settings)),
    },
    cpuShares: hasShares && requests.cpu !== undefined ? 'REQUEST' : 'NOT_SET',
    cpuQuota: settings.enforcesCpuLimits
      ? limitSource(hasCpuLimit, cpuLimit, podLevel?.cpuLimit)
      : 'NOT_ENFORCED',
    memoryLimit: limitSource(hasMemoryLimit, memoryLimit, podLevel?.memoryLimit),
    withoutCpuLimit,
    withoutMemoryLimit,
  };
}

/** The kubelet sets no negative values of Memory QoS for a Pod; for containers it does. */
function positive<T extends bigint | number>(value: T | undefined): T | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}

/** Whether a limit bounds the whole Pod: every container has one, or the Pod. */
function isLimited(without: readonly string[], ofPod: Quantity | undefined): boolean {
  return without.length === 0 || ofPod !== undefined;
}

/** Whether the kubelet writes limits for the cgroup of the Pod, even if they are zero. */
function hasLimit(
  qosClass: StoredQosClass,
  without: readonly string[],
  ofPod: Quantity | undefined,
): boolean {
  return qosClass === 'Guaranteed' || (qosClass === 'Burstable' && isLimited(without, ofPod));
}

function limitSource(isSet: boolean, limit: bigint, ofPod: Quantity | undefined): CgroupSource {
  if (!isSet || limit === NOTHING) {
    return 'NOT_SET';
  }
  return ofPod === undefined ? 'LIMIT' : 'POD_LIMIT';
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
