// The files and folders of `kubesem config create`, as kubectl reads them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  ConfigError,
  type ConfigFile,
  type GeneratorFile,
  type ParseEnvFileOptions,
  parseEnvFile,
} from '@kubesem/config';
import { InputError, systemReason } from '../../../io/sources.js';

/**
 * Reads a file or the regular files of a folder. A link that is named itself is followed; links in a folder are skipped.
 *
 * Source: `k8s.io/kubectl/pkg/cmd/create` v0.37.1, `handleConfigMapFromFileSources`.
 *
 * @param source - `path`, or `key=path`
 * @throws InputError if it cannot be read
 */
export function readConfigFile(source: string): ConfigFile {
  const [, path = source] = source.split('=');
  // The library explains what is wrong with `=`.
  if (path === '' || source.indexOf('=') !== source.lastIndexOf('=') || source.startsWith('=')) {
    return { source };
  }
  return reading(path, () =>
    statSync(path).isDirectory()
      ? { source, entries: readFolder(path) }
      : { source, content: readFileSync(path) },
  );
}

/**
 * Reads a file for a generator of kustomize, which has no folders.
 *
 * @throws InputError if it cannot be read
 */
export function readGeneratorFile(source: string): GeneratorFile {
  const { content, entries } = readConfigFile(source);
  if (entries !== undefined) {
    throw new InputError(`${source}: is a folder, not a file`);
  }
  return { source, content: content ?? '' };
}

/**
 * Reads an env file.
 *
 * @throws InputError if it cannot be read, with the line
 */
export function readEnvFile(path: string, dialect: ParseEnvFileOptions['dialect']): Uint8Array {
  const content = reading(path, () => readFileSync(path));
  try {
    parseEnvFile(content, { dialect });
  } catch (error) {
    throw error instanceof ConfigError
      ? new InputError(`${path}:${error.line}: ${withoutLine(error)}`)
      : error;
  }
  return content;
}

/** A line without a name can be a part of a value, such as of a key in PEM. */
function withoutLine({ code, message }: ConfigError): string {
  return code === 'ENV_NAME' ? 'expected KEY=VALUE with a valid name of a variable' : message;
}

function readFolder(folder: string): { readonly [name: string]: Uint8Array } {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ name }) => {
      const path = join(folder, name);
      return [name, reading(path, () => readFileSync(path))];
    }),
  );
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(`${path}: ${systemReason(error)}`);
  }
}
