import {
  type LocalObjectReference,
  type PodLike,
  type PodSpec,
  type Secret,
  type ServiceAccount,
  toPod,
} from '@kubesem/core';
import { mapObjects, raise, readFields } from '../../read.js';

/** Which Secrets a Pod's images are pulled with, by name, and who names them. */
export interface PodImagePullSecrets {
  /** The object that names them; `none` if neither does. */
  readonly from: 'Pod' | 'ServiceAccount' | 'none';
  /** The names, in order and as often as they are listed; an empty one is in the list, and ignored by the kubelet. */
  readonly names: readonly string[];
}

/**
 * Which Secrets a Pod's images are pulled with, by name.
 *
 * Those that the Pod lists itself; if it lists none, those of its ServiceAccount, which the API server writes into the
 * Pod on creation, unless it mirrors a static one. They are never merged. A stored Pod has them already: leave the
 * ServiceAccount out then.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param serviceAccount - the ServiceAccount of that name (see {@link podServiceAccountName}) in the Pod's namespace
 * @returns the names, and who names them
 * @throws `KubesemError` `INVALID_TYPE` if a list or a name holds another JSON type than it should
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podImagePullSecrets } from '@kubesem/image';
 *
 * const serviceAccount = { imagePullSecrets: [{ name: 'team' }] };
 * podImagePullSecrets({ containers: [] }, serviceAccount) // => { from: 'ServiceAccount', names: ['team'] }
 * const spec = { containers: [], imagePullSecrets: [{ name: 'own' }] };
 * podImagePullSecrets(spec, serviceAccount) // => { from: 'Pod', names: ['own'] }
 * ```
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/serviceaccount` v1.37.1, `Admit`.
 */
export function podImagePullSecrets(
  pod: PodLike,
  serviceAccount?: ServiceAccount | null | undefined,
): PodImagePullSecrets {
  const { metadata, spec } = toPod(pod);
  const own = namesIn(spec, toPod(pod) === pod ? 'spec.imagePullSecrets' : 'imagePullSecrets');
  if (own.length > 0) {
    return { from: 'Pod', names: own };
  }
  // Into a mirror of a static Pod the API server writes nothing.
  const isMirror = metadata?.annotations?.['kubernetes.io/config.mirror'] !== undefined;
  const inherited = isMirror ? [] : namesIn(serviceAccount, 'imagePullSecrets');
  return { from: inherited.length > 0 ? 'ServiceAccount' : 'none', names: inherited };
}

function namesIn(
  owner: ServiceAccount | PodSpec | null | undefined,
  path: string,
): readonly string[] {
  const refs: readonly LocalObjectReference[] = owner?.imagePullSecrets ?? [];
  return mapObjects(
    refs,
    path,
    raise,
    (ref, refPath) => readFields(ref, refPath, ['name'], raise).name,
  );
}

/**
 * The name of a Pod's ServiceAccount.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns `serviceAccountName`, else its old name `serviceAccount`, else `default`
 * @throws `KubesemError` `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podServiceAccountName } from '@kubesem/image';
 *
 * podServiceAccountName({ containers: [] }) // => 'default'
 * podServiceAccountName({ containers: [], serviceAccount: 'builder' }) // => 'builder'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_PodSpec`;
 * `k8s.io/kubernetes/plugin/pkg/admission/serviceaccount` v1.37.1.
 */
export function podServiceAccountName(pod: PodLike): string {
  const { serviceAccountName, serviceAccount } = toPod(pod).spec ?? {};
  return serviceAccountName || serviceAccount || 'default';
}

/**
 * What is wrong with a Secret that should have credentials for registries.
 *
 * - `NOT_FOUND`: there is none of that name in the Pod's namespace. The kubelet goes on without it, and if a pull then
 *   fails, it records an event with the reason `FailedToRetrieveImagePullSecret`
 * - `WRONG_TYPE`: its type is neither `kubernetes.io/dockerconfigjson` nor `kubernetes.io/dockercfg`. The kubelet passes
 *   over it without a word
 * - `NO_CREDENTIALS`: it has nothing under the key that belongs to its type. The kubelet passes over it, too
 */
export type ImagePullSecretProblemCode = 'NOT_FOUND' | 'WRONG_TYPE' | 'NO_CREDENTIALS';

/** A Secret that the kubelet gets no credentials from. */
export interface ImagePullSecretProblem {
  /** Name of the Secret. */
  readonly name: string;
  /** Stable identifier; programs and tests match on this. */
  readonly code: ImagePullSecretProblemCode;
  /** What was expected and what was found, for people. */
  readonly message: string;
  /** The reason of the event that the kubelet records on the Pod when a pull fails; absent if it records none. */
  readonly event?: 'FailedToRetrieveImagePullSecret' | undefined;
}

/** The Secrets that a Pod's images are pulled with. */
export interface ResolvedImagePullSecrets {
  /** Those with credentials, in the order in which the Pod lists them: what goes into a keyring. */
  readonly secrets: readonly Secret[];
  /** The others. */
  readonly problems: readonly ImagePullSecretProblem[];
}

const KEYS: { readonly [type: string]: string } = {
  'kubernetes.io/dockerconfigjson': '.dockerconfigjson',
  'kubernetes.io/dockercfg': '.dockercfg',
};

/**
 * Finds the Secrets that a Pod's images are pulled with.
 *
 * Whether what they hold can be read shows when it goes into a keyring. Secrets are looked for in the given namespace
 * alone, however many others there are.
 *
 * @param names - of {@link podImagePullSecrets}
 * @param namespace - the Pod's namespace
 * @param secrets - all Secrets that are known; those without a namespace are in `default`
 * @returns the Secrets with credentials, and what is wrong with the others
 * @example
 * ```ts
 * import { resolveImagePullSecrets } from '@kubesem/image';
 *
 * const token = { metadata: { name: 'token', namespace: 'shop' }, type: 'Opaque' };
 * const { problems } = resolveImagePullSecrets(['token', 'regcred'], 'shop', [token]);
 * problems.map(({ code, event }) => [code, event]) // => [
 * //   ['WRONG_TYPE', undefined],
 * //   ['NOT_FOUND', 'FailedToRetrieveImagePullSecret'],
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
  const found: Secret[] = [];
  const problems: ImagePullSecretProblem[] = [];
  for (const name of names) {
    const secret = secrets.find(
      ({ metadata }) => metadata?.name === name && (metadata.namespace || 'default') === namespace,
    );
    const problem = name === '' ? undefined : secretProblem(name, namespace, secret);
    if (problem !== undefined) {
      problems.push(problem);
    } else if (secret !== undefined) {
      found.push(secret);
    }
  }
  return { secrets: found, problems };
}

function secretProblem(
  name: string,
  namespace: string,
  secret: Secret | undefined,
): ImagePullSecretProblem | undefined {
  if (secret === undefined) {
    const message = `expected a Secret ${name} in namespace ${namespace}, found none`;
    return { name, code: 'NOT_FOUND', message, event: 'FailedToRetrieveImagePullSecret' };
  }
  const type = secret.type ?? 'Opaque';
  const key = Object.prototype.hasOwnProperty.call(KEYS, type) ? KEYS[type] : undefined;
  if (key === undefined) {
    const message = `expected the type ${Object.keys(KEYS).join(' or ')}, found ${type}`;
    return { name, code: 'WRONG_TYPE', message };
  }
  if (!secret.stringData?.[key] && !secret.data?.[key]) {
    return { name, code: 'NO_CREDENTIALS', message: `expected data under the key ${key}` };
  }
  return undefined;
}
