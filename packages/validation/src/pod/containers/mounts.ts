import type { Container, FieldPath, VolumeMount } from '@kubesem/core';
import { type Fields, unwrittenPath } from '@kubesem/core/internal';
import { requiredText } from '../../rules/names.js';
import { checkRelativePath, hasBacksteps } from '../volumes/paths.js';
import type { Volumes } from '../volumes/volumes.js';

/**
 * Checks the mounts of a container.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateVolumeMounts`.
 *
 * @param container - the container
 * @param volumes - the volumes of the Pod that are valid
 */
export function checkVolumeMounts(container: Fields<Container>, volumes: Volumes): void {
  const isPrivileged = container.at('securityContext').flag('privileged') === true;
  const devices = new Map(
    container.each('volumeDevices', (device) => [device.text('name'), device.text('devicePath')]),
  );
  const devicePaths = new Set(devices.values());
  const mountPaths = new Set<string>();
  for (const mount of container.objects('volumeMounts')) {
    const name = requiredText(mount, 'name');
    if (!volumes.has(name)) {
      mount.notFound('name', name);
    }
    const mountPath = requiredText(mount, 'mountPath');
    if (mountPaths.has(mountPath)) {
      mount.invalid('mountPath', 'must be unique', mountPath);
    }
    mountPaths.add(mountPath);
    if (devices.has(name)) {
      mount.invalid('name', 'must not already exist in volumeDevices', name);
    }
    if (devicePaths.has(mountPath)) {
      const message = 'must not already exist as a path in volumeDevices';
      mount.invalid('mountPath', message, mountPath);
    }
    checkSubPaths(mount);
    checkPropagation(mount, isPrivileged);
    checkReadOnly(mount);
  }
}

/**
 * Checks the block devices of a container.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateVolumeDevices`.
 *
 * @param container - the container
 * @param volumes - the volumes of the Pod that are valid
 */
export function checkVolumeDevices(container: Fields<Container>, volumes: Volumes): void {
  const mounts = new Map(
    container.each('volumeMounts', (mount) => [mount.text('name'), mount.text('mountPath')]),
  );
  const mountPaths = new Set(mounts.values());
  const names = new Set<string>();
  const paths = new Set<string>();
  for (const device of container.objects('volumeDevices')) {
    const name = requiredText(device, 'name');
    if (name !== '' && names.has(name)) {
      device.invalid('name', 'must be unique', name);
    }
    names.add(name);
    const volume = volumes.get(name);
    if (volume === undefined) {
      device.notFound('name', name);
    } else if (!volume.has('persistentVolumeClaim') && !volume.has('ephemeral')) {
      const message =
        'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      device.invalid('name', message, name);
    }
    const path = requiredText(device, 'devicePath');
    if (paths.has(path)) {
      device.invalid('devicePath', 'must be unique', path);
    }
    if (hasBacksteps(path)) {
      device.invalid('devicePath', "can not contain backsteps ('..')", path);
    } else {
      paths.add(path);
    }
    if (mounts.has(name)) {
      device.invalid('name', 'must not already exist in volumeMounts', name);
    }
    if (mountPaths.has(path)) {
      device.invalid('devicePath', 'must not already exist as a path in volumeMounts', path);
    }
  }
}

/** The path of a field of a mount. The server leaves out which of the mounts it means. */
function pathWithoutIndex(mount: Fields<VolumeMount>, field: keyof VolumeMount): FieldPath {
  const path = mount.pathOf(field);
  const list = path.parent?.parent as FieldPath;
  return { ...path, parent: unwrittenPath(list, path.parent as FieldPath) };
}

function checkSubPaths(mount: Fields<VolumeMount>): void {
  const subPath = mount.text('subPath');
  const expression = mount.text('subPathExpr');
  checkRelativePath(mount, pathWithoutIndex(mount, 'subPath'), subPath);
  if (subPath !== '' && expression !== '') {
    const message = 'subPathExpr and subPath are mutually exclusive';
    mount.invalid('subPathExpr', message, expression);
  }
  checkRelativePath(mount, pathWithoutIndex(mount, 'subPathExpr'), expression);
}

/** Forbids to mount a part of a volume. */
export function forbidSubPaths(container: Fields<Container>): void {
  container.each('volumeMounts', (mount) => {
    for (const field of ['subPath', 'subPathExpr'] as const) {
      if (mount.text(field) !== '') {
        mount.forbidden(field, 'cannot be set for an Ephemeral Container');
      }
    }
  });
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateMountPropagation`. */
function checkPropagation(mount: Fields<VolumeMount>, isPrivileged: boolean): void {
  const propagation = mount.optionalText('mountPropagation');
  if (propagation === undefined) {
    return;
  }
  const path = pathWithoutIndex(mount, 'mountPropagation');
  mount.supported(path, propagation, PROPAGATIONS);
  if (propagation === 'Bidirectional' && !isPrivileged) {
    const message = 'Bidirectional mount propagation is available only to privileged containers';
    mount.forbidden(path, message);
  }
}

const RECURSIVE = ['Disabled', 'Enabled', 'IfPossible'];

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateMountRecursiveReadOnly`. */
function checkReadOnly(mount: Fields<VolumeMount>): void {
  const isReadOnly = mount.flag('readOnly') === true;
  const value = mount.optionalText('recursiveReadOnly');
  if (value === undefined) {
    return;
  }
  const path = pathWithoutIndex(mount, 'recursiveReadOnly');
  mount.supported(path, value, RECURSIVE);
  if (value !== 'Enabled' && value !== 'IfPossible') {
    return;
  }
  if (!isReadOnly) {
    mount.forbidden(path, 'may only be specified when readOnly is true');
  }
  if ((mount.optionalText('mountPropagation') ?? 'None') !== 'None') {
    const message = 'may only be specified when mountPropagation is None or not specified';
    mount.forbidden(path, message);
  }
}
