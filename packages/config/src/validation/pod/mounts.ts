import { childPath, type FieldPath, unwrittenPath } from '@kubesem/core';
import type { Fields, PodChecks } from './checks.js';

/**
 * Checks the mounts of a container.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateVolumeMounts`.
 */
export function checkMounts(
  checks: PodChecks,
  container: Fields,
  containerPath: FieldPath,
  volumes: ReadonlySet<string>,
): void {
  const securityPath = childPath(containerPath, 'securityContext');
  const security = checks.object<Fields>(container, 'securityContext', containerPath) ?? {};
  const isPrivileged = checks.flag(security, 'privileged', securityPath) === true;
  const named = checks
    .objects<object>(container, 'volumeDevices', containerPath)
    .map(
      ({ entry, at }) =>
        [checks.text(entry, 'name', at), checks.text(entry, 'devicePath', at)] as const,
    );
  const mounts = checks.objects<object>(container, 'volumeMounts', containerPath);
  if (mounts.length === 0) {
    return;
  }
  const devices = new Map(named);
  const devicePaths = new Set(devices.values());
  const mountPaths = new Set<string>();
  for (const { entry, at } of mounts) {
    const value = checks.required(entry, 'name', at);
    const namePath = childPath(at, 'name');
    if (!volumes.has(value)) {
      const message = 'the Pod has no such volume, or it is invalid';
      const finding = { type: 'FieldValueNotFound', code: 'VOLUME_NOT_FOUND', message } as const;
      checks.add(namePath, { ...finding, value });
    }
    if (devices.has(value)) {
      const message = 'must not already exist in volumeDevices';
      checks.invalid(namePath, 'MOUNTED_AS_DEVICE', message, value);
    }
    const mountPath = checks.required(entry, 'mountPath', at);
    const pathOfMount = childPath(at, 'mountPath');
    if (mountPaths.has(mountPath)) {
      checks.invalid(pathOfMount, 'DUPLICATE_MOUNT_PATH', 'must be unique', mountPath);
    }
    mountPaths.add(mountPath);
    if (devicePaths.has(mountPath)) {
      const message = 'must not already exist as a path in volumeDevices';
      checks.invalid(pathOfMount, 'DUPLICATE_MOUNT_PATH', message, mountPath);
    }
    checkSubPaths(checks, entry, at);
    checkPropagation(checks, entry, at, isPrivileged);
    checkReadOnly(checks, entry, at);
  }
}

/** The server leaves out which of the mounts it means. */
function withoutIndex(path: FieldPath): FieldPath {
  return unwrittenPath(path.parent as FieldPath, path);
}

function checkSubPaths(checks: PodChecks, mount: object, path: FieldPath): void {
  const subPath = checks.text(mount, 'subPath', path);
  const expression = checks.text(mount, 'subPathExpr', path);
  const expressionPath = childPath(path, 'subPathExpr');
  checks.relativePath(subPath, childPath(withoutIndex(path), 'subPath'));
  checks.relativePath(expression, childPath(withoutIndex(path), 'subPathExpr'));
  if (subPath !== '' && expression !== '') {
    const message = 'subPathExpr and subPath are mutually exclusive';
    checks.invalid(expressionPath, 'SUB_PATH_CONFLICT', message, expression);
  }
}

/** Forbids to mount a part of a volume. */
export function forbidSubPaths(checks: PodChecks, container: object, path: FieldPath): void {
  for (const { entry, at } of checks.objects<object>(container, 'volumeMounts', path)) {
    for (const field of ['subPath', 'subPathExpr']) {
      if (checks.text(entry, field, at) !== '') {
        const message = 'cannot be set for an Ephemeral Container';
        checks.forbidden(childPath(at, field), 'NOT_FOR_EPHEMERAL_CONTAINERS', message);
      }
    }
  }
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateMountPropagation`. */
function checkPropagation(
  checks: PodChecks,
  mount: Fields | object,
  path: FieldPath,
  isPrivileged: boolean,
): void {
  if ((mount as Fields).mountPropagation == null) {
    return;
  }
  const propagation = checks.text(mount, 'mountPropagation', path);
  const at = childPath(withoutIndex(path), 'mountPropagation');
  checks.supported(at, 'NOT_SUPPORTED', propagation, PROPAGATIONS);
  if (propagation === 'Bidirectional' && !isPrivileged) {
    const message = 'Bidirectional mount propagation is available only to privileged containers';
    checks.forbidden(at, 'NOT_PRIVILEGED', message);
  }
}

const RECURSIVE = ['Disabled', 'Enabled', 'IfPossible'];

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateMountRecursiveReadOnly`. */
function checkReadOnly(checks: PodChecks, mount: Fields | object, path: FieldPath): void {
  const isReadOnly = checks.flag(mount, 'readOnly', path) === true;
  const { recursiveReadOnly: written, mountPropagation } = mount as Fields;
  if (written == null) {
    return;
  }
  const value = checks.text(mount, 'recursiveReadOnly', path);
  const at = childPath(withoutIndex(path), 'recursiveReadOnly');
  checks.supported(at, 'NOT_SUPPORTED', value, RECURSIVE);
  if (value !== 'Enabled' && value !== 'IfPossible') {
    return;
  }
  const forbid = (condition: string): void =>
    checks.forbidden(
      at,
      'RECURSIVE_READ_ONLY_FORBIDDEN',
      `may only be specified when ${condition}`,
    );
  if (!isReadOnly) {
    forbid('readOnly is true');
  }
  if (mountPropagation != null && mountPropagation !== 'None') {
    forbid('mountPropagation is None or not specified');
  }
}
