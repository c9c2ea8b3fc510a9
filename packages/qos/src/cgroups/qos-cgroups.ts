import type { PodLike } from '@kubesem/core';
import { podRequests } from '@kubesem/resources';
import { int64, thousandths, units } from '../amounts.js';
import { kubeletQosClass } from '../class/kubelet-pod.js';
import { kubeletCpuWeight, toCpuShares } from './cgroup-cpu.js';
import { type CgroupOptions, readCgroupOptions } from './cgroup-options.js';

/** What the kubelet sets of the cgroup of a whole class. cpu quota, memory and huge pages are not limited there. */
export interface QosCgroup {
  /** Share of cpu time beside others, from 2 to 262144. cgroup v1: `cpu.shares`. */
  readonly cpuShares: number;
  /** The same from 1 to 10000, as the kubelet converts it (`kubeletCpuWeight`). cgroup v2: `cpu.weight`. */
  readonly cpuWeight: number;
  /** Memory that is reclaimed last; 0 without a `memoryReservationPolicy`. cgroup v2: `memory.low`. */
  readonly memoryLowBytes: number;
}

/** The cgroups that a node's Pods live in. */
export interface QosCgroups {
  /** `kubepods`, around all Pods and directly around the Guaranteed ones: what Memory QoS sets of it. */
  readonly kubepods: {
    /** Memory that is never reclaimed; 0 without a `memoryReservationPolicy`. cgroup v2: `memory.min`. */
    readonly memoryMinBytes: number;
    /** Memory that is reclaimed last; 0 without a `memoryReservationPolicy`. cgroup v2: `memory.low`. */
    readonly memoryLowBytes: number;
  };
  /** `kubepods/burstable`, around the Burstable Pods: the sum of what they request. */
  readonly burstable: QosCgroup;
  /** `kubepods/besteffort`, around the BestEffort Pods. */
  readonly bestEffort: QosCgroup;
}

/**
 * What the kubelet sets of the cgroups that Pods of one class share on a node.
 *
 * @param pods - the Pods that run on the node; they are not changed
 * @param options - the settings of the kubelet
 * @returns the values of `kubepods`, `kubepods/burstable` and `kubepods/besteffort`
 * @throws what `podCgroups` throws
 * @example
 * ```ts
 * import { qosCgroups } from '@kubesem/qos';
 *
 * const burstable = { containers: [{ resources: { requests: { cpu: '1500m', memory: '1Gi' } } }] };
 * const { kubepods, ...classes } = qosCgroups([burstable, burstable, { containers: [{}] }]);
 * classes // => {
 * //   burstable: { cpuShares: 3072, cpuWeight: 118, memoryLowBytes: 0 },
 * //   bestEffort: { cpuShares: 2, cpuWeight: 1, memoryLowBytes: 0 },
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `qosContainerManagerImpl.UpdateCgroups`.
 */
export function qosCgroups(pods: readonly PodLike[], options: CgroupOptions = {}): QosCgroups {
  const { reservesMemory } = readCgroupOptions(options);
  let burstableMilliCpu = BigInt(0);
  const memoryBytes = { Guaranteed: BigInt(0), Burstable: BigInt(0) };
  for (const pod of pods) {
    const qosClass = kubeletQosClass(pod);
    if (qosClass !== 'BestEffort') {
      const { cpu, memory } = podRequests(pod);
      memoryBytes[qosClass] = int64(memoryBytes[qosClass] + units(memory));
      if (qosClass === 'Burstable') {
        burstableMilliCpu = int64(burstableMilliCpu + thousandths(cpu));
      }
    }
  }
  const reserved = (bytes: bigint): number => (reservesMemory ? Number(bytes) : 0);
  const memoryLowBytes = reserved(memoryBytes.Burstable);
  return {
    kubepods: {
      memoryMinBytes: reserved(int64(memoryBytes.Guaranteed + memoryBytes.Burstable)),
      memoryLowBytes,
    },
    burstable: classCgroup(burstableMilliCpu, memoryLowBytes),
    bestEffort: classCgroup(BigInt(0), 0),
  };
}

function classCgroup(milliCpu: bigint, memoryLowBytes: number): QosCgroup {
  const cpuShares = toCpuShares(milliCpu);
  return { cpuShares, cpuWeight: kubeletCpuWeight(cpuShares), memoryLowBytes };
}
