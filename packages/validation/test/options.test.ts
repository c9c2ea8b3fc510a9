import {
  completeService,
  validateConfigMap,
  validateEndpointSlice,
  validatePod,
  validateSecret,
  validateService,
} from '@kubesem/validation';
import { describe, expect, test } from 'vitest';

const metadata = { name: 'web' };
const VALIDATE = {
  completeService,
  validateConfigMap,
  validateEndpointSlice,
  validatePod,
  validateSecret,
  validateService,
} as { readonly [name: string]: (object: object, options?: unknown) => unknown };
const INVALID_TYPE = expect.objectContaining({ name: 'FieldError', code: 'INVALID_TYPE' });

describe.each(Object.entries(VALIDATE))('%s', (_, validate) => {
  test('options that are null are none', () => {
    expect(validate({ metadata }, null)).toEqual(validate({ metadata }));
  });

  test.each([5, 'x', []])('options that are %j have the wrong type', (options) => {
    expect(() => validate({ metadata }, options)).toThrow(INVALID_TYPE);
  });

  test('a stored object of the wrong type is none', () => {
    expect(validate({ metadata }, { old: 'x' })).toEqual(validate({ metadata }));
  });

  test.each([
    { metadata, spec: 5, data: 'x', endpoints: 5, immutable: 'x', status: 'x' },
    {
      metadata: { ...metadata, namespace: 5 },
      spec: { ports: 'x', clusterIPs: 5, selector: [] },
    },
    { metadata, endpoints: [5], data: { a: 5 }, stringData: 5, status: { loadBalancer: [] } },
  ])('a field of the stored object that has the wrong type is absent: %j', (old) => {
    const absent = validate({ metadata }, { old: { metadata } });
    expect(validate({ metadata }, { old })).toEqual(absent);
  });

  test('a stored object of which nothing can be read is still there', () => {
    const nothing = validate({ metadata }, { old: {} });
    expect(validate({ metadata }, { old: { metadata: 5, spec: 5 } })).toEqual(nothing);
  });
});

test.each([
  [{ clusterIpRanges: 'x' }, 'clusterIpRanges'],
  [{ clusterIpRanges: [5] }, 'clusterIpRanges[0]'],
  [{ families: 'IPv4' }, 'families'],
  [{ families: [5] }, 'families[0]'],
  [{ families: ['IPv4', 'ipv6'] }, 'families[1]'],
  [{ nodePortRange: 5 }, 'nodePortRange'],
])('options %j of a Service have the wrong type', (options, path) => {
  for (const check of [validateService, completeService]) {
    expect(() => check({ metadata }, options as never)).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE', problem: expect.objectContaining({ path }) }),
    );
  }
});

test('options of a Service that are null are absent', () => {
  const options = { families: null, clusterIpRanges: null, nodePortRange: null };
  expect(validateService({ metadata }, options)).toEqual(validateService({ metadata }));
});
