import type {
  FieldPath,
  FieldPathSegment,
  FieldProblem,
  PodLike,
  Secret,
  ServiceAccount,
} from '@kubesem/core';
import {
  ABSENT,
  displayText,
  type Fields,
  fieldProblem,
  fields,
  movedProblem,
  podFields,
  THROW,
} from '@kubesem/core/internal';
import { podImagePullSecrets } from '../../pulling/pod-image-pull-secrets.js';
import { type PodImageWarning, podImageWarning } from '../../pulling/pod-image-warnings.js';
import type { DockerConfigError, KubeletEffect } from '../sources/credential-errors.js';
import { secretFormat, secretValue } from '../sources/docker-config-secret.js';
import { collectDockerKeyring, type DockerKeyring } from './docker-keyring.js';
import type { CredentialEntry } from './keyring-part.js';

/** The credentials from which {@link podKeyring} selects. */
export interface PodKeyringSources {
  /** The Pod's namespace. */
  readonly namespace: string;
  /** All known Secrets; those without a namespace are in `default`. */
  readonly secrets: readonly Secret[];
  /** The Pod's ServiceAccount; omit it for a stored Pod, which lists its Secrets itself. */
  readonly serviceAccount?: ServiceAccount | null | undefined;
  /** The entries of the node's own configuration. */
  readonly node?: readonly CredentialEntry[] | undefined;
}

/** The credentials with which the images of a Pod are pulled. */
export interface PodKeyring {
  /** The valid credentials. */
  readonly keyring: DockerKeyring;
  /** The problems with the Secrets. */
  readonly warnings: readonly PodImageWarning[];
  /** Whether the kubelet would pull no image of the Pod, because a Secret cannot be decoded. */
  readonly kubeletRefuses: boolean;
}

/**
 * Collects the credentials with which the images of a Pod are pulled: those of its Secrets, or of its ServiceAccount's,
 * and those of the node.
 *
 * If a Secret cannot be decoded, the kubelet pulls no image of the Pod. The keyring contains the other credentials then,
 * and `kubeletRefuses` is true.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @param sources - the credentials to select from
 * @returns the keyring, and the problems with the Secrets
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { dockerConfigSecret, podKeyring, registryCredentials } from '@kubesem/image';
 *
 * const secret = dockerConfigSecret({
 *   namespace: 'shop',
 *   name: 'regcred',
 *   server: 'registry.example',
 *   username: 'anna',
 *   password: 'tiger',
 * });
 * const pod = { containers: [], imagePullSecrets: [{ name: 'regcred' }, { name: 'old' }] };
 * const { keyring, warnings } = podKeyring(pod, { namespace: 'shop', secrets: [secret] });
 * registryCredentials('registry.example/app:1.2', keyring).map(({ username }) => username) // => ['anna']
 * warnings.map(({ path, code }) => `${path} ${code}`) // => ['imagePullSecrets[1].name PULL_SECRET_NOT_FOUND']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `getPullSecretsForPod`;
 * `k8s.io/kubernetes/pkg/credentialprovider/secrets` v1.37.1, `MakeDockerKeyring`.
 */
export function podKeyring(podLike: PodLike, sources: PodKeyringSources): PodKeyring {
  const { namespace, serviceAccount, secrets: known, node } = sources;
  const { from, names } = podImagePullSecrets(podLike, serviceAccount);
  const { spec } = podFields(podLike, THROW);
  const pathOf = (index: number): FieldPath =>
    from === 'Pod'
      ? spec.pathOf('imagePullSecrets', index, 'name')
      : spec.pathOf('serviceAccountName');
  const found = findPullSecrets(names, namespace, known);
  const usable = found.flatMap(({ index, secret }) =>
    secret === undefined ? [] : [{ secret, name: names[index] ?? '', path: pathOf(index) }],
  );
  const { keyring, faults, warnings, kubeletRefuses } = collectDockerKeyring({
    secrets: usable.map(({ secret }) => secret),
    ...(node && { node }),
  });
  const missing = found.flatMap(({ index, problem }) =>
    problem === undefined ? [] : [missingWarning(problem, pathOf(index))],
  );
  const originOf = ([list, index]: readonly FieldPathSegment[]) =>
    list === 'secrets' ? usable[index as number] : undefined;
  const broken = faults.flatMap((fault) => {
    const origin = originOf(fault.problem.segments);
    return origin === undefined ? [] : [faultWarning(fault, origin)];
  });
  const stores = warnings.flatMap((warning) => {
    const origin = originOf(warning.segments);
    return origin === undefined ? [] : [storeWarning(warning, origin)];
  });
  return { keyring, warnings: [...missing, ...broken, ...stores], kubeletRefuses };
}

/** The warning about a fault, and what the kubelet does. */
const CONSEQUENCES: {
  readonly [Effect in KubeletEffect]: readonly [PodImageWarning['code'], string];
} = {
  REFUSES_SOURCE: [
    'PULL_SECRET_UNDECODABLE',
    'the kubelet pulls no image of the Pod, not even with other Secrets',
  ],
  IGNORES_ENTRY: ['CREDENTIALS_IGNORED', 'the kubelet ignores this entry'],
  IGNORES_SOURCE: ['PULL_SECRET_IGNORED', 'the kubelet ignores this Secret'],
};

function missingWarning(
  { name, code, message, event }: ImagePullSecretProblem,
  path: FieldPath,
): PodImageWarning {
  const effect =
    event === undefined ? '' : `; if a pull fails, the kubelet records the event ${event}`;
  return podImageWarning({
    code: code === 'NOT_FOUND' ? 'PULL_SECRET_NOT_FOUND' : 'PULL_SECRET_IGNORED',
    path,
    value: name,
    message: `${message}; the kubelet continues without it${effect}`,
  });
}

/** The name of a Secret, and where the Pod has it. */
interface SecretOrigin {
  readonly name: string;
  readonly path: FieldPath;
}

function faultWarning(
  { code, effect, problem }: DockerConfigError,
  { name, path }: SecretOrigin,
): PodImageWarning {
  const [warning, consequence] = CONSEQUENCES[effect];
  const message = `${code} in ${placeInSecret(problem)} of the Secret; ${consequence}`;
  return podImageWarning({ code: warning, path, value: name, message });
}

function storeWarning(
  problem: FieldProblem<'CREDENTIAL_STORE'>,
  { name, path }: SecretOrigin,
): PodImageWarning {
  const { code, message: effect } = problem;
  const message = `${placeInSecret(problem)} of the Secret: ${effect}`;
  return podImageWarning({ code, path, value: name, message });
}

/** The path without the list and the index of the Secret. */
function placeInSecret(problem: FieldProblem): string {
  return movedProblem(problem, [], 2).path;
}

/**
 * Codes of the reasons why a Secret provides no credentials for image pulls.
 *
 * - `NOT_FOUND`: the Pod's namespace has no Secret of that name. The kubelet continues without it; if a pull fails then, it
 *   records an event with the reason `FailedToRetrieveImagePullSecret`
 * - `WRONG_TYPE`: its type is neither `kubernetes.io/dockerconfigjson` nor `kubernetes.io/dockercfg`. The kubelet ignores it
 * - `CREDENTIALS_MISSING`: it has no data under the key of its type. The kubelet ignores it
 */
export type ImagePullSecretProblemCode = 'NOT_FOUND' | 'WRONG_TYPE' | 'CREDENTIALS_MISSING';

/** The name of a Secret that provides no credentials. The segments of the problem lead to it in the list of names. */
interface ImagePullSecretProblem extends FieldProblem<ImagePullSecretProblemCode> {
  /** Name of the Secret. */
  readonly name: string;
  /** Reason of the event that the kubelet records on the Pod if a pull fails; absent if it records none. */
  readonly event?: 'FailedToRetrieveImagePullSecret' | undefined;
}

/** A Secret with credentials, or the problem of its name. */
interface FoundPullSecret {
  /** Index of the name. */
  readonly index: number;
  readonly secret?: Secret;
  readonly problem?: ImagePullSecretProblem;
}

/**
 * Finds the Secret of each name that is not empty.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `getPullSecretsForPod` and `SyncPod`;
 * `k8s.io/kubernetes/pkg/credentialprovider/secrets` v1.37.1, `MakeDockerKeyring`.
 */
function findPullSecrets(
  names: readonly string[],
  namespace: string,
  secrets: readonly Secret[],
): readonly FoundPullSecret[] {
  const given = fields({ names, secrets }, THROW);
  const known = secretsByName(namespace, given);
  return given
    .texts('names')
    .map((name, index) => [index, name] as const)
    .filter(([, name]) => name !== '')
    .map(([index, name]) => {
      const secret = known.get(name);
      const fault = secretFault(namespace, secret);
      if (fault === undefined) {
        return { index, ...(secret && { secret }) };
      }
      const { code, message, event } = fault;
      const path = given.pathOf('names', index);
      const type = code === 'NOT_FOUND' ? 'NOT_FOUND' : 'INVALID';
      const problem = fieldProblem({ type, code, path, value: name, message });
      return { index, problem: { ...problem, name, ...(event && { event }) } };
    });
}

/** The Secrets of a namespace; the first one of each name. */
function secretsByName(
  namespace: string,
  given: Fields<{ readonly secrets: readonly Secret[] }>,
): Map<string, Secret> {
  const known = new Map<string, Secret>();
  given.each('secrets', (secret) => {
    const metadata = secret.at('metadata');
    const name = metadata.text('name');
    const own = metadata.text('namespace') || 'default';
    if (own === namespace && !known.has(name)) {
      known.set(name, secret.value);
    }
  });
  return known;
}

function secretFault(
  namespace: string,
  secret: Secret | undefined,
): Pick<ImagePullSecretProblem, 'code' | 'message' | 'event'> | undefined {
  if (secret === undefined) {
    const message = `the namespace ${displayText(namespace)} has no Secret of this name`;
    return { code: 'NOT_FOUND', message, event: 'FailedToRetrieveImagePullSecret' };
  }
  // The kubelet ignores all other types, so a type that is not a string is one of them.
  const format = secretFormat(secret.type);
  if (format === undefined) {
    const message = `the Secret has the type ${displayText(secret.type ?? 'Opaque')}, expected kubernetes.io/dockerconfigjson or kubernetes.io/dockercfg`;
    return { code: 'WRONG_TYPE', message };
  }
  const key = `.${format}`;
  // A value of the wrong type is a fault of the keyring.
  if (secretValue(fields(secret, ABSENT), key).value === '') {
    return { code: 'CREDENTIALS_MISSING', message: `the Secret has no data under the key ${key}` };
  }
  return undefined;
}
