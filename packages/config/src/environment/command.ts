import { type Container, type Problem, type VolumeMount } from '@kubesem/core';
import {
  decodeBase64,
  expandReferences,
  type Fields,
  fields,
  fromByteString,
  THROW,
  toByteString,
} from '@kubesem/core/internal';
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
  const given = fields<Container>(container, THROW);
  const lookup = byteLookup(variables);
  const expanded = (field: 'command' | 'args'): readonly string[] =>
    given.texts(field).map((text) => expandBytes(text, (name) => lookup(name)?.bytes));
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
export interface InvalidSubPath extends Pick<Problem<EnvironmentFailureCode>, 'code' | 'message'> {
  /** The container cannot be created. */
  readonly ok: false;
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
  const path = checkSubPath(fields<VolumeMount>(mount, THROW), variables, variables);
  return path.ok ? { ok: true, value: path.value } : path;
}

/** A valid path in a volume, and as it may be printed. */
export interface CheckedSubPath extends FoundSubPath {
  /** The path with markers instead of data of Secrets. */
  readonly shown: string;
  /** Whether the path contains data of a Secret. */
  readonly isSecret: boolean;
}

/**
 * Checks the path of a mount with the values of variables.
 *
 * @param mount - the mount of the container
 * @param variables - its environment
 * @param markers - the same with markers instead of data of Secrets
 * @returns the path; or what is wrong, with the markers
 */
export function checkSubPath(
  mount: Fields<VolumeMount>,
  variables: readonly EnvironmentVariable[],
  markers: readonly EnvironmentVariable[],
): CheckedSubPath | InvalidSubPath {
  const { value, missing, isSecret } = expandedPath(mount, variables);
  const shown = isSecret ? expandedPath(mount, markers).value : value;
  const fault =
    missing.length > 0 ? `missing value for ${missing.join(', ')}` : pathFault(value, shown);
  return fault === undefined
    ? { ok: true, value, shown, isSecret }
    : { ok: false, code: 'INVALID_SUB_PATH', message: fault };
}

/** The path of a mount, and the names of variables in it that are missing or empty. */
function expandedPath(
  mount: Fields<VolumeMount>,
  variables: readonly EnvironmentVariable[],
): { readonly value: string; readonly missing: readonly string[]; readonly isSecret: boolean } {
  const written = mount.text('subPathExpr');
  if (written === '') {
    return { value: mount.text('subPath'), missing: [], isSecret: false };
  }
  const lookup = byteLookup(variables);
  const missing = new Set<string>();
  let isSecret = false;
  const value = expandBytes(written, (name) => {
    const found = lookup(name);
    isSecret ||= found?.isSecret ?? false;
    if (found === undefined || found.bytes === '') {
      missing.add(fromByteString(name));
    }
    return found?.bytes ?? '';
  });
  return { value, missing: [...missing].sort(), isSecret };
}

/** Finds a variable and its value as bytes: two values that are invalid UTF-8 can be valid when joined. */
function byteLookup(
  variables: readonly EnvironmentVariable[],
): (name: string) => { readonly bytes: string; readonly isSecret: boolean } | undefined {
  const values = new Map(
    variables.map(({ name, value, base64, isSecret }) => {
      const decoded = base64 === undefined ? undefined : decodeBase64(base64, true);
      return [toByteString(name), { bytes: decoded ?? toByteString(value), isSecret }];
    }),
  );
  return (name) => values.get(name);
}

function expandBytes(text: string, lookup: (name: string) => string | undefined): string {
  return fromByteString(expandReferences(toByteString(text), lookup));
}

/** What is wrong with a path, in the words of the kubelet. */
function pathFault(path: string, shown: string): string | undefined {
  if (path.startsWith('/')) {
    return `error SubPath \`${shown}\` must not be an absolute path`;
  }
  return path.split('/').includes('..')
    ? `unable to provision SubPath \`${shown}\`: must not contain '..'`
    : undefined;
}
