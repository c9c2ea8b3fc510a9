import { type Container } from '@kubesem/core';
import { objectOf } from '@kubesem/core/internal';
import { safeParseImage } from '../reference/parse-image.js';
import type { ImageReference } from '../reference/reference.js';

/**
 * When the kubelet pulls an image: at every start of a container, only if the node does not have it, or never.
 *
 * Source: `k8s.io/api/core/v1` v0.37.1, type `PullPolicy`.
 */
export type ImagePullPolicy = 'Always' | 'IfNotPresent' | 'Never';

/**
 * The rule that determines a pull policy.
 *
 * - `SET`: the object sets it
 * - `NO_TAG_NO_DIGEST`: the tag defaults to `latest`, so the policy is `Always`
 * - `LATEST_TAG`: the tag is `latest`, with or without a digest, so the policy is `Always`
 * - `OTHER_TAG`: the tag is not `latest`, so the policy is `IfNotPresent`
 * - `DIGEST_ALONE`: the image has a digest and no tag, so the policy is `IfNotPresent`
 * - `INVALID_IMAGE`: the image cannot be parsed, so the policy is `IfNotPresent`
 */
export type PullPolicyRule =
  | 'SET'
  | 'NO_TAG_NO_DIGEST'
  | 'LATEST_TAG'
  | 'OTHER_TAG'
  | 'DIGEST_ALONE'
  | 'INVALID_IMAGE';

/** A pull policy and the rule that determines it. */
export interface PullPolicy {
  /** The policy: an {@link ImagePullPolicy}, or any other string in the object, which the API server rejects. */
  readonly pullPolicy: string;
  /** The rule that determines it. */
  readonly rule: PullPolicyRule;
  /** The default for a new object without a policy. */
  readonly defaultPolicy: ImagePullPolicy;
}

/**
 * Determines the pull policy of a container or an image volume, and the rule that decides.
 *
 * Without a policy, the API server gives it `Always` if the tag is `latest` or the image has neither tag nor digest, otherwise
 * `IfNotPresent`. A digest does not matter if there is a tag: `app:latest@sha256:…` is `Always`.
 *
 * The API server stores the policy when an object is created. A later change of the image does not change it: an object
 * that was created with `app:1.2` and now has `app:latest` keeps `IfNotPresent` by the rule `SET`, although a new object
 * would have the `defaultPolicy`.
 *
 * A field of the wrong type counts as absent.
 *
 * @param container - a container, or its image and policy
 * @returns the policy of the container, or the default, with the rule
 * @example
 * ```ts
 * import { containerPullPolicy } from '@kubesem/image';
 *
 * containerPullPolicy({ image: 'app:latest' }) // => { pullPolicy: 'Always', rule: 'LATEST_TAG', defaultPolicy: 'Always' }
 * const changed = { image: 'app:latest', imagePullPolicy: 'IfNotPresent' };
 * containerPullPolicy(changed) // => { pullPolicy: 'IfNotPresent', rule: 'SET', defaultPolicy: 'Always' }
 * containerPullPolicy({ image: 'registry:5000/app:1.2' }).pullPolicy // => 'IfNotPresent'
 * containerPullPolicy({ image: `app:latest@sha256:${'0'.repeat(64)}` }).pullPolicy // => 'Always'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_Container` and `SetDefaults_Volume`. (According to
 * the documentation, an image with a digest has `IfNotPresent`; the released code checks only the tag.)
 */
export function containerPullPolicy(
  container: Pick<Container, 'image' | 'imagePullPolicy'>,
): PullPolicy {
  const { image, imagePullPolicy } = objectOf(container);
  return explainPolicyOf(safeParseImage(image).value, image ?? '', imagePullPolicy);
}

/** The same for an image that has been parsed; undefined if it is invalid. */
export function explainPolicyOf(
  reference: ImageReference | undefined,
  image: string,
  imagePullPolicy: string | null | undefined,
): PullPolicy {
  const rule = defaultRule(image, reference);
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
 * Reports whether the pull policy requires a pull before a container starts.
 *
 * The kubelet may also have to pull because the Pod must prove that it can use a present image: see `imagePullVerification`. With
 * `Never` and an absent image, the container waits with `ErrImageNeverPull`: see `imagePullDecision`.
 *
 * @param pullPolicy - the policy of the container; an unknown one counts as `Always`
 * @param isPresent - whether the node has the image
 * @returns whether the kubelet pulls; with `Always` it resolves the digest, and downloads only missing layers
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `imagePullPrecheck`.
 */
export function needsPull(
  pullPolicy: ImagePullPolicy | (string & {}),
  isPresent: boolean,
): boolean {
  return pullPolicy !== 'Never' && !(pullPolicy === 'IfNotPresent' && isPresent);
}
