import {
  childPath,
  FieldChecks,
  type FieldProblem,
  fromByteString,
  isGoJson,
  keyPath,
  type ObjectMeta,
  readObject,
  type Secret,
  toByteString,
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
  REQUIRED,
} from './common.js';
import { byteLength, sum } from './size.js';

/** Options of {@link validateSecret}. */
export interface ValidateSecretOptions {
  /** The stored Secret that is updated; absent for a new one. */
  readonly old?: Secret | null | undefined;
}

/**
 * Checks a new or updated Secret as the API server does: its keys, its size, what its type requires, and that neither its type
 * nor an immutable one changes.
 *
 * Of the metadata, only `name`, `generateName`, `namespace` and the annotation that a type requires are checked. Problems never
 * contain data.
 *
 * @param secret - the Secret; it is not changed
 * @param options - the stored Secret if it is an update
 * @returns the reasons why the API server rejects it; empty if there are none
 *
 * @example
 * ```ts
 * import { validateSecret } from '@kubesem/config';
 *
 * const problems = validateSecret({ metadata: { name: 'cert' }, type: 'kubernetes.io/tls', data: { 'tls.crt': '' } });
 * problems.map(({ code, path }) => `${code} ${path}`) // => ['KEY_REQUIRED data[tls.key]']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateSecret` and `ValidateSecretUpdate`.
 */
export function validateSecret(
  secret: Secret,
  { old }: ValidateSecretOptions = {},
): readonly FieldProblem<ConfigProblemCode>[] {
  const checks: ConfigChecks = new FieldChecks();
  const object = readObject(secret, undefined, checks.report) ?? {};
  checkObjectTypes(checks, object);
  const type = typeOf(object, checks);
  const data = readData(object, checks);
  if (old) {
    const stored: ConfigChecks = new FieldChecks();
    if (type !== typeOf(old, stored)) {
      const finding = { ...INVALID, code: 'IMMUTABLE', message: 'field is immutable' } as const;
      checks.add(childPath(undefined, 'type'), { ...finding, value: type });
    }
    if (old.immutable === true) {
      checkImmutable(checks, object, [{ field: 'data', now: data, before: readData(old, stored) }]);
    }
  }
  const metadata = checkMetadata(checks, object, old);
  checkKeys(checks, data?.keys() ?? [], DATA);
  checkSize(checks, sum(data?.values() ?? [], byteLength), DATA);
  checkType(checks, metadata, type, data ?? new Map());
  return checks.problems();
}

const DATA = /* @__PURE__ */ childPath(undefined, 'data');

function typeOf(secret: Secret, checks: ConfigChecks): string {
  return checks.text(secret, 'type', undefined) || 'Opaque';
}

/** The bytes by key; undefined if there is no data, which the server tells from empty data. */
function readData(
  { data, stringData }: Secret,
  { report }: ConfigChecks,
): ReadonlyMap<string, string> | undefined {
  const bytes = readDataMap(data, DATA, 'base64', report);
  const texts = readDataMap(stringData, childPath(undefined, 'stringData'), 'text', report);
  return data || texts.size > 0
    ? new Map([...bytes, ...[...texts].map(([key, text]) => [key, toByteString(text)] as const)])
    : undefined;
}

/** Checks what the type of a Secret requires. */
function checkType(
  checks: ConfigChecks,
  metadata: ObjectMeta,
  type: string,
  data: ReadonlyMap<string, string>,
): void {
  const requireKeys = (...keys: readonly string[]): void => {
    for (const key of keys.filter((name) => !data.has(name))) {
      const message = `required for the type ${type}`;
      checks.add(keyPath(DATA, key), { ...REQUIRED, code: 'KEY_REQUIRED', message });
    }
  };
  switch (type) {
    case 'kubernetes.io/service-account-token':
      checkServiceAccount(checks, metadata);
      return;
    case 'kubernetes.io/dockercfg':
    case 'kubernetes.io/dockerconfigjson': {
      const key = type.replace('kubernetes.io/', '.');
      const bytes = data.get(key);
      requireKeys(key);
      if (bytes !== undefined && !isJsonObject(fromByteString(bytes))) {
        const message = 'expected JSON of an object';
        checks.add(keyPath(DATA, key), { ...INVALID, code: 'INVALID_JSON', message });
      }
      return;
    }
    case 'kubernetes.io/basic-auth':
      if (!data.has('username') && !data.has('password')) {
        requireKeys('username', 'password');
      }
      return;
    case 'kubernetes.io/ssh-auth':
      if (!data.get('ssh-privatekey')) {
        const finding = { ...REQUIRED, code: 'KEY_REQUIRED' } as const;
        const message = `required for the type ${type}, and not empty`;
        checks.add(keyPath(DATA, 'ssh-privatekey'), { ...finding, message });
      }
      return;
    case 'kubernetes.io/tls':
      requireKeys('tls.crt', 'tls.key');
      return;
    default:
  }
}

function checkServiceAccount(checks: ConfigChecks, metadata: ObjectMeta): void {
  const metadataPath = childPath(undefined, 'metadata');
  const path = childPath(metadataPath, 'annotations');
  const name = 'kubernetes.io/service-account.name';
  const annotations = checks.object(metadata, 'annotations', metadataPath) ?? {};
  if (checks.text(annotations, name, path) === '') {
    const message = 'set the name of the ServiceAccount';
    checks.add(keyPath(path, name), { ...REQUIRED, code: 'ANNOTATION_REQUIRED', message });
  }
}

/** Whether Go decodes a text into a map: JSON of an object or null, with numbers that fit into a float64. */
function isJsonObject(text: string): boolean {
  return /^[ \t\r\n]*[{n]/.test(text) && isGoJson(text) && numbersOf(text).every(Number.isFinite);
}

function numbersOf(json: string): readonly number[] {
  const withoutStrings = json.replace(/"(?:[^"\\]|\\[^])*"/g, '');
  return (withoutStrings.match(/-?\d[\d.eE+-]*/g) ?? []).map(Number);
}
