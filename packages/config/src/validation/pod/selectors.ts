import {
  nameErrorMessage,
  type ObjectFieldSelector,
  qualifiedNameErrors,
  type ResourceFieldSelector,
} from '@kubesem/core';
import { readQuantity } from '@kubesem/resources';
import { Failure } from '../../environment/failure.js';
import { checkLabel, ENV_FIELDS, STORED_FIELDS, subscriptOf } from '../../environment/pod-field.js';
import { type Checked, requiredText } from './checks.js';

/**
 * Checks a `fieldRef`.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateObjectFieldSelector`.
 */
export function checkFieldRef(selector: Checked<ObjectFieldSelector>, use: 'env' | 'volume'): void {
  const apiVersion = selector.text('apiVersion') || 'v1';
  const fieldPath = requiredText(selector, 'fieldPath');
  if (fieldPath === '') {
    return;
  }
  const subscript = subscriptOf(fieldPath);
  try {
    checkLabel(apiVersion, fieldPath, subscript?.path);
  } catch (error) {
    const message = `error converting fieldPath: ${(error as Failure).message}`;
    selector.invalid('fieldPath', message, fieldPath, 'FIELD_NOT_SUPPORTED');
    return;
  }
  if (subscript === undefined) {
    const field = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath;
    const supported = [...(use === 'env' ? ENV_FIELDS : STORED_FIELDS)].filter(
      (each) => each !== 'spec.host',
    );
    selector.supported('fieldPath', field, supported, 'FIELD_NOT_SUPPORTED');
    return;
  }
  const isAnnotation = subscript.path === 'metadata.annotations';
  const key = isAnnotation ? subscript.key.toLowerCase() : subscript.key;
  for (const broken of qualifiedNameErrors(key)) {
    const message = nameErrorMessage('qualifiedName', broken);
    selector.invalid(selector.path, message, key, 'INVALID_KEY');
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
  selector: Checked<ResourceFieldSelector>,
  use: 'env' | 'volume',
): void {
  selector.text('containerName');
  const isNamed = use === 'env' || requiredText(selector, 'containerName') !== '';
  const resource = isNamed ? requiredText(selector, 'resource') : selector.text('resource');
  if (isNamed && resource !== '' && !/^(limits|requests)\.hugepages-/.test(resource)) {
    selector.supported('resource', resource, RESOURCES, 'RESOURCE_NOT_SUPPORTED');
  }
  checkDivisor(selector, resource);
}

const BYTES = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateContainerResourceDivisor`. */
function checkDivisor(selector: Checked<ResourceFieldSelector>, resource: string): void {
  const kind = /^(?:limits|requests)\.(cpu$|memory$|ephemeral-storage$|hugepages-)/.exec(resource);
  const divisor = readQuantity(selector, 'divisor');
  if (kind === null || divisor.isZero()) {
    return;
  }
  const isCpu = kind[1] === 'cpu';
  const allowed = isCpu ? ['1m', '1'] : BYTES.split(', ');
  if (!allowed.includes(divisor.toString())) {
    const message = `only divisor's values ${isCpu ? '1m and 1' : BYTES} are supported with the ${NAMES[kind[1] as keyof typeof NAMES]} resource`;
    selector.invalid('divisor', message, divisor.toString(), 'INVALID_DIVISOR');
  }
}

const NAMES = {
  cpu: 'cpu',
  memory: 'memory',
  'ephemeral-storage': 'local ephemeral storage',
  'hugepages-': 'hugepages',
};
