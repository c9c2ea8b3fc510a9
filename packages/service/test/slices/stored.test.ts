import type { EndpointSlice } from '@kubesem/core';
import { createEndpointSlices, createEndpoints, explainStoredSlices } from '@kubesem/service';
import { describe, expect, it } from 'vitest';

const service = {
  metadata: { name: 'web' },
  spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ipFamilies: ['IPv4'] },
};
const pod = (number: number, status = 'True') => ({
  metadata: { name: `web-${number}`, uid: `u${number}`, labels: { app: 'web' } },
  spec: { nodeName: 'n1' },
  status: { podIPs: [{ ip: `10.0.0.${number}` }], conditions: [{ type: 'Ready', status }] },
});
const nodes = [{ metadata: { name: 'n1' } }];
const stored = (...pods: ReturnType<typeof pod>[]) =>
  createEndpointSlices(service, { pods, nodes }).map((slice, index) => ({
    ...slice,
    metadata: { ...slice.metadata, name: `s${index}` },
  }));
const codes = (slices: readonly EndpointSlice[], ...pods: ReturnType<typeof pod>[]) =>
  explainStoredSlices(service, { pods, nodes, endpointSlices: slices }).map(({ path, code }) =>
    `${path} ${code}`.trim(),
  );

describe('explainStoredSlices', () => {
  it('finds nothing if the slices are up to date', () => {
    expect(codes(stored(pod(1), pod(2)), pod(1), pod(2))).toEqual([]);
  });

  it('finds stale, missing and changed endpoints', () => {
    const slices = stored(pod(1), pod(2));
    expect(codes(slices, pod(1))).toEqual(['[0].endpoints[1] ENDPOINT_STALE']);
    expect(codes(slices, pod(1), pod(2), pod(3))).toEqual(['[0].endpoints ENDPOINT_MISSING']);
    expect(codes(slices, pod(1), pod(2, 'False'))).toEqual(['[0].endpoints[1] ENDPOINT_DIFFERS']);
  });

  it('finds missing and unwanted slices, and other labels', () => {
    const [slice] = stored(pod(1));
    expect(codes([], pod(1))).toEqual(['SLICE_MISSING']);
    const other = { ...slice, metadata: { ...slice?.metadata, name: 's1' }, addressType: 'IPv6' };
    expect(codes([slice ?? {}, other], pod(1))).toEqual(['[1] SLICE_UNWANTED']);
    const labels = { ...slice?.metadata?.labels, extra: 'x' };
    expect(codes([{ ...slice, metadata: { ...slice?.metadata, labels } }], pod(1))).toEqual([
      '[0].metadata.labels LABELS_DIFFER',
    ]);
  });

  it('finds labels and endpoints or hints that both differ in a slice', () => {
    const [slice] = stored(pod(1));
    const metadata = { ...slice?.metadata, labels: { ...slice?.metadata?.labels, extra: 'x' } };
    expect(codes([{ ...slice, metadata }], pod(1, 'False'))).toEqual([
      '[0].endpoints[0] ENDPOINT_DIFFERS',
      '[0].metadata.labels LABELS_DIFFER',
    ]);
    const withHints = (hints: object) => ({
      ...slice,
      endpoints: [{ ...slice?.endpoints?.[0], hints }],
    });
    const other = { forZones: [{ name: 'a' }] };
    expect(codes([{ ...withHints(other), metadata }], pod(1))).toEqual([
      '[0].metadata.labels LABELS_DIFFER',
      '[0].endpoints HINTS_DIFFER',
    ]);
    expect(codes([withHints(other)], pod(1))).toEqual(['[0].endpoints HINTS_DIFFER']);
    expect(codes([withHints({})], pod(1))).toEqual(['[0].endpoints HINTS_DIFFER']);
  });

  it('compares ports in any spelling, also of a slice that the controller replaces', () => {
    const [slice] = stored(pod(1));
    const respelled = { ...slice, ports: [{ appProtocol: null, name: '', port: 80 }] };
    expect(codes([respelled], pod(2))).toEqual([
      '[0].endpoints[0] ENDPOINT_STALE',
      '[0].endpoints ENDPOINT_MISSING',
    ]);
    const other = { ...slice, ports: [{ name: '', port: 81, protocol: 'TCP' }] };
    expect(codes([other], pod(1))).toEqual(['[0].ports PORTS_DIFFER']);
  });

  it('finds slices of one Service that contradict each other', () => {
    const [slice] = stored(pod(1));
    const manual = (endpoint: object) => ({
      ...slice,
      metadata: { name: 'mine', labels: { 'kubernetes.io/service-name': 'web' } },
      endpoints: [{ ...slice?.endpoints?.[0], ...endpoint }],
    });
    expect(codes([slice ?? {}, manual({})], pod(1))).toEqual([
      '[1].endpoints[0] ENDPOINT_DUPLICATE',
    ]);
    expect(codes([slice ?? {}, manual({ nodeName: 'n2' })], pod(1))).toEqual([
      '[1].endpoints[0] ENDPOINT_CONTRADICTS',
    ]);
    expect(codes([slice ?? {}, manual({ conditions: { terminating: true } })], pod(1))).toEqual([]);
  });
});

describe('createEndpoints', () => {
  const shape = (ready: number, notReady: number) => {
    const pods = Array.from({ length: ready + notReady }, (_, index) => ({
      ...pod(index, index < ready ? 'True' : 'False'),
      status: {
        podIPs: [{ ip: `10.0.${Math.floor(index / 250)}.${index % 250}` }],
        conditions: [{ type: 'Ready', status: index < ready ? 'True' : 'False' }],
      },
    }));
    const { subsets, metadata } = createEndpoints(service, { pods }) ?? {};
    const [{ addresses, notReadyAddresses } = {}] = subsets ?? [];
    const isTruncated = 'endpoints.kubernetes.io/over-capacity' in (metadata?.annotations ?? {});
    return [addresses?.length ?? 0, notReadyAddresses?.length ?? 0, isTruncated];
  };

  it('keeps 1000 addresses, ready ones first', () => {
    expect(shape(1000, 0)).toEqual([1000, 0, false]);
    expect(shape(600, 401)).toEqual([600, 400, true]);
    expect(shape(1001, 3)).toEqual([1000, 0, true]);
  });

  it('leaves out Pods that are terminating, unless publishNotReadyAddresses is set', () => {
    const leaving = pod(1);
    const ending = {
      ...leaving,
      metadata: { ...leaving.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
    };
    const published = { ...service, spec: { ...service.spec, publishNotReadyAddresses: true } };
    expect(createEndpoints(service, { pods: [ending] })?.subsets).toEqual([]);
    expect(createEndpoints(published, { pods: [ending] })?.subsets?.[0]?.addresses).toHaveLength(1);
  });

  it('builds nothing for Services without selector and ExternalNames', () => {
    expect(createEndpoints({ metadata: { name: 'web' } }, { pods: [pod(1)] })).toBe(undefined);
    const external = { ...service, spec: { ...service.spec, type: 'ExternalName' } };
    expect(createEndpoints(external, { pods: [pod(1)] })).toBe(undefined);
  });
});
