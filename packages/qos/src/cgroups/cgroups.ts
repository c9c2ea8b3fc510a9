import type { PodLike } from '@kubesem/core';
import { podContainers, podLevelResources } from '@kubesem/resources';
import { kubeletQosClass } from '../class/kubelet-pod.js';
import { type CgroupOptions, readCgroupOptions } from './cgroup-options.js';
import type { PodCgroups, PodCgroupsExplanation } from './cgroup-values.js';
import { computeContainerCgroup } from './container-cgroup.js';
import { computePodCgroup } from './pod-cgroup.js';
import { readWrittenAmounts } from './written-amounts.js';

/**
 * What the kubelet sets of the cgroups of a Pod and of its containers: shares, weight and quota of cpu, limits of memory
 * and huge pages, and what Memory QoS protects and slows down.
 *
 * The object is taken as stored, with the requests that it has. For a manifest, call `applyPodDefaults` of
 * `@kubesem/resources` first. Amounts above 2^53 bytes are the nearest number.
 *
 * Memory QoS is on by default since Kubernetes 1.37, and does nothing until the kubelet is given a
 * `memoryReservationPolicy` or a `memoryThrottlingFactor`.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - the settings of the kubelet
 * @returns the values, in microseconds and bytes
 * @throws {@link QosError} `INVALID_OPTION` if a setting is none that the kubelet takes
 * @throws {@link @kubesem/resources!PodResourcesError | PodResourcesError} `INVALID_QUANTITY` if an amount that counts is not a quantity
 * @throws {@link @kubesem/resources!PodResourcesError | PodResourcesError} `INVALID_TYPE` if a field holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
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
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `ResourceConfigForPod`, and `pkg/kubelet/kuberuntime`,
 * `generateLinuxContainerResources`, with the feature gates as they are by default.
 */
export function podCgroups(pod: PodLike, options: CgroupOptions = {}): PodCgroups {
  const explained = explainPodCgroups(pod, options);
  return {
    qosClass: explained.qosClass,
    pod: explained.pod.values,
    containers: explained.containers.map(({ name, kind, path, values }) => ({
      name,
      kind,
      path,
      ...values,
    })),
  };
}

/**
 * What {@link podCgroups} answers, and where each value comes from.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - the settings of the kubelet
 * @returns the values with their sources, and the containers that keep the Pod from having a limit
 * @throws what `podCgroups` throws
 * @example
 * ```ts
 * import { explainPodCgroups } from '@kubesem/qos';
 *
 * const { pod, containers } = explainPodCgroups({
 *   resources: { limits: { memory: '1Gi' } },
 *   containers: [{ name: 'app', resources: { limits: { cpu: 2 } } }, { name: 'log' }],
 * });
 * `${pod.cpuQuota} because of ${pod.withoutCpuLimit}` // => 'NOT_SET because of log'
 * containers.map(({ cpuShares, memoryLimit }) => `${cpuShares} ${memoryLimit}`) // => ['LIMIT POD_LIMIT', 'NOT_SET POD_LIMIT']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `ResourceConfigForPod`, and `pkg/kubelet/kuberuntime`,
 * `generateLinuxContainerResources`.
 */
export function explainPodCgroups(
  pod: PodLike,
  options: CgroupOptions = {},
): PodCgroupsExplanation {
  const settings = readCgroupOptions(options);
  const qosClass = kubeletQosClass(pod);
  const podResources = podLevelResources(pod);
  const podLevel = podResources && readWrittenAmounts(podResources, podResources.path);
  const containers = podContainers(pod).map((container) => ({
    container,
    amounts: readWrittenAmounts(container, `${container.path}.resources`),
  }));
  return {
    qosClass,
    pod: computePodCgroup(pod, containers, podLevel, qosClass, settings),
    containers: containers.map(({ container, amounts }) =>
      computeContainerCgroup(container, amounts, podLevel, qosClass, settings),
    ),
  };
}
