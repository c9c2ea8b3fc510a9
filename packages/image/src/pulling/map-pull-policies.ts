import {
  CONTAINER_FIELDS,
  type ContainerKind,
  childPath,
  containersIn,
  type FieldPath,
  type Pod,
  type PodParts,
  type PodSpec,
  type ReportProblem,
  readList,
  readObject,
  readString,
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
export function mapPullPolicies(
  parts: PodParts,
  visit: Visit,
  report?: ReportProblem<'INVALID_TYPE'>,
): Pod {
  const spec: { -readonly [Field in keyof PodSpec]: PodSpec[Field] } = { ...parts.spec };
  for (const field of CONTAINER_FIELDS) {
    spec[field] &&= containersIn(parts, field, report).map(({ name, kind, path, container }) => {
      const imagePath = childPath(path, 'image');
      const pullPolicyPath = childPath(path, 'imagePullPolicy');
      const image = readString(container.image, imagePath, report);
      const pullPolicy = readString(container.imagePullPolicy, pullPolicyPath, report);
      const written = { kind, name, image, path: imagePath, pullPolicy, pullPolicyPath };
      const imagePullPolicy = visit(written);
      return imagePullPolicy === undefined ? container : { ...container, imagePullPolicy };
    });
  }
  const volumesPath = childPath(parts.specPath, 'volumes');
  spec.volumes &&= readList(spec.volumes, volumesPath, report).map((volume, index) =>
    mapVolume(volume, childPath(volumesPath, index), visit, report),
  );
  return { ...parts.pod, spec };
}

function mapVolume(
  entry: Volume | null,
  path: FieldPath,
  visit: Visit,
  report: ReportProblem<'INVALID_TYPE'> | undefined,
): Volume {
  // Go reads null in a list as an object without fields.
  const volume = readObject(entry, path, report) ?? {};
  const imagePath = childPath(path, 'image');
  const image = readObject(volume.image, imagePath, report);
  if (image === undefined) {
    return volume;
  }
  const referencePath = childPath(imagePath, 'reference');
  const pullPolicyPath = childPath(imagePath, 'pullPolicy');
  const pullPolicy = visit({
    kind: 'volume',
    name: readString(volume.name, childPath(path, 'name'), report),
    image: readString(image.reference, referencePath, report),
    path: referencePath,
    pullPolicy: readString(image.pullPolicy, pullPolicyPath, report),
    pullPolicyPath,
  });
  return pullPolicy === undefined ? volume : { ...volume, image: { ...image, pullPolicy } };
}
