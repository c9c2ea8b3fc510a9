import {
  type ConfigMap,
  childPath,
  FieldChecks,
  type FieldProblem,
  keyPath,
  readObject,
  readStringMap,
  utf8Length,
} from '@kubesem/core';
import { readDataMap } from '../data.js';
import type { ConfigProblemCode } from './codes.js';
import {
  type ConfigChecks,
  checkImmutable,
  checkKeys,
  checkMetadata,
  checkObjectTypes,
  checkSize,
  INVALID,
} from './common.js';
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
  const checks: ConfigChecks = new FieldChecks();
  const object = readObject(configMap, undefined, checks.report) ?? {};
  checkObjectTypes(checks, object);
  const { data, binaryData } = readMaps(object, checks);
  if (old?.immutable === true) {
    // What is wrong with the stored object is not reported.
    const before = readMaps(old, new FieldChecks());
    checkImmutable(checks, object, [
      { field: 'data', now: data, before: before.data },
      { field: 'binaryData', now: binaryData, before: before.binaryData },
    ]);
  }
  checkMetadata(checks, object, old);
  const dataPath = childPath(undefined, 'data');
  checkKeys(checks, data.keys(), dataPath);
  for (const key of data.keys()) {
    if (binaryData?.has(key)) {
      const message = 'duplicate of key present in binaryData';
      const finding = { ...INVALID, code: 'DUPLICATE_KEY', value: key, message } as const;
      checks.add(keyPath(dataPath, key), finding);
    }
  }
  checkKeys(checks, binaryData?.keys() ?? [], childPath(undefined, 'binaryData'));
  const bytes = sum(data.values(), utf8Length) + sum(binaryData?.values() ?? [], byteLength);
  checkSize(checks, bytes, undefined);
  return checks.problems();
}

/** The data. The server tells an empty `binaryData` from none, but not an empty `data`. */
function readMaps(
  { data, binaryData }: ConfigMap,
  { report }: ConfigChecks,
): {
  readonly data: ReadonlyMap<string, string>;
  readonly binaryData: ReadonlyMap<string, string> | undefined;
} {
  const binaryPath = childPath(undefined, 'binaryData');
  return {
    data: readStringMap(data, childPath(undefined, 'data'), report),
    binaryData: binaryData ? readDataMap(binaryData, binaryPath, 'base64', report) : undefined,
  };
}
