import type { Pod } from '@kubesem/core';
import { formatImage, pullName } from '@kubesem/image';
import { type ReadImage } from '@kubesem/image/internal';
import { explainPodQosClass, podCgroups, podQosClass } from '@kubesem/qos';
import { qosClassInForce } from '@kubesem/qos/internal';
import {
  explainPodLimits,
  explainPodRequests,
  type PodDeclaredResources,
  podDeclaredResources,
} from '@kubesem/resources';
import {
  computeBothSides,
  countedContainers,
  podInForce,
  toResourceQuantities,
} from '@kubesem/resources/internal';
import { reportPodStatus } from '../pods/pod-status.js';
import { present } from './present.js';
import type { ImageReport, PodReport } from './report.js';

/** What to report on each Pod. */
export interface PodReportOptions {
  /** Whether to explain the numbers; off by default. */
  readonly explain?: boolean | undefined;
  /** Whether to leave out the status, the containers and the images, which saves time and memory; off by default. */
  readonly amountsOnly?: boolean | undefined;
  /**
   * Whether to warn of containers that have neither a request nor a limit of cpu or memory (`RESOURCES_MISSING`); off by
   * default.
   */
  readonly missingResources?: boolean | undefined;
}

/**
 * Reports on a Pod that can be read and has its defaults.
 *
 * @param pod - the Pod or Pod template
 * @param images - its images
 * @param isStored - whether it is a stored Pod, whose status counts
 * @param options - what to report
 */
export function reportPod(
  pod: Pod,
  images: readonly ReadImage[],
  isStored: boolean,
  { explain = false, amountsOnly = false }: PodReportOptions,
): PodReport {
  // As `kubectl describe node` counts each of its Pods.
  const options = { useStatusResources: isStored };
  const explanation = () => ({
    requests: explainPodRequests(pod, options),
    limits: explainPodLimits(pod, options),
    qos: explainPodQosClass(pod),
    cgroups: podCgroups(isStored ? podInForce(pod) : pod),
  });
  const { containers, podLevel, overhead } = amountsOnly
    ? NOTHING_DECLARED
    : podDeclaredResources(pod);
  const hasStatus = isStored && !amountsOnly;
  const [requests, limits] = computeBothSides(pod, options);
  return present<PodReport>(
    {
      qosClass: isStored ? qosClassInForce(pod) : podQosClass(pod),
      requests: toResourceQuantities(requests.result),
      limits: toResourceQuantities(limits.result),
      containers: hasStatus ? countedContainers(pod, options) : containers,
      podLevel,
      overhead,
      images: amountsOnly ? [] : reportImages(images),
    },
    {
      status: hasStatus ? reportPodStatus(pod) : undefined,
      explanation: explain ? explanation() : undefined,
    },
  );
}

const NOTHING_DECLARED: PodDeclaredResources = {
  containers: [],
  podLevel: undefined,
  overhead: {},
};

function reportImages(images: readonly ReadImage[]): readonly ImageReport[] {
  return images.map(({ kind, name, image, reference, pullPolicy, pullPolicyRule }) => ({
    kind,
    name,
    image,
    ...(reference && { normalized: formatImage(reference), pulledAs: pullName(reference) }),
    pullPolicy,
    pullPolicyRule,
  }));
}
