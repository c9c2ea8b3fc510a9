import type { EndpointSlice, Service } from '@kubesem/core';
import {
  reachableEndpoints,
  type TrafficEndpoint,
  type TrafficSource,
  trafficRoute,
} from '@kubesem/service';
import type { Json } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { exactText } from '../text.js';
import { trafficCase } from './cluster.js';

interface TrafficCase {
  readonly service: Service;
  readonly slices: readonly EndpointSlice[];
  readonly node: {
    readonly name: string;
    readonly labels: { readonly [name: string]: string };
    readonly addresses: readonly string[];
  };
  readonly connections: readonly {
    readonly from: TrafficSource;
    readonly source: string;
    readonly address: string;
    readonly port: number;
    readonly protocol: string;
  }[];
}

interface TrafficAnswer {
  readonly ports: readonly Json[];
  /** Endpoints, REJECT, DROP or nothing for each connection. */
  readonly routes: readonly string[];
}

function texts(endpoints: readonly TrafficEndpoint[]): readonly string[] {
  return endpoints
    .map(({ address, port }) =>
      address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`,
    )
    .sort();
}

function routeText({ verdict, endpoints }: ReturnType<typeof trafficRoute>): string {
  const words = {
    FORWARD: texts(endpoints).join(', '),
    REJECT: 'REJECT',
    DROP: 'DROP',
    NOT_HANDLED: '',
  };
  return words[verdict];
}

const ZONE = 'topology.kubernetes.io/zone';
const SERVICE_NAME = { 'kubernetes.io/service-name': 'web' };

const traffic: Operation = {
  name: 'service.traffic',
  program: 'kubernetes',
  *examples() {
    const metadata = { name: 'web', namespace: 'shop' };
    const port = { port: 80, nodePort: 30_080 };
    const address = { type: 'LoadBalancer', clusterIP: '10.96.0.7', ports: [port] };
    const status = { loadBalancer: { ingress: [{ ip: '192.0.2.7' }] } };
    const node = { name: 'n1', labels: { [ZONE]: 'a' }, addresses: ['192.168.0.2'] };
    const sources = [
      ['POD', '10.244.1.9'],
      ['NODE', '192.168.0.2'],
      ['OUTSIDE', '203.0.113.9'],
    ] as const;
    const connections = sources.flatMap(([from, source]) =>
      ['10.96.0.7', '192.0.2.7', '192.168.0.2', '192.0.2.99'].map((to) => ({
        from,
        source,
        address: to,
        port: to === '192.168.0.2' ? 30_080 : 80,
        protocol: 'TCP',
      })),
    );
    const states = [
      { ready: true },
      { ready: false, serving: false },
      { ready: false, serving: true, terminating: true },
      {},
    ];
    for (const policies of [
      {},
      { externalTrafficPolicy: 'Local' },
      { internalTrafficPolicy: 'Local' },
      { externalTrafficPolicy: 'Local', loadBalancerSourceRanges: ['10.0.0.0/8'] },
    ]) {
      for (const nodeName of ['n1', 'n2']) {
        for (const conditions of states) {
          const endpoints = [{ addresses: ['10.244.0.1'], nodeName, conditions }];
          const named = { name: 's', namespace: 'shop', labels: SERVICE_NAME };
          const slice = {
            metadata: named,
            addressType: 'IPv4',
            ports: [{ port: 8080 }],
            endpoints,
          };
          const service = { metadata, spec: { ...address, ...policies }, status };
          yield { service, slices: [slice], node, connections };
        }
      }
    }
  },
  generate: trafficCase,
  compare(input, theirs, comparison) {
    const { service, slices, node: given, connections } = input as unknown as TrafficCase;
    const { ports, routes } = theirs.out as unknown as TrafficAnswer;
    const { clusterIP } = service.spec ?? {};
    // The API server stores no other.
    const isStored = !clusterIP || /^(None|(\d+\.){3}\d+|fd\w+(:\w+)*::\w+)$/.test(clusterIP);
    if (connections === undefined || !isStored) {
      return;
    }
    const { name, labels } = given;
    const addresses = given.addresses.map((address) => ({ type: 'InternalIP', address }));
    const node = { metadata: { name, labels }, status: { addresses } };
    const found = reachableEndpoints(service, { endpointSlices: slices }, node).map(
      ({ mode: _, ...each }) =>
        exactText({
          ...each,
          cluster: texts(each.cluster),
          local: texts(each.local),
          all: texts(each.all),
        }),
    );
    const wanted = ports.map((each) => exactText(each));
    comparison.field('ports', wanted.sort().join('\n'), found.sort().join('\n'));
    for (const [index, { from, source, address, port, protocol }] of connections.entries()) {
      const request = { node, from, destination: address, port, protocol, sourceIP: source };
      const explained = trafficRoute(service, { endpointSlices: slices }, request);
      comparison.field(`route ${index}`, routes[index], routeText(explained));
      const { destination, family } = explained;
      const kind = destination && { ...request, destination, family };
      const again = kind ? trafficRoute(service, { endpointSlices: slices }, kind) : explained;
      comparison.field(`route ${index} by kind`, routes[index], routeText(again));
    }
  },
  kind: (input, { out }) => {
    const { service, slices, node, connections } = input as unknown as TrafficCase;
    const { routes } = out as unknown as TrafficAnswer;
    const first = connections[0];
    const explained =
      first &&
      trafficRoute(
        service,
        { endpointSlices: slices },
        {
          node: { metadata: { name: node.name, labels: node.labels } },
          from: first.from,
          destination: first.address,
          port: first.port,
          protocol: first.protocol,
          sourceIP: first.source,
        },
      );
    return [
      explained?.reason,
      explained?.destination,
      first?.from,
      explained?.hints.zones,
      routes.includes('DROP'),
    ].join();
  },
};

/** Where connections to Services end. */
export const trafficOperations: readonly Operation[] = [traffic];
