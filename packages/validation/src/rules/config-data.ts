import { checkTypes, type ObjectMeta, type StructType } from '@kubesem/core';
import { decodeBase64, type Fields, fieldProblem } from '@kubesem/core/internal';
import { checkName } from './names.js';

/** What ConfigMaps and Secrets have in common. */
interface ConfigObject {
  readonly metadata?: ObjectMeta | null | undefined;
  readonly immutable?: boolean | null | undefined;
}

/** Texts or byte strings by key; undefined if they are absent and that differs from an empty map. */
export type Data = ReadonlyMap<string, string> | undefined;

/** Checks the types of fields that no rule reads, or only on an update. */
export function checkOtherTypes({ value, policy }: Fields, type: StructType): void {
  // The readers of the data report its types, and show nothing of a Secret.
  const rest = { ...value, data: null, binaryData: null, stringData: null };
  checkTypes(rest, type, undefined, (problem) => policy.report(() => problem), {
    nullItems: true,
  });
}

/** Reads data in base64, as byte strings. */
export function readBytes<T extends object>(
  object: Fields<T>,
  field: keyof T & string,
): ReadonlyMap<string, string> {
  return object.secretMap(field, (text) => decodeBase64(text, true), 'base64');
}

/** Checks the keys of a map. */
export function checkKeys<T extends object>(
  object: Fields<T>,
  field: keyof T & string,
  data: Data,
): void {
  for (const key of data?.keys() ?? []) {
    checkName(object, object.keyOf(field, key), 'configMapKey', key);
  }
}

/** The most bytes of all values. Source: `k8s.io/kubernetes/pkg/apis/core` v1.37.1, `MaxSecretSize`. */
const MAX_BYTES = 1_048_576;

/** Checks the size of all values, of a field or of the object. */
export function checkSize<T extends object>(
  object: Fields<T>,
  bytes: number,
  field?: keyof T & string,
): void {
  if (bytes > MAX_BYTES) {
    const message = `may not be more than ${MAX_BYTES} bytes`;
    object.policy.report(() =>
      field === undefined
        ? // The server writes the path of the object so.
          fieldProblem({ type: 'TOO_LONG', path: object.path, field: '[]', message })
        : fieldProblem({ type: 'TOO_LONG', path: object.pathOf(field), message }),
    );
  }
}

/** The bytes of all values. */
export function sizeOf(data: Data, length: (value: string) => number = byteLength): number {
  return [...(data?.values() ?? [])].reduce((bytes, value) => bytes + length(value), 0);
}

function byteLength(bytes: string): number {
  return bytes.length;
}

/** Checks that an immutable object stays as it is. `maps` holds what each of its fields is, and was. */
export function checkImmutable<T extends ConfigObject>(
  object: Fields<T>,
  maps: { readonly [field in keyof T & string]?: readonly [now: Data, before: Data] },
): void {
  const message = 'field is immutable when `immutable` is set';
  if (object.flag('immutable') !== true) {
    object.forbidden('immutable', message);
  }
  for (const [field, [now, before]] of Object.entries(maps) as [keyof T & string, [Data, Data]][]) {
    if (!isSame(now, before)) {
      object.forbidden(field, message);
    }
  }
}

function isSame(a: Data, b: Data): boolean {
  return (
    a?.size === b?.size &&
    [...(a ?? [])].every(([key, value]) => b?.has(key) === true && b.get(key) === value)
  );
}
