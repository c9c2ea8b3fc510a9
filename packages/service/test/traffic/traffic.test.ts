import { reachableEndpoints, trafficRoute } from '@kubesem/service';
import { portMismatches } from '@kubesem/service/internal';
import { describe, expect, it } from 'vitest';

const metadata = { name: 'web' };
const labels = { 'kubernetes.io/service-name': 'web' };
const ports = [{ port: 80, nodePort: 30_080 }];
const spec = { type: 'LoadBalancer', clusterIP: '10.96.0.7', ports };
const slice = (...endpoints: object[]) => ({
  metadata: { labels },
  addressType: 'IPv4',
  ports: [{ port: 8080 }],
  endpoints,
});
const node = {
  metadata: { name: 'n1', labels: { 'topology.kubernetes.io/zone': 'a' } },
  status: { addresses: [{ type: 'InternalIP', address: '192.168.0.2' }] },
};
const here = { addresses: ['10.0.0.1'], nodeName: 'n1' };
const there = { addresses: ['10.0.0.2'], nodeName: 'n2' };
const ending = { conditions: { ready: false, serving: true, terminating: true } };
const notReady = { conditions: { ready: false } };
const status = (...ingress: object[]) => ({ loadBalancer: { ingress } });
const clusterIP = { node, from: 'POD', destination: 'CLUSTER_IP', port: 80 } as const;
const nodePort = { node, from: 'OUTSIDE', destination: 'NODE_PORT', port: 30_080 } as const;
const virtualIP = { node, from: 'OUTSIDE', destination: 'LOAD_BALANCER', port: 80 } as const;

describe('trafficRoute', () => {
  it('rejects connections if no node has an endpoint, and drops them if only other nodes have one', () => {
    const local = { metadata, spec: { ...spec, internalTrafficPolicy: 'Local' } };
    expect(trafficRoute(local, { endpointSlices: [] }, clusterIP)).toMatchObject({
      verdict: 'REJECT',
      reason: 'NO_ENDPOINTS',
    });
    expect(trafficRoute(local, { endpointSlices: [slice(there)] }, clusterIP)).toMatchObject({
      verdict: 'DROP',
      reason: 'NO_LOCAL_ENDPOINTS',
    });
    expect(
      trafficRoute(local, { endpointSlices: [slice(here, there)] }, clusterIP).endpoints,
    ).toHaveLength(1);
  });

  it('sends Pods and the node to all endpoints under externalTrafficPolicy: Local', () => {
    const local = { metadata, spec: { ...spec, externalTrafficPolicy: 'Local' } };
    const from = (source: 'POD' | 'NODE' | 'OUTSIDE') =>
      trafficRoute(local, { endpointSlices: [slice(there)] }, { ...nodePort, from: source }).reason;
    expect(from('POD')).toBe('SHORT_CIRCUIT');
    expect(from('NODE')).toBe('SHORT_CIRCUIT');
    expect(from('OUTSIDE')).toBe('NO_LOCAL_ENDPOINTS');
  });

  it.each([
    [{ type: 'ExternalName' }, 'EXTERNAL_NAME'],
    [{ clusterIP: 'None' }, 'HEADLESS'],
    [{ clusterIP: '' }, 'NO_CLUSTER_IP'],
    [{ ports: [{ port: 81 }] }, 'OTHER_PORT'],
    [{ clusterIP: 'fd00::7' }, 'OTHER_FAMILY'],
  ])('does not handle a Service with %j', (change, reason) => {
    const request = { ...clusterIP, family: 'IPv4' } as const;
    const route = trafficRoute(
      { metadata, spec: { ...spec, ...change } },
      { endpointSlices: [slice(here)] },
      request,
    );
    expect(route).toMatchObject({ verdict: 'NOT_HANDLED', reason });
  });

  it('leaves load balancers with a hostname or ipMode: Proxy alone', () => {
    const reason = (...ingress: object[]) =>
      trafficRoute(
        { metadata, spec, status: status(...ingress) },
        { endpointSlices: [slice(here)] },
        virtualIP,
      ).reason;
    expect(reason({ hostname: 'lb.example.com' })).toBe('PROXY_LOAD_BALANCER');
    expect(reason({ ip: '192.0.2.7', ipMode: 'Proxy' })).toBe('PROXY_LOAD_BALANCER');
    expect(reason({ ip: '192.0.2.7' })).toBe('CLUSTER_POLICY');
    expect(reason()).toBe('OTHER_DESTINATION');
  });

  it('applies source ranges to load balancers, unless one includes all addresses', () => {
    const verdict = (...loadBalancerSourceRanges: string[]) =>
      trafficRoute(
        {
          metadata,
          spec: { ...spec, loadBalancerSourceRanges },
          status: status({ ip: '192.0.2.7' }),
        },
        { endpointSlices: [slice(here)] },
        { ...virtualIP, sourceIP: '203.0.113.9' },
      ).verdict;
    expect(verdict('203.0.113.0/24')).toBe('FORWARD');
    expect(verdict('198.51.100.0/24')).toBe('DROP');
    expect(verdict('198.51.100.0/24', '0.0.0.0/0')).toBe('FORWARD');
    expect(verdict('fd00::/64')).toBe('FORWARD');
  });

  it('finds the destination of an address', () => {
    const service = { metadata, spec, status: status({ ip: '192.0.2.7' }) };
    const at = (destination: string, port: number) =>
      trafficRoute(service, { endpointSlices: [slice(here)] }, { ...clusterIP, destination, port })
        .destination;
    expect(at('10.96.0.7', 80)).toBe('CLUSTER_IP');
    expect(at('192.0.2.7', 80)).toBe('LOAD_BALANCER');
    expect(at('192.168.0.2', 30_080)).toBe('NODE_PORT');
    expect(at('192.0.2.99', 80)).toBe(undefined);
  });
});

describe('the reasons of trafficRoute', () => {
  it('falls back to endpoints that are terminating', () => {
    const service = { metadata, spec };
    const slices = [slice({ ...here, ...notReady }, { ...there, ...ending })];
    const { usesTerminating, endpoints, unused } = trafficRoute(
      service,
      { endpointSlices: slices },
      clusterIP,
    );
    expect(usesTerminating).toBe(true);
    expect(endpoints.map(({ address }) => address)).toEqual(['10.0.0.2']);
    expect(unused.map(({ reason }) => reason)).toEqual(['NOT_READY']);
  });

  it('says why hints are ignored', () => {
    const forZone = (name: string) => ({ hints: { forZones: [{ name }] } });
    const zones = (...endpoints: object[]) =>
      trafficRoute({ metadata, spec }, { endpointSlices: [slice(...endpoints)] }, clusterIP).hints
        .zones;
    expect(zones(here, there)).toBe('NONE');
    expect(zones({ ...here, ...forZone('a') }, there)).toBe('INCOMPLETE');
    expect(zones({ ...here, ...forZone('b') }, { ...there, ...forZone('c') })).toBe('OTHERS_ONLY');
    expect(zones({ ...here, ...forZone('a') }, { ...there, ...forZone('c') })).toBe('USED');
  });

  it('names the endpoints that other nodes and hints keep away', () => {
    const nodes = { hints: { forNodes: [{ name: 'n2' }] } };
    const own = { hints: { forNodes: [{ name: 'n1' }] } };
    const hinted = [slice({ ...here, ...own }, { ...there, ...nodes })];
    const explained = trafficRoute({ metadata, spec }, { endpointSlices: hinted }, clusterIP);
    expect(explained.hints).toEqual({ nodes: 'USED', zones: 'OVERRIDDEN' });
    expect(explained.unused.map(({ reason }) => reason)).toEqual(['HINTS']);
  });
});

describe('reachableEndpoints', () => {
  it('counts an endpoint without conditions as ready and serving', () => {
    const [found] = reachableEndpoints({ metadata, spec }, { endpointSlices: [slice(here)] }, node);
    expect(found?.cluster[0]).toMatchObject({
      isReady: true,
      isServing: true,
      isTerminating: false,
    });
  });

  it('counts endpoints by port, not by address', () => {
    const many = { ...here, addresses: ['10.0.0.1', '10.0.0.9'] };
    expect(
      reachableEndpoints({ metadata, spec }, { endpointSlices: [slice(many)] }, node)[0]?.all,
    ).toHaveLength(1);
  });

  it('prefers the endpoint that is not terminating if two have one address', () => {
    const both = [slice({ ...here, ...ending }), slice(here)];
    for (const slices of [both, [...both].reverse()]) {
      expect(
        reachableEndpoints({ metadata, spec }, { endpointSlices: slices }, node)[0]?.all[0]
          ?.isTerminating,
      ).toBe(false);
    }
  });

  it('ignores external IPs of headless Services, and headless Services altogether', () => {
    const headless = {
      ...spec,
      type: 'ClusterIP',
      clusterIP: 'None',
      externalIPs: ['198.51.100.1'],
    };
    expect(
      reachableEndpoints({ metadata, spec: headless }, { endpointSlices: [slice(here)] }, node),
    ).toEqual([]);
  });
});

describe('bad input', () => {
  const route = (slices: readonly object[], change: object = {}) =>
    trafficRoute({ metadata, spec }, { endpointSlices: slices }, { ...clusterIP, ...change });

  it.each([
    [
      'a port as string',
      () => route([{ ...slice(here), ports: [{ port: '80' }] }]),
      '[0].ports[0].port',
    ],
    ['a port of the request as string', () => route([], { port: '80' }), 'port'],
    [
      'conditions as strings',
      () => route([slice({ ...here, conditions: { ready: 'true' } })]),
      '[0].endpoints[0].conditions.ready',
    ],
  ])('reports %s', (_, run, path) => {
    expect(run).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE', problem: expect.objectContaining({ path }) }),
    );
  });

  it.each([
    [
      'an address of the wrong family',
      () => route([slice({ addresses: ['fd00::1'] })]),
      '[0].endpoints[0].addresses[0]',
    ],
    ['a destination that is no address', () => route([], { destination: 'web' }), 'destination'],
    [
      'a client of another family',
      () => route([], { destination: '10.96.0.7', sourceIP: 'fd00::1' }),
      'sourceIP',
    ],
  ])('reports %s', (_, run, path) => {
    expect(run).toThrow(
      expect.objectContaining({
        code: 'INVALID_ADDRESS',
        problem: expect.objectContaining({ path }),
      }),
    );
  });

  it('reports an unknown source', () => {
    expect(() => route([], { from: 'outside' })).toThrow(
      expect.objectContaining({ code: 'NOT_SUPPORTED' }),
    );
  });

  it('takes __proto__ for an ordinary name', () => {
    const named = { name: '__proto__', port: 80 };
    const service = { metadata, spec: { ...spec, ports: [named] } };
    const slices = [{ ...slice(here), ports: [{ name: '__proto__', port: 8080 }] }];
    expect(trafficRoute(service, { endpointSlices: slices }, clusterIP).verdict).toBe('FORWARD');
  });
});

describe('portMismatches', () => {
  const own = (port: object, more: object = {}) => ({ ...slice(here), ports: [port], ...more });
  const one = { metadata, spec: { ...spec, ports: [{ port: 80, nodePort: 30_080 }] } };

  it.each([
    ['another name', own({ name: 'http', port: 8080 }), ['http', 'TCP', 8080]],
    ['another protocol', own({ protocol: 'UDP', port: 8080 }), ['', 'UDP', 8080]],
    ['no number', own({ name: '' }), ['', 'TCP', undefined]],
  ])('finds that EndpointSlices have %s, as an explained connection does', (_, given, found) => {
    const [name, protocol, port] = found;
    const mismatch = { index: 0, family: 'IPv4', found: [{ name, protocol, port }] };
    expect(portMismatches(one, { endpointSlices: [given] })).toMatchObject([mismatch]);
    expect(trafficRoute(one, { endpointSlices: [given] }, clusterIP)).toMatchObject({
      verdict: 'REJECT',
      reason: 'PORT_MISMATCH',
      mismatch,
    });
  });

  it('finds EndpointSlices without ports', () => {
    expect(portMismatches(one, { endpointSlices: [own({}, { ports: [] })] })).toMatchObject([
      { found: [] },
    ]);
    expect(portMismatches(one, { endpointSlices: [own({}, { ports: null })] })).toMatchObject([
      { found: [] },
    ]);
  });

  it('needs the port in one slice only, and endpoints', () => {
    const other = own({ name: 'http', port: 8080 });
    expect(portMismatches(one, { endpointSlices: [other, slice(here)] })).toEqual([]);
    expect(portMismatches(one, { endpointSlices: [{ ...other, endpoints: [] }] })).toEqual([]);
    expect(
      trafficRoute(one, { endpointSlices: [{ ...other, endpoints: [] }] }, clusterIP),
    ).toMatchObject({
      reason: 'NO_ENDPOINTS',
      mismatch: undefined,
    });
  });

  it('compares each family of the Service, and no other', () => {
    const dual = { clusterIPs: ['10.96.0.7', 'fd00::7'], ipFamilies: ['IPv4', 'IPv6'] };
    const other = own({ name: 'http', port: 8080 }, { addressType: 'IPv6' });
    const families = (more: object) =>
      portMismatches(
        { metadata, spec: { ...spec, ...more } },
        { endpointSlices: [slice(here), other] },
      ).map(({ family }) => family);
    expect(families(dual)).toEqual(['IPv6']);
    expect(families({ clusterIPs: ['10.96.0.7'], ipFamilies: ['IPv4'] })).toEqual([]);
  });
});
