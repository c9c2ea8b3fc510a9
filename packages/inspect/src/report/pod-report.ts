import type { Pod } from '@kubesem/core';
import {
  type DockerKeyring,
  formatImage,
  type ImageReference,
  lookup,
  podImages,
  pullName,
} from '@kubesem/image';
import { explainPodQosClass, type PodQosClass, podCgroups, podQosClass } from '@kubesem/qos';
import {
  explainPodLimits,
  explainPodRequests,
  podDeclaredResources,
  podLimits,
  podRequests,
} from '@kubesem/resources';
import type { ImageReport, PodReport } from './report.js';
import { countedContainers, podInForce } from './resize.js';

/**
 * Reports on a Pod that has its defaults.
 *
 * @param pod - a Pod whose amounts are known to be quantities
 * @param isStored - whether its status says what is granted to it, which counts then
 * @param explain - whether to say why
 */
export function reportPod(pod: Pod, isStored: boolean, explain: boolean): PodReport {
  // As `kubectl describe node` counts each of its Pods: k8s.io/kubectl/pkg/describe v0.37.1, describeNodeResource.
  const options = { useStatusResources: isStored };
  const explanation = () => ({
    requests: explainPodRequests(pod, options),
    limits: explainPodLimits(pod, options),
    qos: explainPodQosClass(pod),
    cgroups: podCgroups(isStored ? podInForce(pod) : pod),
  });
  return {
    qosClass: (isStored ? storedQosClass(pod) : undefined) ?? podQosClass(pod),
    requests: podRequests(pod, options),
    limits: podLimits(pod, options),
    ...podDeclaredResources(pod),
    ...(isStored ? { containers: countedContainers(pod, options) } : {}),
    images: imagesOf(pod),
    ...(explain ? { explanation: explanation() } : {}),
  };
}

/**
 * The class in the status of a stored Pod, which was fixed when the Pod was created and which `kubectl describe` shows.
 *
 * Source: `k8s.io/kubectl/pkg/util/qos` v0.37.1, `GetPodQOS`.
 */
export function storedQosClass({ status }: Pod): PodQosClass | undefined {
  const qosClass = status?.qosClass;
  return qosClass === 'Guaranteed' || qosClass === 'Burstable' || qosClass === 'BestEffort'
    ? qosClass
    : undefined;
}

/** Reports on the images of a Pod, with what they are pulled with if there is a keyring. */
export function imagesOf(pod: Pod, keyring?: DockerKeyring | undefined): readonly ImageReport[] {
  return podImages(pod).map(({ kind, name, image, reference, pullPolicy, pullPolicyRule }) => ({
    kind,
    name,
    image,
    ...(reference && { normalized: formatImage(reference), pulledAs: pullName(reference) }),
    pullPolicy,
    pullPolicyRule,
    ...(reference && keyring && credentialsFor(reference, keyring)),
  }));
}

function credentialsFor(
  reference: ImageReference,
  keyring: DockerKeyring,
): Pick<ImageReport, 'credentials'> {
  try {
    // A copy is without the password.
    return { credentials: lookup(keyring, reference).map((credential) => ({ ...credential })) };
  } catch {
    // The name is longer than any that is compared.
    return {};
  }
}
