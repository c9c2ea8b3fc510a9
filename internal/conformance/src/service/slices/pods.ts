import type { Node, Pod, Service } from '@kubesem/core';
import { applyServiceDefaults } from '@kubesem/defaults/service';
import { endpointSelection, endpointSelections, podServices, servicePods } from '@kubesem/service';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { LABELS } from '../registry/generator.js';
import { canonicalText } from '../text.js';
import { podPorts } from './target-port.js';

interface PodsCase {
  readonly service: Service;
  readonly pods: readonly Pod[];
  readonly nodes: readonly Node[];
}

interface PodsAnswer {
  readonly selected: readonly string[];
  readonly endpoints: readonly {
    readonly pod: string;
    readonly family: string;
    readonly endpoint: JsonObject;
    readonly ports: Json;
  }[];
  readonly retried: boolean;
}

const ZONE = 'topology.kubernetes.io/zone';
const IPS = [
  '10.0.0.1',
  '10.0.0.2',
  'fd00::1',
  'FD00:0::2',
  '010.0.0.3',
  '::ffff:10.0.0.4',
  '0fd00::00005',
  '0000000fd00::6:10000',
  '::0ffff:010.0.0.7',
];

/** A Pod of the Service or not. */
export function pod(random: Random, index: number): JsonObject {
  const podIPs = random.list(2, () => ({ ip: random.pick(IPS) }));
  return {
    metadata: {
      name: `p${index}`,
      namespace: random.percent(90) ? 'shop' : 'other',
      ...random.maybe(90, () => ({
        labels: random.percent(70) ? { app: 'web', tier: 'front' } : random.pick(LABELS),
      })),
      ...random.maybe(20, () => ({ deletionTimestamp: '2026-01-01T00:00:00Z' })),
    },
    spec: {
      ...podPorts(random),
      ...random.maybe(90, () => ({ nodeName: random.pick(['n1', 'n2', 'n3', 'gone']) })),
      ...random.maybe(20, () => ({ hostname: 'host' })),
      ...random.maybe(30, () => ({ subdomain: random.pick(['web', 'api']) })),
    },
    status: {
      ...random.maybe(70, () => ({
        phase: random.pick(['Running', 'Running', 'Pending', 'Succeeded', 'Failed']),
      })),
      ...random.maybe(90, () => ({ podIPs })),
      ...random.maybe(50, () => ({ podIP: '10.0.0.1' })),
      ...random.maybe(80, () => ({
        conditions: [{ type: 'Ready', status: random.pick(['True', 'True', 'False', 'Unknown']) }],
      })),
    },
  };
}

/** A Service with a selector. */
export function service(random: Random): JsonObject {
  const port = (index: number) => ({
    name: `p${index}`,
    port: 80 + index,
    ...random.maybe(70, () => ({ targetPort: random.pick(['http', 'dns', 'metrics', 8080]) })),
    ...random.maybe(30, () => ({ protocol: random.pick(['UDP', 'TCP']) })),
    ...random.maybe(20, () => ({ appProtocol: 'http' })),
  });
  return {
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      ...random.maybe(90, () => ({
        selector: random.pick([{ app: 'web' }, { app: 'web', tier: 'front' }, ...LABELS, null]),
      })),
      ...random.maybe(90, () => ({ ports: random.list(2, port) })),
      ...random.maybe(60, () => ({
        ipFamilies: random.pick([['IPv4'], ['IPv6'], ['IPv4', 'IPv6'], []]),
      })),
      ...random.maybe(60, () => ({ clusterIP: random.pick(['None', '10.96.0.1', 'fd00::1']) })),
      ...random.maybe(15, () => ({ publishNotReadyAddresses: true })),
      ...random.maybe(10, () => ({ type: random.pick(['ExternalName', 'NodePort']) })),
    },
  };
}

const NODES: readonly JsonObject[] = [
  { metadata: { name: 'n1', labels: { [ZONE]: 'a' } } },
  { metadata: { name: 'n2', labels: { [ZONE]: '' } } },
  { metadata: { name: 'n3' } },
];

const pods: Operation = {
  name: 'service.pods',
  program: 'kubernetes',
  *examples() {
    const labels = { app: 'web' };
    const ready = { conditions: [{ type: 'Ready', status: 'True' }] };
    const status = { ...ready, podIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }] };
    const named = (name: string) => ({ name, namespace: 'shop', labels });
    const pods = [
      { metadata: named('ready'), spec: { nodeName: 'n1' }, status },
      {
        metadata: { ...named('ending'), deletionTimestamp: '2026-01-01T00:00:00Z' },
        spec: { nodeName: 'n1' },
        status,
      },
      { metadata: named('lost'), spec: { nodeName: 'gone' }, status },
      { metadata: named('pending'), status: {} },
      {
        metadata: named('done'),
        spec: { nodeName: 'n1' },
        status: { ...status, phase: 'Succeeded' },
      },
    ];
    for (const spec of [
      { selector: labels, ipFamilies: ['IPv4'], ports: [{ port: 80 }] },
      { selector: labels, ipFamilies: ['IPv6'], ports: [{ port: 80, targetPort: 'none' }] },
      { selector: labels, publishNotReadyAddresses: true, ports: [{ port: 80 }] },
      { selector: labels, type: 'ExternalName' },
      { selector: {} },
      {},
    ]) {
      yield { service: { metadata: { name: 'web', namespace: 'shop' }, spec }, pods, nodes: NODES };
    }
  },
  generate: (random) => ({
    service: service(random),
    pods: random.list(6, (index) => pod(random, index)),
    nodes: NODES,
  }),
  compare(input, theirs, comparison) {
    const { service: given, pods, nodes } = input as unknown as PodsCase;
    const { selected, endpoints, retried } = theirs.out as unknown as PodsAnswer;
    const stored = applyServiceDefaults(given);
    const names = (list: readonly Pod[]) => list.map(({ metadata }) => metadata?.name).join();
    comparison.field('selected', selected.join(), names(servicePods(stored, { pods })));
    const reverse = pods.filter((pod) => podServices(pod, { services: [stored] }).length > 0);
    comparison.field('services of Pods', selected.join(), names(reverse));
    const explained = endpointSelection(stored, { pods, nodes });
    const taken = explained.pods.filter(({ verdict }) => verdict !== 'SELECTOR');
    comparison.field('not SELECTOR', selected.join(), taken.map(({ name }) => name).join());
    comparison.field('retried', retried, explained.isRetried);
    const ours = explained.pods.flatMap(({ name: pod, endpoints, ports }) =>
      endpoints.map(({ family, ...endpoint }) => canonicalText({ pod, family, endpoint, ports })),
    );
    // The API server rejects addresses that Go cannot read.
    const readable = endpoints.flatMap(({ endpoint, ...rest }) => {
      const addresses = (endpoint.addresses as string[]).filter((address) => address !== '<nil>');
      const shown: JsonObject = { ...endpoint, addresses };
      return addresses.length > 0 ? [{ ...rest, endpoint: shown }] : [];
    });
    const wanted = readable.map(({ endpoint, ports, ...rest }) => {
      const { targetRef: _, ...shown } = endpoint;
      return canonicalText({ ...rest, endpoint: shown, ports: sorted(ports) });
    });
    comparison.field('endpoints', wanted.sort().join('\n'), ours.sort().join('\n'));
    const [all] = endpointSelections([stored], { pods, nodes });
    comparison.field('all', JSON.stringify({ ...explained, pods: taken }), JSON.stringify(all));
  },
  kind: (input, { out }) => {
    const { service: given, pods, nodes } = input as unknown as PodsCase;
    const { retried } = out as unknown as PodsAnswer;
    const { source, families, pods: all } = endpointSelection(given, { pods, nodes });
    const verdicts = [...new Set(all.map(({ verdict }) => verdict))].sort().slice(0, 3);
    const isPartial = all.some(({ missingPorts }) => missingPorts.length > 0);
    return [source, families.length, verdicts, isPartial, retried].join();
  },
};

/** The ports of a slice have an order of their own; the names of these Services have that of `spec.ports`. */
function sorted(ports: Json): Json {
  const list = ports as unknown as { name?: string }[];
  return [...list].sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1)) as unknown as Json;
}

/** Which Pods are endpoints. */
export const endpointOperations: readonly Operation[] = [pods];
