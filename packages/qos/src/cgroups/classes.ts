import { type PodLike } from '@kubesem/core';
import { fields, THROW } from '@kubesem/core/internal';
import { podRequests } from '@kubesem/resources';
import { int64, thousandths, units } from '../amounts.js';
import { qosClassInForce } from '../class.js';
import { kubeletCpuWeight, toCpuShares } from './cpu.js';
import { type CgroupOptions, readCgroupOptions } from './options.js';

/** The values that the kubelet sets for the cgroup of a QoS class. The kubelet sets no limits there. */
export interface QosCgroup {
  /** Share of cpu time compared with other cgroups, from 2 to 262144. cgroup v1: `cpu.shares`. */
  readonly cpuShares: number;
  /** The same from 1 to 10000, as the kubelet converts it (`kubeletCpuWeight`). cgroup v2: `cpu.weight`. */
  readonly cpuWeight: number;
  /** Memory that the kernel reclaims last; 0 without a `memoryReservationPolicy`. cgroup v2: `memory.low`. */
  readonly memoryLowBytes: number;
}

/** The cgroups around the Pods of a node. */
export interface QosCgroups {
  /** `kubepods`, around all Pods and directly around the Guaranteed ones: the values that Memory QoS sets. */
  readonly kubepods: {
    /** Memory that the kernel never reclaims; 0 without a `memoryReservationPolicy`. cgroup v2: `memory.min`. */
    readonly memoryMinBytes: number;
    /** Memory that the kernel reclaims last; 0 without a `memoryReservationPolicy`. cgroup v2: `memory.low`. */
    readonly memoryLowBytes: number;
  };
  /** `kubepods/burstable`, around the Burstable Pods: the sum of their requests. */
  readonly burstable: QosCgroup;
  /** `kubepods/besteffort`, around the BestEffort Pods. */
  readonly bestEffort: QosCgroup;
}

/**
 * Computes what the kubelet sets for the cgroups that the Pods of each QoS class share on a node.
 *
 * @param pods - the Pods that run on the node; they are not changed
 * @param options - the settings of the kubelet
 * @returns the values of `kubepods`, `kubepods/burstable` and `kubepods/besteffort`
 * @throws the errors of `podCgroups`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
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
  let burstableBytes = BigInt(0);
  let guaranteedBytes = BigInt(0);
  for (const pod of fields({ pods }, THROW).list('pods')) {
    const qosClass = qosClassInForce(pod);
    if (qosClass === 'Guaranteed') {
      guaranteedBytes = int64(guaranteedBytes + units(podRequests(pod).memory));
    } else if (qosClass === 'Burstable') {
      const { cpu, memory } = podRequests(pod);
      burstableBytes = int64(burstableBytes + units(memory));
      burstableMilliCpu = int64(burstableMilliCpu + thousandths(cpu));
    }
  }
  const reserved = (bytes: bigint): number => (reservesMemory ? Number(bytes) : 0);
  const memoryLowBytes = reserved(burstableBytes);
  return {
    kubepods: {
      memoryMinBytes: reserved(int64(guaranteedBytes + burstableBytes)),
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
