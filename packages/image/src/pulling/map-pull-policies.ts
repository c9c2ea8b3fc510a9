import {
  CONTAINER_FIELDS,
  type ContainerKind,
  eachContainer,
  type FieldPath,
  type Fields,
  type Pod,
  type PodFields,
  type PodSpec,
  type Volume,
} from '@kubesem/core';

/** What uses an image of a Pod: a container of that kind, or a volume. */
export type PodImageKind = ContainerKind | 'volume';

/** An image of a Pod as written, with its paths. */
export interface WrittenImage {
  readonly kind: PodImageKind;
  /** Name of the container or volume. */
  readonly name: string;
  readonly image: string;
  readonly path: FieldPath;
  readonly pullPolicy: string;
  readonly pullPolicyPath: FieldPath;
}

/** Receives an image and returns its new pull policy; undefined keeps the container or volume as it is, without a copy. */
type Visit = (image: WrittenImage) => string | undefined;

/**
 * Visits every image of a Pod, and returns a copy of the Pod with the pull policies that the visitor returns.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/pods` v1.37.1, `VisitContainersWithPath`, for the order.
 */
export function mapPullPolicies({ pod, spec }: PodFields, visit: Visit): Pod {
  const copy: { -readonly [Field in keyof PodSpec]: PodSpec[Field] } = { ...spec.value };
  for (const field of CONTAINER_FIELDS) {
    copy[field] &&= eachContainer(spec, field, (container, name, kind) => {
      const imagePullPolicy = visit({
        kind,
        name,
        image: container.text('image'),
        path: container.pathOf('image'),
        pullPolicy: container.text('imagePullPolicy'),
        pullPolicyPath: container.pathOf('imagePullPolicy'),
      });
      const { value } = container;
      return imagePullPolicy === undefined ? value : { ...value, imagePullPolicy };
    });
  }
  copy.volumes &&= spec.each('volumes', (volume) => mapVolume(volume, visit));
  return { ...pod.value, spec: copy };
}

function mapVolume(volume: Fields<Volume>, visit: Visit): Volume {
  const { value } = volume;
  const image = volume.at('image');
  if (!image.isPresent) {
    return value;
  }
  const pullPolicy = visit({
    kind: 'volume',
    name: volume.text('name'),
    image: image.text('reference'),
    path: image.pathOf('reference'),
    pullPolicy: image.text('pullPolicy'),
    pullPolicyPath: image.pathOf('pullPolicy'),
  });
  return pullPolicy === undefined ? value : { ...value, image: { ...image.value, pullPolicy } };
}
