import { type ConfigMap, type Secret } from '@kubesem/core';
import { encodeBase64, type Fields, fields, goJson, THROW } from '@kubesem/core/internal';
import { SECRET } from '@kubesem/core/kinds';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readBytes } from '../data.js';
import { byBytes } from '../sorted.js';
import { base64Lines } from './base64-lines.js';

/**
 * Computes the hash of a ConfigMap that `kubectl create configmap --append-hash` appends to its name.
 *
 * @param configMap - the ConfigMap; it is not changed
 * @returns ten characters
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the object or a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { configMapHash } from '@kubesem/config';
 *
 * const data = { 'special.how': 'very', 'special.type': 'charm' };
 * configMapHash({ metadata: { name: 'special-config-2' }, data }) // => 'c92b5mmcf2'
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/util/hash` v0.37.1, `ConfigMapHash`.
 */
export function configMapHash(configMap: ConfigMap): string {
  const object = fields<ConfigMap>(configMap, THROW);
  // A value may be secret, so a problem shows none.
  const binary = [...object.secretMap('binaryData')];
  return hashOf({
    ...(binary.length > 0 && { binaryData: objectJson(binary) }),
    data: object.has('data') ? objectJson([...object.secretMap('data')]) : 'null',
    ...immutable(object),
    kind: '"ConfigMap"',
    name: nameJson(object),
  });
}

/**
 * Computes the hash of a Secret that `kubectl create secret --append-hash` appends to its name.
 *
 * @param secret - the Secret; it is not changed
 * @returns ten characters
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the object or a field has the wrong JSON type or the data is not base64
 *
 * @example
 * ```ts
 * import { secretHash } from '@kubesem/config';
 *
 * secretHash({ metadata: { name: 'empty' }, type: 'my-type', data: {} }) // => '8m8dm24h69'
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/util/hash` v0.37.1, `SecretHash`.
 */
export function secretHash(secret: Secret): string {
  const object = fields<Secret>(secret, THROW);
  const bytes = readBytes(object, 'data');
  const read = [...bytes].map(([key, value]) => [key, encodeBase64(value)] as const);
  return hashOf({
    data: object.has('data') ? objectJson(read) : 'null',
    ...immutable(object),
    kind: '"Secret"',
    name: nameJson(object),
    type: goJson(object.text('type')),
  });
}

/** Options of {@link kustomizeHash}. */
export interface KustomizeHashOptions {
  /**
   * Whether the object has been stored, or printed by kubectl: the API server removes the line breaks that kustomize puts into
   * long base64, and they count for the hash. Off by default.
   */
  readonly isStored?: boolean | undefined;
}

/**
 * Computes the hash that kustomize appends to the name of a ConfigMap or Secret that it generates.
 *
 * It differs from the hash of kubectl for every object: kustomize ignores the name and `immutable`.
 *
 * @param configMapOrSecret - the object as kustomize writes it, or as it is stored; it is not changed
 * @param options - whether it is as it is stored
 * @returns ten characters
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the object or a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { kustomizeHash } from '@kubesem/config';
 *
 * kustomizeHash({ kind: 'ConfigMap', data: { 'special.how': 'very', 'special.type': 'charm' } }) // => '2b86tk8fhm'
 *
 * const binaryData = { logo: 'AAAA'.repeat(20) };
 * kustomizeHash({ kind: 'ConfigMap', binaryData }) // => 'fbbhcgk5gb'
 * kustomizeHash({ kind: 'ConfigMap', binaryData }, { isStored: true }) // => '9b5gcgf5t4'
 * ```
 *
 * Source: `sigs.k8s.io/kustomize/api/hasher` v0.21.1, `Hasher`.
 */
export function kustomizeHash(
  configMapOrSecret: ConfigMap | Secret,
  { isStored = false }: KustomizeHashOptions = {},
): string {
  const object = fields<ConfigMap & Secret>(configMapOrSecret, THROW);
  const isSecret = object.raw('kind') === SECRET.kind;
  const optional = isSecret ? 'stringData' : 'binaryData';
  const base64 = isSecret ? 'data' : 'binaryData';
  const json = (field: 'data' | 'stringData' | 'binaryData'): string => {
    // A value may be secret.
    const read = [...object.secretMap(field)];
    const written =
      isStored && field === base64
        ? read.map(([key, value]) => [key, base64Lines(value.replace(/[\r\n]/g, ''))] as const)
        : read;
    return object.has(field) ? objectJson(written) : '""';
  };
  return hashOf({
    data: json('data'),
    ...(object.has(optional) && { [optional]: json(optional) }),
    kind: isSecret ? '"Secret"' : '"ConfigMap"',
    name: '""',
    ...(isSecret && { type: goJson(object.text('type')) }),
  });
}

function nameJson(object: Fields<ConfigMap>): string {
  return goJson(object.at('metadata').text('name'));
}

function immutable(object: Fields<ConfigMap>): { readonly immutable?: string } {
  const read = object.flag('immutable');
  return read === undefined ? {} : { immutable: `${read}` };
}

/** JSON as Go writes it: keys by their bytes. */
function objectJson(entries: readonly (readonly [string, string])[]): string {
  return `{${byBytes(entries)
    .map(([key, value]) => `${goJson(key)}:${goJson(value)}`)
    .join()}}`;
}

/** The hash of an object whose fields are JSON already. */
function hashOf(fields: { readonly [name: string]: string }): string {
  const json = `{${Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `"${name}":${value}`)
    .join()}}`;
  const hex = bytesToHex(sha256(utf8ToBytes(json))).slice(0, 10);
  return hex.replace(/[013ae]/g, (digit) => LETTERS[digit] as string);
}

/** No vowels, so that no words appear. */
const LETTERS: { readonly [digit: string]: string } = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' };
