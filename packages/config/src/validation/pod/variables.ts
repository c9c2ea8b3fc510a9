import {
  type ConfigMapKeySelector,
  type Container,
  type EnvVarSource,
  type FieldPath,
  type FileKeySelector,
  unwrittenPath,
  type Volume,
} from '@kubesem/core';
import {
  type Checked,
  checkNoBacksteps,
  checkSyntax,
  requiredName,
  requiredText,
} from './checks.js';
import { checkFieldRef, checkResourceFieldRef } from './selectors.js';
import { isEmptyDir } from './volumes.js';

/** The volumes of the Pod by name. */
type Volumes = ReadonlyMap<string, Checked<Volume>>;

/**
 * Checks the variables of a container.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEnv`.
 */
export function checkEnv(container: Checked<Container>, volumes: Volumes): void {
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
    from.invalid(from.path, 'SOURCE_REQUIRED', message);
  } else if (value !== '') {
    from.invalid(from.path, 'SOURCE_CONFLICT', 'may not be specified when `value` is not empty');
  } else if (sources.length > 1) {
    const message = 'may not have more than one field specified at a time';
    from.invalid(from.path, 'SOURCE_CONFLICT', message);
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
    selector.problem('volumeName', 'FieldValueNotFound', 'VOLUME_NOT_FOUND', message, value);
  } else if (!isEmptyDir(volume)) {
    const message = 'referenced volume must be of type emptyDir';
    selector.invalid('volumeName', 'VOLUME_NOT_EMPTY_DIR', message, value);
  }
}

/**
 * Checks the sources of many variables.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEnvFrom`.
 */
export function checkEnvFrom(container: Checked<Container>): void {
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
      entry.invalid(path, 'SOURCE_REQUIRED', message);
    } else {
      const message = 'may not have more than one field specified at a time';
      entry.invalid(path, 'SOURCE_CONFLICT', message);
    }
  });
}
