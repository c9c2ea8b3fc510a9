import { type FieldPath, fieldPath, type Problem, type Result } from '@kubesem/core';
import {
  decodeBase64,
  fromByteString,
  goJsonOfBytes,
  isGoJson,
  pathBelow,
  problemOf,
  toByteString,
  wrongSecretType,
} from '@kubesem/core/internal';
import { DockerConfigError, dockerConfigError } from './credential-errors.js';
import { hide, withoutUserInfo } from './hidden-fields.js';
import { goJsonObject, isField, jsonMembers, jsonString, startOfJson } from './json.js';

/** One entry of a Docker configuration: the credentials for a registry or a part of it. */
export interface DockerConfigEntry {
  /**
   * The key of the entry as written: a host with an optional scheme, port and path. Not enumerable if it has an `@` or `%40`, as the
   * text before it may be a password.
   */
  readonly server: string;
  /** User name; empty if absent. */
  readonly username: string;
  /** Email address; empty if absent. */
  readonly email: string;
  /** Password. Not enumerable, so it is not printed or copied with the entry. */
  readonly password: string;
  /** @internal The JSON that the kubelet hashes, if user name or password have U+FFFD. Not enumerable. */
  readonly hashed?: string | undefined;
}

/**
 * The format of a Docker configuration.
 *
 * - `dockerconfigjson`: an object with the entries under `auths`, as in `~/.docker/config.json`
 * - `dockercfg`: an object of the entries, as in the legacy `~/.dockercfg`
 */
export type DockerConfigFormat = 'dockerconfigjson' | 'dockercfg';

/** Options of the functions that parse a Docker configuration. */
export interface DockerConfigOptions {
  /** The format; `dockerconfigjson` if absent. See `dockerConfigFormat`. */
  readonly format?: DockerConfigFormat | null | undefined;
}

/**
 * Codes of warnings: probable mistakes in a Docker configuration that the kubelet can read.
 *
 * - `REQUIRED`: it has no credentials
 * - `CREDENTIAL_STORE`: it uses credential stores or helpers, which keep passwords outside the file. The kubelet ignores
 *   them, and tries the empty entries that they leave
 */
export type DockerConfigWarningCode = 'REQUIRED' | 'CREDENTIAL_STORE';

/** The entries of a Docker configuration and its faults. */
export interface CollectedDockerConfig {
  /** The entries without a fault. */
  readonly entries: readonly DockerConfigEntry[];
  /** The faults; with any fault, the kubelet uses no entry of the configuration. */
  readonly faults: readonly DockerConfigError[];
  /** What is valid, but probably a mistake. */
  readonly warnings: readonly Problem<DockerConfigWarningCode>[];
}

/**
 * Fields of credential stores.
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `DockerConfigJSON`, which has no such fields, and
 * `BasicDockerKeyring.Add`, which adds empty entries.
 */
const STORE_FIELDS: readonly string[] = ['credsStore', 'credHelpers'];
/** Fields that the kubelet reads. */
const READ_FIELDS: readonly string[] = ['auths', 'HttpHeaders'];

/**
 * Determines the format of a Docker configuration by its fields. (The kubelet goes by the name of the file or the type of the
 * Secret.)
 *
 * @param text - the JSON, or anything else
 * @returns `dockercfg` for an object without any field of a `config.json`, whose fields are registries then; otherwise
 * `dockerconfigjson`
 * @example
 * ```ts
 * import { dockerConfigFormat } from '@kubesem/image/internal';
 *
 * dockerConfigFormat('{ "auths": {} }') // => 'dockerconfigjson'
 * dockerConfigFormat('{ "quay.io": { "username": "anna" } }') // => 'dockercfg'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `DockerConfigJSON` and `DockerConfig`.
 */
export function dockerConfigFormat(text: unknown): DockerConfigFormat {
  if (typeof text !== 'string' || !isGoJson(text)) {
    return 'dockerconfigjson';
  }
  const start = startOfJson(text);
  const isDockercfg =
    text[start] === '{' && !jsonMembers(text, start).some(({ key }) => isConfigField(key));
  return isDockercfg ? 'dockercfg' : 'dockerconfigjson';
}

function isConfigField(key: string): boolean {
  return [...READ_FIELDS, ...STORE_FIELDS].some((name) => isField(key, name));
}

/**
 * Parses the credentials of a Docker configuration as the kubelet does. One fault makes all of it invalid.
 *
 * The case of field names does not matter, the last of equal keys wins, and `null` counts as absent. An `auth` that is not
 * empty replaces `username` and `password`. Bytes of an `auth` that are not UTF-8 become U+FFFD. The kubelet ignores all
 * other fields, such as `credsStore`, `credHelpers` and `identitytoken`.
 *
 * @param text - the JSON of a `config.json` or a `.dockercfg`
 * @param options - the format
 * @returns the entries in the order in which their keys first appear
 * @throws {@link DockerConfigError} with code `INVALID_JSON` if the string is not JSON, or has more than 10,000 levels
 * @throws {@link DockerConfigError} with code `INVALID_TYPE` if a value has the wrong JSON type
 * @throws {@link DockerConfigError} with code `INVALID_BASE64` if an `auth` is not base64
 * @throws {@link DockerConfigError} with code `NO_COLON` if a decoded `auth` has no `:`
 * @example
 * ```ts
 * import { parseDockerConfig } from '@kubesem/image';
 *
 * const [entry] = parseDockerConfig('{ "auths": { "quay.io": { "auth": "YW5uYTp0aWdlcg==" } } }');
 * entry // => { server: 'quay.io', username: 'anna', email: '' }
 * entry?.password // => 'tiger'
 * parseDockerConfig('{ "quay.io": { "username": "anna" } }', { format: 'dockercfg' }).length // => 1
 * parseDockerConfig('{ "auths": [] }') // throws INVALID_TYPE
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `DockerConfigJSON` and `DockerConfigEntry.UnmarshalJSON`;
 * Go 1.26 `encoding/json`.
 */
export function parseDockerConfig(
  text: string,
  options?: DockerConfigOptions | null | undefined,
): readonly DockerConfigEntry[] {
  const result = safeParseDockerConfig(text, options);
  if (!result.ok) {
    throw result.error;
  }
  return result.value;
}

/**
 * Parses the credentials of a Docker configuration as the kubelet does, without throwing.
 *
 * @param text - the JSON, or anything else
 * @param options - the format
 * @returns the entries, or the error that {@link parseDockerConfig} throws
 * @example
 * ```ts
 * import { safeParseDockerConfig } from '@kubesem/image';
 *
 * safeParseDockerConfig('{}').value // => []
 * safeParseDockerConfig('auths: {}').error?.code // => 'INVALID_JSON'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `DockerConfigJSON`.
 */
export function safeParseDockerConfig(
  text: unknown,
  options?: DockerConfigOptions | null | undefined,
): Result<readonly DockerConfigEntry[], DockerConfigError> {
  const { entries, faults } = collectDockerConfig(text, options);
  const [error] = faults;
  return error === undefined ? { ok: true, value: entries } : { ok: false, error };
}

/**
 * Parses the valid entries of a Docker configuration, and collects all faults and warnings.
 *
 * The kubelet uses no entry of a configuration with a fault.
 *
 * @param text - the JSON, or anything else
 * @param options - the format
 * @returns the entries without a fault, the faults in the order of the text, and the warnings
 * @example
 * ```ts
 * import { collectDockerConfig } from '@kubesem/image';
 *
 * const { entries, faults } = collectDockerConfig(
 *   '{ "auths": { "quay.io": { "username": 1 }, "ghcr.io": { "username": "anna" } } }',
 * );
 * entries.map(({ server }) => server) // => ['ghcr.io']
 * faults.map(({ code, problem }) => `${code} ${problem.path}`) // => ['INVALID_TYPE auths[quay.io].username']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `DockerConfigJSON`.
 */
export function collectDockerConfig(
  text: unknown,
  options?: DockerConfigOptions | null | undefined,
): CollectedDockerConfig {
  const faults: DockerConfigError[] = [];
  const keys: string[] = [];
  const entries = readEntries(text, formatOf(options, faults), undefined, faults, keys);
  const warnings: Problem<DockerConfigWarningCode>[] = [];
  if (entries.length + faults.length === 0) {
    const message = 'no credentials under `auths`';
    const details = { code: 'REQUIRED', severity: 'warning', path: undefined } as const;
    warnings.push(problemOf({ ...details, message }));
  }
  return { entries, faults, warnings: [...warnings, ...storeWarnings(keys, undefined)] };
}

/** Finds the credential stores among the unused fields of the configuration at a path. */
export function storeWarnings(
  unused: readonly string[],
  path: FieldPath | undefined,
): readonly Problem<'CREDENTIAL_STORE'>[] {
  return STORE_FIELDS.flatMap((name) => {
    const key = unused.find((other) => isField(other, name));
    const message =
      'the kubelet ignores credential stores and helpers, and tries entries without a password';
    const details = { code: 'CREDENTIAL_STORE', severity: 'warning' } as const;
    return key === undefined
      ? []
      : [problemOf({ ...details, path: pathBelow(path, [key]), message })];
  });
}

function formatOf(
  options: DockerConfigOptions | null | undefined,
  faults: DockerConfigError[],
): DockerConfigFormat | undefined {
  try {
    return options?.format ?? undefined;
  } catch {
    faults.push(invalidType(fieldPath('options'), 'options that can be read'));
    return undefined;
  }
}

/** Reads the entries of the configuration at a path, and adds its faults and the keys of its unused fields. */
export function readEntries(
  text: unknown,
  format: DockerConfigFormat | undefined,
  path: FieldPath | undefined,
  faults: DockerConfigError[],
  unused: string[] = [],
): readonly DockerConfigEntry[] {
  if (typeof text !== 'string') {
    faults.push(invalidType(path, 'a string'));
    return [];
  }
  if (!isGoJson(text)) {
    faults.push(dockerConfigError('INVALID_JSON', path));
    return [];
  }
  const entries = new Map<string, DockerConfigEntry>();
  const reader: Reader = { text, path, faults };
  const start = startOfJson(text);
  if (format === 'dockercfg') {
    readAuths(reader, start, [], entries);
    return [...entries.values()];
  }
  for (const { key, at } of membersOf(reader, start, [])) {
    if (isField(key, 'auths')) {
      readAuths(reader, at, [key], entries);
    } else if (isField(key, 'HttpHeaders')) {
      for (const header of membersOf(reader, at, [key])) {
        // Without the name of the header, which may be a secret.
        textOf(reader, header.at, [key]);
      }
    } else {
      unused.push(key);
    }
  }
  return [...entries.values()];
}

interface Reader {
  readonly text: string;
  /** Path of the configuration; the segments of a fault are below it. */
  readonly path: FieldPath | undefined;
  readonly faults: DockerConfigError[];
}

/** Go decodes all fields of the same name into one map; null empties it. */
function readAuths(
  reader: Reader,
  start: number,
  segments: readonly string[],
  entries: Map<string, DockerConfigEntry>,
): void {
  if (reader.text[start] === 'n') {
    entries.clear();
  }
  for (const { key, at } of membersOf(reader, start, segments)) {
    const entry = readEntry(reader, at, [...segments, withoutUserInfo(key)], key);
    if (entry !== undefined) {
      entries.set(key, entry);
    }
  }
}

/** Reads an entry; returns undefined if it has a fault. */
function readEntry(
  reader: Reader,
  start: number,
  segments: readonly string[],
  server: string,
): DockerConfigEntry | undefined {
  const faultsBefore = reader.faults.length;
  const fields = { username: '', password: '', email: '', auth: '' };
  let hashed: string | undefined;
  for (const { key, at } of membersOf(reader, start, segments)) {
    for (const name of ['username', 'password', 'email', 'auth'] as const) {
      if (isField(key, name)) {
        fields[name] = textOf(reader, at, [...segments, key]) ?? fields[name];
      }
    }
  }
  if (fields.auth !== '') {
    const decoded = decodeAuth(fields.auth);
    if (typeof decoded === 'string') {
      reader.faults.push(dockerConfigError(decoded, pathBelow(reader.path, [...segments, 'auth'])));
    } else {
      [fields.username, fields.password] = decoded.map(fromByteString) as [string, string];
      hashed = hashedJson(decoded, fields);
    }
  }
  if (reader.faults.length > faultsBefore) {
    return undefined;
  }
  const entry = dockerConfigEntry(server, fields);
  return hashed === undefined ? entry : hide(entry, 'hashed', hashed);
}

/** Formats credentials from bytes as the JSON that the kubelet hashes; undefined if that of their text is the same. */
function hashedJson(
  [username, password]: readonly [string, string],
  fields: { readonly username: string; readonly password: string; readonly email: string },
): string | undefined {
  const isUnchanged = !`${fields.username}${fields.password}`.includes('\ufffd');
  return isUnchanged
    ? undefined
    : goJsonObject({ username, password, email: toByteString(fields.email) }, goJsonOfBytes);
}

function dockerConfigEntry(
  server: string,
  { username, email, password }: { username: string; email: string; password: string },
): DockerConfigEntry {
  const entry =
    withoutUserInfo(server) !== server
      ? hide({ username, email }, 'server', server)
      : { server, username, email };
  return hide(entry, 'password', password);
}

/** Returns user name and password as byte strings, or the code of the fault. */
function decodeAuth(auth: string): readonly [string, string] | 'INVALID_BASE64' | 'NO_COLON' {
  // With or without padding; a `=` that is not at the end is invalid in both cases.
  const bytes = decodeBase64(toByteString(auth), auth.includes('='));
  if (bytes === undefined) {
    return 'INVALID_BASE64';
  }
  const colon = bytes.indexOf(':');
  return colon < 0 ? 'NO_COLON' : [bytes.slice(0, colon), bytes.slice(colon + 1)];
}

/** Lists the members of an object; none for null. Another value is a fault. */
function membersOf(
  { text, path, faults }: Reader,
  at: number,
  segments: readonly string[],
): ReturnType<typeof jsonMembers> {
  if (text[at] === '{') {
    return jsonMembers(text, at);
  }
  if (text[at] !== 'n') {
    faults.push(invalidType(pathBelow(path, segments), 'an object'));
  }
  return [];
}

/** Returns a string; undefined for null. Another value is a fault. */
function textOf(
  { text, path, faults }: Reader,
  at: number,
  segments: readonly string[],
): string | undefined {
  const value = jsonString(text, at);
  if (value === undefined && text[at] !== 'n') {
    faults.push(invalidType(pathBelow(path, segments), 'a string'));
  }
  return value;
}

function invalidType(path: FieldPath | undefined, expected: string): DockerConfigError {
  return new DockerConfigError(wrongSecretType(path, expected), 'REFUSES_SOURCE');
}
