import {
  type ConfigMapKeySelector,
  type Container,
  type EnvVarSource,
  everyContainer,
  type FieldPath,
  type FieldProblem,
  FieldProblems,
  type FileKeySelector,
  type PodLike,
  podFields,
  unwrittenPath,
  type Volume,
  type VolumeMount,
} from '@kubesem/core';
import {
  type Checked,
  checkNoBacksteps,
  checkRelativePath,
  checkSyntax,
  requiredName,
  requiredText,
} from './checks.js';
import type { PodConfigProblemCode } from './codes.js';
import { checkFieldRef, checkResourceFieldRef } from './selectors.js';
import { checkVolumes, isEmptyDir } from './volumes.js';

/**
 * Checks the variables, volumes and mounts of a new Pod, as the API server does.
 *
 * Absent fields count as their defaults. Of volumes, those of ConfigMaps, Secrets and the downward API are checked, and projected
 * ones, but not the label selectors of cluster trust bundles and the annotations of Pod certificates. The API server drops
 * fields whose feature gates are off by default, such as `defaultUser` and `bindMountOptions`, so they are not checked.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the reasons why the API server rejects the Pod; empty if there are none
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { validatePodConfig } from '@kubesem/config';
 *
 * const env = [{ name: 'A=B', valueFrom: { configMapKeyRef: { name: 'web', key: 'a b' } } }];
 * const volumeMounts = [{ name: 'config', mountPath: '/etc/config', subPath: '../a' }];
 * const problems = validatePodConfig({ spec: { containers: [{ name: 'app', env, volumeMounts }] } });
 * problems.map(({ code, path }) => `${code} ${path}`) // => [
 * //   'INVALID_NAME spec.containers[0].env[0].name',
 * //   'INVALID_KEY spec.containers[0].env[0].valueFrom.configMapKeyRef.key',
 * //   'VOLUME_NOT_FOUND spec.containers[0].volumeMounts[0].name',
 * //   'INVALID_PATH spec.containers[0].volumeMounts.subPath',
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEnv`, `ValidateEnvFrom`, `ValidateVolumes` and
 * `ValidateVolumeMounts`.
 */
export function validatePodConfig(podLike: PodLike): readonly FieldProblem<PodConfigProblemCode>[] {
  const problems = new FieldProblems<PodConfigProblemCode>();
  const { spec } = podFields(podLike, problems);
  const mountable = checkVolumes(spec, problems);
  const volumes = new Map(spec.each('volumes', (volume) => [volume.text('name'), volume]));
  const containers = everyContainer(spec, (container, _, kind) => ({ container, kind }));
  for (const { kind, container } of containers) {
    checkEnv(container, volumes);
    checkEnvFrom(container);
    checkMounts(container, mountable);
    if (kind === 'ephemeral') {
      forbidSubPaths(container);
    }
  }
  return problems.list();
}

/**
 * Checks the mounts of a container.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateVolumeMounts`.
 */
function checkMounts(container: Checked<Container>, volumes: ReadonlySet<string>): void {
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
      mount.problem('name', 'NOT_FOUND', message, value, 'VOLUME_NOT_FOUND');
    }
    if (devices.has(value)) {
      const message = 'must not already exist in volumeDevices';
      mount.invalid('name', message, value, 'MOUNTED_AS_DEVICE');
    }
    const mountPath = requiredText(mount, 'mountPath');
    if (mountPaths.has(mountPath)) {
      mount.invalid('mountPath', 'must be unique', mountPath, 'DUPLICATE_MOUNT_PATH');
    }
    mountPaths.add(mountPath);
    if (devicePaths.has(mountPath)) {
      const message = 'must not already exist as a path in volumeDevices';
      mount.invalid('mountPath', message, mountPath, 'DUPLICATE_MOUNT_PATH');
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
    mount.invalid('subPathExpr', message, expression, 'SUB_PATH_CONFLICT');
  }
}

/** Forbids to mount a part of a volume. */
function forbidSubPaths(container: Checked<Container>): void {
  container.each('volumeMounts', (mount) => {
    for (const field of ['subPath', 'subPathExpr'] as const) {
      if (mount.text(field) !== '') {
        const message = 'cannot be set for an Ephemeral Container';
        mount.forbidden(field, message, 'NOT_FOR_EPHEMERAL_CONTAINERS');
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
  mount.supported(path, propagation, PROPAGATIONS);
  if (propagation === 'Bidirectional' && !isPrivileged) {
    const message = 'Bidirectional mount propagation is available only to privileged containers';
    mount.forbidden(path, message, 'NOT_PRIVILEGED');
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
  mount.supported(path, value, RECURSIVE);
  if (value !== 'Enabled' && value !== 'IfPossible') {
    return;
  }
  const forbid = (condition: string): void => {
    const message = `may only be specified when ${condition}`;
    mount.forbidden(path, message, 'RECURSIVE_READ_ONLY_FORBIDDEN');
  };
  if (!isReadOnly) {
    forbid('readOnly is true');
  }
  if ((mount.optionalText('mountPropagation') ?? 'None') !== 'None') {
    forbid('mountPropagation is None or not specified');
  }
}

/** The volumes of the Pod by name. */
type Volumes = ReadonlyMap<string, Checked<Volume>>;

/**
 * Checks the variables of a container.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEnv`.
 */
function checkEnv(container: Checked<Container>, volumes: Volumes): void {
  container.each('env', (variable) => {
    requiredName(variable, 'name', 'relaxedEnvVarName');
    const value = variable.text('value');
    const from = variable.at('valueFrom');
    if (from.isPresent) {
      checkValueFrom(from, value, volumes);
    }
  });
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateEnvVarValueFrom`. */
function checkValueFrom(from: Checked<EnvVarSource>, value: string, volumes: Volumes): void {
  const checks = {
    fieldRef: () => checkFieldRef(from.at('fieldRef'), 'env'),
    resourceFieldRef: () => checkResourceFieldRef(from.at('resourceFieldRef'), 'env'),
    configMapKeyRef: () => checkKey(from.at('configMapKeyRef')),
    secretKeyRef: () => checkKey(from.at('secretKeyRef')),
    fileKeyRef: () => checkFileKey(from.at('fileKeyRef'), volumes),
  };
  const sources = SOURCES.filter((field) => {
    const { isPresent } = from.at(field);
    if (isPresent) {
      checks[field]();
    }
    return isPresent;
  });
  if (sources.length === 0) {
    const message =
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
    from.invalid(from.path, message, undefined, 'SOURCE_REQUIRED');
  } else if (value !== '') {
    from.invalid(
      from.path,
      'may not be specified when `value` is not empty',
      undefined,
      'SOURCE_CONFLICT',
    );
  } else if (sources.length > 1) {
    const message = 'may not have more than one field specified at a time';
    from.invalid(from.path, message, undefined, 'SOURCE_CONFLICT');
  }
}

/** In the order of the API server. */
const SOURCES = [
  'fieldRef',
  'resourceFieldRef',
  'configMapKeyRef',
  'secretKeyRef',
  'fileKeyRef',
] as const;

function checkKey(selector: Checked<ConfigMapKeySelector>): void {
  checkSyntax(selector, 'name', 'dns1123Subdomain', selector.text('name'));
  requiredName(selector, 'key', 'configMapKey', 'INVALID_KEY');
  selector.flag('optional');
}

/**
 * Checks a `fileKeyRef` and its volume.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateFileKeySelector` and `validateFileKeyRefVolumes`.
 */
function checkFileKey(selector: Checked<FileKeySelector>, volumes: Volumes): void {
  requiredName(selector, 'key', 'relaxedEnvVarName', 'INVALID_KEY');
  requiredName(selector, 'volumeName', 'dns1123Label');
  checkNoBacksteps(selector, 'path', requiredText(selector, 'path'));
  selector.flag('optional');
  const value = selector.text('volumeName');
  const volume = volumes.get(value);
  if (volume === undefined) {
    const message = 'the Pod has no such volume';
    selector.problem('volumeName', 'NOT_FOUND', message, value, 'VOLUME_NOT_FOUND');
  } else if (!isEmptyDir(volume)) {
    const message = 'referenced volume must be of type emptyDir';
    selector.invalid('volumeName', message, value, 'VOLUME_NOT_EMPTY_DIR');
  }
}

/**
 * Checks the sources of many variables.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEnvFrom`.
 */
function checkEnvFrom(container: Checked<Container>): void {
  container.each('envFrom', (entry) => {
    const prefix = entry.text('prefix');
    if (prefix !== '') {
      checkSyntax(entry, 'prefix', 'relaxedEnvVarName', prefix);
    }
    const sources = (['configMapRef', 'secretRef'] as const).filter((field) => {
      const source = entry.at(field);
      if (source.isPresent) {
        requiredName(source, 'name', 'dns1123Subdomain');
        source.flag('optional');
      }
      return source.isPresent;
    });
    if (sources.length === 1) {
      return;
    }
    // The server leaves out which of the entries it means.
    const path = unwrittenPath(container.pathOf('envFrom'), entry.path as FieldPath);
    if (sources.length === 0) {
      const message = 'must specify one of: `configMapRef` or `secretRef`';
      entry.invalid(path, message, undefined, 'SOURCE_REQUIRED');
    } else {
      const message = 'may not have more than one field specified at a time';
      entry.invalid(path, message, undefined, 'SOURCE_CONFLICT');
    }
  });
}
