import {
  childPath,
  type EnvVar,
  type EnvVarSource,
  type FieldPath,
  unwrittenPath,
} from '@kubesem/core';
import type { Fields, PodChecks } from './checks.js';
import { checkFieldRef, checkResourceFieldRef } from './selectors.js';
import { isEmptyDir } from './volumes.js';

/**
 * Checks the variables of a container.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEnv`.
 */
export function checkEnv(
  checks: PodChecks,
  container: object,
  containerPath: FieldPath,
  volumes: ReadonlyMap<string, Fields>,
): void {
  for (const { entry, at } of checks.objects<EnvVar>(container, 'env', containerPath)) {
    checks.requiredName(entry, 'name', at, 'relaxedEnvVarName');
    const value = checks.text(entry, 'value', at);
    const from = checks.object<EnvVarSource>(entry, 'valueFrom', at);
    if (from !== undefined) {
      checkValueFrom(checks, from, childPath(at, 'valueFrom'), value, volumes);
    }
  }
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateEnvVarValueFrom`. */
function checkValueFrom(
  checks: PodChecks,
  from: EnvVarSource,
  path: FieldPath,
  value: string,
  volumes: ReadonlyMap<string, Fields>,
): void {
  let sources = 0;
  const source = (field: keyof EnvVarSource, check: (of: object, at: FieldPath) => void): void => {
    const found = checks.object<object>(from, field, path);
    if (found !== undefined) {
      sources++;
      check(found, childPath(path, field));
    }
  };
  const checkKey = (selector: object, at: FieldPath): void => {
    checks.syntax('dns1123Subdomain', checks.text(selector, 'name', at), childPath(at, 'name'));
    checks.requiredName(selector, 'key', at, 'configMapKey', 'INVALID_KEY');
    checks.flag(selector, 'optional', at);
  };
  source('fieldRef', (selector, at) => checkFieldRef(checks, selector, at, 'env'));
  source('resourceFieldRef', (selector, at) => checkResourceFieldRef(checks, selector, at, 'env'));
  source('configMapKeyRef', checkKey);
  source('secretKeyRef', checkKey);
  source('fileKeyRef', (selector, at) => checkFileKey(checks, selector, at, volumes));
  if (sources === 0) {
    const message =
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
    checks.invalid(path, 'SOURCE_REQUIRED', message);
  } else if (value !== '') {
    checks.invalid(path, 'SOURCE_CONFLICT', 'may not be specified when `value` is not empty');
  } else if (sources > 1) {
    checks.invalid(path, 'SOURCE_CONFLICT', 'may not have more than one field specified at a time');
  }
}

/**
 * Checks a `fileKeyRef` and its volume.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateFileKeySelector` and `validateFileKeyRefVolumes`.
 */
function checkFileKey(
  checks: PodChecks,
  selector: object,
  path: FieldPath,
  volumes: ReadonlyMap<string, Fields>,
): void {
  checks.requiredName(selector, 'key', path, 'relaxedEnvVarName', 'INVALID_KEY');
  checks.requiredName(selector, 'volumeName', path, 'dns1123Label');
  checks.noBacksteps(checks.required(selector, 'path', path), childPath(path, 'path'));
  checks.flag(selector, 'optional', path);
  const value = checks.text(selector, 'volumeName', path);
  const at = childPath(path, 'volumeName');
  const volume = volumes.get(value);
  if (volume === undefined) {
    const message = 'the Pod has no such volume';
    checks.add(at, { type: 'FieldValueNotFound', code: 'VOLUME_NOT_FOUND', message, value });
  } else if (!isEmptyDir(volume)) {
    const message = 'referenced volume must be of type emptyDir';
    checks.invalid(at, 'VOLUME_NOT_EMPTY_DIR', message, value);
  }
}

/**
 * Checks the sources of many variables.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEnvFrom`.
 */
export function checkEnvFrom(checks: PodChecks, container: object, containerPath: FieldPath): void {
  for (const { entry, at } of checks.objects<object>(container, 'envFrom', containerPath)) {
    const prefix = checks.text(entry, 'prefix', at);
    if (prefix !== '') {
      checks.syntax('relaxedEnvVarName', prefix, childPath(at, 'prefix'));
    }
    const sources = ['configMapRef', 'secretRef'].filter((field) => {
      const source = checks.object<object>(entry, field, at);
      if (source === undefined) {
        return false;
      }
      checks.requiredName(source, 'name', childPath(at, field), 'dns1123Subdomain');
      checks.flag(source, 'optional', childPath(at, field));
      return true;
    });
    // The server leaves out which of the entries it means.
    const listPath = unwrittenPath(at.parent as FieldPath, at);
    if (sources.length === 0) {
      checks.invalid(
        listPath,
        'SOURCE_REQUIRED',
        'must specify one of: `configMapRef` or `secretRef`',
      );
    } else if (sources.length > 1) {
      const message = 'may not have more than one field specified at a time';
      checks.invalid(listPath, 'SOURCE_CONFLICT', message);
    }
  }
}
