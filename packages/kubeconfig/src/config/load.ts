import { aggregateMessages } from '@kubesem/core/internal';
import { KubeconfigError } from '../error.js';
import { OPTIONS, readInput } from '../options.js';
import { type ConfigFile, decodeConfig } from './decode.js';
import { contentOf, type FileContent, type KubeconfigFiles, LOCAL_FILES } from './file-system.js';
import type {
  Kubeconfig,
  KubeconfigCluster,
  KubeconfigEntry,
  KubeconfigUser,
  NamedCluster,
  NamedContext,
  NamedUser,
} from './model.js';
import {
  defaultPaths,
  type Environment,
  homePath,
  isPath,
  oldHomePath,
  resolvePath,
} from './paths.js';

/** Where the kubeconfig is. */
export interface LoadKubeconfigOptions {
  /** The environment, of which `KUBECONFIG` and `HOME` count. Default: that of the process */
  readonly env?: Environment | undefined;
  /** What reads the files. Default: the file system */
  readonly files?: KubeconfigFiles | undefined;
  /** Path of the only file to read, as `--kubeconfig`; it must exist. */
  readonly kubeconfig?: string | undefined;
}

/**
 * Reads and merges the files that kubectl reads: one file, or those of `KUBECONFIG`, or `~/.kube/config`.
 *
 * Missing files are skipped. Of entries with the same name, the first one counts as a whole, and so does the first current
 * context. Relative paths start from the folder of their file.
 *
 * @param options - the environment, the file system and the file
 * @returns the merged configuration; an empty one if there is no file
 * @throws {@link KubeconfigError} with code `UNREADABLE_KUBECONFIG` if a file cannot be read or decoded; `INVALID_TYPE` if an
 *   option has the wrong type
 *
 * @example
 * ```ts
 * import { loadKubeconfig } from '@kubesem/kubeconfig';
 *
 * const files = {
 *   currentFolder: '/',
 *   read: () => Buffer.from('current-context: prod\nclusters: [{ name: c, cluster: { certificate-authority: ca.pem } }]'),
 * };
 * const config = loadKubeconfig({ env: { HOME: '/home/ann' }, files });
 * config.currentContext // => 'prod'
 * config.clusters[0]?.cluster['certificate-authority'] // => '/home/ann/.kube/ca.pem'
 * ```
 *
 * Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `ClientConfigLoadingRules.Load`.
 */
export function loadKubeconfig(options: LoadKubeconfigOptions = {}): Kubeconfig {
  const { env = process.env, files = LOCAL_FILES, kubeconfig = '' } = readInput(options, OPTIONS);
  const loaded: LoadedFile[] = [];
  const missingFiles: string[] = [];
  const problems: string[] = [];
  for (const file of kubeconfig === '' ? defaultPaths(env, files) : [kubeconfig]) {
    const { code, error, bytes } = readConfig(file, env, files);
    if (code === 'ENOENT' && kubeconfig !== '') {
      throw unreadable(error.replace('open', 'stat'));
    }
    if (code === 'ENOENT') {
      missingFiles.push(file);
    } else if (bytes === undefined) {
      problems.push(`error loading config file "${file}": ${error}`);
    } else {
      try {
        loaded.push({ file, config: decodeBytes(bytes) });
      } catch (caught) {
        problems.push(`error loading config file "${file}": ${(caught as Error).message}`);
      }
    }
  }
  if (problems.length > 0) {
    throw unreadable(aggregateMessages(problems));
  }
  return { ...merged(loaded, files), missingFiles };
}

interface LoadedFile {
  readonly file: string;
  readonly config: ConfigFile;
}

const unreadable = (message: string) => new KubeconfigError('UNREADABLE_KUBECONFIG', message);

/** Reads a file; that in the home folder may have its old name. */
function readConfig(file: string, env: Environment, files: KubeconfigFiles): FileContent {
  const content = contentOf(files, file);
  if (content.code !== 'ENOENT' || file !== homePath(env, files)) {
    return content;
  }
  const old = contentOf(files, oldHomePath(env));
  return old.bytes === undefined ? content : old;
}

/** PowerShell writes UTF-16, which starts with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function decodeBytes(bytes: Uint8Array): ConfigFile {
  let text: string;
  try {
    text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(`yaml: invalid ${encodingOf(bytes).toUpperCase()}`);
  }
  return decodeConfig(text);
}

/** The first entry of each name counts. */
function merged(
  loaded: readonly LoadedFile[],
  files: KubeconfigFiles,
): Omit<Kubeconfig, 'missingFiles'> {
  const contexts = new Map<string, NamedContext>();
  const clusters = new Map<string, NamedCluster>();
  const users = new Map<string, NamedUser>();
  for (const { file, config } of loaded) {
    for (const { name = '', context = {} } of config.contexts ?? []) {
      addFirst(contexts, { name, file, context });
    }
    for (const { name = '', cluster = {} } of config.clusters ?? []) {
      addFirst(clusters, { name, file, cluster: withClusterPaths(cluster, file, files) });
    }
    for (const { name = '', user = {} } of config.users ?? []) {
      addFirst(users, { name, file, user: withUserPaths(user, file, files) });
    }
  }
  const current = loaded.find(({ config }) => config['current-context']);
  return {
    currentContext: current?.config['current-context'] ?? '',
    currentContextFile: current?.file,
    contexts: [...contexts.values()],
    clusters: [...clusters.values()],
    users: [...users.values()],
    files: loaded.map(({ file }) => file),
  };
}

function addFirst<T extends KubeconfigEntry>(entries: Map<string, T>, entry: T): void {
  if (!entries.has(entry.name)) {
    entries.set(entry.name, entry);
  }
}

const withClusterPaths = (
  cluster: KubeconfigCluster,
  file: string,
  files: KubeconfigFiles,
): KubeconfigCluster => resolved(cluster, ['certificate-authority'], file, files);

/** A plugin that is named by a path is in the folder of its file: the current folder can be anybody's. */
function withUserPaths(user: KubeconfigUser, file: string, files: KubeconfigFiles): KubeconfigUser {
  const { exec, ...rest } = resolved(
    user,
    ['client-certificate', 'client-key', 'tokenFile'],
    file,
    files,
  );
  return exec === undefined
    ? rest
    : {
        ...rest,
        exec: isPath(exec.command ?? '') ? resolved(exec, ['command'], file, files) : exec,
      };
}

function resolved<T extends { readonly [K in Name]?: string }, Name extends string>(
  value: T,
  names: readonly Name[],
  file: string,
  files: KubeconfigFiles,
): T {
  const paths = names
    .filter((name) => value[name] !== undefined)
    .map((name) => [name, resolvePath(value[name] ?? '', file, files)]);
  return { ...value, ...Object.fromEntries(paths) };
}
