import { fieldPath, type Result } from '@kubesem/core';
import { decodeBase64 } from './base64.js';
import { fromByteString, toByteString } from './byte-string.js';
import { type DockerConfigError, dockerConfigError } from './credential-errors.js';
import { hide, withoutUserInfo } from './hidden-fields.js';
import { isField, isJson, jsonMembers, jsonString, startOfJson } from './json-members.js';

/** One entry of a Docker configuration: a registry, or a part of one, and who to be there. */
export interface DockerConfigEntry {
  /**
   * The key of the entry, as it is written: a host with an optional scheme, port and path. Not enumerable if it has an
   * `@`, since what stands in front of that may be a password.
   */
  readonly server: string;
  /** User name; empty where there is none. */
  readonly username: string;
  /** Mail address; empty where there is none. */
  readonly email: string;
  /** Password. Not enumerable, so it is neither printed nor copied with the entry. */
  readonly password: string;
}

/**
 * How a Docker configuration is laid out.
 *
 * - `dockerconfigjson`: the entries stand under `auths`, as in `~/.docker/config.json`
 * - `dockercfg`: they are the whole file, as in the legacy `~/.dockercfg`
 */
export type DockerConfigFormat = 'dockerconfigjson' | 'dockercfg';

/** The options of the functions that read a Docker configuration. */
export interface DockerConfigOptions {
  /** How it is laid out; `dockerconfigjson` where nobody says. */
  readonly format?: DockerConfigFormat | undefined;
}

/** What a Docker configuration holds, and what is wrong with it. */
export interface CollectedDockerConfig {
  /** The entries that can be used. */
  readonly entries: readonly DockerConfigEntry[];
  /** Every fault; the kubelet uses nothing of the configuration if there is one. */
  readonly faults: readonly DockerConfigError[];
}

/**
 * Reads the credentials of a Docker configuration as the kubelet does; one fault refuses it all.
 *
 * Keys of fields match whatever the case of their letters, the last one of equal keys counts, `null` is as good as
 * nothing, and an `auth` that is not empty takes the place of `username` and `password`. Bytes of an `auth` that are no
 * UTF-8 become U+FFFD. Everything else in the file (`credsStore`, `credHelpers`, `identitytoken`) is nothing to the
 * kubelet.
 *
 * @param text - the JSON of a `config.json` or a `.dockercfg`
 * @param options - how it is laid out
 * @returns the entries in the order in which their keys first appear
 * @throws `NOT_A_STRING` if the text is no string
 * @throws `INVALID_JSON` if it is not JSON, or nested deeper than 10,000 levels
 * @throws `NOT_AN_OBJECT` if the whole, `auths`, `HttpHeaders` or an entry is neither object nor null
 * @throws `NOT_TEXT` if a field of an entry or a header is neither string nor null
 * @throws {DockerConfigError} `INVALID_BASE64`: an `auth` is not base64
 * @throws `NO_COLON` if an `auth` holds no `:`
 * @example
 * ```ts
 * import { parseDockerConfig } from '@kubesem/image';
 *
 * const [entry] = parseDockerConfig('{ "auths": { "quay.io": { "auth": "YW5uYTprYXR6ZQ==" } } }');
 * entry // => { server: 'quay.io', username: 'anna', email: '' }
 * entry?.password // => 'katze'
 * parseDockerConfig('{ "quay.io": { "username": "anna" } }', { format: 'dockercfg' }).length // => 1
 * parseDockerConfig('{ "auths": [] }') // throws NOT_AN_OBJECT
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `DockerConfigJSON` and `DockerConfigEntry.UnmarshalJSON`;
 * Go 1.26 `encoding/json`.
 */
export function parseDockerConfig(
  text: string,
  options: DockerConfigOptions = {},
): readonly DockerConfigEntry[] {
  const result = safeParseDockerConfig(text, options);
  if (!result.ok) {
    throw result.error;
  }
  return result.value;
}

/**
 * Reads the credentials of a Docker configuration as the kubelet does, without throwing.
 *
 * @param text - JSON, or anything else
 * @param options - how it is laid out
 * @returns the entries, or the first error that {@link parseDockerConfig} would throw
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
  options: DockerConfigOptions = {},
): Result<readonly DockerConfigEntry[], DockerConfigError> {
  const { entries, faults } = collectDockerConfig(text, options);
  const [error] = faults;
  return error === undefined ? { ok: true, value: entries } : { ok: false, error };
}

/**
 * Reads what can be read of a Docker configuration, and tells every fault with its entry.
 *
 * This is not what the kubelet does: it uses nothing of a configuration that has a fault.
 *
 * @param text - JSON, or anything else
 * @param options - how it is laid out
 * @returns the entries without a fault, and the faults in the order of the text
 * @example
 * ```ts
 * import { collectDockerConfig } from '@kubesem/image';
 *
 * const { entries, faults } = collectDockerConfig(
 *   '{ "auths": { "quay.io": { "username": 1 }, "ghcr.io": { "username": "anna" } } }',
 * );
 * entries.map(({ server }) => server) // => ['ghcr.io']
 * faults.map(({ code, path }) => `${code} ${path}`) // => ['NOT_TEXT auths[quay.io].username']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider` v1.37.1, `DockerConfigJSON`.
 */
export function collectDockerConfig(
  text: unknown,
  options: DockerConfigOptions = {},
): CollectedDockerConfig {
  const faults: DockerConfigError[] = [];
  const entries = readEntries(text, options.format, '', faults);
  return { entries, faults };
}

/** Reads the entries, and adds the faults with a path that starts with `path`. */
export function readEntries(
  text: unknown,
  format: DockerConfigFormat | undefined,
  path: string,
  faults: DockerConfigError[],
): readonly DockerConfigEntry[] {
  if (typeof text !== 'string' || !isJson(text)) {
    faults.push(
      dockerConfigError(typeof text === 'string' ? 'INVALID_JSON' : 'NOT_A_STRING', path),
    );
    return [];
  }
  const entries = new Map<string, DockerConfigEntry>();
  const reader: Reader = { text, faults };
  const start = startOfJson(text);
  if (format === 'dockercfg') {
    readAuths(reader, start, path, entries);
    return [...entries.values()];
  }
  for (const { key, at } of membersOf(reader, start, path)) {
    if (isField(key, 'auths')) {
      readAuths(reader, at, childPath(path, 'auths'), entries);
    } else if (isField(key, 'HttpHeaders')) {
      const headers = childPath(path, 'HttpHeaders');
      for (const header of membersOf(reader, at, headers)) {
        textOf(reader, header.at, childPath(headers, header.key));
      }
    }
  }
  return [...entries.values()];
}

interface Reader {
  readonly text: string;
  readonly faults: DockerConfigError[];
}

/** Fields of the same name add up, as the Go code decodes them into the same map; null empties it. */
function readAuths(
  reader: Reader,
  start: number,
  path: string,
  entries: Map<string, DockerConfigEntry>,
): void {
  if (reader.text[start] === 'n') {
    entries.clear();
  }
  for (const { key, at } of membersOf(reader, start, path)) {
    const entry = readEntry(reader, at, childPath(path, withoutUserInfo(key)), key);
    if (entry !== undefined) {
      entries.set(key, entry);
    }
  }
}

/** An entry; undefined if it has a fault. */
function readEntry(
  reader: Reader,
  start: number,
  path: string,
  server: string,
): DockerConfigEntry | undefined {
  const faultsBefore = reader.faults.length;
  const fields = { username: '', password: '', email: '', auth: '' };
  for (const { key, at } of membersOf(reader, start, path)) {
    for (const name of ['username', 'password', 'email', 'auth'] as const) {
      if (isField(key, name)) {
        fields[name] = textOf(reader, at, childPath(path, name)) ?? fields[name];
      }
    }
  }
  if (fields.auth !== '') {
    const decoded = decodeAuth(fields.auth);
    if (typeof decoded === 'string') {
      reader.faults.push(dockerConfigError(decoded, childPath(path, 'auth')));
    } else {
      [fields.username, fields.password] = decoded;
    }
  }
  return reader.faults.length === faultsBefore ? dockerConfigEntry(server, fields) : undefined;
}

function dockerConfigEntry(
  server: string,
  { username, email, password }: { username: string; email: string; password: string },
): DockerConfigEntry {
  const entry = server.includes('@')
    ? hide({ username, email }, 'server', server)
    : { server, username, email };
  return hide(entry, 'password', password);
}

/** User name and password; or what is wrong. */
function decodeAuth(auth: string): readonly [string, string] | 'INVALID_BASE64' | 'NO_COLON' {
  // Padded or not; a `=` that does not stand at the end is wrong either way.
  const bytes = decodeBase64(toByteString(auth), auth.includes('='));
  if (bytes === undefined) {
    return 'INVALID_BASE64';
  }
  const colon = bytes.indexOf(':');
  return colon < 0
    ? 'NO_COLON'
    : [fromByteString(bytes.slice(0, colon)), fromByteString(bytes.slice(colon + 1))];
}

/** The members of an object; none of null, and of what is neither, which is a fault. */
function membersOf(
  { text, faults }: Reader,
  at: number,
  path: string,
): ReturnType<typeof jsonMembers> {
  if (text[at] === '{') {
    return jsonMembers(text, at);
  }
  if (text[at] !== 'n') {
    faults.push(dockerConfigError('NOT_AN_OBJECT', path));
  }
  return [];
}

/** A string; undefined for null, and for what is neither, which is a fault. */
function textOf({ text, faults }: Reader, at: number, path: string): string | undefined {
  const value = jsonString(text, at);
  if (value === undefined && text[at] !== 'n') {
    faults.push(dockerConfigError('NOT_TEXT', path));
  }
  return value;
}

/** The path of a field of what has a path; the outermost has none. */
function childPath(path: string, name: string): string {
  const child = fieldPath(name);
  return path === '' || child.startsWith('[') ? path + child : `${path}.${child}`;
}
