import type { EndpointSlice, Endpoints, Service } from '@kubesem/core';
import { endpointSliceRow, endpointsRow, serviceRow } from '@kubesem/service';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { anyService, storedService } from './generator.js';

interface ColumnsCase {
  readonly service?: Service;
  readonly slice?: EndpointSlice;
  readonly endpoints?: Endpoints;
  readonly now: string;
}

const NOW = '2026-01-02T00:00:00Z';
const ADDRESSES = ['10.0.0.1', '10.0.0.2', 'fd00::1', ''];
const metadata = (random: Random): JsonObject => ({
  ...random.maybe(90, () => ({ name: 'web' })),
  ...random.maybe(70, () => ({
    creationTimestamp: random.pick(['2026-01-01T00:00:00Z', '2026-01-01T23:59:00Z']),
  })),
});

function slice(random: Random): Json {
  const port = () => ({
    ...random.maybe(60, () => ({ port: random.pick([80, 0, 443]) })),
    ...random.maybe(60, () => ({ name: random.pick(['http', '']) })),
  });
  const endpoint = () => ({
    addresses: random.list(3, () => random.pick(ADDRESSES)),
    ...random.maybe(20, () => ({ conditions: { ready: false } })),
  });
  return {
    metadata: metadata(random),
    addressType: random.pick(['IPv4', 'IPv6', 'FQDN']),
    ...random.maybe(85, () => ({ endpoints: random.list(4, endpoint) })),
    ...random.maybe(85, () => ({ ports: random.list(5, port) })),
  };
}

function endpoints(random: Random): Json {
  const address = () => ({ ip: random.pick(ADDRESSES) });
  const subset = () => ({
    ...random.maybe(85, () => ({ addresses: random.list(4, address) })),
    ...random.maybe(30, () => ({ notReadyAddresses: random.list(2, address) })),
    ...random.maybe(75, () => ({
      ports: random.list(2, () => ({ port: random.pick([80, 443]) })),
    })),
  });
  return {
    metadata: metadata(random),
    ...random.maybe(90, () => ({ subsets: random.list(3, subset) })),
  };
}

const service = (random: Random): Json => {
  const given = random.percent(50) ? storedService(random) : anyService(random);
  return { ...given, metadata: metadata(random) };
};

const columns: Operation = {
  name: 'service.columns',
  program: 'kubernetes',
  *examples() {
    for (const type of ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName', 'Odd']) {
      for (const externalIPs of [[], ['192.0.2.1', '192.0.2.2']]) {
        for (const names of [
          [],
          ['a.example.com'],
          ['b.example.com', 'a.example.com', 'b.example.com'],
        ]) {
          const ingress = names.map((hostname) => ({ hostname }));
          const spec = { type, externalIPs, externalName: 'example.com' };
          yield { service: { spec, status: { loadBalancer: { ingress } } }, now: NOW };
        }
      }
    }
    for (let count = 0; count <= 5; count++) {
      const addresses = Array.from({ length: count }, (_, index) => `10.0.0.${index}`);
      const ports = addresses.map((_, index) => ({ port: index + 1 }));
      yield { slice: { endpoints: [{ addresses }], ports }, now: NOW };
      const ips = addresses.map((ip) => ({ ip }));
      yield { endpoints: { subsets: [{ addresses: ips, ports: [{ port: 80 }] }] }, now: NOW };
      yield { endpoints: { subsets: [{ addresses: ips }] }, now: NOW };
    }
  },
  generate: (random) =>
    random.pick<(random: Random) => Json>([
      (each) => ({ service: service(each), now: NOW }),
      (each) => ({ slice: slice(each), now: NOW }),
      (each) => ({ endpoints: endpoints(each), now: NOW }),
    ])(random),
  compare(input, theirs, comparison) {
    const given = input as unknown as ColumnsCase;
    const tables = theirs.out as unknown as string[][];
    for (const [index, cells] of tables.entries()) {
      const wide = index === 1;
      comparison.field(`cells ${index}`, cells.join('|'), cellsOf(given, wide).join('|'));
    }
  },
  kind: (input, { out }) => {
    const given = input as unknown as ColumnsCase;
    const [narrow = [], wide = []] = out as unknown as string[][];
    const shape = wide.slice(1).map((cell) => cell.replace(/[\da-f]+/g, '0').slice(0, 14));
    return [
      given.slice !== undefined,
      given.service?.spec?.type,
      narrow[3] === wide[3],
      shape[given.service ? 2 : 1],
    ].join();
  },
};

function cellsOf(
  { service: svc, slice: eps, endpoints: ep, now }: ColumnsCase,
  wide: boolean,
): readonly string[] {
  if (svc !== undefined) {
    const { name, type, clusterIP, externalIP, ports, age, selector } = serviceRow(svc, {
      now,
      wide,
    });
    return [name, type, clusterIP, externalIP, ports, age, ...(wide ? [selector] : [])];
  }
  if (eps !== undefined) {
    const { name, addressType, ports, endpoints: shown, age } = endpointSliceRow(eps, { now });
    return [name, addressType, ports, shown, age];
  }
  const { name, endpoints: shown, age } = endpointsRow(ep ?? {}, { now });
  return [name, shown, age];
}

/** Columns of kubectl. */
export const columnOperations: readonly Operation[] = [columns];
