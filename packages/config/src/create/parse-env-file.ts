import { nameErrorMessage, type Result, strictEnvVarNameErrors } from '@kubesem/core';
import { fromByteString, goQuote } from '@kubesem/core/internal';
import { ConfigError } from '../config-error.js';
import { byteString, type FileContent, isUtf8, scanLines } from '../content.js';
import type { Variables } from '../expansion/expand.js';

/** Options of {@link parseEnvFile}. */
export interface ParseEnvFileOptions {
  /**
   * Whose rules apply; `kubectl` by default. `kubectl` rejects invalid variable names, and takes the value of a line without
   * `=` from its own environment. `kustomize` accepts any name, and such a value is empty.
   */
  readonly dialect?: 'kubectl' | 'kustomize' | undefined;
  /** The environment of kubectl; empty by default. */
  readonly environment?: Variables | undefined;
}

/** A line of an env file. */
export interface EnvFileEntry {
  /** Name of the variable. */
  readonly key: string;
  /** Its value. */
  readonly value: string;
  /** The line, from 1. */
  readonly line: number;
}

/**
 * Parses an env file as `kubectl create --from-env-file` or kustomize does.
 *
 * Each line is `KEY=value`. The value extends to the end of the line, including quotes and spaces. Lines that start with `#`
 * are skipped. A line of 64 KiB or more ends the file without an error.
 *
 * @param content - the file
 * @param options - whose rules apply
 * @returns the entries in their order; a key can appear twice
 * @throws {@link ConfigError} with code `ENV_NAME` if a line does not start with the name of a variable
 * @throws {@link ConfigError} with code `ENV_UTF8` if a line is not UTF-8
 *
 * @example
 * ```ts
 * import { parseEnvFile } from '@kubesem/config';
 *
 * parseEnvFile('# ports\nPORT="80"\n') // => [{ key: 'PORT', value: '"80"', line: 2 }]
 * parseEnvFile('export PORT=80') // throws ENV_NAME
 * ```
 *
 * Source: `k8s.io/kubectl/pkg/cmd/util` v0.37.1, `AddFromEnvFile`; `sigs.k8s.io/kustomize/api/kv` v0.21.1.
 */
export function parseEnvFile(
  content: FileContent,
  options: ParseEnvFileOptions = {},
): readonly EnvFileEntry[] {
  return [...envFileEntries(content, options)];
}

/**
 * Parses an env file without throwing: {@link parseEnvFile} as a result.
 *
 * @param content - the file
 * @param options - whose rules apply
 * @returns the entries, or the error
 *
 * @example
 * ```ts
 * import { safeParseEnvFile } from '@kubesem/config';
 *
 * safeParseEnvFile('A=1\nexport B=2').error?.line // => 2
 * ```
 *
 * Source: as {@link parseEnvFile}.
 */
export function safeParseEnvFile(
  content: FileContent,
  options: ParseEnvFileOptions = {},
): Result<readonly EnvFileEntry[], ConfigError> {
  try {
    return { ok: true, value: parseEnvFile(content, options) };
  } catch (error) {
    return { ok: false, error: error as ConfigError };
  }
}

/** {@link parseEnvFile} one by one: kubectl adds an entry before it reads the next line. */
export function* envFileEntries(
  content: FileContent,
  { dialect = 'kubectl', environment = {} }: ParseEnvFileOptions,
): Generator<EnvFileEntry> {
  for (const [index, bytes] of scanLines(byteString(content)).lines.entries()) {
    const line = index + 1;
    if (!isUtf8(bytes)) {
      throw new ConfigError('ENV_UTF8', `line ${line} of the env file is not UTF-8`, { line });
    }
    const text = fromByteString(index === 0 ? bytes.replace(/^\xEF\xBB\xBF/, '') : bytes);
    const trimmed = text.replace(LEADING_SPACE, '');
    if (trimmed === '' || trimmed.startsWith('#')) {
      continue;
    }
    const [key = '', value] = trimmed.split(/=([^]*)/);
    if (dialect === 'kubectl') {
      checkName(key, line);
    } else if (key === '') {
      // kustomize takes a line without a name for a blank one.
      continue;
    }
    const isSet = dialect === 'kubectl' && Object.prototype.hasOwnProperty.call(environment, key);
    yield { key, value: value ?? (isSet ? (environment[key] as string) : ''), line };
  }
}

/** White space of Unicode, which has no U+FEFF. */
const LEADING_SPACE = /^[\t-\r \x85\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/;

function checkName(key: string, line: number): void {
  const errors = strictEnvVarNameErrors(key);
  if (errors.length > 0) {
    const messages = errors.map((code) => nameErrorMessage('strictEnvVarName', code)).join(';');
    const message = `${goQuote(key)} is not a valid key name: ${messages}`;
    throw new ConfigError('ENV_NAME', message, { key, line });
  }
}
