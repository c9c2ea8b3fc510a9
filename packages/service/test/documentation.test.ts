import type { EndpointSlice, Service } from '@kubesem/core';
import {
  createEndpointSlices,
  createEndpoints,
  endpointSelection,
  endpointSlicePlan,
  endpointSliceRow,
  explainService,
  nodePortBands,
  portForwardPort,
  reachableEndpoints,
  servicePods,
  serviceWarnings,
  targetPort,
  trafficRoute,
} from '@kubesem/service';
import { describe, expect, test } from 'vitest';

const service = (spec: Service['spec'], name = 'web'): Service => ({ metadata: { name }, spec });
const web = service({
  selector: { app: 'web' },
  clusterIP: '10.96.0.7',
  clusterIPs: ['10.96.0.7'],
  ipFamilies: ['IPv4'],
  ports: [{ port: 80 }],
});
const pods = (count: number, of = 'web') =>
  Array.from({ length: count }, (_, index) => ({
    metadata: { name: `${of}-${index}`, labels: { app: 'web' } },
    spec: { nodeName: 'n1' },
    status: {
      podIPs: [{ ip: `10.0.${index >> 8}.${index & 255}` }],
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  }));
const nodes = [{ metadata: { name: 'n1' } }];
const OVER_CAPACITY = 'endpoints.kubernetes.io/over-capacity';
const slice = (endpoints: EndpointSlice['endpoints'], more: EndpointSlice = {}): EndpointSlice => ({
  metadata: { name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
  addressType: 'IPv4',
  ports: [{ name: '', port: 80, protocol: 'TCP' }],
  endpoints,
  ...more,
});

describe('where the documentation of Services differs', () => {
  test('PreferClose is deprecated', () => {
    const warnings = serviceWarnings(service({ trafficDistribution: 'PreferClose' }));
    expect(warnings).toMatchObject([
      { code: 'FIELD_DEPRECATED', path: 'spec.trafficDistribution' },
    ]);
  });

  test('kubectl port-forward uses the port of a headless Service, whatever its target port is', () => {
    const ports = [{ port: 80, targetPort: 8080 }];
    const headless = service({ clusterIP: 'None', selector: { app: 'web' }, ports });
    expect(portForwardPort(headless, { containers: [] }, 80).port).toBe(80);
  });

  test('external IPs are ignored for headless and ExternalName Services, and deprecated for all others', () => {
    const externalIPs = ['192.0.2.1'];
    const ignored = (spec: Service['spec']) =>
      explainService(service({ externalIPs, ...spec })).ignored.map(({ path }) => path);
    expect(ignored({ clusterIP: 'None' })).toEqual(['spec.externalIPs']);
    expect(ignored({ type: 'ExternalName', externalName: 'a.example' })).toEqual([
      'spec.externalIPs',
    ]);
    expect(ignored({})).toEqual([]);
    expect(serviceWarnings(service({ externalIPs }))).toMatchObject([{ code: 'FIELD_DEPRECATED' }]);
  });

  test('a target port of digits in quotes is not read as a number', () => {
    expect(targetPort({ port: 80, targetPort: '9376' }, { containers: [] }).port).toBeUndefined();
  });
});

describe('where the documentation of EndpointSlices differs', () => {
  test('the name of the controller is endpointslice-controller.k8s.io', () => {
    const [built] = createEndpointSlices(web, { pods: [], nodes: [] });
    expect(built?.metadata?.labels).toMatchObject({
      'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
    });
  });

  test('the label of the Service is kubernetes.io/service-name, not k8s.io/service-name', () => {
    const [built] = createEndpointSlices(web, { pods: [], nodes: [] });
    expect(Object.keys(built?.metadata?.labels ?? {})).toContain('kubernetes.io/service-name');
    expect(Object.keys(built?.metadata?.labels ?? {})).not.toContain('k8s.io/service-name');
  });

  test('slices with room stay beside a new one, if the rest does not fit into one of them', () => {
    const existing = [60, 60].map((count, index) => {
      const [built] = createEndpointSlices(web, { pods: pods(count, `s${index}`), nodes });
      return { ...built, metadata: { ...built?.metadata, name: `s${index}` } };
    });
    const all = [...pods(60, 's0'), ...pods(60, 's1'), ...pods(60, 'new')];
    const { create, update } = endpointSlicePlan(web, {
      pods: all,
      nodes,
      endpointSlices: existing,
    });
    expect(create.map(({ endpoints }) => endpoints?.length)).toEqual([60]);
    expect(update).toEqual([]);
  });

  test('slices are for Pods with equal ports, full or not', () => {
    const named = { ...web, spec: { ...web.spec, ports: [{ port: 80, targetPort: 'http' }] } };
    const both = pods(2).map((pod, index) => ({
      ...pod,
      spec: {
        ...pod.spec,
        containers: [{ name: 'a', ports: [{ name: 'http', containerPort: 8080 + index }] }],
      },
    }));
    expect(
      createEndpointSlices(named, { pods: both, nodes })
        .map(({ ports }) => ports?.[0]?.port)
        .sort(),
    ).toEqual([8080, 8081]);
  });

  test('each family has slices of its own, with room or not', () => {
    const dual = { ...web, spec: { ...web.spec, ipFamilies: ['IPv4', 'IPv6'] } };
    const both = pods(2).map((pod, index) => {
      const podIPs = [...pod.status.podIPs, { ip: `fd00::${index}` }];
      return { ...pod, status: { ...pod.status, podIPs } };
    });
    const built = createEndpointSlices(dual, { pods: both, nodes });
    expect(
      built.map(({ addressType, endpoints }) => `${addressType} ${endpoints?.length}`),
    ).toEqual(['IPv4 2', 'IPv6 2']);
  });

  test('Endpoints are marked as truncated above 1000 addresses, and not at 1000', () => {
    const annotations = (count: number) =>
      createEndpoints(web, { pods: pods(count) })?.metadata?.annotations ?? {};
    expect(Object.keys(annotations(1000))).not.toContain(OVER_CAPACITY);
    expect(annotations(1001)).toMatchObject({ [OVER_CAPACITY]: 'truncated' });
  });

  test('an absent condition serving is true, whatever ready is', () => {
    const endpoints = [
      { addresses: ['10.0.0.1'], conditions: { ready: false, terminating: true } },
    ];
    const [reachable] = reachableEndpoints(web, { endpointSlices: [slice(endpoints)] }, {});
    expect(reachable?.cluster.map(({ isServing }) => isServing)).toEqual([true]);
  });
});

describe('what tools get wrong', () => {
  const http = (name: string, protocol: string, containerPort: number) => ({
    name,
    ports: [{ name: 'http', protocol, containerPort }],
  });

  test('Capacitor, Octant and k9s show every Pod under a Service without a selector', () => {
    for (const spec of [{}, { selector: {} }, { selector: null }]) {
      expect(servicePods(service(spec), { pods: pods(3) })).toEqual([]);
    }
    const external = { type: 'ExternalName', externalName: 'a.example', selector: { app: 'web' } };
    expect(servicePods(service(external), { pods: pods(3) })).toEqual([]);
  });

  test('Headlamp forwards to the last port of the name, of any protocol', () => {
    const pod = { containers: [http('a', 'TCP', 8080), http('b', 'UDP', 9090)] };
    expect(targetPort({ port: 80, targetPort: 'http' }, pod).port).toBe(8080);
  });

  test('Headlamp ignores sidecars', () => {
    const initContainers = [{ ...http('proxy', 'TCP', 15001), restartPolicy: 'Always' }];
    expect(targetPort({ port: 80, targetPort: 'http' }, { initContainers }).port).toBe(15001);
  });

  test('Headlamp uses the number of the first Pod for all', () => {
    const [first, second] = [8080, 9090].map(
      (port) =>
        targetPort({ port: 80, targetPort: 'http' }, { containers: [http('a', 'TCP', port)] }).port,
    );
    expect([first, second]).toEqual([8080, 9090]);
  });

  test('Headlamp takes the name 8080-tcp for a number', () => {
    const containers = [{ name: 'a', ports: [{ name: '8080-tcp', containerPort: 80 }] }];
    expect(targetPort({ port: 1, targetPort: '8080-tcp' }, { containers }).port).toBe(80);
  });

  test('Headlamp omits addresses that are not ready', () => {
    const endpoints = [{ addresses: ['10.0.0.1'], conditions: { ready: false } }];
    expect(endpointSliceRow(slice(endpoints)).endpoints).toBe('10.0.0.1');
  });

  test('Aptakube forwarded to the port of the Service', () => {
    const ports = [{ port: 80, targetPort: 8080 }];
    const forwarded = service({ selector: { app: 'web' }, ports });
    expect(portForwardPort(forwarded, { containers: [] }, 80).port).toBe(8080);
  });

  test('srelens counts an absent condition ready as not ready', () => {
    const [reachable] = reachableEndpoints(
      web,
      { endpointSlices: [slice([{ addresses: ['10.0.0.1'] }])] },
      {},
    );
    expect(reachable?.cluster.map(({ isReady }) => isReady)).toEqual([true]);
  });

  test('kdashboard counts addresses instead of endpoints', () => {
    const endpoints = [{ addresses: ['10.0.0.1', '10.0.0.2'] }];
    const [reachable] = reachableEndpoints(web, { endpointSlices: [slice(endpoints)] }, {});
    expect(reachable?.cluster.map(({ address }) => address)).toEqual(['10.0.0.1']);
  });

  test('no tool tells a rejected connection from a dropped one', () => {
    const local = { ...web, spec: { ...web.spec, internalTrafficPolicy: 'Local' } };
    const node = { metadata: { name: 'n2' } };
    const request = { node, from: 'POD', destination: 'CLUSTER_IP', port: 80 } as const;
    const elsewhere = slice([{ addresses: ['10.0.0.1'], nodeName: 'n1' }]);
    expect(trafficRoute(local, { endpointSlices: [elsewhere] }, request).verdict).toBe('DROP');
    expect(trafficRoute(local, { endpointSlices: [] }, request).verdict).toBe('REJECT');
  });

  test('no tool follows hints', () => {
    const zoned = (address: string, zone: string) => ({
      addresses: [address],
      zone,
      hints: { forZones: [{ name: zone }] },
    });
    const node = { metadata: { name: 'n1', labels: { 'topology.kubernetes.io/zone': 'b' } } };
    const slices = [slice([zoned('10.0.0.1', 'a'), zoned('10.0.0.2', 'b')])];
    const [reachable] = reachableEndpoints(web, { endpointSlices: slices }, node);
    expect(reachable?.cluster.map(({ address }) => address)).toEqual(['10.0.0.2']);
  });

  test('no tool knows the band of node ports to choose from', () => {
    expect(nodePortBands('30000-32767').static).toEqual({ first: 30000, last: 30085 });
  });

  test('no tool says why a Pod is no endpoint', () => {
    const [pending] = pods(1);
    const { pods: explained } = endpointSelection(web, {
      pods: [{ ...pending, status: {} }],
      nodes,
    });
    expect(explained[0]?.verdict).toBe('NO_ADDRESS');
  });
});
