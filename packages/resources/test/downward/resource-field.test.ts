import type { PodSpec, ResourceFieldSelector } from '@kubesem/core';
import { type ResourceFieldOptions, resourceFieldValue } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';

const spec: PodSpec = {
  initContainers: [{ name: 'migrate' }],
  containers: [
    {
      name: 'app',
      resources: {
        requests: { cpu: '125m', memory: '32Mi', 'hugepages-2Mi': '6Mi' },
        limits: { cpu: '250m', memory: '64Mi', 'hugepages-2Mi': '8Mi' },
      },
    },
    { name: 'log', resources: { limits: { cpu: 0 }, requests: { memory: '1.5Gi' } } },
  ],
};
const nodeAllocatable = { cpu: '3500m', memory: '8Gi', 'ephemeral-storage': '100G' };
const node: ResourceFieldOptions = { nodeAllocatable };

/** Values as environment variables of a container. */
function variable(selector: ResourceFieldSelector, container = 'app', pod = spec): string {
  return resourceFieldValue(pod, selector, { container, nodeAllocatable }).value;
}

describe('the examples of the documentation', () => {
  test.each([
    ['requests.cpu', '1m', '125'],
    ['limits.cpu', '1m', '250'],
    ['requests.memory', '1Mi', '32'],
    ['limits.memory', '1Mi', '64'],
    ['requests.cpu', undefined, '1'],
    ['limits.cpu', undefined, '1'],
    ['requests.memory', undefined, '33554432'],
    ['limits.memory', undefined, '67108864'],
  ])('%s in %s', (resource, divisor, expected) => {
    expect(variable({ resource, divisor })).toBe(expected);
    expect(resourceFieldValue(spec, { containerName: 'app', resource, divisor }).value).toBe(
      expected,
    );
  });
});

test.each([
  ['a divisor of zero is one', { resource: 'limits.memory', divisor: '0' }, '67108864'],
  ['rounding up', { resource: 'limits.memory', divisor: '1G' }, '1'],
  ['less than a byte is a byte', { resource: 'limits.memory', divisor: '0.5' }, '67108864'],
  ['huge pages', { resource: 'requests.hugepages-2Mi', divisor: '1Mi' }, '6'],
  ['huge pages that nobody asks for', { resource: 'limits.hugepages-1Gi' }, '0'],
  [
    'a request of another container',
    { containerName: 'log', resource: 'requests.memory' },
    '1610612736',
  ],
  ['a request that is not set', { containerName: 'log', resource: 'requests.cpu' }, '0'],
  ['a limit of zero is the node', { containerName: 'log', resource: 'limits.cpu' }, '4'],
  [
    'also a limit that is not set',
    { containerName: 'log', resource: 'limits.memory' },
    '8589934592',
  ],
  ['on disk as well', { resource: 'limits.ephemeral-storage', divisor: '1G' }, '100'],
  ['but not of another init container', { containerName: 'migrate', resource: 'limits.cpu' }, '0'],
])('%s', (_, selector, expected) => {
  expect(variable(selector)).toBe(expected);
});

test('an init container that asks for itself gets the limit of the node, and so does every file', () => {
  expect(variable({ resource: 'limits.cpu' }, 'migrate')).toBe('4');
  expect(
    resourceFieldValue(spec, { containerName: 'migrate', resource: 'limits.cpu' }, node).value,
  ).toBe('4');
});

test('an ephemeral container can ask only for itself', () => {
  const resources = { requests: { cpu: '2' } };
  const pod = { ...spec, ephemeralContainers: [{ name: 'debug', resources }] };
  expect(variable({ resource: 'requests.cpu' }, 'debug', pod)).toBe('2');
  const named = { containerName: 'debug', resource: 'requests.cpu' };
  expect(failure(() => variable(named, 'debug', pod))).toBe('CONTAINER_NOT_FOUND containerName');
});

test('a file that names no container reads the container without a name, but not an ephemeral one', () => {
  const resources = { requests: { cpu: '2' } };
  const selector = { resource: 'requests.cpu' };
  expect(resourceFieldValue({ containers: [{ resources }] }, selector).value).toBe('2');
  expect(resourceFieldValue({ initContainers: [{ name: '', resources }] }, selector).value).toBe(
    '2',
  );
  const pod = { ...spec, ephemeralContainers: [{ name: '', resources }] };
  expect(failure(() => resourceFieldValue(pod, selector).value)).toBe(
    'CONTAINER_NOT_FOUND containerName',
  );
  expect(variable(selector, '', pod)).toBe('2');
});

test('floats are divided, as the kubelet does it', () => {
  const resources = { limits: { memory: '9007199254740993' } };
  const pod = { containers: [{ name: 'app', resources }] };
  expect(variable({ resource: 'limits.memory' }, 'app', pod)).toBe('9007199254740992');
});

test('of several containers of one name the app container counts', () => {
  const twice = { ...spec, initContainers: [{ name: 'app' }] };
  expect(
    variable({ containerName: 'app', resource: 'limits.cpu', divisor: '1m' }, 'x', twice),
  ).toBe('250');
});

describe('the limit of the Pod as a whole', () => {
  const pod = { ...spec, resources: { limits: { cpu: '2', memory: 0 } } };
  const rule = (selector: ResourceFieldSelector, options: ResourceFieldOptions) =>
    resourceFieldValue({ spec: pod }, { containerName: 'log', ...selector }, options).rule;

  test.each([
    ['precedes that of the node', 'limits.cpu', { container: 'x', nodeAllocatable }, 'POD'],
    ['in variables alone', 'limits.cpu', node, 'NODE'],
    ['unless it is zero', 'limits.memory', { container: 'x', nodeAllocatable }, 'NODE'],
    ['also of a node that nobody knows', 'limits.cpu', { container: 'x' }, 'POD'],
    [
      'but not of one without cpu',
      'limits.cpu',
      { container: 'x', nodeAllocatable: {} },
      'CONTAINER',
    ],
    [
      'not for a limit of its own',
      'requests.memory',
      { container: 'x', nodeAllocatable },
      'CONTAINER',
    ],
    ['nor for requests', 'requests.cpu', { container: 'x', nodeAllocatable }, 'NONE'],
  ])('%s', (_, resource, options, expected) => {
    expect(rule({ resource }, options)).toBe(expected);
  });
});

test('an explanation has the amount and the divisor', () => {
  const selector = { resource: 'limits.memory', divisor: '1G' };
  expect(
    JSON.parse(JSON.stringify(resourceFieldValue(spec, selector, { container: 'app' }))),
  ).toEqual({
    value: '1',
    rule: 'CONTAINER',
    amount: '64Mi',
    divisor: '1G',
    isRoundedUp: true,
  });
});

test.each([
  [{ containerName: 'db', resource: 'limits.cpu' }, 'CONTAINER_NOT_FOUND'],
  [{ resource: 'limits.cpu' }, 'CONTAINER_NOT_FOUND'],
  [{ containerName: 'app' }, 'RESOURCE_NOT_SUPPORTED'],
  [{ containerName: 'app', resource: 'limits.pods' }, 'RESOURCE_NOT_SUPPORTED'],
  [{ containerName: 'app', resource: 'cpu' }, 'RESOURCE_NOT_SUPPORTED'],
  [{ containerName: 'app', resource: 'xlimits.cpu' }, 'RESOURCE_NOT_SUPPORTED'],
  [{ containerName: 'app', resource: 'limits.xcpu' }, 'RESOURCE_NOT_SUPPORTED'],
  [{ containerName: 'app', resource: 'limits.cpux' }, 'RESOURCE_NOT_SUPPORTED'],
  [{ containerName: 'app', resource: 'limits.cpu', divisor: '1 m' }, 'INVALID_QUANTITY'],
])('%j', (selector, code) => {
  const path = {
    CONTAINER_NOT_FOUND: 'containerName',
    RESOURCE_NOT_SUPPORTED: 'resource',
    INVALID_QUANTITY: 'divisor',
  }[code];
  expect(failure(() => resourceFieldValue(spec, selector).value)).toBe(`${code} ${path}`);
});

test('an error without a name has no value', () => {
  expect(() => resourceFieldValue(spec, { resource: 'limits.cpu' }).value).toThrow(
    expect.objectContaining({ problem: expect.not.objectContaining({ value: expect.anything() }) }),
  );
});

test('amounts and divisors beyond what a float holds are divided all the same', () => {
  const pod = {
    containers: [
      {
        name: 'a',
        resources: { limits: { memory: '3e400', cpu: '1e400' }, requests: { memory: '-3e400' } },
      },
    ],
  };
  const value = (resource: string, divisor: string) =>
    resourceFieldValue(pod, { resource, divisor }, { container: 'a' }).value;
  expect(value('limits.memory', '2e400')).toBe('2');
  expect(value('limits.memory', '-2e400')).toBe('-1');
  expect(value('limits.memory', '3e400')).toBe('1');
  expect(value('limits.memory', '-1e400')).toBe('-3');
  expect(value('requests.memory', '2e400')).toBe('-1');
  expect(value('requests.memory', '-2e400')).toBe('2');
  expect(value('limits.cpu', '1e399')).toBe('10');
  expect(value('limits.cpu', '1')).toHaveLength(401);
});

test('a selector that is none names no container', () => {
  const selector = null as unknown as ResourceFieldSelector;
  const error = expect.objectContaining({ code: 'CONTAINER_NOT_FOUND' });
  expect(() => resourceFieldValue(spec, selector).value).toThrow(error);
  const list = [] as ResourceFieldSelector;
  expect(failure(() => resourceFieldValue(spec, list).value)).toBe('INVALID_TYPE selector');
});
