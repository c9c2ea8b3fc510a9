import { type ConfigMap, type Secret } from '@kubesem/core';
import { fields, THROW, utf8Length } from '@kubesem/core/internal';
import { readBytes } from './data.js';
import { secretData } from './environment/sources.js';

/** How much data a ConfigMap or Secret holds. */
export interface ConfigSize {
  /** Bytes of all values. Keys and metadata do not count. */
  readonly bytes: number;
  /** The most bytes that the API server accepts: 1 MiB. */
  readonly limitBytes: number;
  /** Whether the API server rejects the object. */
  readonly isTooLarge: boolean;
}

/**
 * Computes the size of a ConfigMap as the API server counts it.
 *
 * @param configMap - the ConfigMap; it is not changed
 * @returns the bytes of the values in `data` and of the decoded values in `binaryData`, and the limit
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the object or a field has the wrong JSON type or is not base64
 *
 * @example
 * ```ts
 * import { configMapSize } from '@kubesem/config';
 *
 * configMapSize({ data: { greeting: 'Grüße' } }) // => { bytes: 7, limitBytes: 1048576, isTooLarge: false }
 * ```
 *
 * The documentation says that the data cannot exceed 1 MiB: exactly 1 MiB is allowed, and only values count.
 */
export function configMapSize(configMap: ConfigMap): ConfigSize {
  const object = fields<ConfigMap>(configMap, THROW);
  const texts = object.map('data');
  const bytes = readBytes(object, 'binaryData');
  return sizeOf(sum(texts.values(), utf8Length) + sum(bytes.values(), byteLength));
}

/**
 * Computes the size of a Secret as the API server counts it.
 *
 * @param secret - the Secret; it is not changed
 * @returns the bytes of the decoded values in `data`, including those from `stringData`, and the limit
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the object or a field has the wrong JSON type or is not base64
 *
 * @example
 * ```ts
 * import { secretSize } from '@kubesem/config';
 *
 * secretSize({ data: { user: 'YWRtaW4=' } }).bytes // => 5
 * ```
 */
export function secretSize(secret: Secret): ConfigSize {
  return sizeOf(sum(secretData(secret).values(), byteLength));
}

function sum(values: Iterable<string>, length: (value: string) => number): number {
  let bytes = 0;
  for (const value of values) {
    bytes += length(value);
  }
  return bytes;
}

function byteLength(bytes: string): number {
  return bytes.length;
}

/** Source: `k8s.io/api/core/v1` v0.37.1, `MaxSecretSize`. */
function sizeOf(bytes: number): ConfigSize {
  const limitBytes = 1_048_576;
  return { bytes, limitBytes, isTooLarge: bytes > limitBytes };
}
