import { fieldPath, KubesemError, type Secret } from '@kubesem/core';
import { encodeBase64 } from './base64.js';
import { toByteString } from './byte-string.js';

/**
 * The Secret as the API server stores it: what stands under `stringData` is written over `data`.
 *
 * @param secret - a Secret, as of a manifest; it is not changed
 * @returns the Secret without `stringData`; itself if it has none
 * @throws {@link @kubesem/core!KubesemError | KubesemError} `INVALID_TYPE` if a value under `stringData` is neither text nor null
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
  const data: { [key: string]: string | null | undefined } = Object.create(null);
  Object.assign(data, secret.data);
  for (const key of Object.keys(stringData)) {
    const text = stringData[key] ?? '';
    if (typeof text !== 'string') {
      const path = fieldPath('stringData', key);
      throw new KubesemError({ code: 'INVALID_TYPE', message: `${path}: expected a string`, path });
    }
    data[key] = encodeBase64(toByteString(text));
  }
  return { ...stored, data };
}
