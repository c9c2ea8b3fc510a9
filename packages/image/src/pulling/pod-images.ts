import { type KubesemError, type Pod, type PodLike, toPod } from '@kubesem/core';
import type { ImageParseError } from '../reference/image-errors.js';
import { safeParseImage } from '../reference/parse-image.js';
import type { ImageReference } from '../reference/reference.js';
import { mapPullPolicies, type PodImageKind } from './map-pull-policies.js';
import { defaultPullPolicy, explainPullPolicy, type PullPolicyRule } from './pull-policy.js';

/** An image that a Pod needs. */
export interface PodImage {
  /** Whether a container runs it, and which kind of one, or a volume holds it. */
  readonly kind: PodImageKind;
  /** Name of the container or volume. */
  readonly name: string;
  /** The image as it is written; empty if there is none. */
  readonly image: string;
  /** Path of the image in the object that was passed in, such as `spec.containers[0].image`. */
  readonly path: string;
  /** The image as Kubernetes reads it, with what it fills in; absent if it cannot be parsed. */
  readonly reference?: ImageReference | undefined;
  /** Why it cannot be parsed. */
  readonly error?: ImageParseError | undefined;
  /** The pull policy, with its default if none is set. */
  readonly pullPolicy: string;
  /** Why it is that. */
  readonly pullPolicyRule: PullPolicyRule;
  /** Path of the pull policy in the object that was passed in, whether it is set there or not. */
  readonly pullPolicyPath: string;
}

/**
 * The images that a Pod needs: of its init containers and sidecars, its app containers, its ephemeral containers and
 * its image volumes, in this order.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the images, parsed, with their pull policies; empty and unparsable ones are among them
 * @throws `KubesemError` `INVALID_TYPE` if a field on the way holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
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
export function podImages(pod: PodLike): readonly PodImage[] {
  return readPodImages(pod);
}

/** The same, for callers that collect what cannot be read. */
export function readPodImages(
  pod: PodLike,
  report?: (error: KubesemError<'INVALID_TYPE'>) => void,
): readonly PodImage[] {
  const images: PodImage[] = [];
  mapPullPolicies(
    pod,
    ({ kind, name, image, path, pullPolicy: imagePullPolicy, pullPolicyPath }) => {
      const { value: reference, error } = safeParseImage(image);
      const { pullPolicy, rule: pullPolicyRule } = explainPullPolicy({ image, imagePullPolicy });
      const read = reference === undefined ? { error } : { reference };
      const policy = { pullPolicy, pullPolicyRule, pullPolicyPath };
      images.push({ kind, name, image, path, ...read, ...policy });
      return pullPolicy;
    },
    report,
  );
  return images;
}

/**
 * The Pod with the pull policies that the API server fills in where none is set.
 *
 * It does so in templates, too, when a workload is created: from then on the policy is part of it, and a later change of
 * the image does not change the policy.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns a new Pod; what was not touched is shared with the argument
 * @throws `KubesemError` `INVALID_TYPE` if a field on the way holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { applyPullPolicyDefaults, podImages } from '@kubesem/image';
 *
 * const created = applyPullPolicyDefaults({ containers: [{ name: 'app', image: 'app:1.2' }] });
 * created.spec?.containers?.[0]?.imagePullPolicy // => 'IfNotPresent'
 * const [app] = created.spec?.containers ?? [];
 * const updated = { ...created, spec: { containers: [{ ...app, image: 'app:latest' }] } };
 * podImages(updated)[0]?.pullPolicy // => 'IfNotPresent'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_Container` and `SetDefaults_Volume`.
 */
export function applyPullPolicyDefaults(pod: PodLike): Pod {
  return mapPullPolicies(pod, ({ image, pullPolicy }) => pullPolicy || defaultPullPolicy(image));
}

/**
 * The Pod as the admission plugin AlwaysPullImages leaves it: every pull policy is `Always`.
 *
 * The plugin looks at Pods, not at templates, and is off unless the API server is told to use it. When a Pod is updated
 * it does nothing unless a container has an image that no container had before.
 *
 * @param pod - the Pod that is created, or what it is updated to; it is not changed
 * @param oldPod - what it was before, for an update
 * @returns the Pod; what was not touched is shared with the argument
 * @throws `KubesemError` `INVALID_TYPE` if a field on the way holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { applyAlwaysPullImages, podImages } from '@kubesem/image';
 *
 * const pod = { containers: [{ name: 'app', image: 'app:1.2', imagePullPolicy: 'Never' }] };
 * podImages(applyAlwaysPullImages(pod))[0]?.pullPolicy // => 'Always'
 * podImages(applyAlwaysPullImages(pod, pod))[0]?.pullPolicy // => 'Never'
 * ```
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/alwayspullimages` v1.37.1, `Admit`.
 */
export function applyAlwaysPullImages(pod: PodLike, oldPod?: PodLike | undefined): Pod {
  if (oldPod !== undefined) {
    const before = new Set(containerImages(oldPod));
    if (containerImages(pod).every((image) => before.has(image))) {
      return toPod(pod);
    }
  }
  return mapPullPolicies(pod, () => 'Always');
}

/** Image volumes do not count here. Source: `isUpdateWithNoNewImages`. */
function containerImages(pod: PodLike): readonly string[] {
  return podImages(pod)
    .filter(({ kind }) => kind !== 'volume')
    .map(({ image }) => image);
}
