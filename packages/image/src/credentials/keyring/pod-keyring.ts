import { type PodLike, type Secret, type ServiceAccount, toPod } from '@kubesem/core';
import { shorten } from '../../pulling/image-problems.js';
import type { PodImageWarning } from '../../pulling/pod-image-warnings.js';
import type { DockerConfigError } from '../sources/credential-errors.js';
import { collectDockerKeyring, type DockerKeyring } from './docker-keyring.js';
import {
  type ImagePullSecretProblem,
  podImagePullSecrets,
  resolveImagePullSecrets,
} from './image-pull-secrets.js';
import type { CredentialEntry } from './keyring-part.js';

/** What {@link podKeyring} looks for credentials in. */
export interface PodKeyringSources {
  /** The Pod's namespace. */
  readonly namespace: string;
  /** All Secrets that are known, as they are stored; those without a namespace are in `default`. */
  readonly secrets: readonly Secret[];
  /** The Pod's ServiceAccount; leave it out for a stored Pod, which lists its Secrets itself. */
  readonly serviceAccount?: ServiceAccount | null | undefined;
  /** The entries of the node's own configuration. */
  readonly node?: readonly CredentialEntry[] | undefined;
}

/** What a Pod's images are pulled with. */
export interface PodKeyring {
  /** The credentials that can be used. */
  readonly keyring: DockerKeyring;
  /** What is wrong with the Secrets. */
  readonly warnings: readonly PodImageWarning[];
  /** Whether the kubelet would pull no image of the Pod: one Secret cannot be decoded. */
  readonly kubeletRefuses: boolean;
}

/**
 * What the images of a Pod are pulled with: the credentials of its Secrets, or of those of its ServiceAccount, and of the
 * node.
 *
 * Where a Secret cannot be decoded the kubelet would pull no image at all; here the others are used, and `kubeletRefuses`
 * says so.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param sources - where to look for credentials
 * @returns the keyring, and what is wrong with the Secrets
 * @throws `KubesemError` `INVALID_TYPE` if a list of Secrets holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { dockerConfigSecret, lookup, podKeyring } from '@kubesem/image';
 *
 * const secret = dockerConfigSecret({
 *   namespace: 'shop',
 *   name: 'regcred',
 *   server: 'registry.example',
 *   username: 'anna',
 *   password: 'katze',
 * });
 * const pod = { containers: [], imagePullSecrets: [{ name: 'regcred' }, { name: 'old' }] };
 * const { keyring, warnings } = podKeyring(pod, { namespace: 'shop', secrets: [secret] });
 * lookup(keyring, 'registry.example/app:1.2').map(({ username }) => username) // => ['anna']
 * warnings.map(({ path, code }) => `${path} ${code}`) // => ['imagePullSecrets[1].name PULL_SECRET_NOT_FOUND']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `getPullSecretsForPod`;
 * `k8s.io/kubernetes/pkg/credentialprovider/secrets` v1.37.1, `MakeDockerKeyring`.
 */
export function podKeyring(pod: PodLike, sources: PodKeyringSources): PodKeyring {
  const { namespace, serviceAccount, secrets: known, node } = sources;
  const { from, names } = podImagePullSecrets(pod, serviceAccount);
  const prefix = toPod(pod) === pod ? 'spec.' : '';
  const pathOf = (index: number) =>
    from === 'Pod' ? `${prefix}imagePullSecrets[${index}].name` : `${prefix}serviceAccountName`;
  const warnings: PodImageWarning[] = [];
  const places: (readonly [path: string, name: string])[] = [];
  const secrets: Secret[] = [];
  for (const [index, name] of names.entries()) {
    const resolved = resolveImagePullSecrets([name], namespace, known);
    for (const secret of resolved.secrets) {
      secrets.push(secret);
      places.push([pathOf(index), name]);
    }
    for (const problem of resolved.problems) {
      warnings.push(missingWarning(problem, pathOf(index)));
    }
  }
  const { keyring, faults, kubeletRefuses } = collectDockerKeyring({
    secrets,
    ...(node && { node }),
  });
  for (const fault of faults) {
    const [, index, rest = ''] = /^secrets\[(\d+)\]\.([^]*)/.exec(fault.path ?? '') ?? [];
    const place = places[Number(index)];
    if (place !== undefined) {
      warnings.push(faultWarning(fault, place, rest));
    }
  }
  return { keyring, warnings, kubeletRefuses };
}

function missingWarning(
  { name, code, message, event }: ImagePullSecretProblem,
  path: string,
): PodImageWarning {
  const effect = event === undefined ? '' : `; if a pull fails, the event is ${event}`;
  return {
    type: code === 'NOT_FOUND' ? 'FieldValueNotFound' : 'FieldValueInvalid',
    path,
    value: shorten(name),
    code: code === 'NOT_FOUND' ? 'PULL_SECRET_NOT_FOUND' : 'PULL_SECRET_IGNORED',
    message: `${message}; the kubelet goes on without it${effect}`,
    apiServer: 'accepts',
  };
}

function faultWarning(
  { code, effect }: DockerConfigError,
  [path, name]: readonly [path: string, name: string],
  place: string,
): PodImageWarning {
  const isRefused = effect === 'REFUSES_SOURCE';
  const consequence = isRefused
    ? 'the kubelet then pulls no image of the Pod, whatever the other Secrets hold'
    : 'the kubelet leaves that entry out';
  return {
    type: 'FieldValueInvalid',
    path,
    value: shorten(name),
    code: isRefused ? 'PULL_SECRET_UNDECODABLE' : 'CREDENTIALS_IGNORED',
    message: `expected a Secret with credentials for registries, found ${code} at its ${place}; ${consequence}`,
    apiServer: 'accepts',
  };
}
