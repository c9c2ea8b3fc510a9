import { type FileKeySelector, type PodFields } from '@kubesem/core';
import { type Fields, fromByteString, goQuote, toByteString } from '@kubesem/core/internal';
import { ConfigError } from '../config-error.js';
import { byteString, type FileContent, scanLines } from '../content.js';
import { cleanPath } from '../paths.js';
import { Failure } from './failure.js';
import { Missing, UNKNOWN } from './missing.js';
import type { EnvFiles } from './sources.js';

/** The value of a key of an env file in a volume of a Pod. */
export function fileValue(
  { pod, spec }: PodFields,
  reference: Fields<FileKeySelector>,
  files: EnvFiles,
): string {
  const key = reference.text('key');
  const volume = reference.text('volumeName');
  if (!Object.prototype.hasOwnProperty.call(files, volume)) {
    if (spec.objects('volumes').some((each) => each.text('name') === volume)) {
      throw UNKNOWN;
    }
    const message = `cannot find the volume ${goQuote(volume)} referenced by FileKeyRef`;
    throw new Failure('VOLUME_NOT_FOUND', message);
  }
  // As an absolute path: `..` cannot leave the volume.
  const path = cleanPath(`/${reference.text('path')}`).slice(1);
  const content = new Map(Object.entries(files[volume] ?? {})).get(path);
  if (content === undefined) {
    throw new Failure('ENV_FILE_UNREADABLE', "couldn't parse env file");
  }
  const value = envFileOf(byteString(content), key);
  if (value === undefined) {
    const root = `/var/lib/kubelet/pods/${pod.at('metadata').text('uid')}/volumes/kubernetes.io~empty-dir`;
    const file = goQuote(`${root}/${volume}/${path}`);
    const message = `environment variable key ${goQuote(key)} not found in file ${file}`;
    throw new Missing(new Failure('KEY_NOT_FOUND', message), reference.flag('optional') === true);
  }
  return value;
}

function envFileOf(bytes: string, key: string): string | undefined {
  try {
    return envFileBytes(bytes, toByteString(key));
  } catch (error) {
    if (error instanceof ConfigError) {
      throw new Failure('ENV_FILE_UNREADABLE', "couldn't parse env file");
    }
    throw error;
  }
}

/**
 * Reads one variable of an env file in a volume, as `fileKeyRef` does.
 *
 * Each line is `KEY='value'`, with single quotes and no escapes. A value can span lines, and `#` starts a comment. The first
 * occurrence of the key wins. Lines after it are not read, so mistakes there are not reported.
 *
 * @param content - the file
 * @param key - the variable
 * @returns the value; undefined if the key is missing or its value is empty
 * @throws {@link ConfigError} with code `ENV_SYNTAX` if a line before the key is not `KEY='value'`
 *
 * @example
 * ```ts
 * import { envFileValue } from '@kubesem/config';
 *
 * envFileValue("HOST='web' # the Service", 'HOST') // => 'web'
 * envFileValue("HOST='web'", 'PORT') // => undefined
 * envFileValue('HOST=web', 'HOST') // throws ENV_SYNTAX
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/util/env` v1.37.1, `ParseEnv`. (Its proposal says that the last occurrence
 * counts.)
 */
export function envFileValue(content: FileContent, key: string): string | undefined {
  const value = envFileBytes(byteString(content), toByteString(key));
  return value === undefined ? undefined : fromByteString(value);
}

/** {@link envFileValue} in bytes. */
function envFileBytes(bytes: string, key: string): string | undefined {
  const { lines, isCut } = scanLines(bytes);
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] as string).replace(/^[ \t]+/, '');
    if (line === '' || line.startsWith('#')) {
      continue;
    }
    const name = nameOf(line, at + 1);
    const value = line.slice(name.length + 1);
    if (/^[ \t]/.test(value)) {
      // White space after `=`: the variable has no value, whatever follows.
      if (name === key) {
        return undefined;
      }
      continue;
    }
    const quoted = quotedValue(lines, at, value);
    if (name === key) {
      return quoted.value || undefined;
    }
    at = quoted.last;
  }
  if (isCut) {
    throw syntaxError('the line is longer than 65535 bytes', lines.length + 1);
  }
  return undefined;
}

function nameOf(line: string, number: number): string {
  const [name = '', rest] = line.split(/=([^]*)/);
  if (rest === undefined) {
    throw syntaxError("missing '='", number);
  }
  if (name === '') {
    throw syntaxError('empty variable name', number);
  }
  if (/[ \t]$/.test(name)) {
    throw syntaxError("whitespace before '=' is not allowed", number);
  }
  return name;
}

/** Reads a value in quotes, and the index of its last line. */
function quotedValue(
  lines: readonly string[],
  first: number,
  start: string,
): { readonly value: string; readonly last: number } {
  if (!start.startsWith("'")) {
    throw syntaxError('value must be enclosed in single quotes', first + 1);
  }
  const read: string[] = [];
  let rest = start.slice(1);
  for (let last = first; ; rest = lines[last] as string) {
    const [value = '', after] = rest.split(/'([^]*)/);
    read.push(value);
    if (after !== undefined) {
      if (!/^[ \t]*(#|$)/.test(after)) {
        throw syntaxError('unexpected content after closing quote', last + 1);
      }
      return { value: read.join('\n'), last };
    }
    last++;
    if (last === lines.length) {
      throw syntaxError('unclosed single quote', first + 1);
    }
  }
}

function syntaxError(message: string, line: number): ConfigError {
  return new ConfigError('ENV_SYNTAX', `line ${line}: ${message}`, { line });
}
