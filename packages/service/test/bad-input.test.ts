import type { EndpointSlice, Service } from '@kubesem/core';
import {
  createEndpointSlices,
  endpointSelection,
  endpointSelections,
  endpointSlicePlan,
  endpointSlicePlans,
  reachableEndpoints,
  targetPort,
} from '@kubesem/service';
import { describe, expect, test } from 'vitest';

const KEYS = ['constructor', 'toString', '__proto__'];
const labelled = (key: string, value: string) => JSON.parse(`{"${key}":"${value}"}`);
const slice = (addressType: string, ...endpoints: NonNullable<EndpointSlice['endpoints']>) => ({
  metadata: {
    name: `web-${addressType.toLowerCase()}`,
    labels: { 'kubernetes.io/service-name': 'web' },
  },
  addressType,
  ports: [{ port: 80 }],
  endpoints,
});
const service = {
  metadata: { name: 'web' },
  spec: { clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.7'], ports: [{ port: 80 }] },
};

describe.each(KEYS)('the label key %s', (key) => {
  const selecting: Service = {
    metadata: { name: 'web', labels: labelled(key, 'own') },
    spec: { selector: labelled(key, 'a'), ports: [{ port: 80 }], ipFamilies: ['IPv4'] },
  };
  const pods = [
    { metadata: { name: 'none', labels: {} } },
    { metadata: { name: 'same', labels: labelled(key, 'a') } },
  ];

  test('selects only Pods that have it', () => {
    const { pods: explained } = endpointSelection(selecting, { pods, nodes: [] });
    expect(explained.map(({ verdict }) => verdict)).toEqual(['SELECTOR', 'NO_ADDRESS']);
    const [all] = endpointSelections([selecting], { pods, nodes: [] });
    expect(all?.pods.map(({ name }) => name)).toEqual(['same']);
  });

  test('is copied to EndpointSlices', () => {
    const [built] = createEndpointSlices(selecting, { pods, nodes: [] });
    expect(Object.entries(built?.metadata?.labels ?? {})).toContainEqual([key, 'own']);
  });
});

test('a port that is a text has no target', () => {
  const port = { port: '81' } as unknown as { port: number };
  expect(() => targetPort(port, { containers: [] })).toThrow(
    expect.objectContaining({ code: 'INVALID_TYPE' }),
  );
});

test('an address of the wrong family is an error', () => {
  const wrong = slice('IPv4', { addresses: ['10.0.0.1'] }, { addresses: ['fd00::1'] });
  expect(() => reachableEndpoints(service, { endpointSlices: [wrong] }, {})).toThrow(
    expect.objectContaining({ code: 'INVALID_ADDRESS' }),
  );
});

describe('EndpointSlices that contradict each other', () => {
  test('an address that is ending in one slice and not in another is not ending', () => {
    const ending = { addresses: ['10.0.0.1'], conditions: { ready: false, terminating: true } };
    const ready = { addresses: ['10.0.0.1'], conditions: { ready: true } };
    for (const endpoints of [
      [ending, ready],
      [ready, ending],
    ]) {
      const [reachable] = reachableEndpoints(
        service,
        { endpointSlices: [slice('IPv4', ...endpoints)] },
        {},
      );
      expect(reachable?.cluster.map(({ isReady }) => isReady)).toEqual([true]);
    }
  });

  test('two of one name are an error, with the place of the second', () => {
    const selecting = { ...service, spec: { ...service.spec, selector: { app: 'web' } } };
    const [built] = createEndpointSlices(selecting, { pods: [], nodes: [] });
    const stored = { ...built, metadata: { ...built?.metadata, name: 'web-1' } };
    const both = [stored, stored];
    const error = expect.objectContaining({
      code: 'DUPLICATE_NAME',
      problem: expect.objectContaining({ segments: [1, 'metadata', 'name'] }),
    });
    expect(() =>
      endpointSlicePlan(selecting, { pods: [], nodes: [], endpointSlices: both }),
    ).toThrow(error);
    expect(() =>
      endpointSlicePlans([selecting], { pods: [], nodes: [], endpointSlices: both }),
    ).toThrow(error);
  });
});

test('reconciling all Services gives the same as each individually', () => {
  const services = ['web', 'api', 'none'].map((app) => ({
    metadata: { name: app },
    spec: { selector: { app }, ports: [{ port: 80 }], ipFamilies: ['IPv4'] },
  }));
  const pods = ['web', 'web', 'api'].map((app, index) => ({
    metadata: { name: `p${index}`, labels: { app } },
    spec: { nodeName: 'n1' },
    status: { podIPs: [{ ip: `10.0.0.${index}` }] },
  }));
  const nodes = [{ metadata: { name: 'n1' } }];
  const stored = services.flatMap((each) =>
    createEndpointSlices(each, { pods: pods.slice(1), nodes }).map((built) => ({
      ...built,
      metadata: { ...built.metadata, name: `${each.metadata.name}-1` },
    })),
  );
  expect(endpointSlicePlans(services, { pods, nodes, endpointSlices: stored })).toEqual(
    services.map((each) => endpointSlicePlan(each, { pods, nodes, endpointSlices: stored })),
  );
});
