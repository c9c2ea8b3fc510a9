import { type ConfigMap, configMapKeyErrors, nameErrorMessage, type Secret } from '@kubesem/core';
import { encodeBase64, fromByteString, goQuote, toByteString } from '@kubesem/core/internal';
import { CONFIG_MAP, SECRET } from '@kubesem/core/kinds';
import { ConfigError } from '../config-error.js';
import { byteString, type FileContent, isUtf8 } from '../content.js';
import type { Variables } from '../expansion/expand.js';
import { configMapHash, secretHash } from '../hash/config-hash.js';
import { byBytes, sorted } from '../sorted.js';
import { fileSource } from './file-source.js';
import { literalSource } from './literal.js';
import { envFileEntries } from './parse-env-file.js';

/** A file, or a folder with its regular files, for `--from-file`. */
export interface ConfigFile {
  /** The argument: `path`, or `key=path`. */
  readonly source: string;
  /** The content of the file. */
  readonly content?: FileContent | undefined;
  /** The regular files of the folder: contents by name. */
  readonly entries?: { readonly [name: string]: FileContent } | undefined;
}

/** The arguments of `kubectl create configmap`. */
export interface CreateConfigMapOptions {
  /** Name of the object. */
  readonly name: string;
  /** Files and folders (`--from-file`). */
  readonly files?: readonly ConfigFile[] | undefined;
  /** `key=value` (`--from-literal`). */
  readonly literals?: readonly string[] | undefined;
  /** Env files (`--from-env-file`); cannot be combined with files or literals. */
  readonly envFiles?: readonly FileContent[] | undefined;
  /** Whether the hash of the data is appended to the name (`--append-hash`); not by default. */
  readonly appendHash?: boolean | undefined;
  /** The environment of kubectl, for lines of env files without `=`; empty by default. */
  readonly environment?: Variables | undefined;
}

/** The arguments of `kubectl create secret generic`. */
export interface CreateSecretOptions extends CreateConfigMapOptions {
  /** Type of the Secret; absent by default, so the API server sets `Opaque`. */
  readonly type?: string | undefined;
}

/**
 * Creates a ConfigMap as `kubectl create configmap` does.
 *
 * The default key of a file is its base name. Content that is not UTF-8 goes into `binaryData`.
 *
 * @param options - name, files, literals and env files; they are not changed
 * @returns the ConfigMap
 * @throws {@link ConfigError} with code `NAME_MISSING` if the name is empty
 * @throws {@link ConfigError} with code `ENV_COMBINED` if env files are combined with files or literals
 * @throws {@link ConfigError} with code `SOURCE_SYNTAX` if a file is not `path` or `key=path`
 * @throws {@link ConfigError} with code `KEY_FOR_FOLDER` if a folder has a key
 * @throws {@link ConfigError} with code `LITERAL_SYNTAX` if a literal is not `key=value`
 * @throws {@link ConfigError} with code `INVALID_KEY` if a key is invalid
 * @throws {@link ConfigError} with code `DUPLICATE_KEY` if two sources define the same key
 * @throws {@link ConfigError} with code `ENV_NAME` if a line of an env file does not start with the name of a variable
 * @throws {@link ConfigError} with code `ENV_UTF8` if a line of an env file is not UTF-8
 *
 * @example
 * ```ts
 * import { createConfigMap } from '@kubesem/config';
 *
 * const literals = ['special.how=very', 'special.type=charm'];
 * const { metadata, data } = createConfigMap({ name: 'special-config-2', literals, appendHash: true });
 * metadata?.name // => 'special-config-2-c92b5mmcf2'
 * data // => { 'special.how': 'very', 'special.type': 'charm' }
 * createConfigMap({ name: 'web', files: [{ source: 'dir/a b', content: '' }] }) // throws INVALID_KEY
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/cmd/create` v0.37.1, `ConfigMapOptions`. (The documentation says that files with invalid names
 * are skipped.)
 */
export function createConfigMap(options: CreateConfigMapOptions): ConfigMap {
  const data = new Map<string, string>();
  const binaryData = new Map<string, string>();
  const add = (key: string, bytes: string): void => {
    requireKey(key, 'a valid key name for a ConfigMap:', ',');
    for (const [field, map] of [['Data', data] as const, ['BinaryData', binaryData] as const]) {
      if (map.has(key)) {
        const message = `cannot add key ${goQuote(key)}, another key by that name already exists in ${field} for ConfigMap ${goQuote(options.name)}`;
        throw new ConfigError('DUPLICATE_KEY', message, { key });
      }
    }
    if (isUtf8(bytes)) {
      data.set(key, fromByteString(bytes));
    } else {
      binaryData.set(key, encodeBase64(bytes));
    }
  };
  check(options);
  addFiles(options, add);
  addLiterals(options, add);
  addEnvFiles(options, add);
  const configMap: ConfigMap = {
    apiVersion: 'v1',
    kind: CONFIG_MAP.kind,
    metadata: { name: options.name },
    ...(data.size > 0 && { data: sorted(data) }),
    ...(binaryData.size > 0 && { binaryData: sorted(binaryData) }),
  };
  return options.appendHash
    ? named(configMap, configMapHash({ ...configMap, data: sorted(data) }))
    : configMap;
}

/**
 * Creates a Secret as `kubectl create secret generic` does.
 *
 * @param options - name, type, files, literals and env files; they are not changed
 * @returns the Secret, with base64 in its `data`
 * @throws {@link ConfigError} with the codes of `createConfigMap`
 *
 * @example
 * ```ts
 * import { createSecret } from '@kubesem/config';
 *
 * createSecret({ name: 'db', literals: ['user=admin'] }).data // => { user: 'YWRtaW4=' }
 * createSecret({ name: 'db', literals: ['user'] }) // throws LITERAL_SYNTAX
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/cmd/create` v0.37.1, `CreateSecretOptions`.
 */
export function createSecret(options: CreateSecretOptions): Secret {
  const data = new Map<string, string>();
  const add = (key: string, bytes: string): void => {
    requireKey(key, 'valid key name for a Secret', ';');
    if (data.has(key)) {
      const message = `cannot add key ${key}, another key by that name already exists`;
      throw new ConfigError('DUPLICATE_KEY', message, { key });
    }
    data.set(key, encodeBase64(bytes));
  };
  check(options);
  // Unlike for a ConfigMap, the literals come first.
  addLiterals(options, add);
  addFiles(options, add);
  addEnvFiles(options, add);
  const secret: Secret = {
    apiVersion: 'v1',
    kind: SECRET.kind,
    metadata: { name: options.name },
    ...(data.size > 0 && { data: sorted(data) }),
    ...(options.type && { type: options.type }),
  };
  return options.appendHash ? named(secret, secretHash({ ...secret, data: sorted(data) })) : secret;
}

/** Throws in the words of kubectl unless a key is valid. */
function requireKey(key: string, expected: string, separator: string): void {
  const errors = configMapKeyErrors(key);
  if (errors.length > 0) {
    const reasons = errors.map((code) => nameErrorMessage('configMapKey', code)).join(separator);
    throw new ConfigError('INVALID_KEY', `${goQuote(key)} is not ${expected} ${reasons}`, { key });
  }
}

type Add = (key: string, bytes: string) => void;

function check({ name, files = [], literals = [], envFiles = [] }: CreateConfigMapOptions): void {
  if (name === '') {
    throw new ConfigError('NAME_MISSING', 'name must be specified');
  }
  if (envFiles.length > 0 && files.length + literals.length > 0) {
    const message = 'from-env-file cannot be combined with from-file or from-literal';
    throw new ConfigError('ENV_COMBINED', message);
  }
}

function addFiles({ files = [] }: CreateConfigMapOptions, add: Add): void {
  for (const { source, content, entries } of files) {
    const { key, hasKey } = fileSource(source, 'kubectl');
    if (entries === undefined) {
      add(key, byteString(content ?? ''));
      continue;
    }
    if (hasKey) {
      throw new ConfigError('KEY_FOR_FOLDER', 'cannot give a key name for a directory path', {
        key,
      });
    }
    for (const [name, bytes] of byBytes(Object.entries(entries))) {
      add(name, byteString(bytes));
    }
  }
}

function addLiterals({ literals = [] }: CreateConfigMapOptions, add: Add): void {
  for (const literal of literals) {
    const { key, bytes } = literalSource(literal);
    add(key, bytes);
  }
}

function addEnvFiles({ envFiles = [], environment }: CreateConfigMapOptions, add: Add): void {
  for (const content of envFiles) {
    for (const { key, value } of envFileEntries(content, { environment })) {
      add(key, toByteString(value));
    }
  }
}

function named<T extends ConfigMap | Secret>(object: T, hash: string): T {
  return { ...object, metadata: { name: `${object.metadata?.name}-${hash}` } };
}
