import {
  ABSENT,
  type ConfigMap,
  type FieldProblem,
  FieldProblems,
  type Fields,
  fields,
  utf8Length,
} from '@kubesem/core';
import { CONFIG_MAP_TYPE } from '@kubesem/core/types/config-map';
import { readBytes } from '../data.js';
import type { ConfigProblemCode } from './codes.js';
import { checkImmutable, checkKeys, checkMetadata, checkObjectTypes, checkSize } from './common.js';
import { byteLength, sum } from './size.js';

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
 * @param configMap - the ConfigMap; it is not changed
 * @param options - the stored ConfigMap if it is an update
 * @returns the reasons why the API server rejects it; empty if there are none
 *
 * @example
 * ```ts
 * import { validateConfigMap } from '@kubesem/config';
 *
 * const metadata = { name: 'web' };
 * validateConfigMap({ metadata, data: { 'a b': 'x' } }).map(({ code }) => code) // => ['INVALID_KEY']
 * const old = { metadata, immutable: true, data: { a: 'x' } };
 * const [problem] = validateConfigMap({ ...old, data: { a: 'y' } }, { old });
 * problem?.path // => 'data'
 * problem?.message // => 'field is immutable when `immutable` is set'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateConfigMap` and `ValidateConfigMapUpdate`.
 */
export function validateConfigMap(
  configMap: ConfigMap,
  { old }: ValidateConfigMapOptions = {},
): readonly FieldProblem<ConfigProblemCode>[] {
  const problems = new FieldProblems<ConfigProblemCode>();
  const object = fields<ConfigMap, ConfigProblemCode>(configMap, problems);
  // What is wrong with the stored object is not reported.
  const stored = fields<ConfigMap>(old, ABSENT);
  checkObjectTypes(object, CONFIG_MAP_TYPE);
  const { data, binaryData } = readMaps(object);
  if (stored.flag('immutable')) {
    const before = readMaps(stored);
    checkImmutable(object, [
      { field: 'data', now: data, before: before.data },
      { field: 'binaryData', now: binaryData, before: before.binaryData },
    ]);
  }
  checkMetadata(object, stored);
  checkKeys(object, 'data', data.keys());
  for (const key of data.keys()) {
    if (binaryData?.has(key)) {
      const message = 'duplicate of key present in binaryData';
      object.invalid(object.keyOf('data', key), message, key, 'DUPLICATE_KEY');
    }
  }
  checkKeys(object, 'binaryData', binaryData?.keys() ?? []);
  checkSize(object, sum(data.values(), utf8Length) + sum(binaryData?.values() ?? [], byteLength));
  return problems.list();
}

/** The data. The server tells an empty `binaryData` from none, but not an empty `data`. */
function readMaps<Code extends string>(
  object: Fields<ConfigMap, Code>,
): {
  readonly data: ReadonlyMap<string, string>;
  readonly binaryData: ReadonlyMap<string, string> | undefined;
} {
  return {
    data: object.map('data'),
    binaryData: object.has('binaryData') ? readBytes(object, 'binaryData') : undefined,
  };
}
