import { childPath, raise, type Secret } from '@kubesem/core';
import { encodeBase64 } from './base64.js';
import { toByteString } from './byte-string.js';
import { wrongSecretType } from './credential-errors.js';

/**
 * Returns a Secret as the API server stores it: `stringData` overwrites `data`.
 *
 * @param secret - a Secret, as in a manifest; it is not changed
 * @returns the Secret without `stringData`; the argument itself if it has none
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `stringData` is not an object, or one
 * of its values is not a string
 * @example
 * ```ts
 * import { applyStringData } from '@kubesem/image';
 *
 * const manifest = { stringData: { '.dockercfg': '{}' }, data: { '.dockercfg': 'W10=', other: 'eA==' } };
 * applyStringData(manifest) // => { data: { '.dockercfg': 'e30=', other: 'eA==' } }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `Convert_v1_Secret_To_core_Secret`.
 */
export function applyStringData(secret: Secret): Secret {
  const { stringData, ...stored } = secret;
  if (stringData === undefined || stringData === null) {
    return secret;
  }
  const stringDataPath = childPath(undefined, 'stringData');
  if (typeof stringData !== 'object' || Array.isArray(stringData)) {
    raise(wrongSecretType(stringDataPath, 'an object'));
  }
  const data: { [key: string]: string | null | undefined } = Object.create(null);
  Object.assign(data, secret.data);
  for (const [key, value] of Object.entries(stringData)) {
    const text = value ?? '';
    if (typeof text !== 'string') {
      raise(wrongSecretType(childPath(stringDataPath, key), 'a string'));
    }
    data[key] = encodeBase64(toByteString(text));
  }
  return { ...stored, data };
}
