import type { PodLike, StoredQosClass } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import {
  type ContainerResources,
  podLimits,
  podRequests,
  type ResourceQuantities,
} from '@kubesem/resources';
import { containerResources, podLevelLists } from '@kubesem/resources/internal';
import { thousandths, units } from '../amounts.js';
import { qosClassInForce } from '../class.js';
import { placeOf } from '../place.js';
import { type CgroupAmounts, readCgroupAmounts } from './amounts.js';
import { kubeletCpuWeight, runtimeCpuWeight, toCpuQuota, toCpuShares } from './cpu.js';
import { type HugepageLimits, hugepageSize, toHugepageLimits } from './hugepages.js';
import { memoryHigh, reservation } from './memory.js';
import { type CgroupOptions, type CgroupSettings, readCgroupOptions } from './options.js';
import type { CgroupSource, ContainerCgroup, PodCgroup, PodCgroups } from './values.js';

/**
 * Computes what the kubelet sets for the cgroups of a Pod and of its containers: shares, weight and quota of cpu, limits
 * of memory and huge pages, and the values of Memory QoS; and where they come from.
 *
 * The function reads the object as stored. For a manifest, call `applyResourceDefaults` of
 * `@kubesem/resources` first. Amounts above 2^53 bytes are rounded to the nearest number. Negative amounts, which the API
 * server rejects, have the values that the kubelet computes from them.
 *
 * Memory QoS is on by default since Kubernetes 1.37, but has no effect until the kubelet is configured with a
 * `memoryReservationPolicy` or a `memoryThrottlingFactor`.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - the settings of the kubelet
 * @returns the values, in microseconds and bytes, their sources, and the containers that leave the Pod without a limit
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_OPTION` if the kubelet rejects a
 * setting
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount that counts is not a
 * quantity
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { podCgroups } from '@kubesem/qos';
 *
 * const { pod, containers } = podCgroups({
 *   containers: [
 *     { name: 'app', resources: { requests: { cpu: '250m' }, limits: { cpu: '500m', memory: '64Mi' } } },
 *     { name: 'log', resources: { limits: { memory: '32Mi' } } },
 *   ],
 * });
 * containers[0]?.cpuShares // => 256
 * containers[0]?.cpuQuotaMicroseconds // => 50000
 * pod.memoryLimitBytes // => 96 * 1024 * 1024
 * pod.cpuQuotaMicroseconds // => undefined
 * pod.withoutCpuLimit // => ['log']
 * pod.sources.cpuQuota // => 'NOT_SET'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `ResourceConfigForPod`, and `pkg/kubelet/kuberuntime`,
 * `generateLinuxContainerResources`, with the default feature gates.
 */
export function podCgroups(pod: PodLike, options: CgroupOptions = {}): PodCgroups {
  const settings = readCgroupOptions(options);
  const qosClass = qosClassInForce(pod);
  const podResources = podLevelLists(pod);
  const podLevel = podResources && readCgroupAmounts(podResources);
  const containers = containerResources(pod).map((container) => ({
    container,
    amounts: readCgroupAmounts(container),
  }));
  return {
    qosClass,
    pod: computePodCgroup(pod, containers, podLevel, qosClass, settings),
    containers: containers.map(({ container, amounts }) =>
      computeContainerCgroup(container, amounts, podLevel, qosClass, settings),
    ),
  };
}

const NOTHING = /* @__PURE__ */ BigInt(0);

/** A container with its requests and limits. */
interface MeasuredContainer {
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
function computePodCgroup(
  pod: PodLike,
  containers: readonly MeasuredContainer[],
  podLevel: CgroupAmounts | undefined,
  qosClass: StoredQosClass,
  settings: CgroupSettings,
): PodCgroup {
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
    sources: {
      cpuShares: hasShares && requests.cpu !== undefined ? 'REQUEST' : 'NOT_SET',
      cpuQuota: settings.enforcesCpuLimits
        ? limitSource(hasCpuLimit, cpuLimit, podLevel?.cpuLimit)
        : 'NOT_ENFORCED',
      memoryLimit: limitSource(hasMemoryLimit, memoryLimit, podLevel?.memoryLimit),
    },
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

/**
 * Computes the cgroup of one container.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `generateLinuxContainerResources`.
 */
function computeContainerCgroup(
  { name, kind, container }: ContainerResources,
  amounts: CgroupAmounts,
  podLevel: CgroupAmounts | undefined,
  qosClass: StoredQosClass,
  settings: CgroupSettings,
): ContainerCgroup {
  const cpuLimit = effectiveLimit(amounts.cpuLimit, podLevel?.cpuLimit);
  const memoryLimit = effectiveLimit(amounts.memoryLimit, podLevel?.memoryLimit);
  const shares = toCpuShares(thousandths(amounts.cpuRequest ?? cpuLimit.amount));
  const { enforcesCpuLimits, periodMicroseconds } = settings;
  const hugepages = new Map([...(podLevel?.hugepageLimits ?? []), ...amounts.hugepageLimits]);
  return {
    name,
    kind,
    ...placeOf(container.path),
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
    sources: {
      cpuShares: amounts.cpuRequest === undefined ? cpuLimit.source : 'REQUEST',
      cpuQuota: enforcesCpuLimits ? cpuLimit.source : 'NOT_ENFORCED',
      memoryLimit: memoryLimit.source,
    },
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
