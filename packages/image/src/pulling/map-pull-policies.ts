import {
  type Container,
  type Pod,
  type PodLike,
  type PodSpec,
  toPod,
  type Volume,
} from '@kubesem/core';
import { isObject, mapObjects, type Report, raise, readFields } from '../read.js';

/** What an image is to its Pod: what a container of that kind runs, or the content of a volume. */
export type PodImageKind = 'init' | 'sidecar' | 'app' | 'ephemeral' | 'volume';

/** An image of a Pod as it is written, and where. */
export interface WrittenImage {
  readonly kind: PodImageKind;
  /** Name of the container or volume. */
  readonly name: string;
  readonly image: string;
  readonly path: string;
  readonly pullPolicy: string;
  readonly pullPolicyPath: string;
}

type Visit = (image: WrittenImage) => string;

const CONTAINER_FIELDS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/**
 * Visits every image of a Pod, and puts the pull policies that the visitor returns into a copy of the Pod.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/pods` v1.37.1, `VisitContainersWithPath`, for the order.
 */
export function mapPullPolicies(podLike: PodLike, visit: Visit, report: Report = raise): Pod {
  const pod = toPod(podLike);
  const prefix = pod === podLike ? 'spec.' : '';
  const spec: { -readonly [Field in keyof PodSpec]: PodSpec[Field] } = { ...pod.spec };
  for (const field of CONTAINER_FIELDS) {
    spec[field] &&= mapObjects<Container, Container>(
      spec[field],
      prefix + field,
      report,
      (container, path) => mapContainer(field, container, path, visit, report),
    );
  }
  spec.volumes &&= mapObjects<Volume, Volume>(
    spec.volumes,
    `${prefix}volumes`,
    report,
    (volume, path) => mapVolume(volume, path, visit, report),
  );
  return { ...pod, spec };
}

function mapContainer(
  field: (typeof CONTAINER_FIELDS)[number],
  container: Container,
  path: string,
  visit: Visit,
  report: Report,
): Container {
  const isSidecar = field === 'initContainers' && container.restartPolicy === 'Always';
  const kinds = {
    initContainers: 'init',
    containers: 'app',
    ephemeralContainers: 'ephemeral',
  } as const;
  const written = readFields(container, path, ['name', 'image', 'imagePullPolicy'], report);
  const imagePullPolicy = visit({
    kind: isSidecar ? 'sidecar' : kinds[field],
    name: written.name,
    image: written.image,
    path: `${path}.image`,
    pullPolicy: written.imagePullPolicy,
    pullPolicyPath: `${path}.imagePullPolicy`,
  });
  return { ...container, imagePullPolicy };
}

function mapVolume(volume: Volume, path: string, visit: Visit, report: Report): Volume {
  const imagePath = `${path}.image`;
  const image = isObject(volume.image, imagePath, report) ? volume.image : undefined;
  if (image === undefined) {
    return volume;
  }
  const { name } = readFields(volume, path, ['name'], report);
  const written = readFields(image, imagePath, ['reference', 'pullPolicy'], report);
  const pullPolicy = visit({
    kind: 'volume',
    name,
    image: written.reference,
    path: `${imagePath}.reference`,
    pullPolicy: written.pullPolicy,
    pullPolicyPath: `${imagePath}.pullPolicy`,
  });
  return { ...volume, image: { ...image, pullPolicy } };
}
