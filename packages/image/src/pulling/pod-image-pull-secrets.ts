import { isMirrorPod, type PodLike, type PodSpec, type ServiceAccount } from '@kubesem/core';
import { type Fields, fields, podFields, THROW } from '@kubesem/core/internal';

/** The names of the image pull Secrets of a Pod, and the object that lists them. */
export interface PodImagePullSecrets {
  /** The object that lists the Secrets; `none` if there are none. */
  readonly from: 'Pod' | 'ServiceAccount' | 'none';
  /** The names in order, including duplicates and empty names; the kubelet ignores empty names. */
  readonly names: readonly string[];
}

/**
 * Lists the names of the image pull Secrets of a Pod.
 *
 * A Pod uses the Secrets that it lists. If it lists none, the API server writes those of its ServiceAccount into the Pod
 * on creation, unless the Pod mirrors a static one. The two lists are never merged. A stored Pod has the result already:
 * omit the ServiceAccount then.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @param serviceAccount - the ServiceAccount `podServiceAccountName` in the Pod's namespace
 * @returns the names, and the object that lists them
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podImagePullSecrets } from '@kubesem/image/internal';
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
  podLike: PodLike,
  serviceAccount?: ServiceAccount | null | undefined,
): PodImagePullSecrets {
  const own = readPullSecretNames(podFields(podLike, THROW).spec);
  if (own.length > 0) {
    return { from: 'Pod', names: own };
  }
  const account = fields(serviceAccount, THROW);
  const inherited = isMirrorPod(podLike) ? [] : readPullSecretNames(account);
  return { from: inherited.length > 0 ? 'ServiceAccount' : 'none', names: inherited };
}

function readPullSecretNames(
  owner: Fields<Pick<PodSpec & ServiceAccount, 'imagePullSecrets'>>,
): readonly string[] {
  return owner.each('imagePullSecrets', (reference) => reference.text('name'));
}

/**
 * Returns the name of a Pod's ServiceAccount.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns `serviceAccountName`, otherwise its old name `serviceAccount`, otherwise `default`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 * @example
 * ```ts
 * import { podServiceAccountName } from '@kubesem/image/internal';
 *
 * podServiceAccountName({ containers: [] }) // => 'default'
 * podServiceAccountName({ containers: [], serviceAccount: 'builder' }) // => 'builder'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetDefaults_PodSpec`;
 * `k8s.io/kubernetes/plugin/pkg/admission/serviceaccount` v1.37.1.
 */
export function podServiceAccountName(podLike: PodLike): string {
  return readServiceAccountName(podFields(podLike, THROW).spec);
}

function readServiceAccountName(spec: Fields<PodSpec>): string {
  const name = spec.text('serviceAccountName');
  const oldName = spec.text('serviceAccount');
  return name || oldName || 'default';
}
