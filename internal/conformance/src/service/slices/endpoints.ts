import type { Endpoints, Pod, Service } from '@kubesem/core';
import { applyServiceDefaults } from '@kubesem/defaults/service';
import { createEndpoints } from '@kubesem/service';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { canonicalText } from '../text.js';
import { pod, service } from './pods.js';

interface EndpointsCase {
  readonly service: Service;
  readonly pods: readonly Pod[];
}

/** A Pod whose address others may have. */
function plainPod(random: Random, index: number, addresses: number): Json {
  return {
    metadata: {
      name: `p${index}`,
      namespace: 'shop',
      labels: { app: 'web' },
      ...random.maybe(80, () => ({ uid: `u${random.percent(90) ? index : 0}` })),
    },
    spec: {
      nodeName: random.pick(['n1', 'n2', '']),
      containers: [
        {
          name: 'c',
          ports: [{ name: random.pick(['http', 'dns']), containerPort: random.pick([80, 8080]) }],
        },
      ],
      ...random.maybe(10, () => ({ hostname: 'host', subdomain: random.pick(['web', 'api']) })),
    },
    status: {
      podIPs: [{ ip: `10.0.${random.below(addresses)}.${index % 250}` }, { ip: `fd00::${index}` }],
      podIP: '',
      conditions: [{ type: 'Ready', status: random.percent(70) ? 'True' : 'False' }],
    },
  };
}

/** A Pod with a UID of its own: of two with the same address and UID, the controller takes one at random. */
function knownPod(random: Random, index: number): Json {
  const { metadata, ...rest } = pod(random, index) as JsonObject & { metadata: JsonObject };
  return { ...rest, metadata: { ...metadata, uid: `known${index}` } };
}

/** More Pods than Endpoints can hold, at several ports. */
function crowd(random: Random): Json {
  const count = 990 + random.below(300);
  const isReady = random.percent(50);
  return Array.from({ length: count }, (_, index) => ({
    metadata: { name: `p${index}`, namespace: 'shop', uid: `u${index}`, labels: { app: 'web' } },
    spec: {
      containers: [{ name: 'c', ports: [{ name: 'http', containerPort: 80 + random.below(3) }] }],
    },
    status: {
      podIPs: [{ ip: `10.1.${Math.floor(index / 250)}.${index % 250}` }],
      conditions: [{ type: 'Ready', status: isReady || random.percent(60) ? 'True' : 'False' }],
    },
  }));
}

function labelledService(random: Random): JsonObject {
  const { metadata, spec } = service(random) as { metadata: JsonObject; spec: JsonObject };
  return {
    metadata: {
      ...metadata,
      ...random.maybe(30, () => ({
        labels: random.pick([
          { a: 'b', __proto__x: '' },
          { 'service.kubernetes.io/headless': 'x', 'endpoints.kubernetes.io/managed-by': 'me' },
        ]),
      })),
    },
    spec: { ...spec, ...random.maybe(70, () => ({ selector: { app: 'web' } })) },
  };
}

const endpoints: Operation = {
  name: 'service.endpoints',
  program: 'kubernetes',
  candidates: 2000,
  *examples() {
    const labels = { app: 'web' };
    const metadata = { name: 'web', namespace: 'shop' };
    const one = (index: number, status: string, more: JsonObject = {}) => ({
      metadata: { name: `p${index}`, namespace: 'shop', uid: `u${index}`, labels, ...more },
      spec: { nodeName: 'n1' },
      status: {
        podIPs: [{ ip: `10.0.${Math.floor(index / 250)}.${index % 250}` }],
        conditions: [{ type: 'Ready', status }],
      },
    });
    const ending = { deletionTimestamp: '2026-01-01T00:00:00Z' };
    const few = [one(1, 'True'), one(2, 'False'), one(3, 'True', ending)];
    for (const spec of [
      { ports: [{ port: 80 }] },
      { ports: [{ port: 80 }], publishNotReadyAddresses: true },
      { clusterIP: 'None' },
      { clusterIP: '10.96.0.7' },
      { ports: [{ port: 80, targetPort: 'none' }] },
      { ports: [{ port: 80 }], ipFamilies: ['IPv6'] },
      {
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 81 },
          { name: 'c', port: 82, protocol: 'UDP' },
        ],
      },
      { type: 'ExternalName' },
    ]) {
      yield { service: { metadata, spec: { selector: labels, ...spec } }, pods: few };
    }
    for (const [ready, notReady] of [
      [1000, 0],
      [1001, 5],
      [500, 501],
    ] as const) {
      const pods = Array.from({ length: ready + notReady }, (_, index) =>
        one(index, index < ready ? 'True' : 'False'),
      );
      yield { service: { metadata, spec: { selector: labels, ports: [{ port: 80 }] } }, pods };
    }
  },
  generate: (random) => ({
    service: labelledService(random),
    pods: random.percent(99.7)
      ? random.list(7, (index) =>
          random.percent(60) ? plainPod(random, index, 2) : knownPod(random, index),
        )
      : crowd(random),
  }),
  compare(input, theirs, comparison) {
    const { service: given, pods } = input as unknown as EndpointsCase;
    // The API server rejects addresses that Go cannot read.
    const isStored = given.metadata?.name && given.metadata.namespace;
    if (!isStored || JSON.stringify(theirs.out ?? '').includes('<nil>')) {
      return;
    }
    const { apiVersion, kind, ...ours } =
      createEndpoints(applyServiceDefaults(given), { pods }) ?? {};
    const { namespace: _, ...metadata } = ours.metadata ?? {};
    comparison.field('endpoints', shown(theirs.out as Endpoints), shown({ ...ours, metadata }));
    // The controller leaves them out.
    comparison.field(
      'kind',
      theirs.out ? 'v1 Endpoints' : ' ',
      `${apiVersion ?? ''} ${kind ?? ''}`,
    );
  },
  kind: (input, { out }) => {
    const { subsets, metadata } = (out ?? {}) as Endpoints;
    const { service: given } = input as unknown as EndpointsCase;
    const [first] = subsets ?? [];
    return [
      subsets?.length,
      Math.min(2, first?.addresses?.length ?? 0),
      Math.min(2, first?.notReadyAddresses?.length ?? 0),
      first?.ports?.length,
      Object.keys(metadata?.annotations ?? {}).length,
      given.spec?.ipFamilies?.[0],
    ].join();
  },
};

function shown(endpoints: Endpoints | null | undefined): string {
  // Subsets keep their order; an empty headless label counts.
  const labels = Object.keys(endpoints?.metadata?.labels ?? {}).sort();
  return `${labels} ${canonicalText(endpoints ?? {})}`;
}

/** The Endpoints that the controller writes. */
export const endpointsOperations: readonly Operation[] = [endpoints];
