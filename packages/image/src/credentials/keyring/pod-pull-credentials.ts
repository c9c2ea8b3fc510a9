// Bundled at build time: see THIRD-PARTY-NOTICES.txt.
import { SECRET } from '@kubesem/core/kinds';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ImagePullSecret, ImagePullServiceAccount } from '../../pulling/pull-verification.js';
import { goJsonObject } from '../sources/json.js';
import type { RegistryCredential } from './keyring-part.js';

/** The credentials of a Pod for one image, in the form that the kubelet compares with its records. */
export interface PodPullCredentials {
  /** The credentials of Secrets, in the order in which the kubelet tries them. */
  readonly podSecrets: readonly ImagePullSecret[];
  /** The ServiceAccount of the first credentials from a provider. */
  readonly podServiceAccount?: ImagePullServiceAccount | undefined;
}

/**
 * Converts credentials to the form that the kubelet compares with its records: their hash and their source. The
 * credentials of the node are omitted.
 *
 * @param credentials - the result of {@link registryCredentials} for the image
 * @returns a part of the input of {@link imagePullVerification}
 * @example
 * ```ts
 * import { dockerConfigSecret, dockerKeyring, imagePullVerification, podPullCredentials, registryCredentials } from '@kubesem/image';
 *
 * const image = 'example.com/app:1.2';
 * const secret = dockerConfigSecret({ name: 'regcred', server: 'example.com', username: 'anna', password: 'tiger' });
 * const pod = podPullCredentials(registryCredentials(image, dockerKeyring({ secrets: [secret] })));
 * pod.podSecrets[0]?.credentialHash // => '01754b970b8a8b3cfbd52614ed6977f7419c5bb5857c33b8b46c7cbf791ffa72'
 * const other = { uid: 'a1', namespace: 'shop', name: 'other', credentialHash: pod.podSecrets[0]?.credentialHash ?? '' };
 * const record = { credentialMapping: { 'example.com/app': { kubernetesSecrets: [other] } } };
 * imagePullVerification({ image, record, ...pod }).rule // => 'SAME_CREDENTIALS'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/images` v1.37.1, `EnsureImageExists`;
 * `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `hashAuthConfig`.
 */
export function podPullCredentials(credentials: readonly RegistryCredential[]): PodPullCredentials {
  const podSecrets: ImagePullSecret[] = [];
  let podServiceAccount: ImagePullServiceAccount | undefined;
  for (const credential of credentials) {
    if (credential.source !== undefined) {
      const { kind, uid, namespace, name } = credential.source;
      if (kind === SECRET.kind) {
        podSecrets.push({ uid, namespace, name, credentialHash: hash(credential) });
      } else {
        podServiceAccount = podServiceAccount ?? { uid, namespace, name };
      }
    }
  }
  return { podSecrets, ...(podServiceAccount && { podServiceAccount }) };
}

function hash({ username, password, email, hashed }: RegistryCredential): string {
  const json = hashed ?? goJsonObject({ username, password, email });
  return bytesToHex(sha256(utf8ToBytes(json)));
}
