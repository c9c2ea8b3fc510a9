import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { contentOf, type KubeconfigFiles } from './file-system.js';

/** Environment variables by name. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/**
 * Returns the files that kubectl reads, the most important one first: those of `KUBECONFIG`, or the one in the home folder.
 *
 * @param env - the environment
 * @param files - the file system
 * @returns the paths, without duplicates
 *
 * Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `NewDefaultClientConfigLoadingRules`.
 */
export function defaultPaths(env: Environment, files: KubeconfigFiles): readonly string[] {
  const listed = env.KUBECONFIG ?? '';
  return listed === ''
    ? [homePath(env, files)]
    : [...new Set(listed.split(delimiter))].filter((path) => path !== '');
}

/** The kubeconfig in the home folder. */
export function homePath(env: Environment, files: KubeconfigFiles): string {
  return join(homeFolder(env, files), '.kube', 'config');
}

/** Where kubectl kept the kubeconfig before 2015. It moves the file; here, it is only read. */
export function oldHomePath(env: Environment): string {
  const name = process.platform === 'win32' ? 'config' : '.kubeconfig';
  return join(env.HOME ?? '', '.kube', name);
}

/**
 * Source: `k8s.io/client-go/util/homedir` v0.37.1, `HomeDir`. On Windows, it also asks which of the folders is writable if none has
 * a kubeconfig.
 */
function homeFolder(env: Environment, files: KubeconfigFiles): string {
  const { HOME: home = '', USERPROFILE: profile = '', HOMEDRIVE: drive, HOMEPATH: path } = env;
  if (process.platform !== 'win32') {
    return home;
  }
  const drivePath = drive && path ? drive + path : '';
  const hasConfig = (folder: string) =>
    folder !== '' && contentOf(files, join(folder, '.kube', 'config')).code === undefined;
  return [home, drivePath, profile].find(hasConfig) ?? (home || profile || drivePath);
}

/**
 * Resolves a path in a kubeconfig against the folder of its file.
 *
 * @param path - the path; empty if there is none
 * @param file - the file
 * @param files - the file system
 *
 * Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `ResolvePaths`.
 */
export function resolvePath(path: string, file: string, files: KubeconfigFiles): string {
  return path === '' || isAbsolute(path) ? path : resolve(files.currentFolder, dirname(file), path);
}

/** Whether a command is a path, and not a name to look up in `PATH`. */
export function isPath(command: string): boolean {
  return command.includes(sep);
}
