import type { Container } from '@kubesem/core';
import { safeParseImage } from '../reference/parse-image.js';
import type { ImageReference } from '../reference/reference.js';

/**
 * When the kubelet asks the registry for an image: at every start of a container, only if the node does not have it, or
 * not at all.
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, type `PullPolicy`.
 */
export type ImagePullPolicy = 'Always' | 'IfNotPresent' | 'Never';

/**
 * Why a pull policy is what it is.
 *
 * - `SET`: it stands in the object
 * - `NO_TAG_NO_DIGEST`: `latest` is filled in, so it is `Always`
 * - `LATEST_TAG`: the tag is `latest`, with a digest or without, so it is `Always`
 * - `OTHER_TAG`: the tag is another one, so it is `IfNotPresent`
 * - `DIGEST_ALONE`: there is a digest and no tag, so it is `IfNotPresent`
 * - `INVALID_IMAGE`: the image cannot be parsed, which counts as another tag
 */
export type PullPolicyRule =
  | 'SET'
  | 'NO_TAG_NO_DIGEST'
  | 'LATEST_TAG'
  | 'OTHER_TAG'
  | 'DIGEST_ALONE'
  | 'INVALID_IMAGE';

/** A pull policy, and why it is that. */
export interface PullPolicyExplanation {
  /** The policy: {@link ImagePullPolicy}, or what else the object says, which the API server refuses. */
  readonly pullPolicy: string;
  /** Why. */
  readonly rule: PullPolicyRule;
  /** What a new object would get that sets no policy. */
  readonly defaultPolicy: ImagePullPolicy;
}

/**
 * The pull policy that the API server gives to a container or an image volume that sets none.
 *
 * `Always` if the tag is `latest`, or if there is neither tag nor digest; else `IfNotPresent`. A digest beside `latest`
 * changes nothing: `app:latest@sha256:…` is `Always`. What is no image is `IfNotPresent`.
 *
 * @param image - an image as it stands in a container; anything that cannot be parsed is no image
 * @returns `Always` or `IfNotPresent`
 * @example
 * ```ts
 * import { defaultPullPolicy } from '@kubesem/image';
 *
 * defaultPullPolicy('busybox') // => 'Always'
 * defaultPullPolicy('registry:5000/app:latest') // => 'Always'
 * defaultPullPolicy('registry:5000/app:1.2') // => 'IfNotPresent'
 * defaultPullPolicy(`app@sha256:${'0'.repeat(64)}`) // => 'IfNotPresent'
 * defaultPullPolicy(`app:latest@sha256:${'0'.repeat(64)}`) // => 'Always'
 * defaultPullPolicy('App:latest') // => 'IfNotPresent'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_Container` and `SetDefaults_Volume`. (The
 * documentation says that a digest makes it `IfNotPresent`; the released code looks at the tag alone.)
 */
export function defaultPullPolicy(image: string | null | undefined): ImagePullPolicy {
  const { value } = safeParseImage(image);
  return value?.tag === 'latest' ? 'Always' : 'IfNotPresent';
}

/**
 * The pull policy of a container, and why it is that.
 *
 * The policy is fixed when the object is created and is part of it from then on. A later change of the image alone does
 * not change it: an object that was created with `app:1.2` and now has `app:latest` still says `IfNotPresent`, by the
 * rule `SET`, though a new one would get the `defaultPolicy`.
 *
 * @param container - a container, or the image and the policy of one
 * @returns the policy that is set, or else the default, with the rule
 * @example
 * ```ts
 * import { explainPullPolicy } from '@kubesem/image';
 *
 * explainPullPolicy({ image: 'app:latest' }) // => { pullPolicy: 'Always', rule: 'LATEST_TAG', defaultPolicy: 'Always' }
 * const changed = { image: 'app:latest', imagePullPolicy: 'IfNotPresent' };
 * explainPullPolicy(changed) // => { pullPolicy: 'IfNotPresent', rule: 'SET', defaultPolicy: 'Always' }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_Container`.
 */
export function explainPullPolicy({
  image,
  imagePullPolicy,
}: Pick<Container, 'image' | 'imagePullPolicy'>): PullPolicyExplanation {
  const rule = defaultRule(image ?? '', safeParseImage(image).value);
  const isAlways = rule === 'NO_TAG_NO_DIGEST' || rule === 'LATEST_TAG';
  const defaultPolicy = isAlways ? 'Always' : 'IfNotPresent';
  return imagePullPolicy
    ? { pullPolicy: imagePullPolicy, rule: 'SET', defaultPolicy }
    : { pullPolicy: defaultPolicy, rule, defaultPolicy };
}

function defaultRule(image: string, reference: ImageReference | undefined): PullPolicyRule {
  if (reference === undefined) {
    return 'INVALID_IMAGE';
  }
  const { tag, digest } = reference;
  if (tag !== 'latest') {
    return tag === undefined ? 'DIGEST_ALONE' : 'OTHER_TAG';
  }
  return digest === undefined && !image.endsWith(':latest') ? 'NO_TAG_NO_DIGEST' : 'LATEST_TAG';
}

/**
 * Whether the kubelet pulls the image before it starts a container, as far as the policy decides it.
 *
 * Even where it does not, it may have to pull after all because the Pod has yet to show that it may use the image: see
 * `verifyImagePull`. `Never` and an image that is not there is `ErrImageNeverPull`: see `decideImagePull`.
 *
 * @param pullPolicy - the policy of the container; one that Kubernetes does not know means a pull
 * @param isPresent - whether the node has the image
 * @returns whether it is pulled; `Always` asks the registry for the digest, and loads only what the node lacks
 * @example
 * ```ts
 * import { needsPull } from '@kubesem/image';
 *
 * needsPull('Always', true) // => true
 * needsPull('IfNotPresent', true) // => false
 * needsPull('IfNotPresent', false) // => true
 * needsPull('Never', false) // => false
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `imagePullPrecheck`.
 */
export function needsPull(
  pullPolicy: ImagePullPolicy | (string & {}),
  isPresent: boolean,
): boolean {
  return pullPolicy !== 'Never' && !(pullPolicy === 'IfNotPresent' && isPresent);
}
