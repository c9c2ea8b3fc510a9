import {
  type Container,
  childPath,
  decodeBase64,
  expandReferences,
  fromByteString,
  readList,
  readObject,
  readString,
  toByteString,
  type VolumeMount,
} from '@kubesem/core';
import type { EnvironmentVariable } from './explanation.js';
import type { EnvironmentFailureCode } from './failure.js';

/** The command line of a container. */
export interface ContainerCommand {
  /** The command; empty if that of the image is used. */
  readonly command: readonly string[];
  /** The arguments; empty if those of the image are used. */
  readonly args: readonly string[];
}

/**
 * Computes the command and the arguments of a container, with each `$(NAME)` replaced by the value of the variable.
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
  const given = readObject(container, undefined) ?? {};
  const lookup = byteLookup(variables);
  const expanded = (field: 'command' | 'args'): readonly string[] =>
    strings(given[field], field).map((text) => expandBytes(text, lookup));
  return { command: expanded('command'), args: expanded('args') };
}

/** The path in a volume that a container mounts, or why it cannot be mounted. */
export type SubPath = FoundSubPath | InvalidSubPath;

/** The path in a volume that a container mounts. */
export interface FoundSubPath {
  /** The path is valid. */
  readonly ok: true;
  /** The path; empty for the whole volume. */
  readonly value: string;
}

/** Why a path in a volume cannot be mounted. */
export interface InvalidSubPath {
  /** The container cannot be created. */
  readonly ok: false;
  /** What is wrong. */
  readonly code: EnvironmentFailureCode;
  /** The message of the kubelet. */
  readonly message: string;
}

/**
 * Computes which path of a volume is mounted (`subPath` or `subPathExpr`).
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
  const given = readObject(mount, undefined) ?? {};
  const written = readString(given.subPathExpr, childPath(undefined, 'subPathExpr'));
  const lookup = byteLookup(written === '' ? [] : variables);
  const missing = new Set<string>();
  const value =
    written === ''
      ? readString(given.subPath, childPath(undefined, 'subPath'))
      : expandBytes(written, (name) => {
          const found = lookup(name) ?? '';
          if (found === '') {
            missing.add(fromByteString(name));
          }
          return found;
        });
  const fault =
    missing.size > 0 ? `missing value for ${[...missing].sort().join(', ')}` : pathFault(value);
  return fault === undefined
    ? { ok: true, value }
    : { ok: false, code: 'INVALID_SUB_PATH', message: fault };
}

type Lookup = (name: string) => string | undefined;

/** Finds values as bytes: two values that are invalid UTF-8 can be valid when joined. */
function byteLookup(variables: readonly EnvironmentVariable[]): Lookup {
  const values = new Map(
    variables.map(({ name, value, base64 }) => [
      toByteString(name),
      (base64 === undefined ? undefined : decodeBase64(base64, true)) ?? toByteString(value),
    ]),
  );
  return (name) => values.get(name);
}

function expandBytes(text: string, lookup: Lookup): string {
  return fromByteString(expandReferences(toByteString(text), lookup));
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
