import type { ObjectFieldSelector, ResourceFieldSelector } from '@kubesem/core';
import { ENV_FIELDS, type Fields, fieldLabelError, subscriptOf } from '@kubesem/core/internal';
import { readQuantity } from '@kubesem/resources/internal';
import { checkName, requiredText } from '../../rules/names.js';

/**
 * Checks a `fieldRef`.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateObjectFieldSelector`.
 */
export function checkFieldRef(selector: Fields<ObjectFieldSelector>, use: 'env' | 'volume'): void {
  const apiVersion = selector.text('apiVersion') || 'v1';
  const fieldPath = requiredText(selector, 'fieldPath');
  if (fieldPath === '') {
    return;
  }
  const error = fieldLabelError(apiVersion, fieldPath);
  if (error !== undefined) {
    selector.invalid('fieldPath', `error converting fieldPath: ${error}`, fieldPath);
    return;
  }
  const subscript = subscriptOf(fieldPath);
  if (subscript === undefined) {
    const field = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath;
    selector.supported('fieldPath', field, use === 'env' ? ENV_FIELDS : STORED_FIELDS);
    return;
  }
  const isAnnotation = subscript.path === 'metadata.annotations';
  const key = isAnnotation ? subscript.key.toLowerCase() : subscript.key;
  checkName(selector, selector.path, 'qualifiedName', key);
}

/** The fields that a file of a volume can have. */
const STORED_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

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
  selector: Fields<ResourceFieldSelector>,
  use: 'env' | 'volume',
): void {
  selector.text('containerName');
  const isNamed = use === 'env' || requiredText(selector, 'containerName') !== '';
  const resource = isNamed ? requiredText(selector, 'resource') : selector.text('resource');
  if (isNamed && resource !== '' && !/^(limits|requests)\.hugepages-/.test(resource)) {
    selector.supported('resource', resource, RESOURCES);
  }
  checkDivisor(selector, resource);
}

const BYTES = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateContainerResourceDivisor`. */
function checkDivisor(selector: Fields<ResourceFieldSelector>, resource: string): void {
  const kind = /^(?:limits|requests)\.(cpu$|memory$|ephemeral-storage$|hugepages-)/.exec(resource);
  const divisor = readQuantity(selector, 'divisor');
  if (kind === null || divisor.isZero()) {
    return;
  }
  const isCpu = kind[1] === 'cpu';
  const allowed = isCpu ? ['1m', '1'] : BYTES.split(', ');
  if (!allowed.includes(divisor.toString())) {
    const values = isCpu ? '1m and 1' : BYTES;
    const name = NAMES[kind[1] as keyof typeof NAMES];
    const message = `only divisor's values ${values} are supported with the ${name} resource`;
    // The server shows the resource, not the divisor.
    selector.invalid('divisor', message, resource);
  }
}

const NAMES = {
  cpu: 'cpu',
  memory: 'memory',
  'ephemeral-storage': 'local ephemeral storage',
  'hugepages-': 'hugepages',
};
