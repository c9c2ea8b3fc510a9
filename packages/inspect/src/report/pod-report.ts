import type { Pod } from '@kubesem/core';
import { formatImage, podImages, pullName } from '@kubesem/image';
import { explainPodQosClass, podCgroups, podQosClass, qosClassInForce } from '@kubesem/qos';
import {
  countedContainers,
  explainPodLimits,
  explainPodRequests,
  podDeclaredResources,
  podInForce,
  podLimits,
  podRequests,
} from '@kubesem/resources';
import type { ImageReport, PodReport } from './report.js';

/**
 * Reports on a Pod that can be read and has its defaults.
 *
 * @param pod - the Pod or Pod template
 * @param isStored - whether it is a stored Pod, whose status counts
 * @param explain - whether to explain the numbers
 */
export function reportPod(pod: Pod, isStored: boolean, explain: boolean): PodReport {
  // As `kubectl describe node` counts each of its Pods.
  const options = { useStatusResources: isStored };
  const explanation = () => ({
    requests: explainPodRequests(pod, options),
    limits: explainPodLimits(pod, options),
    qos: explainPodQosClass(pod),
    cgroups: podCgroups(isStored ? podInForce(pod) : pod),
  });
  return {
    qosClass: isStored ? qosClassInForce(pod) : podQosClass(pod),
    requests: podRequests(pod, options),
    limits: podLimits(pod, options),
    ...podDeclaredResources(pod),
    ...(isStored && { containers: countedContainers(pod, options) }),
    images: reportImages(pod),
    ...(explain && { explanation: explanation() }),
  };
}

function reportImages(pod: Pod): readonly ImageReport[] {
  return podImages(pod).map(({ kind, name, image, reference, pullPolicy, pullPolicyRule }) => ({
    kind,
    name,
    image,
    ...(reference && { normalized: formatImage(reference), pulledAs: pullName(reference) }),
    pullPolicy,
    pullPolicyRule,
  }));
}
