import type { PodSpec, ResourceList } from '@kubesem/core';
import { parseQuantity } from '@kubesem/quantity';
import { podResourceWarnings } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';

/** Codes of the warnings about one container. */
function codes(requests: ResourceList): string[] {
  return podResourceWarnings({ containers: [{ resources: { requests } }] }).map(({ code }) => code);
}

describe('a warning', () => {
  test.each([
    ['400m of memory are 0.4 bytes', { memory: '400m' }, ['BYTES_FRACTIONAL']],
    ['so are those of ephemeral storage', { 'ephemeral-storage': '400m' }, ['BYTES_FRACTIONAL']],
    ['whole bytes in thousandths', { memory: '128974848000m' }, []],
    ['less than a thousandth of a byte is rounded away', { memory: '1023999.9999m' }, []],
    ['half a thousandth of cpu', { cpu: '0.0005' }, ['CPU_FINER_THAN_MILLI']],
    ['a thousandth of cpu', { cpu: '0.005' }, []],
    ['what the API server rejects', { cpu: '-1', pods: '0.5', 'example.com/a': '0.5' }, []],
  ])('%s', (_name, amounts, expected) => {
    expect(codes(amounts)).toEqual(expected);
  });

  test('leads to the amount in every place, and also to the request that a limit becomes', () => {
    const spec: PodSpec = {
      initContainers: [{ resources: { requests: { cpu: '1u', memory: '1m' } } }],
      containers: [{ resources: { limits: { memory: '400m', cpu: '1u' } } }],
      overhead: { memory: '1m', 'example.com/a': '1m' },
      resources: { limits: { memory: '1m' } },
    };
    const lines = podResourceWarnings({ spec }).map(({ code, path }) => `${code} ${path}`);
    expect(lines).toEqual([
      'BYTES_FRACTIONAL spec.initContainers[0].resources.requests[memory]',
      'BYTES_FRACTIONAL spec.containers[0].resources.limits[memory]',
      'BYTES_FRACTIONAL spec.containers[0].resources.requests[memory]',
      'BYTES_FRACTIONAL spec.overhead[memory]',
      'BYTES_FRACTIONAL spec.resources.limits[memory]',
      'BYTES_FRACTIONAL spec.resources.requests[memory]',
      'CPU_FINER_THAN_MILLI spec.initContainers[0].resources.requests[cpu]',
      'CPU_FINER_THAN_MILLI spec.containers[0].resources.limits[cpu]',
    ]);
  });

  test('is data', () => {
    const requests = { cpu: '1.5u', memory: '400m' };
    expect(podResourceWarnings({ containers: [{ resources: { requests } }] })).toEqual([
      {
        code: 'BYTES_FRACTIONAL',
        severity: 'warning',
        segments: ['containers', 0, 'resources', 'requests', 'memory'],
        path: 'containers[0].resources.requests[memory]',
        value: '400m',
        message: '400m is 0.4 bytes; did you mean 400Mi?',
      },
      {
        code: 'CPU_FINER_THAN_MILLI',
        severity: 'warning',
        segments: ['containers', 0, 'resources', 'requests', 'cpu'],
        path: 'containers[0].resources.requests[cpu]',
        // As it is written, for it is not stored like that.
        value: '1.5u',
        message: '1.5u is finer than 1m; the API server rounds it up to 1m',
      },
    ]);
  });

  test('shows an object of another copy of the quantities as text', () => {
    const amount = { format: 'DecimalSI' as const, toJSON: () => '1.5u' };
    for (const cpu of [amount, parseQuantity('1.5u')]) {
      expect(podResourceWarnings({ overhead: { cpu } })).toMatchObject([{ value: '1500n' }]);
    }
  });
});

test('a Pod that cannot be read has no warnings', () => {
  const requests = { cpu: '1u', memory: '400m' };
  const unreadable = [
    { containers: [{ resources: { requests, limits: { 'hugepages-2Mi': 'x' } } }] },
    { containers: [{ resources: { requests } }, 'x'] },
    { containers: [{ resources: { requests, claims: 5 } }] },
    null,
  ];
  for (const pod of unreadable) {
    expect(podResourceWarnings(pod as never)).toEqual([]);
  }
});
