import { mirroredEndpoints } from '@kubesem/service';
import { describe, expect, it } from 'vitest';

const metadata = { name: 'db', namespace: 'shop', uid: 'u1' };
const service = { metadata, spec: { ports: [{ port: 5432 }] } };
const addresses = [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }];
const ports = [{ name: 'sql', port: 5432 }];
const endpoints = (more: object = {}, subsets: object[] = [{ addresses, ports }]) => ({
  metadata: { ...metadata, ...more },
  subsets,
});
const labels = {
  'kubernetes.io/service-name': 'db',
  'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
};
/** What the controller has written. */
const stored = (given = endpoints()) =>
  mirroredEndpoints(service, given, { endpointSlices: [] }).create.map((slice, index) => ({
    ...slice,
    metadata: { ...slice.metadata, name: `db-${index}` },
  }));
const counts = ({ create, update, delete: gone }: ReturnType<typeof mirroredEndpoints>) => [
  create.length,
  update.length,
  gone.length,
];

describe('mirroredEndpoints', () => {
  it('creates a slice of each family and set of ports', () => {
    const given = endpoints({ labels: { a: 'b' }, annotations: { c: 'd' } }, [
      { addresses: [...addresses, { ip: '2001:DB8::1' }], ports },
      { notReadyAddresses: [{ ip: '010.0.0.3', nodeName: 'n1', hostname: 'h' }] },
    ]);
    const { create } = mirroredEndpoints(service, given, { endpointSlices: [] });
    const shown = create.map((slice) => `${slice.addressType} ${JSON.stringify(slice.ports)}`);
    expect(shown.sort()).toEqual([
      'IPv4 [{"name":"sql","port":5432,"protocol":"TCP"}]',
      'IPv4 null',
      'IPv6 [{"name":"sql","port":5432,"protocol":"TCP"}]',
    ]);
    expect(create.find((slice) => slice.ports === null)).toMatchObject({
      metadata: {
        generateName: 'db-',
        namespace: 'shop',
        labels: { a: 'b', ...labels },
        annotations: { c: 'd' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'Endpoints', name: 'db', uid: 'u1' }],
      },
      endpoints: [
        { addresses: ['10.0.0.3'], conditions: { ready: false }, nodeName: 'n1', hostname: 'h' },
      ],
    });
  });

  it.each([
    ['SKIP_LABEL', service, { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } }],
    [
      'LEADER_ELECTION',
      service,
      { annotations: { 'control-plane.alpha.kubernetes.io/leader': '' } },
    ],
    ['NO_SERVICE', undefined, {}],
    ['SELECTOR', { metadata, spec: { selector: { app: 'db' } } }, {}],
  ])('mirrors nothing and deletes former slices because of %s', (reason, given, more) => {
    const answer = mirroredEndpoints(given, endpoints(more), { endpointSlices: stored() });
    expect(answer.unmirrored).toBe(reason);
    expect(counts(answer)).toEqual([0, 0, 1]);
  });

  it('mirrors those of Services of type ExternalName or with an empty selector', () => {
    const spec = { type: 'ExternalName', externalName: 'example.com', selector: {} };
    expect(
      mirroredEndpoints({ metadata, spec }, endpoints(), { endpointSlices: [] }).create,
    ).toHaveLength(1);
  });

  it('copies at most 1000 addresses of a subset, ready ones first, and no invalid ones', () => {
    const many = Array.from({ length: 1001 }, (_, at) => ({ ip: `10.0.${at >> 8}.${at & 255}` }));
    const subset = { addresses: many, notReadyAddresses: [{ ip: '10.9.9.9' }, { ip: 'x' }], ports };
    const { create, events } = mirroredEndpoints(service, endpoints({}, [subset]), {
      endpointSlices: [],
    });
    expect(create.map((slice) => slice.endpoints?.length)).toEqual([1000]);
    expect(events.map(({ reason }) => reason)).toEqual(['TooManyAddressesToMirror']);
    const invalid = [{ addresses: [{ ip: 'x' }], ports }];
    const none = mirroredEndpoints(service, endpoints({}, invalid), { endpointSlices: [] });
    expect(none.create).toEqual([]);
    expect(none.events.map(({ reason }) => reason)).toEqual(['InvalidIPAddress']);
  });

  it('leaves a slice alone that is up to date, and updates any other', () => {
    expect(counts(mirroredEndpoints(service, endpoints(), { endpointSlices: stored() }))).toEqual([
      0, 0, 0,
    ]);
    for (const change of [
      endpoints({ labels: { a: 'b' } }),
      endpoints({ annotations: { a: 'b' } }),
      endpoints({ uid: 'u2' }),
      endpoints({}, [{ addresses: [{ ip: '10.0.0.1' }], ports }]),
      endpoints({}, [{ notReadyAddresses: addresses, ports }]),
    ]) {
      const answer = mirroredEndpoints(service, change, { endpointSlices: stored() });
      expect(counts(answer)).toEqual([0, 1, 0]);
      expect(answer.update[0]?.metadata?.name).toBe('db-0');
    }
    const applied = { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' } };
    expect(
      counts(mirroredEndpoints(service, endpoints(applied), { endpointSlices: stored() })),
    ).toEqual([0, 0, 0]);
  });

  it('gives a new slice the name of one that is deleted', () => {
    const other = endpoints({}, [{ addresses, ports: [{ name: 'other', port: 1 }] }]);
    const answer = mirroredEndpoints(service, other, { endpointSlices: stored() });
    expect(counts(answer)).toEqual([0, 1, 0]);
    expect(answer.update[0]).toMatchObject({ metadata: { name: 'db-0' }, ports: [{ port: 1 }] });
    expect(
      counts(mirroredEndpoints(service, endpoints({}, []), { endpointSlices: stored() })),
    ).toEqual([0, 0, 1]);
  });

  it('creates nothing for Endpoints that are being deleted', () => {
    const deleted = endpoints({ deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(counts(mirroredEndpoints(service, deleted, { endpointSlices: [] }))).toEqual([0, 0, 0]);
  });

  it('rejects fields of the wrong type', () => {
    for (const wrong of [
      { subsets: {} },
      { subsets: [7] },
      { subsets: [{ addresses: [{ ip: 7 }] }] },
      { subsets: [{ ports: [{ port: 'x' }] }] },
      { metadata: { labels: [] } },
    ]) {
      expect(() => mirroredEndpoints(service, wrong as never, { endpointSlices: [] })).toThrow(
        expect.objectContaining({ code: 'INVALID_TYPE' }),
      );
    }
  });

  it('takes time that grows with ports and addresses, not with their product', () => {
    const subset = {
      addresses: Array.from({ length: 4000 }, (_, at) => ({ ip: `10.1.${at >> 8}.${at & 255}` })),
      ports: Array.from({ length: 4000 }, (_, at) => ({ name: `p${at}`, port: at + 1 })),
    };
    const { create } = mirroredEndpoints(service, endpoints({}, [subset]), { endpointSlices: [] });
    expect(create[0]?.ports).toHaveLength(4000);
  });
});
