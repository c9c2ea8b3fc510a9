import {
  ABSENT,
  displayText,
  type FieldProblem,
  type Fields,
  fieldProblem,
  fields,
  type Secret,
  THROW,
} from '@kubesem/core';
import { secretFormat } from '../sources/docker-config-secret.js';
import { secretValue } from '../sources/stored-secret.js';

/**
 * Codes of the reasons why a Secret provides no credentials for image pulls.
 *
 * - `NOT_FOUND`: the Pod's namespace has no Secret of that name. The kubelet continues without it; if a pull fails then, it
 *   records an event with the reason `FailedToRetrieveImagePullSecret`
 * - `WRONG_TYPE`: its type is neither `kubernetes.io/dockerconfigjson` nor `kubernetes.io/dockercfg`. The kubelet ignores it
 * - `NO_CREDENTIALS`: it has no data under the key of its type. The kubelet ignores it
 */
export type ImagePullSecretProblemCode = 'NOT_FOUND' | 'WRONG_TYPE' | 'NO_CREDENTIALS';

/** The name of a Secret that provides no credentials. The segments of the problem lead to it in the list of names. */
export interface ImagePullSecretProblem extends FieldProblem<ImagePullSecretProblemCode> {
  /** Name of the Secret. */
  readonly name: string;
  /** Reason of the event that the kubelet records on the Pod if a pull fails; absent if it records none. */
  readonly event?: 'FailedToRetrieveImagePullSecret' | undefined;
}

/** The Secrets with which the images of a Pod are pulled. */
export interface ResolvedImagePullSecrets {
  /** The Secrets with credentials, in the order of their names: the input of a keyring. */
  readonly secrets: readonly Secret[];
  /** The names without credentials. */
  readonly problems: readonly ImagePullSecretProblem[];
}

/**
 * Finds the Secrets with which the images of a Pod are pulled.
 *
 * Their contents are not decoded; a keyring does that.
 *
 * @param names - the names from {@link podImagePullSecrets}; empty ones are ignored
 * @param namespace - the Pod's namespace
 * @param secrets - all known Secrets; those without a namespace are in `default`
 * @returns the Secrets with credentials, and the problems of the other names
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a list, a name or a Secret has the wrong
 * JSON type
 * @example
 * ```ts
 * import { resolveImagePullSecrets } from '@kubesem/image';
 *
 * const token = { metadata: { name: 'token', namespace: 'shop' }, type: 'Opaque' };
 * const { problems } = resolveImagePullSecrets(['token', 'regcred'], 'shop', [token]);
 * problems.map(({ path, code, event }) => [path, code, event]) // => [
 * //   ['names[0]', 'WRONG_TYPE', undefined],
 * //   ['names[1]', 'NOT_FOUND', 'FailedToRetrieveImagePullSecret'],
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `getPullSecretsForPod` and `SyncPod`;
 * `k8s.io/kubernetes/pkg/credentialprovider/secrets` v1.37.1, `MakeDockerKeyring`.
 */
export function resolveImagePullSecrets(
  names: readonly string[],
  namespace: string,
  secrets: readonly Secret[],
): ResolvedImagePullSecrets {
  const found = findPullSecrets(names, namespace, secrets);
  return {
    secrets: found.flatMap(({ secret }) => secret ?? []),
    problems: found.flatMap(({ problem }) => problem ?? []),
  };
}

/** A Secret with credentials, or the problem of its name. */
export interface FoundPullSecret {
  /** Index of the name. */
  readonly index: number;
  readonly secret?: Secret;
  readonly problem?: ImagePullSecretProblem;
}

/** Finds the Secret of each name that is not empty. */
export function findPullSecrets(
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
      const type = code === 'NOT_FOUND' ? 'FieldValueNotFound' : 'FieldValueInvalid';
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
    return { code: 'NO_CREDENTIALS', message: `the Secret has no data under the key ${key}` };
  }
  return undefined;
}
