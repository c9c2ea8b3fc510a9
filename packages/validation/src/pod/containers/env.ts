import type {
  ConfigMapKeySelector,
  Container,
  EnvVarSource,
  FieldPath,
  FileKeySelector,
  PodSpec,
} from '@kubesem/core';
import { everyContainer, type Fields, unwrittenPath } from '@kubesem/core/internal';
import { checkName, requiredName, requiredText } from '../../rules/names.js';
import { checkNoBacksteps } from '../volumes/paths.js';
import { checkFieldRef, checkResourceFieldRef } from '../volumes/selectors.js';
import { isEmptyDir } from '../volumes/volumes.js';

/**
 * Checks the variables of a container.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEnv`.
 */
export function checkEnv(container: Fields<Container>): void {
  container.each('env', (variable) => {
    requiredName(variable, 'name', 'relaxedEnvVarName');
    const value = variable.text('value');
    const from = variable.at('valueFrom');
    if (from.isPresent) {
      checkValueFrom(from, value);
    }
  });
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateEnvVarValueFrom`. */
function checkValueFrom(from: Fields<EnvVarSource>, value: string): void {
  const checks = {
    fieldRef: () => checkFieldRef(from.at('fieldRef'), 'env'),
    resourceFieldRef: () => checkResourceFieldRef(from.at('resourceFieldRef'), 'env'),
    configMapKeyRef: () => checkKey(from.at('configMapKeyRef')),
    secretKeyRef: () => checkKey(from.at('secretKeyRef')),
    fileKeyRef: () => checkFileKey(from.at('fileKeyRef')),
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
    from.invalid(from.path, message);
  } else if (value !== '') {
    from.invalid(from.path, 'may not be specified when `value` is not empty');
  } else if (sources.length > 1) {
    from.invalid(from.path, 'may not have more than one field specified at a time');
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

function checkKey(selector: Fields<ConfigMapKeySelector>): void {
  checkName(selector, 'name', 'dns1123Subdomain', selector.text('name'));
  requiredName(selector, 'key', 'configMapKey');
  selector.flag('optional');
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateFileKeySelector`. */
function checkFileKey(selector: Fields<FileKeySelector>): void {
  requiredName(selector, 'key', 'relaxedEnvVarName');
  requiredName(selector, 'volumeName', 'dns1123Label');
  checkNoBacksteps(selector, 'path', requiredText(selector, 'path'));
  selector.flag('optional');
}

/**
 * Checks that the variables from files read a volume of the Pod that is an `emptyDir`.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateFileKeyRefVolumes`.
 */
export function checkFileKeyVolumes(spec: Fields<PodSpec>): void {
  const volumes = new Map(spec.each('volumes', (volume) => [volume.text('name'), volume]));
  everyContainer(spec, (container) => {
    container.each('env', (variable) => {
      const selector = variable.at('valueFrom').at('fileKeyRef');
      const name = selector.text('volumeName');
      const volume = volumes.get(name);
      if (!selector.isPresent) {
        return;
      }
      if (volume === undefined) {
        selector.notFound('volumeName', name);
      } else if (!isEmptyDir(volume)) {
        selector.invalid('volumeName', 'referenced volume must be of type emptyDir', name);
      }
    });
  });
}

/**
 * Checks the sources of many variables.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateEnvFrom`.
 */
export function checkEnvFrom(container: Fields<Container>): void {
  container.each('envFrom', (entry) => {
    const prefix = entry.text('prefix');
    if (prefix !== '') {
      checkName(entry, 'prefix', 'relaxedEnvVarName', prefix);
    }
    const sources = (['configMapRef', 'secretRef'] as const).filter((field) => {
      const source = entry.at(field);
      if (source.isPresent) {
        requiredName(source, 'name', 'dns1123Subdomain');
        source.flag('optional');
      }
      return source.isPresent;
    });
    // The server leaves out which of the entries it means.
    const path = unwrittenPath(container.pathOf('envFrom'), entry.path as FieldPath);
    if (sources.length === 0) {
      entry.invalid(path, 'must specify one of: `configMapRef` or `secretRef`');
    } else if (sources.length > 1) {
      entry.invalid(path, 'may not have more than one field specified at a time');
    }
  });
}
