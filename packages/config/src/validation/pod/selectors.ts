import {
  childPath,
  FieldError,
  type FieldPath,
  nameErrorMessage,
  type ObjectFieldSelector,
  qualifiedNameErrors,
  type ResourceFieldSelector,
} from '@kubesem/core';
import { readQuantity } from '@kubesem/resources';
import { Failure } from '../../environment/failure.js';
import { checkLabel, ENV_FIELDS, STORED_FIELDS, subscriptOf } from '../../environment/pod-field.js';
import type { PodChecks } from './checks.js';

/**
 * Checks a `fieldRef`.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateObjectFieldSelector`.
 */
export function checkFieldRef(
  checks: PodChecks,
  selector: ObjectFieldSelector,
  path: FieldPath,
  use: 'env' | 'volume',
): void {
  const apiVersion = checks.text(selector, 'apiVersion', path) || 'v1';
  const fieldPath = checks.required(selector, 'fieldPath', path);
  if (fieldPath === '') {
    return;
  }
  const at = childPath(path, 'fieldPath');
  const subscript = subscriptOf(fieldPath);
  try {
    checkLabel(apiVersion, fieldPath, subscript?.path);
  } catch (error) {
    const message = `error converting fieldPath: ${(error as Failure).message}`;
    checks.invalid(at, 'FIELD_NOT_SUPPORTED', message, fieldPath);
    return;
  }
  if (subscript === undefined) {
    const field = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath;
    const supported = [...(use === 'env' ? ENV_FIELDS : STORED_FIELDS)].filter(
      (each) => each !== 'spec.host',
    );
    checks.supported(at, 'FIELD_NOT_SUPPORTED', field, supported);
    return;
  }
  const isAnnotation = subscript.path === 'metadata.annotations';
  const key = isAnnotation ? subscript.key.toLowerCase() : subscript.key;
  for (const broken of qualifiedNameErrors(key)) {
    checks.invalid(path, 'INVALID_KEY', nameErrorMessage('qualifiedName', broken), key);
  }
}

const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];

/**
 * Checks a `resourceFieldRef`.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateContainerResourceFieldSelector`.
 */
export function checkResourceFieldRef(
  checks: PodChecks,
  selector: ResourceFieldSelector,
  path: FieldPath,
  use: 'env' | 'volume',
): void {
  checks.text(selector, 'containerName', path);
  const isNamed = use === 'env' || checks.required(selector, 'containerName', path) !== '';
  const resource = isNamed
    ? checks.required(selector, 'resource', path)
    : checks.text(selector, 'resource', path);
  if (isNamed && resource !== '' && !/^(limits|requests)\.hugepages-/.test(resource)) {
    const at = childPath(path, 'resource');
    checks.supported(at, 'RESOURCE_NOT_SUPPORTED', resource, RESOURCES);
  }
  checkDivisor(checks, resource, selector.divisor, childPath(path, 'divisor'));
}

const BYTES = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateContainerResourceDivisor`. */
function checkDivisor(
  checks: PodChecks,
  resource: string,
  written: ResourceFieldSelector['divisor'],
  path: FieldPath,
): void {
  const kind = /^(?:limits|requests)\.(cpu$|memory$|ephemeral-storage$|hugepages-)/.exec(resource);
  try {
    const divisor = readQuantity(written ?? 0, path);
    if (kind === null || divisor.isZero()) {
      return;
    }
    const isCpu = kind[1] === 'cpu';
    const allowed = isCpu ? ['1m', '1'] : BYTES.split(', ');
    if (!allowed.includes(divisor.toString())) {
      const message = `only divisor's values ${isCpu ? '1m and 1' : BYTES} are supported with the ${NAMES[kind[1] as keyof typeof NAMES]} resource`;
      checks.invalid(path, 'INVALID_DIVISOR', message, divisor.toString());
    }
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    checks.add(path, error.problem);
  }
}

const NAMES = {
  cpu: 'cpu',
  memory: 'memory',
  'ephemeral-storage': 'local ephemeral storage',
  'hugepages-': 'hugepages',
};
