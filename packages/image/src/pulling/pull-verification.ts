import { KubesemError, type Timestamp } from '@kubesem/core';
import { safeParseReference } from '../reference/reference.js';
import { type ImagePullSettings, validateImagePullSettings } from './pull-settings.js';
import { findAllowlistPattern } from './verification-allowlist.js';

/**
 * When a Pod has to show that it may use an image which the node has already.
 *
 * - `NeverVerify`: never
 * - `NeverVerifyPreloadedImages`: if the kubelet pulled the image; the default
 * - `NeverVerifyAllowlistedImages`: unless the image is on the allowlist, however it came
 * - `AlwaysVerify`: always
 *
 * Source: `k8s.io/kubelet/config/v1beta1` v0.37.1. (The documentation spells one `NeverVerifyAllowListedImages`; the
 * released code does not take that.)
 */
export type ImagePullCredentialsVerificationPolicy =
  | 'NeverVerify'
  | 'NeverVerifyPreloadedImages'
  | 'NeverVerifyAllowlistedImages'
  | 'AlwaysVerify';

/** Which ServiceAccount credentials came from. Source: `k8s.io/kubelet/config/v1beta1` v0.37.1. */
export interface ImagePullServiceAccount {
  /** `metadata.uid` of the ServiceAccount. */
  readonly uid: string;
  /** Its namespace. */
  readonly namespace: string;
  /** Its name. */
  readonly name: string;
}

/** Which Secret credentials came from. Source: `k8s.io/kubelet/config/v1beta1` v0.37.1. */
export interface ImagePullSecret {
  /** `metadata.uid` of the Secret. */
  readonly uid: string;
  /** Its namespace. */
  readonly namespace: string;
  /** Its name. */
  readonly name: string;
  /**
   * The SHA-256 of the credentials, see `podPullCredentials`. Hashes are only compared: where no record of a kubelet is
   * at hand, any text will do that is the same for the same credentials alone. Empty if hashing failed.
   */
  readonly credentialHash: string;
}

/** With what an image was pulled. Source: `k8s.io/kubelet/config/v1beta1` v0.37.1. */
export interface ImagePullCredentials {
  /** The Secrets that it was pulled with. */
  readonly kubernetesSecrets?: readonly ImagePullSecret[] | null | undefined;
  /** The ServiceAccounts whose token a credential provider of the node turned into credentials. */
  readonly kubernetesServiceAccounts?: readonly ImagePullServiceAccount[] | null | undefined;
  /** Whether it was pulled without credentials, or with those of the node: then every Pod of the node may use it. */
  readonly nodePodsAccessible?: boolean | null | undefined;
}

/**
 * What the kubelet keeps of an image that it pulled, in a file of its `image_manager/pulled` folder.
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
  /** What the runtime calls the image. */
  readonly imageRef?: string | null | undefined;
  /** With what it was pulled, by the name in the container, without tag and digest: nothing is filled in. */
  readonly credentialMapping?:
    | { readonly [image: string]: ImagePullCredentials | null | undefined }
    | null
    | undefined;
}

/** What {@link verifyImagePull} looks at. */
export interface ImagePullVerificationRequest {
  /** The image as it stands in the container. */
  readonly image: string;
  /** The kubelet's record of the image; absent if it has none, as of an image that was loaded in another way. */
  readonly record?: ImagePulledRecord | null | undefined;
  /** Whether the kubelet has begun a pull of the image and not recorded its end: that counts as pulled by it, too. */
  readonly hasPullIntent?: boolean | undefined;
  /** The Secrets of the Pod that have credentials for the image, in the order in which the kubelet tries them. */
  readonly podSecrets?: readonly ImagePullSecret[] | undefined;
  /** The Pod's ServiceAccount, if a credential provider gave credentials for the image to its token. */
  readonly podServiceAccount?: ImagePullServiceAccount | undefined;
}

/**
 * Why a Pod may use an image, or must pull it.
 *
 * It may use it:
 * - `POLICY_NEVER`: the policy is `NeverVerify`
 * - `PRELOADED`: the policy is `NeverVerifyPreloadedImages`, and the kubelet did not pull the image
 * - `ALLOWLISTED`: the policy is `NeverVerifyAllowlistedImages`, and the image is on the list
 * - `NODE_WIDE`: it was pulled without credentials or with those of the node
 * - `SAME_CREDENTIALS`: it was pulled with the credentials that a Secret of the Pod has, in whichever Secret they stood
 * - `SAME_SECRET`: it was pulled with a Secret of the Pod that had other credentials then
 * - `SAME_SERVICE_ACCOUNT`: it was pulled with the Pod's ServiceAccount
 *
 * It must pull it:
 * - `NO_RECORD`: it is not known that the kubelet pulled it with any credentials
 * - `OTHER_NAME`: it was pulled by another name only
 * - `UNKNOWN_CREDENTIALS`: it was pulled, and with what is not known
 * - `NOT_MATCHED`: it was pulled with credentials that the Pod does not have
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

/** Whether a Pod may use an image that the node has. */
export interface ImagePullVerification {
  /** Whether it must be pulled with the Pod's credentials first; with the policy `Never` that is `ErrImageNeverPull`. */
  readonly mustPull: boolean;
  /** Why. */
  readonly rule: ImagePullVerificationRule;
  /** The pattern of the allowlist that allows it. */
  readonly pattern?: string | undefined;
  /** The Pod's Secret that matched; unless it is recorded just so, the kubelet adds it to the record. */
  readonly secret?: ImagePullSecret | undefined;
}

/** From so many Secrets on in one record, the kubelet takes up no further one. */
const MAX_SECRETS_TO_WRITE = 100;

/**
 * Whether a Pod may use an image that the node has already, or must pull it to show that it may.
 *
 * The image must be on the node, and the pull policy `IfNotPresent` or `Never`; `Always` pulls in any case. Whether a
 * pull that is needed succeeds is the registry's matter. Where the kubelet has to look at the Pod's Secrets and one of
 * them cannot be decoded, it gives up with that error.
 *
 * A password that was changed in the same Secret is accepted without a pull, though the registry has never seen it;
 * only in a record of 100 Secrets and more it is not.
 *
 * @param request - the image, how it came to the node, and what the Pod has
 * @param settings - the kubelet's policy and allowlist
 * @returns the decision, and the rule that gave it
 * @throws {@link @kubesem/core!KubesemError | KubesemError} `INVALID_SETTINGS` if {@link validateImagePullSettings} finds anything in the settings
 * @example
 * ```ts
 * import { verifyImagePull } from '@kubesem/image';
 *
 * const regcred = { uid: 'a1', namespace: 'shop', name: 'regcred', credentialHash: 'old' };
 * const record = { credentialMapping: { 'example.com/app': { kubernetesSecrets: [regcred] } } };
 * const image = 'example.com/app:1.2';
 * verifyImagePull({ image }) // => { mustPull: false, rule: 'PRELOADED' }
 * verifyImagePull({ image, record }) // => { mustPull: true, rule: 'NOT_MATCHED' }
 * const rotated = { ...regcred, credentialHash: 'new' };
 * verifyImagePull({ image, record, podSecrets: [rotated] }).rule // => 'SAME_SECRET'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images/pullmanager` v1.37.1, `MustAttemptImagePull` and
 * `NewImagePullCredentialVerificationPolicy`, with the feature gates as they are by default.
 */
export function verifyImagePull(
  request: ImagePullVerificationRequest,
  settings: ImagePullSettings = {},
): ImagePullVerification {
  const [problem] = validateImagePullSettings(settings);
  if (problem !== undefined) {
    const { path, message } = problem;
    throw new KubesemError({ code: 'INVALID_SETTINGS', message: `${path}: ${message}`, path });
  }
  return allowedByPolicy(request, settings) ?? judgeRecord(request);
}

function allowedByPolicy(
  { image, record, hasPullIntent }: ImagePullVerificationRequest,
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

function judgeRecord(request: ImagePullVerificationRequest): ImagePullVerification {
  const { image, record, podServiceAccount } = request;
  if (record == null) {
    return { mustPull: true, rule: 'NO_RECORD' };
  }
  const name = safeParseReference(image).value?.name;
  const mapping = record.credentialMapping ?? {};
  const isRecorded = name !== undefined && Object.prototype.hasOwnProperty.call(mapping, name);
  if (!isRecorded) {
    return { mustPull: true, rule: 'OTHER_NAME' };
  }
  const credentials = mapping[name] ?? {};
  if (credentials.nodePodsAccessible === true) {
    return { mustPull: false, rule: 'NODE_WIDE' };
  }
  const secrets = credentials.kubernetesSecrets ?? [];
  const accounts = credentials.kubernetesServiceAccounts ?? [];
  if (secrets.length + accounts.length === 0) {
    return { mustPull: true, rule: 'UNKNOWN_CREDENTIALS' };
  }
  const matched = matchSecrets(request.podSecrets ?? [], secrets);
  if (matched !== undefined) {
    return matched;
  }
  const isSame =
    podServiceAccount && accounts.some((used) => isSameObject(used, podServiceAccount));
  return isSame
    ? { mustPull: false, rule: 'SAME_SERVICE_ACCOUNT' }
    : { mustPull: true, rule: 'NOT_MATCHED' };
}

/** The first Secret of the Pod that is good enough decides, and for it the first one of the record. */
function matchSecrets(
  podSecrets: readonly ImagePullSecret[],
  recorded: readonly ImagePullSecret[],
): ImagePullVerification | undefined {
  for (const secret of podSecrets) {
    for (const used of recorded) {
      if (used.credentialHash !== '' && used.credentialHash === secret.credentialHash) {
        return { mustPull: false, rule: 'SAME_CREDENTIALS', secret };
      }
      if (isSameObject(used, secret) && recorded.length < MAX_SECRETS_TO_WRITE) {
        return { mustPull: false, rule: 'SAME_SECRET', secret };
      }
    }
  }
  return undefined;
}

function isSameObject(a: ImagePullServiceAccount, b: ImagePullServiceAccount): boolean {
  return a.uid === b.uid && a.namespace === b.namespace && a.name === b.name;
}
