import {
  ABSENT,
  type FieldProblem,
  FieldProblems,
  type Fields,
  fields,
  fromByteString,
  isGoJson,
  type ObjectMeta,
  type Secret,
  toByteString,
} from '@kubesem/core';
import { SECRET_TYPE } from '@kubesem/core/types/secret';
import { readBytes } from '../data.js';
import type { ConfigProblemCode } from './codes.js';
import {
  type Checked,
  checkImmutable,
  checkKeys,
  checkMetadata,
  checkObjectTypes,
  checkSize,
  checkUnchanged,
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
  const problems = new FieldProblems<ConfigProblemCode>();
  const object = fields<Secret, ConfigProblemCode>(secret, problems);
  // What is wrong with the stored object is not reported.
  const stored = fields<Secret>(old, ABSENT);
  checkObjectTypes(object, SECRET_TYPE);
  const type = typeOf(object);
  const data = readData(object);
  if (stored.isPresent) {
    checkUnchanged(object, 'type', type, typeOf(stored));
    if (stored.flag('immutable')) {
      checkImmutable(object, [{ field: 'data', now: data, before: readData(stored) }]);
    }
  }
  const metadata = checkMetadata(object, stored);
  checkKeys(object, 'data', data?.keys() ?? []);
  checkSize(object, sum(data?.values() ?? [], byteLength), 'data');
  checkType(object, metadata, type, data ?? new Map());
  return problems.list();
}

function typeOf<Code extends string>(secret: Fields<Secret, Code>): string {
  return secret.text('type') || 'Opaque';
}

/** The bytes by key; undefined if there is no data, which the server tells from empty data. */
function readData<Code extends string>(
  secret: Fields<Secret, Code>,
): ReadonlyMap<string, string> | undefined {
  const bytes = readBytes(secret, 'data');
  const texts = secret.secretMap('stringData');
  return secret.has('data') || texts.size > 0
    ? new Map([...bytes, ...[...texts].map(([key, text]) => [key, toByteString(text)] as const)])
    : undefined;
}

/** Checks what the type of a Secret requires. */
function checkType(
  secret: Checked<Secret>,
  metadata: Checked<ObjectMeta>,
  type: string,
  data: ReadonlyMap<string, string>,
): void {
  const requireKeys = (...keys: readonly string[]): void => {
    for (const key of keys.filter((name) => !data.has(name))) {
      secret.required(secret.keyOf('data', key), `required for the type ${type}`, 'KEY_REQUIRED');
    }
  };
  switch (type) {
    case 'kubernetes.io/service-account-token':
      checkServiceAccount(metadata);
      return;
    case 'kubernetes.io/dockercfg':
    case 'kubernetes.io/dockerconfigjson': {
      const key = type.replace('kubernetes.io/', '.');
      const bytes = data.get(key);
      requireKeys(key);
      if (bytes !== undefined && !isJsonObject(fromByteString(bytes))) {
        const message = 'expected JSON of an object';
        secret.invalid(secret.keyOf('data', key), message, undefined, 'INVALID_JSON');
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
        const message = `required for the type ${type}, and not empty`;
        secret.required(secret.keyOf('data', 'ssh-privatekey'), message, 'KEY_REQUIRED');
      }
      return;
    case 'kubernetes.io/tls':
      requireKeys('tls.crt', 'tls.key');
      return;
    default:
  }
}

function checkServiceAccount(metadata: Checked<ObjectMeta>): void {
  const name = 'kubernetes.io/service-account.name';
  if (metadata.at('annotations').text(name) === '') {
    const path = metadata.keyOf('annotations', name);
    metadata.required(path, 'set the name of the ServiceAccount', 'ANNOTATION_REQUIRED');
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
