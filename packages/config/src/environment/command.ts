import {
  type Container,
  childPath,
  expandReferences,
  readList,
  readString,
  type VolumeMount,
} from '@kubesem/core';
import type { EnvironmentVariable } from './explanation.js';
import type { EnvironmentFailureCode } from './failure.js';

/** The command line of a container. */
export interface ContainerCommand {
  /** The command; empty for that of the image. */
  readonly command: readonly string[];
  /** The arguments; empty for those of the image. */
  readonly args: readonly string[];
}

/**
 * Computes the command and the arguments of a container, in which `$(NAME)` stands for a variable.
 *
 * @param container - the container; it is not changed
 * @param variables - its environment, see `containerEnvironment`
 * @returns both, with the values of the variables
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { containerCommand } from '@kubesem/config';
 *
 * const variables = [{ name: 'PORT', value: '80', isSecret: false }];
 * containerCommand({ args: ['--port=$(PORT)'] }, variables) // => { command: [], args: ['--port=80'] }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/container` v1.37.1, `ExpandContainerCommandAndArgs`.
 */
export function containerCommand(
  container: Container,
  variables: readonly EnvironmentVariable[],
): ContainerCommand {
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  const expanded = (field: 'command' | 'args'): readonly string[] =>
    strings(container[field], field).map((text) =>
      expandReferences(text, (name) => values.get(name)),
    );
  return { command: expanded('command'), args: expanded('args') };
}

/** The path in a volume that a container mounts, or why it cannot. */
export type SubPath =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly code: EnvironmentFailureCode; readonly message: string };

/**
 * Computes the path in a volume that a mount shows (`subPath` or `subPathExpr`).
 *
 * @param mount - the mount of the container; it is not changed
 * @param variables - its environment, see `containerEnvironment`
 * @returns the path, empty for the whole volume; or why the container cannot be created, in the words of the kubelet
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { mountSubPath } from '@kubesem/config';
 *
 * const variables = [{ name: 'POD', value: 'web-0', isSecret: false }];
 * mountSubPath({ subPathExpr: 'logs/$(POD)' }, variables) // => { ok: true, value: 'logs/web-0' }
 * mountSubPath({ subPathExpr: '$(NODE)' }, variables) // => {
 * //   ok: false,
 * //   code: 'INVALID_SUB_PATH',
 * //   message: 'missing value for NODE',
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/container` v1.37.1, `ExpandContainerVolumeMounts`;
 * `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `makeMounts`.
 */
export function mountSubPath(
  mount: VolumeMount,
  variables: readonly EnvironmentVariable[],
): SubPath {
  const written = readString(mount.subPathExpr, childPath(undefined, 'subPathExpr'));
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  const missing = new Set<string>();
  const value =
    written === ''
      ? readString(mount.subPath, childPath(undefined, 'subPath'))
      : expandReferences(written, (name) => {
          const found = values.get(name) ?? '';
          if (found === '') {
            missing.add(name);
          }
          return found;
        });
  const fault =
    missing.size > 0 ? `missing value for ${[...missing].sort().join(', ')}` : pathFault(value);
  return fault === undefined
    ? { ok: true, value }
    : { ok: false, code: 'INVALID_SUB_PATH', message: fault };
}

function pathFault(path: string): string | undefined {
  if (path.startsWith('/')) {
    return `error SubPath \`${path}\` must not be an absolute path`;
  }
  return path.split('/').includes('..')
    ? `unable to provision SubPath \`${path}\`: must not contain '..'`
    : undefined;
}

function strings(list: readonly string[] | null | undefined, field: string): readonly string[] {
  const path = childPath(undefined, field);
  return readList(list, path).map((text, at) => readString(text, childPath(path, at)));
}
