import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import type { KubeConfig, User } from '@kubernetes/client-node';
import { parse } from 'yaml';
import { InputError, systemReason } from '../sources.js';

/** The class of the official client that reads a kubeconfig. */
type KubeConfigClass = typeof KubeConfig;

/**
 * Reads what kubectl reads: one file, or those of `KUBECONFIG`, or the file in the home folder.
 *
 * Of several files, the first that defines a name or the current context wins, and those that do not exist are skipped.
 *
 * @param kubeconfig - a file; undefined for what kubectl uses
 * @param Config - the class of the official client
 * @returns the configuration, whose credential plugins are found next to the file that names them
 * @throws InputError if a file cannot be read, or if there is no configuration at all
 */
export function readKubeconfig(
  kubeconfig: string | undefined,
  Config: KubeConfigClass,
): KubeConfig {
  const config = new Config();
  const home = join(homedir(), '.kube', 'config');
  const listed = (process.env.KUBECONFIG ?? '').split(delimiter).filter((file) => file !== '');
  const files = kubeconfig !== undefined ? [kubeconfig] : listed.length > 0 ? listed : [home];
  let count = 0;
  for (const file of new Set(files)) {
    const read = readFile(file, Config, kubeconfig === undefined);
    if (read !== undefined) {
      count++;
      merge(config, read);
    }
  }
  if (count === 0 && listed.length === 0) {
    // The client also finds the configuration of a Pod.
    config.loadFromDefault();
    config.users = config.users.map((user) => withPlugin(user, dirname(home)));
  }
  // Without any configuration, the client makes up a server on this machine.
  if (config.getContexts().every(({ name }) => name === 'loaded-context')) {
    throw new InputError(
      `no cluster configured: ${files.join(delimiter)} has no contexts; pass --kubeconfig or set KUBECONFIG`,
    );
  }
  return config;
}

function readFile(
  file: string,
  Config: KubeConfigClass,
  mayBeMissing: boolean,
): KubeConfig | undefined {
  const config = new Config();
  try {
    config.loadFromFile(file);
  } catch (error) {
    if (mayBeMissing && (error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    // The message of the parser quotes the file, which contains credentials.
    const isSystem = error instanceof Error && 'syscall' in error;
    throw new InputError(`${file}: ${isSystem ? systemReason(error) : 'not a valid kubeconfig'}`);
  }
  const folder = resolve(dirname(file));
  config.users = config.users.map((user) => withPlugin(user, folder));
  return config;
}

/** A plugin that is named by a path is in the folder of its file: the current folder can be anybody's. */
function withPlugin(user: User, folder: string): User {
  const command: unknown = user.exec?.command;
  const separator = process.platform === 'win32' ? /[\\/]/ : /\//;
  return typeof command === 'string' && separator.test(command) && !isAbsolute(command)
    ? { ...user, exec: { ...user.exec, command: join(folder, command) } }
    : user;
}

function merge(config: KubeConfig, more: KubeConfig): void {
  config.clusters = firstOfEachName(config.clusters, more.clusters);
  config.users = firstOfEachName(config.users, more.users);
  config.contexts = firstOfEachName(config.contexts, more.contexts);
  config.currentContext ||= more.currentContext;
}

function firstOfEachName<T extends { readonly name: string }>(
  first: readonly T[],
  second: readonly T[],
): T[] {
  const names = new Set(first.map(({ name }) => name));
  return [...first, ...second.filter(({ name }) => !names.has(name))];
}

/**
 * Lists the contexts of a kubeconfig, to complete a command line. A file that cannot be read has no contexts.
 *
 * @param kubeconfig - a file; undefined for what kubectl uses
 * @returns the names, without duplicates
 */
export function contextNames(kubeconfig: string | undefined): string[] {
  const files = kubeconfig ?? (process.env.KUBECONFIG || join(homedir(), '.kube', 'config'));
  const names = files.split(delimiter).flatMap((file) => {
    try {
      // The parser's warnings would quote the file, which contains credentials.
      const { contexts } = parse(readFileSync(file, 'utf8'), { logLevel: 'silent' });
      return contexts.map((context: { readonly name?: unknown }) => context.name);
    } catch {
      return [];
    }
  });
  // A line break would start a candidate of its own.
  return [...new Set(names)].filter(
    (name): name is string => typeof name === 'string' && !/\p{Cc}/u.test(name),
  );
}
