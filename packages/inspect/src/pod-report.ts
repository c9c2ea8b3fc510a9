import type { Container, Pod, ResourceList, ResourceRequirements } from '@kubesem/core';
import { type Quantity, quantityFromJSON } from '@kubesem/quantity';
import {
  explainPodLimits,
  explainPodRequests,
  podLimits,
  podRequests,
  type ResourceQuantities,
} from '@kubesem/resources';
import { explainPodQosClass, podQosClass } from './pending.js';
import type { Amounts, ContainerReport, PodReport } from './report.js';

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
  const { spec } = pod;
  const podLevel = amountsOf(spec?.resources);
  const overhead = quantities(spec?.overhead);
  return {
    // The class of a stored Pod was fixed when it was created.
    qosClass: storedQosClass(pod, isStored) ?? podQosClass(pod),
    requests: podRequests(pod, options),
    limits: podLimits(pod, options),
    containers: [
      ...containers(spec?.initContainers, 'spec.initContainers', (container) =>
        container.restartPolicy === 'Always' ? 'sidecar' : 'init',
      ),
      ...containers(spec?.containers, 'spec.containers', () => 'app'),
      ...containers(spec?.ephemeralContainers, 'spec.ephemeralContainers', () => 'ephemeral'),
    ],
    ...(isEmpty(podLevel.requests) && isEmpty(podLevel.limits) ? {} : { podLevel }),
    ...(isEmpty(overhead) ? {} : { overhead }),
    ...(explain
      ? {
          explanation: {
            requests: explainPodRequests(pod, options),
            limits: explainPodLimits(pod, options),
            qos: explainPodQosClass(pod),
          },
        }
      : {}),
  };
}

/** The class in the status of a stored Pod. */
export function storedQosClass(pod: Pod, isStored: boolean): PodReport['qosClass'] | undefined {
  const qosClass = isStored ? pod.status?.qosClass : undefined;
  return qosClass === 'Guaranteed' || qosClass === 'Burstable' || qosClass === 'BestEffort'
    ? qosClass
    : undefined;
}

function containers(
  list: readonly Container[] | null | undefined,
  path: string,
  kindOf: (container: Container) => ContainerReport['kind'],
): ContainerReport[] {
  return (list ?? []).map((container, index) => ({
    name: container.name ?? '',
    kind: kindOf(container),
    path: `${path}[${index}]`,
    ...amountsOf(container.resources),
  }));
}

function amountsOf(resources: ResourceRequirements | null | undefined): Amounts {
  return { requests: quantities(resources?.requests), limits: quantities(resources?.limits) };
}

function quantities(list: ResourceList | null | undefined): ResourceQuantities {
  const result = Object.create(null) as { [name: string]: Quantity };
  for (const name of Object.keys(list ?? {})) {
    result[name] = quantityFromJSON(list?.[name]);
  }
  return result;
}

function isEmpty(amounts: ResourceQuantities): boolean {
  return Object.keys(amounts).length === 0;
}
