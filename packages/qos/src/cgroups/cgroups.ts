import type { PodLike } from '@kubesem/core';
import { containerResources, podLevelLists } from '@kubesem/resources';
import { qosClassInForce } from '../class/in-force.js';
import { readCgroupAmounts } from './amounts.js';
import { computeContainerCgroup } from './container.js';
import { type CgroupOptions, readCgroupOptions } from './options.js';
import { computePodCgroup } from './pod.js';
import type { PodCgroups, PodCgroupsExplanation } from './values.js';

/**
 * Computes what the kubelet sets for the cgroups of a Pod and of its containers: shares, weight and quota of cpu, limits
 * of memory and huge pages, and the values of Memory QoS.
 *
 * The function reads the object as stored. For a manifest, call `applyPodDefaults` of
 * `@kubesem/resources` first. Amounts above 2^53 bytes are rounded to the nearest number. Negative amounts, which the API
 * server rejects, have the values that the kubelet computes from them.
 *
 * Memory QoS is on by default since Kubernetes 1.37, but has no effect until the kubelet is configured with a
 * `memoryReservationPolicy` or a `memoryThrottlingFactor`.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - the settings of the kubelet
 * @returns the values, in microseconds and bytes
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
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `ResourceConfigForPod`, and `pkg/kubelet/kuberuntime`,
 * `generateLinuxContainerResources`, with the default feature gates.
 */
export function podCgroups(pod: PodLike, options: CgroupOptions = {}): PodCgroups {
  const explained = explainPodCgroups(pod, options);
  return {
    qosClass: explained.qosClass,
    pod: explained.pod.values,
    containers: explained.containers.map(({ name, kind, segments, path, values }) => ({
      name,
      kind,
      segments,
      path,
      ...values,
    })),
  };
}

/**
 * Explains the cgroups of a Pod: the values of {@link podCgroups} with their sources.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param options - the settings of the kubelet
 * @returns the values, their sources, and the containers that leave the Pod without a limit
 * @throws the errors of `podCgroups`
 *
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
