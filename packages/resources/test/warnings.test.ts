import type { PodLike, ResourceRequirements } from '@kubesem/core';
import { podResourceWarnings } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';

/** Warnings in one line each. */
function warnings(pod: PodLike): string[] {
  return podResourceWarnings(pod).map(
    ({ code, apiServer, path }) => `${code} ${apiServer} ${path}`,
  );
}

/** Codes of what is odd in one container. */
function codes(resources: ResourceRequirements): string[] {
  return podResourceWarnings({ containers: [{ name: 'web', resources }] }).map(({ code }) => code);
}

describe('podResourceWarnings', () => {
  test.each([
    ['400m of memory are 0.4 bytes', { memory: '400m' }, ['FRACTIONAL_BYTES']],
    ['so are those of ephemeral storage', { 'ephemeral-storage': '400m' }, ['FRACTIONAL_BYTES']],
    ['whole bytes in thousandths', { memory: '128974848000m' }, []],
    ['less than a thousandth of a byte is rounded away', { memory: '1023999.9999m' }, []],
    ['half a thousandth of cpu', { cpu: '0.0005' }, ['CPU_FINER_THAN_MILLI']],
    ['a thousandth of cpu', { cpu: '0.005' }, []],
    ['a negative amount', { cpu: '-1' }, ['NEGATIVE']],
    ['nothing', { cpu: '0' }, []],
  ])('of one amount: %s', (_name, amounts, expected) => {
    expect(codes({ requests: amounts })).toEqual(expected);
    expect(codes({ limits: amounts })).toEqual(expected);
  });

  test.each([
    ['3', []],
    ['3000m', []],
    ['3Ki', []],
    ['0.5', ['FRACTIONAL_EXTENDED_RESOURCE']],
    ['1500m', ['FRACTIONAL_EXTENDED_RESOURCE']],
  ])('extended resources are whole numbers: %s', (amount, expected) => {
    expect(codes({ limits: { 'example.com/foo': amount } })).toEqual(expected);
    expect(codes({ limits: { 'kubernetes.io/foo': amount } })).toEqual([]);
  });

  test.each([
    ['a request above its limit', { cpu: '2' }, { cpu: '1999m' }, ['REQUEST_ABOVE_LIMIT']],
    ['a request below its limit', { cpu: '1' }, { cpu: '2' }, []],
    ['amounts that are the same when rounded', { a: '1.0001m' }, { a: '2m' }, []],
    ['a limit without a request', {}, { 'hugepages-2Mi': '2Mi' }, []],
    ['huge pages without a limit', { 'hugepages-2Mi': '2Mi' }, {}, ['LIMIT_MISSING']],
    [
      'huge pages below the limit',
      { 'hugepages-2Mi': '2Mi' },
      { 'hugepages-2Mi': '4Mi' },
      ['REQUEST_NOT_LIMIT'],
    ],
    ['extended resources without a limit', { 'example.com/a': '1' }, {}, ['LIMIT_MISSING']],
    [
      'extended resources below the limit',
      { 'example.com/a': '1' },
      { 'example.com/a': '2' },
      ['REQUEST_NOT_LIMIT'],
    ],
    ['memory without a limit', { memory: '1' }, {}, []],
  ])('of a pair: %s', (_name, requests, limits, expected) => {
    expect(codes({ requests, limits })).toEqual(expected);
  });

  test('say what the API server does, and where', () => {
    const spec = {
      initContainers: [{ resources: { limits: { cpu: '1u', memory: '1m' } } }],
      overhead: { memory: '1m', 'example.com/a': '1m' },
      resources: { requests: { memory: '2m', 'hugepages-1Gi': '1Gi' }, limits: { memory: '1m' } },
    };
    expect(warnings({ spec })).toEqual([
      'CPU_FINER_THAN_MILLI rounds spec.initContainers[0].resources.limits.cpu',
      'FRACTIONAL_BYTES warns spec.initContainers[0].resources.limits.memory',
      'FRACTIONAL_BYTES warns spec.overhead.memory',
      'FRACTIONAL_EXTENDED_RESOURCE refuses spec.overhead[example.com/a]',
      'FRACTIONAL_BYTES accepts spec.resources.limits.memory',
      'FRACTIONAL_BYTES accepts spec.resources.requests.memory',
      'REQUEST_ABOVE_LIMIT refuses spec.resources.requests.memory',
      'LIMIT_MISSING refuses spec.resources.requests[hugepages-1Gi]',
    ]);
  });

  test('a Pod-level limit that the API server fills in is not missing', () => {
    const hugePages = { 'hugepages-2Mi': '4Mi', memory: '1Gi' };
    const spec = {
      containers: [{ resources: { limits: hugePages } }],
      resources: { requests: { 'hugepages-2Mi': '4Mi' } },
    };
    expect(warnings(spec)).toEqual([]);
  });

  test('a warning is data', () => {
    const resources = { requests: { 'example.com/a': '0.5' } };
    expect(podResourceWarnings({ containers: [{ resources }] })).toMatchObject([
      {
        type: 'FieldValueInvalid',
        path: 'containers[0].resources.requests[example.com/a]',
        value: '0.5',
        code: 'FRACTIONAL_EXTENDED_RESOURCE',
      },
      { type: 'FieldValueRequired', value: '500m', code: 'LIMIT_MISSING' },
    ]);
  });

  test('what cannot be read is left out', () => {
    const containers = [
      null,
      'x',
      { resources: { limits: { cpu: 'x', memory: '1m' }, requests: 5 } },
    ];
    const pod = { containers, overhead: [], resources: { requests: { cpu: '1' } } };
    expect(warnings(pod as never)).toEqual([
      'FRACTIONAL_BYTES warns containers[2].resources.limits.memory',
    ]);
    expect(podResourceWarnings(null as never)).toEqual([]);
  });
});
