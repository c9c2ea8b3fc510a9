import { KubesemError } from '@kubesem/core';

/**
 * Why a ConfigMap, a Secret or an env file cannot be made or read.
 *
 * - `INVALID_KEY`: a key is no valid key of a ConfigMap or Secret
 * - `DUPLICATE_KEY`: two sources have the same key
 * - `LITERAL_SYNTAX`: a literal is not `key=value`
 * - `SOURCE_SYNTAX`: a file is not `path` or `key=path`
 * - `KEY_FOR_FOLDER`: a folder has a key, but its files have their own
 * - `ENV_NAME`: a line of an env file does not start with the name of a variable
 * - `ENV_UTF8`: a line of an env file is not UTF-8
 * - `ENV_COMBINED`: there are env files, and files or literals
 * - `ENV_SYNTAX`: a line of an env file in a volume is not `KEY='value'`
 * - `NAME_MISSING`: the object has no name
 */
export type ConfigErrorCode =
  | 'INVALID_KEY'
  | 'DUPLICATE_KEY'
  | 'LITERAL_SYNTAX'
  | 'SOURCE_SYNTAX'
  | 'KEY_FOR_FOLDER'
  | 'ENV_NAME'
  | 'ENV_UTF8'
  | 'ENV_COMBINED'
  | 'ENV_SYNTAX'
  | 'NAME_MISSING';

/** Where a {@link ConfigError} was found. */
export interface ConfigErrorPlace {
  /** The key. */
  readonly key?: string | undefined;
  /** The line of the env file, from 1. */
  readonly line?: number | undefined;
}

/**
 * Thrown if a ConfigMap or Secret cannot be made, or an env file cannot be read. The message never holds a value.
 *
 * @example
 * ```ts
 * import { ConfigError, createConfigMap } from '@kubesem/config';
 *
 * let error: ConfigError | undefined;
 * try {
 *   createConfigMap({ name: 'web', literals: ['a key=1'] });
 * } catch (caught) {
 *   error = caught as ConfigError;
 * }
 * error?.code // => 'INVALID_KEY'
 * error?.key // => 'a key'
 * ```
 */
export class ConfigError extends KubesemError<ConfigErrorCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name: string = 'ConfigError';
  /** The key; absent if the error concerns none. */
  readonly key: string | undefined;
  /** The line of the env file, from 1; absent if the error concerns none. */
  readonly line: number | undefined;

  /**
   * Makes an error.
   *
   * @param code - what is wrong
   * @param message - what is wrong, in words
   * @param place - where
   */
  constructor(code: ConfigErrorCode, message: string, place: ConfigErrorPlace = {}) {
    super({ code, message });
    this.key = place.key;
    this.line = place.line;
  }
}
