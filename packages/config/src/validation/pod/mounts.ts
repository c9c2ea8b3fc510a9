import { type Container, type FieldPath, unwrittenPath, type VolumeMount } from '@kubesem/core';
import { type Checked, checkRelativePath, requiredText } from './checks.js';

/**
 * Checks the mounts of a container.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateVolumeMounts`.
 */
export function checkMounts(container: Checked<Container>, volumes: ReadonlySet<string>): void {
  const isPrivileged = container.at('securityContext').flag('privileged') === true;
  const devices = new Map(
    container.each('volumeDevices', (device) => [device.text('name'), device.text('devicePath')]),
  );
  const devicePaths = new Set(devices.values());
  const mountPaths = new Set<string>();
  for (const mount of container.objects('volumeMounts')) {
    const value = requiredText(mount, 'name');
    if (!volumes.has(value)) {
      const message = 'the Pod has no such volume, or it is invalid';
      mount.problem('name', 'FieldValueNotFound', 'VOLUME_NOT_FOUND', message, value);
    }
    if (devices.has(value)) {
      const message = 'must not already exist in volumeDevices';
      mount.invalid('name', 'MOUNTED_AS_DEVICE', message, value);
    }
    const mountPath = requiredText(mount, 'mountPath');
    if (mountPaths.has(mountPath)) {
      mount.invalid('mountPath', 'DUPLICATE_MOUNT_PATH', 'must be unique', mountPath);
    }
    mountPaths.add(mountPath);
    if (devicePaths.has(mountPath)) {
      const message = 'must not already exist as a path in volumeDevices';
      mount.invalid('mountPath', 'DUPLICATE_MOUNT_PATH', message, mountPath);
    }
    checkSubPaths(mount);
    checkPropagation(mount, isPrivileged);
    checkReadOnly(mount);
  }
}

/** The path of a field of a mount. The server leaves out which of the mounts it means. */
function pathWithoutIndex(mount: Checked<VolumeMount>, field: keyof VolumeMount): FieldPath {
  const path = mount.pathOf(field);
  const list = path.parent?.parent as FieldPath;
  return { ...path, parent: unwrittenPath(list, path.parent as FieldPath) };
}

function checkSubPaths(mount: Checked<VolumeMount>): void {
  const subPath = mount.text('subPath');
  const expression = mount.text('subPathExpr');
  checkRelativePath(mount, pathWithoutIndex(mount, 'subPath'), subPath);
  checkRelativePath(mount, pathWithoutIndex(mount, 'subPathExpr'), expression);
  if (subPath !== '' && expression !== '') {
    const message = 'subPathExpr and subPath are mutually exclusive';
    mount.invalid('subPathExpr', 'SUB_PATH_CONFLICT', message, expression);
  }
}

/** Forbids to mount a part of a volume. */
export function forbidSubPaths(container: Checked<Container>): void {
  container.each('volumeMounts', (mount) => {
    for (const field of ['subPath', 'subPathExpr'] as const) {
      if (mount.text(field) !== '') {
        const message = 'cannot be set for an Ephemeral Container';
        mount.forbidden(field, 'NOT_FOR_EPHEMERAL_CONTAINERS', message);
      }
    }
  });
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateMountPropagation`. */
function checkPropagation(mount: Checked<VolumeMount>, isPrivileged: boolean): void {
  const propagation = mount.optionalText('mountPropagation');
  if (propagation === undefined) {
    return;
  }
  const path = pathWithoutIndex(mount, 'mountPropagation');
  mount.supported(path, 'NOT_SUPPORTED', propagation, PROPAGATIONS);
  if (propagation === 'Bidirectional' && !isPrivileged) {
    const message = 'Bidirectional mount propagation is available only to privileged containers';
    mount.forbidden(path, 'NOT_PRIVILEGED', message);
  }
}

const RECURSIVE = ['Disabled', 'Enabled', 'IfPossible'];

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateMountRecursiveReadOnly`. */
function checkReadOnly(mount: Checked<VolumeMount>): void {
  const isReadOnly = mount.flag('readOnly') === true;
  const value = mount.optionalText('recursiveReadOnly');
  if (value === undefined) {
    return;
  }
  const path = pathWithoutIndex(mount, 'recursiveReadOnly');
  mount.supported(path, 'NOT_SUPPORTED', value, RECURSIVE);
  if (value !== 'Enabled' && value !== 'IfPossible') {
    return;
  }
  const forbid = (condition: string): void => {
    const message = `may only be specified when ${condition}`;
    mount.forbidden(path, 'RECURSIVE_READ_ONLY_FORBIDDEN', message);
  };
  if (!isReadOnly) {
    forbid('readOnly is true');
  }
  if ((mount.optionalText('mountPropagation') ?? 'None') !== 'None') {
    forbid('mountPropagation is None or not specified');
  }
}
