import { type FieldErrorType, type FieldProblem, type Secret } from '@kubesem/core';
import {
  FieldProblems,
  type Fields,
  fields,
  fromByteString,
  isGoJson,
  toByteString,
} from '@kubesem/core/internal';
import { SECRET_TYPE } from '@kubesem/core/types/secret';
import {
  checkImmutable,
  checkKeys,
  checkOtherTypes,
  checkSize,
  type Data,
  readBytes,
  sizeOf,
} from './rules/config-data.js';
import {
  checkObjectMeta,
  checkObjectMetaUpdate,
  checkUnchanged,
  storedObject,
} from './rules/object-meta.js';

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
 * contain data; where the server's message about invalid JSON quotes what is wrong in it, ours only says what it must be.
 *
 * A field of the wrong type is one of the problems.
 *
 * @param secret - the Secret; it is not changed
 * @param options - the stored Secret if it is an update
 * @returns the reasons why the API server rejects it, in its order apart from that of keys, which it reads from maps; empty
 * if there are none
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the options are not an object; a field of the stored
 * object that has the wrong type counts as absent
 *
 * @example
 * ```ts
 * import { validateSecret } from '@kubesem/validation/secret';
 *
 * const problems = validateSecret({ metadata: { name: 'cert' }, type: 'kubernetes.io/tls', data: { 'tls.crt': '' } });
 * problems.map(({ type, path }) => `${type} ${path}`) // => ['REQUIRED data[tls.key]']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateSecret` and `ValidateSecretUpdate`.
 */
export function validateSecret(
  secret: Secret,
  options?: ValidateSecretOptions | null,
): readonly FieldProblem<FieldErrorType | 'INVALID_TYPE'>[] {
  const problems = new FieldProblems<FieldErrorType>();
  const object = fields(secret, problems);
  const stored = storedObject(options);
  checkOtherTypes(object, SECRET_TYPE);
  const type = typeOf(object);
  const data = readData(object);
  if (stored.isPresent) {
    checkObjectMetaUpdate(object, stored);
    checkUnchanged(object, 'type', type, typeOf(stored));
  }
  if (stored.flag('immutable')) {
    checkImmutable(object, { data: [data, readData(stored)] });
  }
  checkObjectMeta(object, 'dns1123Subdomain', stored);
  checkKeys(object, 'data', data);
  checkSize(object, sizeOf(data), 'data');
  checkType(object, type, data ?? new Map());
  return problems.list();
}

function typeOf(secret: Fields<Secret>): string {
  return secret.text('type') || 'Opaque';
}

/** The bytes by key; undefined if there is no data, which the server tells from empty data. */
function readData(secret: Fields<Secret>): Data {
  const bytes = readBytes(secret, 'data');
  const texts = secret.secretMap('stringData');
  return secret.has('data') || texts.size > 0
    ? new Map([...bytes, ...[...texts].map(([key, text]) => [key, toByteString(text)] as const)])
    : undefined;
}

/** Checks what the type of a Secret requires. */
function checkType(secret: Fields<Secret>, type: string, data: ReadonlyMap<string, string>): void {
  const requireKeys = (...keys: readonly string[]): void => {
    for (const key of keys.filter((name) => !data.has(name))) {
      secret.required(secret.keyOf('data', key));
    }
  };
  switch (type) {
    case 'kubernetes.io/service-account-token':
      requireServiceAccount(secret);
      return;
    case 'kubernetes.io/dockercfg':
    case 'kubernetes.io/dockerconfigjson': {
      const key = type.replace('kubernetes.io/', '.');
      const bytes = data.get(key);
      requireKeys(key);
      if (bytes !== undefined && !isJsonObject(fromByteString(bytes))) {
        secret.invalid(secret.keyOf('data', key), 'must be JSON of an object');
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
        secret.required(secret.keyOf('data', 'ssh-privatekey'));
      }
      return;
    case 'kubernetes.io/tls':
      requireKeys('tls.crt', 'tls.key');
      return;
    default:
  }
}

function requireServiceAccount(secret: Fields<Secret>): void {
  const metadata = secret.at('metadata');
  const name = 'kubernetes.io/service-account.name';
  if (metadata.at('annotations').text(name) === '') {
    metadata.required(metadata.keyOf('annotations', name));
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
