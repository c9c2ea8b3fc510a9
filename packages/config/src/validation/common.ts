import {
  checkTypes,
  childPath,
  configMapKeyErrors,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  exampleOfGeneratedName,
  type FieldChecks,
  type FieldPath,
  keyPath,
  maskTrailingDash,
  nameErrorMessage,
  OBJECT_TYPES,
  type ObjectMeta,
  objectNamespace,
} from '@kubesem/core';
import type { ConfigProblemCode } from './codes.js';
import { sizeOf } from './size.js';

/** Collects the problems with a ConfigMap or Secret. */
export type ConfigChecks = FieldChecks<ConfigProblemCode>;

/** Checks the types of fields that no rule reads, or only on an update. */
export function checkObjectTypes(checks: ConfigChecks, object: object): void {
  checkTypes(object, { ...OBJECT_TYPES, immutable: 'boolean' }, undefined, checks.report);
}

/** Checks the name and the namespace, also against those of the stored object, and returns the metadata. */
export function checkMetadata(
  checks: ConfigChecks,
  object: object,
  old: { readonly metadata?: ObjectMeta | null | undefined } | null | undefined,
): ObjectMeta {
  const path = childPath(undefined, 'metadata');
  const metadata = checks.object<ObjectMeta>(object, 'metadata', undefined) ?? {};
  const prefix = checks.text(metadata, 'generateName', path);
  const name = checks.text(metadata, 'name', path);
  const checkName = (value: string, field: string, checked = value): void => {
    for (const broken of dns1123SubdomainErrors(checked)) {
      const message = nameErrorMessage('dns1123Subdomain', broken);
      checks.add(childPath(path, field), { ...INVALID, code: 'INVALID_NAME', value, message });
    }
  };
  // An object without a namespace is in that of the request.
  const namespace = checks.text(metadata, 'namespace', path) || objectNamespace(old ?? {});
  if (old) {
    const stored = { name: old.metadata?.name ?? '', namespace: objectNamespace(old) };
    for (const [field, value] of Object.entries({ name, namespace })) {
      if (value !== stored[field as 'name' | 'namespace']) {
        const finding = { ...INVALID, code: 'IMMUTABLE', message: 'field is immutable' } as const;
        checks.add(childPath(path, field), { ...finding, value });
      }
    }
  }
  if (prefix !== '') {
    checkName(prefix, 'generateName', maskTrailingDash(prefix));
  }
  // The server generates the name only of a new object.
  const generated = prefix === '' || old ? '' : exampleOfGeneratedName(prefix);
  if (name + generated === '') {
    const message = 'set a name or generateName';
    checks.add(childPath(path, 'name'), { ...REQUIRED, code: 'NAME_REQUIRED', message });
  } else {
    checkName(name || generated, 'name');
  }
  for (const broken of dns1123LabelErrors(namespace)) {
    const message = nameErrorMessage('dns1123Label', broken);
    const finding = { ...INVALID, code: 'INVALID_NAMESPACE', value: namespace, message } as const;
    checks.add(childPath(path, 'namespace'), finding);
  }
  return metadata;
}

/** Checks the keys of a map. */
export function checkKeys(checks: ConfigChecks, keys: Iterable<string>, path: FieldPath): void {
  for (const key of keys) {
    for (const broken of configMapKeyErrors(key)) {
      const message = nameErrorMessage('configMapKey', broken);
      const finding = { ...INVALID, code: 'INVALID_KEY', value: key, message } as const;
      checks.add(keyPath(path, key), finding);
    }
  }
}

/** Checks the size of all values. */
export function checkSize(checks: ConfigChecks, bytes: number, path: FieldPath | undefined): void {
  const { isTooLarge, limitBytes } = sizeOf(bytes);
  if (isTooLarge) {
    const message = `may not be more than ${limitBytes} bytes`;
    // The server writes the path of the object so.
    const field = path === undefined ? '[]' : undefined;
    checks.add(path, { type: 'FieldValueTooLong', code: 'TOO_LARGE', message, field });
  }
}

/** A map of an object before and after an update; undefined if it is absent and that differs from an empty one. */
export interface ChangedMap {
  readonly field: string;
  readonly now: ReadonlyMap<string, string> | undefined;
  readonly before: ReadonlyMap<string, string> | undefined;
}

/** Checks that an immutable object stays as it is. */
export function checkImmutable(
  checks: ConfigChecks,
  object: object,
  maps: readonly ChangedMap[],
): void {
  const message = 'field is immutable when `immutable` is set';
  const finding = { type: 'FieldValueForbidden', code: 'IMMUTABLE', message } as const;
  if (checks.flag(object, 'immutable', undefined) !== true) {
    checks.add(childPath(undefined, 'immutable'), finding);
  }
  for (const { field, now, before } of maps) {
    if (!isSame(now, before)) {
      checks.add(childPath(undefined, field), finding);
    }
  }
}

function isSame(a: ReadonlyMap<string, string> | undefined, b: typeof a): boolean {
  return (
    a?.size === b?.size &&
    [...(a ?? [])].every(([key, value]) => b?.has(key) === true && b.get(key) === value)
  );
}

/** The type of a problem with a value. */
export const INVALID = { type: 'FieldValueInvalid' } as const;
/** The type of a problem with an absent value. */
export const REQUIRED = { type: 'FieldValueRequired' } as const;
