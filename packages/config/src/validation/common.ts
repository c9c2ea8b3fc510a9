import {
  checkTypes,
  configMapKeyErrors,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  exampleOfGeneratedName,
  type Fields,
  fieldProblem,
  maskTrailingDash,
  nameErrorMessage,
  type ObjectMeta,
  objectNamespace,
  type StructType,
} from '@kubesem/core';
import type { ConfigProblemCode } from './codes.js';
import { sizeOf } from './size.js';

/** What ConfigMaps and Secrets have in common. */
export interface ConfigObject {
  readonly metadata?: ObjectMeta | null | undefined;
  readonly immutable?: boolean | null | undefined;
}

/** A cursor that collects the problems with a ConfigMap or Secret. */
export type Checked<T extends object> = Fields<T, ConfigProblemCode>;

/** Checks the types of fields that no rule reads, or only on an update. */
export function checkObjectTypes({ value, policy }: Checked<object>, type: StructType): void {
  // The readers of the data report its types, and show nothing of a Secret.
  const rest = { ...value, data: null, binaryData: null, stringData: null };
  checkTypes(rest, type, undefined, (problem) => policy.report(() => problem), {
    nullItems: true,
  });
}

/** Checks the name and the namespace, also against those of the stored object, and returns the metadata. */
export function checkMetadata(
  object: Checked<ConfigObject>,
  old: Fields<ConfigObject>,
): Checked<ObjectMeta> {
  const metadata = object.at('metadata');
  const prefix = metadata.text('generateName');
  const name = metadata.text('name');
  const checkName = (value: string, field: 'name' | 'generateName', checked = value): void => {
    for (const broken of dns1123SubdomainErrors(checked)) {
      metadata.invalid(field, nameErrorMessage('dns1123Subdomain', broken), value, 'INVALID_NAME');
    }
  };
  // An object without a namespace is in that of the request.
  const namespace = metadata.text('namespace') || objectNamespace(old.value);
  if (old.isPresent) {
    checkUnchanged(metadata, 'name', name, old.at('metadata').text('name'));
    checkUnchanged(metadata, 'namespace', namespace, objectNamespace(old.value));
  }
  if (prefix !== '') {
    checkName(prefix, 'generateName', maskTrailingDash(prefix));
  }
  // The server generates the name only of a new object.
  const generated = prefix === '' || old.isPresent ? '' : exampleOfGeneratedName(prefix);
  if (name + generated === '') {
    metadata.required('name', 'set a name or generateName', 'NAME_REQUIRED');
  } else {
    checkName(name || generated, 'name');
  }
  for (const broken of dns1123LabelErrors(namespace)) {
    const message = nameErrorMessage('dns1123Label', broken);
    metadata.invalid('namespace', message, namespace, 'INVALID_NAMESPACE');
  }
  return metadata;
}

/** Checks that an update does not change a field. */
export function checkUnchanged<T extends object>(
  object: Checked<T>,
  field: keyof T & string,
  value: string,
  before: string,
): void {
  if (value !== before) {
    object.invalid(field, 'field is immutable', value, 'IMMUTABLE');
  }
}

/** Checks the keys of a map. */
export function checkKeys<T extends object>(
  object: Checked<T>,
  field: keyof T & string,
  keys: Iterable<string>,
): void {
  for (const key of keys) {
    for (const broken of configMapKeyErrors(key)) {
      const message = nameErrorMessage('configMapKey', broken);
      object.invalid(object.keyOf(field, key), message, key, 'INVALID_KEY');
    }
  }
}

/** Checks the size of all values, of a field or of the object. */
export function checkSize<T extends object>(
  object: Checked<T>,
  bytes: number,
  field?: keyof T & string,
): void {
  const { isTooLarge, limitBytes } = sizeOf(bytes);
  if (isTooLarge) {
    const message = `may not be more than ${limitBytes} bytes`;
    const finding = { type: 'TOO_LONG', code: 'TOO_LARGE', message } as const;
    object.policy.report(() =>
      field === undefined
        ? // The server writes the path of the object so.
          fieldProblem({ ...finding, path: object.path, field: '[]' })
        : fieldProblem({ ...finding, path: object.pathOf(field) }),
    );
  }
}

/** A map of an object before and after an update; undefined if it is absent and that differs from an empty one. */
export interface ChangedMap<Field> {
  readonly field: Field;
  readonly now: ReadonlyMap<string, string> | undefined;
  readonly before: ReadonlyMap<string, string> | undefined;
}

/** Checks that an immutable object stays as it is. */
export function checkImmutable<T extends ConfigObject>(
  object: Checked<T>,
  maps: readonly ChangedMap<keyof T & string>[],
): void {
  const message = 'field is immutable when `immutable` is set';
  if (object.flag('immutable') !== true) {
    object.forbidden('immutable', message, 'IMMUTABLE');
  }
  for (const { field, now, before } of maps) {
    if (!isSame(now, before)) {
      object.forbidden(field, message, 'IMMUTABLE');
    }
  }
}

function isSame(a: ReadonlyMap<string, string> | undefined, b: typeof a): boolean {
  return (
    a?.size === b?.size &&
    [...(a ?? [])].every(([key, value]) => b?.has(key) === true && b.get(key) === value)
  );
}
