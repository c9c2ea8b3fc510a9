import { type ConfigMap, type FieldErrorType, type FieldProblem } from '@kubesem/core';
import { FieldProblems, type Fields, fields, utf8Length } from '@kubesem/core/internal';
import { CONFIG_MAP_TYPE } from '@kubesem/core/types/config-map';
import {
  checkImmutable,
  checkKeys,
  checkOtherTypes,
  checkSize,
  type Data,
  readBytes,
  sizeOf,
} from './rules/config-data.js';
import { checkObjectMeta, checkObjectMetaUpdate, storedObject } from './rules/object-meta.js';

/** Options of {@link validateConfigMap}. */
export interface ValidateConfigMapOptions {
  /** The stored ConfigMap that is updated; absent for a new one. */
  readonly old?: ConfigMap | null | undefined;
}

/**
 * Checks a new or updated ConfigMap as the API server does: its keys, its size, and that an immutable one does not change.
 *
 * Of the metadata, only `name`, `generateName` and `namespace` are checked.
 *
 * A field of the wrong type is one of the problems.
 *
 * @param configMap - the ConfigMap; it is not changed
 * @param options - the stored ConfigMap if it is an update
 * @returns the reasons why the API server rejects it, in its order apart from that of keys, which it reads from maps; empty
 * if there are none
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the options are not an object; a field of the stored
 * object that has the wrong type counts as absent
 *
 * @example
 * ```ts
 * import { validateConfigMap } from '@kubesem/validation/config-map';
 *
 * const metadata = { name: 'web' };
 * const old = { metadata, immutable: true, data: { a: 'x' } };
 * validateConfigMap(old) // => []
 * const [problem] = validateConfigMap({ ...old, data: { a: 'y' } }, { old });
 * problem?.type // => 'FORBIDDEN'
 * problem?.path // => 'data'
 * problem?.message // => 'field is immutable when `immutable` is set'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateConfigMap` and `ValidateConfigMapUpdate`.
 */
export function validateConfigMap(
  configMap: ConfigMap,
  options?: ValidateConfigMapOptions | null,
): readonly FieldProblem<FieldErrorType | 'INVALID_TYPE'>[] {
  const problems = new FieldProblems<FieldErrorType>();
  const object = fields(configMap, problems);
  const stored = storedObject(options);
  checkOtherTypes(object, CONFIG_MAP_TYPE);
  const { data, binaryData } = readMaps(object);
  if (stored.isPresent) {
    checkObjectMetaUpdate(object, stored);
  }
  if (stored.flag('immutable')) {
    const before = readMaps(stored);
    checkImmutable(object, {
      data: [data, before.data],
      binaryData: [binaryData, before.binaryData],
    });
  }
  checkObjectMeta(object, 'dns1123Subdomain', stored);
  checkKeys(object, 'data', data);
  for (const key of data.keys()) {
    if (binaryData?.has(key)) {
      const message = 'duplicate of key present in binaryData';
      object.invalid(object.keyOf('data', key), message, key);
    }
  }
  checkKeys(object, 'binaryData', binaryData);
  checkSize(object, sizeOf(data, utf8Length) + sizeOf(binaryData));
  return problems.list();
}

/** The data. The server tells an empty `binaryData` from none, but not an empty `data`. */
function readMaps(object: Fields<ConfigMap>): {
  readonly data: ReadonlyMap<string, string>;
  readonly binaryData: Data;
} {
  return {
    data: object.map('data'),
    binaryData: object.has('binaryData') ? readBytes(object, 'binaryData') : undefined,
  };
}
