import { type Timestamp } from '@kubesem/core';
import { type Fields, fields, raise, THROW } from '@kubesem/core/internal';
import { safeParseReference } from '../reference/reference.js';
import {
  findAllowlistPattern,
  type ImagePullSettings,
  imagePullSettingsProblems,
} from './pull-settings.js';

/** The ServiceAccount of credentials. Source: `k8s.io/kubelet/config/v1beta1` v0.37.1. */
export interface ImagePullServiceAccount {
  /** `metadata.uid` of the ServiceAccount. */
  readonly uid?: string | null | undefined;
  /** Its namespace. */
  readonly namespace?: string | null | undefined;
  /** Its name. */
  readonly name?: string | null | undefined;
}

/** The Secret of credentials. Source: `k8s.io/kubelet/config/v1beta1` v0.37.1. */
export interface ImagePullSecret {
  /** `metadata.uid` of the Secret. */
  readonly uid?: string | null | undefined;
  /** Its namespace. */
  readonly namespace?: string | null | undefined;
  /** Its name. */
  readonly name?: string | null | undefined;
  /**
   * The SHA-256 of the credentials, see `podPullCredentials`. If it is absent or empty, as when hashing failed, it equals no
   * other hash. Hashes are only compared, so without the record of a kubelet, any string that identifies the credentials
   * works.
   */
  readonly credentialHash?: string | null | undefined;
}

/** The credentials with which an image was pulled. Source: `k8s.io/kubelet/config/v1beta1` v0.37.1. */
export interface ImagePullCredentials {
  /** The Secrets. */
  readonly kubernetesSecrets?: readonly (ImagePullSecret | null)[] | null | undefined;
  /** The ServiceAccounts for whose tokens a credential provider of the node returned credentials. */
  readonly kubernetesServiceAccounts?:
    | readonly (ImagePullServiceAccount | null)[]
    | null
    | undefined;
  /** Whether no credentials or those of the node were used: then every Pod of the node can use the image. */
  readonly nodePodsAccessible?: boolean | null | undefined;
}

/**
 * The record of an image that the kubelet pulled, a file in its directory `image_manager/pulled`.
 *
 * Source: `k8s.io/kubelet/config/v1beta1` v0.37.1.
 */
export interface ImagePulledRecord {
  /** API group and version. */
  readonly apiVersion?: string | null | undefined;
  /** `ImagePulledRecord`. */
  readonly kind?: string | null | undefined;
  /** When it was written. */
  readonly lastUpdatedTime?: Timestamp | null | undefined;
  /** ID of the image in the container runtime. */
  readonly imageRef?: string | null | undefined;
  /** The credentials by the name in the container, without tag, digest and defaults. */
  readonly credentialMapping?:
    | { readonly [image: string]: ImagePullCredentials | null | undefined }
    | null
    | undefined;
}

/** The input of {@link imagePullVerification}. */
export interface ImagePullVerificationRequest {
  /** The image as in the container. */
  readonly image: string;
  /** The kubelet's record of the image; absent if it has none, as for a preloaded image. */
  readonly record?: ImagePulledRecord | null | undefined;
  /** Whether the kubelet started a pull of the image and did not record its end; this also counts as pulled. */
  readonly hasPullIntent?: boolean | undefined;
  /** The Secrets of the Pod that have credentials for the image, in the order in which the kubelet tries them. */
  readonly podSecrets?: readonly (ImagePullSecret | null)[] | null | undefined;
  /** The Pod's ServiceAccount, if a credential provider returned credentials for its token. */
  readonly podServiceAccount?: ImagePullServiceAccount | null | undefined;
}

/**
 * The rule that decides whether a Pod can use an image of the node.
 *
 * The Pod can use it:
 * - `POLICY_NEVER`: the policy is `NeverVerify`
 * - `PRELOADED`: the policy is `NeverVerifyPreloadedImages`, and the kubelet did not pull the image
 * - `ALLOWLISTED`: the policy is `NeverVerifyAllowlistedImages`, and the image is on the allowlist
 * - `NODE_WIDE`: the image was pulled without credentials or with those of the node
 * - `SAME_CREDENTIALS`: the image was pulled with the same credentials as in a Secret of the Pod, from any Secret
 * - `SAME_SECRET`: the image was pulled with a Secret of the Pod, which had other credentials then
 * - `SAME_SERVICE_ACCOUNT`: the image was pulled with the Pod's ServiceAccount
 *
 * The Pod must pull it:
 * - `NO_RECORD`: the kubelet has no record of the image
 * - `OTHER_NAME`: the image was pulled only by another name
 * - `UNKNOWN_CREDENTIALS`: the record has no credentials
 * - `NOT_MATCHED`: the image was pulled with credentials that the Pod does not have
 */
export type ImagePullVerificationRule =
  | 'POLICY_NEVER'
  | 'PRELOADED'
  | 'ALLOWLISTED'
  | 'NODE_WIDE'
  | 'SAME_CREDENTIALS'
  | 'SAME_SECRET'
  | 'SAME_SERVICE_ACCOUNT'
  | 'NO_RECORD'
  | 'OTHER_NAME'
  | 'UNKNOWN_CREDENTIALS'
  | 'NOT_MATCHED';

/** Whether a Pod can use an image of the node. */
export interface ImagePullVerification {
  /** Whether the image must be pulled with the Pod's credentials; with the policy `Never` this is `ErrImageNeverPull`. */
  readonly mustPull: boolean;
  /** The rule that decides. */
  readonly rule: ImagePullVerificationRule;
  /** The matching pattern of the allowlist. */
  readonly pattern?: string | undefined;
  /** The matching Secret of the Pod; the kubelet adds it to the record if it is not there in this form. */
  readonly secret?: ImagePullSecret | undefined;
}

/** The kubelet adds no Secret to a record with this many. */
const MAX_SECRETS_TO_WRITE = 100;

/**
 * Decides whether a Pod can use an image that is already on the node, or must pull it to prove that it can.
 *
 * The decision applies to the pull policies `IfNotPresent` and `Never`; `Always` pulls in any case. If the kubelet needs
 * the Pod's Secrets and one of them cannot be decoded, the check fails.
 *
 * If the password in the same Secret has changed, the kubelet accepts it without a pull, although the registry has not
 * checked it. It does not if the record lists 100 or more Secrets.
 *
 * An absent UID, namespace or name equals an empty one, as in Go.
 *
 * @param request - the image, its record, and the credentials of the Pod
 * @param settings - the policy and allowlist of the kubelet
 * @returns the decision and its rule
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_SETTINGS` if the settings are invalid, see
 * {@link imagePullSettingsProblems}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field of the request that decides has
 * the wrong JSON type
 * @example
 * ```ts
 * import { imagePullVerification } from '@kubesem/image';
 *
 * const regcred = { uid: 'a1', namespace: 'shop', name: 'regcred', credentialHash: 'old' };
 * const record = { credentialMapping: { 'example.com/app': { kubernetesSecrets: [regcred] } } };
 * const image = 'example.com/app:1.2';
 * imagePullVerification({ image }) // => { mustPull: false, rule: 'PRELOADED' }
 * imagePullVerification({ image, record }) // => { mustPull: true, rule: 'NOT_MATCHED' }
 * const rotated = { ...regcred, credentialHash: 'new' };
 * imagePullVerification({ image, record, podSecrets: [rotated] }).rule // => 'SAME_SECRET'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images/pullmanager` v1.37.1, `MustAttemptImagePull` and
 * `NewImagePullCredentialVerificationPolicy`, with the default feature gates.
 */
export function imagePullVerification(
  request: ImagePullVerificationRequest,
  settings: ImagePullSettings = {},
): ImagePullVerification {
  const [problem] = imagePullSettingsProblems(settings);
  if (problem !== undefined) {
    raise({ ...problem, code: 'INVALID_SETTINGS' });
  }
  const asked = fields(request, THROW);
  const image = asked.text('image');
  return allowedByPolicy(image, asked.value, settings) ?? judgeRecord(image, asked);
}

function allowedByPolicy(
  image: string,
  { record, hasPullIntent }: Partial<ImagePullVerificationRequest>,
  settings: ImagePullSettings,
): ImagePullVerification | undefined {
  switch (settings.imagePullCredentialsVerificationPolicy || 'NeverVerifyPreloadedImages') {
    case 'NeverVerify':
      return { mustPull: false, rule: 'POLICY_NEVER' };
    case 'NeverVerifyPreloadedImages':
      return record == null && hasPullIntent !== true
        ? { mustPull: false, rule: 'PRELOADED' }
        : undefined;
    case 'NeverVerifyAllowlistedImages': {
      const allowlist = settings.preloadedImagesVerificationAllowlist ?? [];
      const pattern = findAllowlistPattern(allowlist, image);
      return pattern === undefined ? undefined : { mustPull: false, rule: 'ALLOWLISTED', pattern };
    }
    default:
      return undefined;
  }
}

function judgeRecord(
  image: string,
  request: Fields<ImagePullVerificationRequest>,
): ImagePullVerification {
  const record = request.at('record');
  if (!record.isPresent) {
    return { mustPull: true, rule: 'NO_RECORD' };
  }
  const name = safeParseReference(image).value?.name;
  const mapping = record.at('credentialMapping');
  if (name === undefined || !Object.prototype.hasOwnProperty.call(mapping.value, name)) {
    return { mustPull: true, rule: 'OTHER_NAME' };
  }
  const credentials = mapping.at(name);
  if (credentials.flag('nodePodsAccessible')) {
    return { mustPull: false, rule: 'NODE_WIDE' };
  }
  const secrets = credentials.each('kubernetesSecrets', readSecret);
  const accounts = credentials.each('kubernetesServiceAccounts', readSource);
  if (secrets.length + accounts.length === 0) {
    return { mustPull: true, rule: 'UNKNOWN_CREDENTIALS' };
  }
  const matched = matchSecrets(request.each('podSecrets', readSecret), secrets);
  if (matched !== undefined) {
    return matched;
  }
  const account = request.at('podServiceAccount');
  const source = readSource(account);
  return account.isPresent && accounts.some((used) => isSameObject(used, source))
    ? { mustPull: false, rule: 'SAME_SERVICE_ACCOUNT' }
    : { mustPull: true, rule: 'NOT_MATCHED' };
}

/** The object that has credentials; absent fields are empty. */
interface ReadSource {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
}

/** A Secret, and its fields; absent ones are empty. */
interface ReadSecret extends ReadSource {
  readonly secret: ImagePullSecret;
  readonly hash: string;
}

function readSecret(secret: Fields<ImagePullSecret>): ReadSecret {
  const hash = secret.text('credentialHash');
  return { ...readSource(secret), secret: secret.value, hash };
}

function readSource(source: Fields<ImagePullServiceAccount>): ReadSource {
  return {
    uid: source.text('uid'),
    namespace: source.text('namespace'),
    name: source.text('name'),
  };
}

/** The first sufficient Secret of the Pod decides, and for it the first one in the record. */
function matchSecrets(
  podSecrets: readonly ReadSecret[],
  recorded: readonly ReadSecret[],
): ImagePullVerification | undefined {
  for (const podSecret of podSecrets) {
    const { secret } = podSecret;
    for (const used of recorded) {
      // Credentials without a hash are unknown, even if both have none.
      if (used.hash !== '' && used.hash === podSecret.hash) {
        return { mustPull: false, rule: 'SAME_CREDENTIALS', secret };
      }
      if (isSameObject(used, podSecret) && recorded.length < MAX_SECRETS_TO_WRITE) {
        return { mustPull: false, rule: 'SAME_SECRET', secret };
      }
    }
  }
  return undefined;
}

function isSameObject(a: ReadSource, b: ReadSource): boolean {
  return a.uid === b.uid && a.namespace === b.namespace && a.name === b.name;
}
