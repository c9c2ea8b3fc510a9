/**
 * The configuration of a gate from a file, which can change while the gate runs.
 *
 * @packageDocumentation
 */
import { readFile } from 'node:fs/promises';
import { type FollowedConfiguration, type FollowOptions, follow } from './configuration/follow.js';
import {
  type ConfigurationFileOptions,
  type FileConfiguration,
  parseConfiguration,
} from './configuration/parse.js';
import { pause, readInterval } from './configuration/pause.js';
import type { Gate } from './gate/gate.js';

export {
  type ConfigurationFileCode,
  ConfigurationFileError,
  type ConfigurationFileProblem,
} from './configuration/error.js';
export type { FollowedConfiguration, FollowOptions } from './configuration/follow.js';
export {
  type ConfigurationFileOptions,
  type FileConfiguration,
  parseConfiguration,
} from './configuration/parse.js';

const DEFAULT_INTERVAL_MS = 2_000;

/**
 * Reads the configuration of a gate from a file; see {@link parseConfiguration}.
 *
 * @param path - path of the file
 * @param options - what the file does not say
 * @returns the configuration; rejects if the file cannot be read
 * @throws {@link ConfigurationFileError} with code `INVALID_CONFIGURATION_FILE` and all problems if something is invalid
 *
 * @example
 * ```ts
 * import { readConfigurationFile } from '@kubesem/apf-http/file';
 *
 * await readConfigurationFile('no-such-file.yaml').catch(({ code }) => code) // => 'ENOENT'
 * ```
 */
export async function readConfigurationFile(
  path: string,
  options: ConfigurationFileOptions = {},
): Promise<FileConfiguration> {
  return parseConfiguration({ name: path, text: await readFile(path, 'utf8') }, options);
}

/** Options of {@link followConfigurationFile}. */
export interface FollowFileOptions extends ConfigurationFileOptions, FollowOptions {}

/**
 * Applies the configuration in a file to a gate, now and whenever the file changes. If the file is invalid or gone, the gate
 * keeps its configuration, and `onError` receives the reason.
 *
 * It reads the file every 2 seconds, which also works for files of a ConfigMap, on network file systems, and if an editor
 * replaces the file. It does not keep the process alive.
 *
 * @param gate - the gate
 * @param path - path of the file
 * @param options - what the file does not say, how often to read it, and who is informed
 * @returns stops following
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if `intervalMs` is not a number from 1 to
 *   2147483647
 *
 * @example
 * ```ts
 * import { Gate } from '@kubesem/apf-http';
 * import { followConfigurationFile } from '@kubesem/apf-http/file';
 *
 * const gate = new Gate({ serverConcurrencyLimit: 20, priorityLevels: [], flowSchemas: [] });
 * const errors: unknown[] = [];
 * const followed = followConfigurationFile(gate, 'no-such-file.yaml', { onError: (error) => errors.push(error) });
 * await followed.refresh() // => false
 * errors.length // => 1
 * followed.close();
 * gate.close();
 * ```
 */
export function followConfigurationFile<Request>(
  gate: Gate<Request>,
  path: string,
  options: FollowFileOptions = {},
): FollowedConfiguration {
  const intervalMs = readInterval(options.intervalMs) ?? DEFAULT_INTERVAL_MS;
  return follow(
    gate,
    {
      load: () => readFile(path, 'utf8'),
      parse: (text) => parseConfiguration({ name: path, text }, options),
      changed: (signal) => pause(intervalMs, signal),
    },
    options,
  );
}
