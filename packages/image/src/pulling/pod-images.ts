import {
  type ContainerKind,
  type FieldPath,
  type FieldPathSegment,
  formatFieldPath,
  type Named,
  type Pod,
  type PodFields,
  type PodLike,
  type PodSpec,
  type PodSpecLike,
  pathSegments,
  type Volume,
} from '@kubesem/core';
import {
  CONTAINER_FIELDS,
  eachContainer,
  type Fields,
  inFormOf,
  podFields,
  THROW,
} from '@kubesem/core/internal';
import type { ImageParseError } from '../reference/image-errors.js';
import { safeParseImage } from '../reference/parse-image.js';
import type { ImageReference } from '../reference/reference.js';
import { explainPolicyOf, type PullPolicyRule } from './pull-policy.js';

/** The parts of an image that do not depend on its place. */
interface PodImageBase {
  /** What uses the image: a container of that kind, or a volume. */
  readonly kind: PodImageKind;
  /** Name of the container or volume. */
  readonly name: string;
  /** The image as written; empty if absent. */
  readonly image: string;
  /** The image as Kubernetes parses it, with defaults; absent if it is invalid. */
  readonly reference?: ImageReference | undefined;
  /** Why the image is invalid. */
  readonly error?: ImageParseError | undefined;
  /** The pull policy, with its default. */
  readonly pullPolicy: string;
  /** The rule that determines the pull policy. */
  readonly pullPolicyRule: PullPolicyRule;
}

/** An image that a Pod needs. */
export interface PodImage extends PodImageBase {
  /** Path of the image in the object that was passed in, such as `spec.containers[0].image`. */
  readonly path: string;
  /** The same path as names and indexes. */
  readonly segments: readonly FieldPathSegment[];
  /** Path of the pull policy in the object that was passed in, whether or not it is set. */
  readonly pullPolicyPath: string;
  /** The same path as names and indexes. */
  readonly pullPolicySegments: readonly FieldPathSegment[];
}

/**
 * An image of a Pod with unwritten paths.
 */
export interface ReadImage extends PodImageBase {
  /** Path of the image in the object that was passed in. */
  readonly path: FieldPath;
  /** Path of the pull policy in the object that was passed in. */
  readonly pullPolicyPath: FieldPath;
}

/**
 * Lists the images that a Pod needs: those of its init containers and sidecars, of its app containers, of its ephemeral
 * containers, and of its image volumes, in this order.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the images with their pull policies, including absent and invalid ones
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podImages } from '@kubesem/image';
 *
 * const images = podImages({
 *   containers: [{ name: 'app', image: 'registry:5000/app:1.2' }],
 *   volumes: [{ name: 'model', image: { reference: 'model', pullPolicy: 'IfNotPresent' } }],
 * });
 * images.map(({ path, pullPolicy, pullPolicyRule }) => `${path} ${pullPolicy} ${pullPolicyRule}`) // => [
 * //   'containers[0].image IfNotPresent OTHER_TAG',
 * //   'volumes[0].image.reference IfNotPresent SET',
 * // ]
 * images[1]?.reference?.name // => 'docker.io/library/model'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/kuberuntime` v1.37.1, `getImageVolumes` and `startContainer`.
 */
export function podImages(podLike: PodLike): readonly PodImage[] {
  return readPodImages(podFields(podLike, THROW)).map(({ path, pullPolicyPath, ...image }) => {
    const segments = pathSegments(path);
    const pullPolicySegments = pathSegments(pullPolicyPath);
    return {
      ...image,
      path: formatFieldPath(segments),
      segments,
      pullPolicyPath: formatFieldPath(pullPolicySegments),
      pullPolicySegments,
    };
  });
}

/**
 * Lists the images of {@link podImages} without writing their paths, which saves time.
 *
 * @param pod - the parts of a Pod
 * @returns the images
 */
export function readPodImages(pod: PodFields): readonly ReadImage[] {
  const images: ReadImage[] = [];
  mapPullPolicies(
    pod,
    ({ kind, name, image, path, pullPolicy: imagePullPolicy, pullPolicyPath }) => {
      const { value: reference, error } = safeParseImage(image);
      const policyOfImage = explainPolicyOf(reference, image, imagePullPolicy);
      const { pullPolicy, rule: pullPolicyRule } = policyOfImage;
      // Written out: spreads take as long as parsing the image.
      images.push(
        reference === undefined
          ? { kind, name, image, path, pullPolicy, pullPolicyRule, pullPolicyPath, error }
          : { kind, name, image, path, pullPolicy, pullPolicyRule, pullPolicyPath, reference },
      );
      return undefined;
    },
  );
  return images;
}

/** Options of {@link applyAlwaysPullImages}. */
export interface AlwaysPullImagesOptions {
  /** The stored Pod that is updated; absent for a new one. */
  readonly old?: PodLike | null | undefined;
}

/**
 * Applies the admission plugin AlwaysPullImages to a Pod: every pull policy becomes `Always`.
 *
 * The plugin is disabled by default, and handles only Pods, not templates. It leaves an update of a Pod unchanged unless a
 * container has an image that no container had before.
 *
 * @param podLike - the Pod to create, or the new version of an update; it is not changed
 * @param options - the stored Pod if it is an update
 * @returns the Pod or spec; unchanged parts are shared with the argument
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { applyAlwaysPullImages, podImages } from '@kubesem/image';
 *
 * const pod = { containers: [{ name: 'app', image: 'app:1.2', imagePullPolicy: 'Never' }] };
 * podImages(applyAlwaysPullImages(pod))[0]?.pullPolicy // => 'Always'
 * podImages(applyAlwaysPullImages(pod, { old: pod }))[0]?.pullPolicy // => 'Never'
 * ```
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/alwayspullimages` v1.37.1, `Admit`.
 */
export function applyAlwaysPullImages<P extends PodLike>(
  podLike: Named<P>,
  options?: AlwaysPullImagesOptions,
): P;
/** The same for an object literal with a Pod. */
export function applyAlwaysPullImages(podLike: Pod, options?: AlwaysPullImagesOptions): Pod;
/** The same for an object literal with a Pod spec. */
export function applyAlwaysPullImages(
  podLike: PodSpecLike,
  options?: AlwaysPullImagesOptions,
): PodSpec;
/** The implementation. */
export function applyAlwaysPullImages(
  podLike: PodLike,
  { old }: AlwaysPullImagesOptions = {},
): PodLike {
  if (old) {
    const before = new Set(containerImages(old));
    if (containerImages(podLike).every((image) => before.has(image))) {
      return podLike;
    }
  }
  return inFormOf(
    podLike,
    mapPullPolicies(podFields(podLike, THROW), () => 'Always'),
  );
}

/** Image volumes do not count here. Source: `isUpdateWithNoNewImages`. */
function containerImages(podLike: PodLike): readonly string[] {
  return readPodImages(podFields(podLike, THROW))
    .filter(({ kind }) => kind !== 'volume')
    .map(({ image }) => image);
}

/** What uses an image of a Pod: a container of that kind, or a volume. */
export type PodImageKind = ContainerKind | 'volume';

/** An image of a Pod as written, with its paths. */
interface WrittenImage {
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
function mapPullPolicies({ pod, spec }: PodFields, visit: Visit): Pod {
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
