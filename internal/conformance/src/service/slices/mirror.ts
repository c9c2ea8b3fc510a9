import type { EndpointSlice, Endpoints, Service } from '@kubesem/core';
import { mirroredEndpoints } from '@kubesem/service';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { exactText } from '../text.js';
import { portsText } from './answer.js';

interface MirrorCase {
  readonly service?: Service | null;
  readonly endpoints: Endpoints;
  readonly existing: readonly EndpointSlice[];
  readonly max: number;
}

interface MirrorAnswer {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly delete: readonly string[];
  readonly events: readonly string[];
}

const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const MIRRORING = 'endpointslicemirroring-controller.k8s.io';
const SERVICE_NAME = 'kubernetes.io/service-name';

const ADDRESSES = [
  ...['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.20', '2001:db8::1', '2001:DB8:0::2'],
  ...['010.0.0.1', '::ffff:10.0.0.1', 'fe80::1%eth0', 'example', '', '10.0.0.256'],
];
const METADATA_TEXTS: readonly JsonObject[] = [
  { a: 'b' },
  { a: '' },
  { a: 'c', b: 'd' },
  { [MANAGED_BY]: 'me' },
  { [SERVICE_NAME]: 'x' },
  { 'service.kubernetes.io/headless': '' },
];

function address(random: Random, more: number): Json {
  const number = random.below(more);
  return {
    ip: random.percent(75) ? `10.0.${number % 3}.${number}` : random.pick(ADDRESSES),
    ...random.maybe(20, () => ({ hostname: random.pick(['a', 'b', '']) })),
    ...random.maybe(20, () => ({ nodeName: random.pick(['n1', 'n2', '']) })),
    ...random.maybe(30, () => ({
      targetRef: {
        ...random.maybe(80, () => ({ kind: 'Pod', namespace: 'shop' })),
        ...random.maybe(80, () => ({ name: random.pick(['p1', 'p2']) })),
        ...random.maybe(60, () => ({ uid: random.pick(['u1', 'u2']) })),
        ...random.maybe(10, () => ({ resourceVersion: '7', fieldPath: 'spec' })),
      },
    })),
  };
}

function port(random: Random): Json {
  return {
    ...random.maybe(60, () => ({ name: random.pick(['http', 'dns', '']) })),
    port: random.pick([80, 80, 53, 8080]),
    ...random.maybe(50, () => ({ protocol: random.pick(['TCP', 'UDP', 'TCP', 'SCTP']) })),
    ...random.maybe(10, () => ({ appProtocol: random.pick(['http', 'kubernetes.io/h2c']) })),
  };
}

function subset(random: Random): Json {
  const isMany = random.percent(2);
  const addresses = () =>
    random.list(isMany ? 30 : 4, () => address(random, isMany ? 200 : 6)) as Json;
  return {
    ...random.maybe(85, () => ({ addresses: addresses() })),
    ...random.maybe(40, () => ({ notReadyAddresses: addresses() })),
    ...random.maybe(88, () => ({ ports: random.list(3, () => port(random)) })),
  };
}

function endpointsObject(random: Random, uid: string): JsonObject {
  return {
    metadata: {
      name: 'web',
      namespace: 'shop',
      uid,
      ...random.maybe(30, () => ({ labels: random.pick(METADATA_TEXTS) })),
      ...random.maybe(3, () => ({
        labels: { 'endpointslice.kubernetes.io/skip-mirror': random.pick(['true', 'True', '']) },
      })),
      ...random.maybe(25, () => ({
        annotations: {
          ...random.pick(METADATA_TEXTS),
          ...random.maybe(40, () => ({
            'endpoints.kubernetes.io/last-change-trigger-time': 'x',
            'kubectl.kubernetes.io/last-applied-configuration': '{}',
          })),
          ...random.maybe(5, () => ({ 'control-plane.alpha.kubernetes.io/leader': '{}' })),
        },
      })),
      ...random.maybe(3, () => ({ deletionTimestamp: '2026-01-01T00:00:00Z' })),
    },
    ...random.maybe(97, () => ({ subsets: random.list(3, () => subset(random)) })),
  };
}

/** What the controller wrote before, and what something else has changed since. */
function storedSlice(random: Random, given: EndpointSlice, index: number): Json {
  const { metadata, endpoints, ...rest } = given as unknown as JsonObject;
  const changed = ((endpoints as Json[]) ?? []).map((endpoint) => ({
    ...(endpoint as JsonObject),
    ...random.maybe(10, () => ({ conditions: random.pick([{ ready: false }, {}, null]) })),
    ...random.maybe(8, () => ({ nodeName: random.pick(['n1', null]) })),
    ...random.maybe(5, () => ({ zone: 'a' })),
    ...random.maybe(5, () => ({ targetRef: random.pick([null, { kind: 'Pod', name: 'p1' }]) })),
  }));
  return {
    ...rest,
    endpoints: random.percent(70) ? (endpoints as Json) : changed,
    ...random.maybe(4, () => ({ addressType: random.pick(['IPv4', 'IPv6', 'FQDN']) })),
    ...random.maybe(4, () => ({ ports: [{ name: 'p0', port: 80, protocol: 'TCP' }] })),
    metadata: {
      ...(metadata as JsonObject),
      name: `s${index}`,
      ...random.maybe(5, () => ({ annotations: random.pick(METADATA_TEXTS) })),
      ...random.maybe(5, () => ({
        labels: { ...random.pick(METADATA_TEXTS), [SERVICE_NAME]: 'web', [MANAGED_BY]: MIRRORING },
      })),
      ...random.maybe(4, () => ({ labels: { [SERVICE_NAME]: 'web' } })),
      ...random.maybe(3, () => ({ ownerReferences: [] })),
    },
  };
}

function service(random: Random): Json {
  return {
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      ports: [{ port: 80 }],
      ...random.maybe(8, () => ({ selector: random.pick([{}, { app: 'web' }]) })),
      ...random.maybe(8, () => ({ type: 'ExternalName', externalName: 'example.com' })),
      ...random.maybe(20, () => ({ clusterIP: 'None' })),
    },
  };
}

function generate(random: Random): Json {
  const endpoints = endpointsObject(random, 'u1');
  const max = random.pick([1, 2, 5, 1000, 1000]);
  const plain = { metadata: { name: 'web', namespace: 'shop' }, spec: {} };
  const before = random.percent(60)
    ? endpoints
    : endpointsObject(random, random.pick(['u1', 'u0']));
  const { create } = mirroredEndpoints(
    plain,
    before as Endpoints,
    { endpointSlices: [] },
    {
      maxEndpointsPerSubset: random.percent(80) ? max : 3,
    },
  );
  const existing = random.percent(60)
    ? create.flatMap((slice, index) =>
        random.percent(90) ? [storedSlice(random, slice, index)] : [],
      )
    : [];
  const extra = random.percent(10) && create[0] ? [storedSlice(random, create[0], 99)] : [];
  const given = { endpoints, existing: [...existing, ...extra], max };
  return JSON.parse(
    JSON.stringify(random.percent(96) ? { service: service(random), ...given } : given),
  ) as Json;
}

function ours({ service: given, endpoints, existing, max }: MirrorCase): MirrorAnswer {
  const answer = mirroredEndpoints(
    given ?? undefined,
    endpoints,
    { endpointSlices: existing },
    {
      maxEndpointsPerSubset: max,
    },
  );
  return {
    ...answer,
    delete: answer.delete.map(({ metadata }) => metadata?.name ?? ''),
    events: answer.events.map(({ type, reason, message }) => `${type} ${reason} ${message}`),
  };
}

/** Slices in any order, with their endpoints in any order. */
function sliceLines(slices: readonly EndpointSlice[], withNames: boolean): string {
  return slices
    .map(({ metadata, addressType, ports, endpoints }) => {
      const { name, ...rest } = metadata ?? {};
      return exactText([
        withNames ? name : undefined,
        { ...rest, labels: rest.labels ?? {}, annotations: rest.annotations ?? {} },
        addressType,
        ports,
        (endpoints ?? []).map((endpoint) => exactText(endpoint)).sort(),
      ]);
    })
    .sort()
    .join('\n');
}

/** Of several slices with the same ports the controller keeps the one that its lister returns first, in random order. */
function isDrawn({ existing }: MirrorCase): boolean {
  const keys = existing.map(({ addressType, ports }) => `${addressType} ${portsText(ports)}`);
  return new Set(keys).size < keys.length;
}

const mirror: Operation = {
  name: 'service.mirror',
  program: 'kubernetes',
  candidates: 3000,
  *examples() {
    const metadata = { name: 'web', namespace: 'shop', uid: 'u1' };
    const plain = { metadata, spec: { ports: [{ port: 80 }] } };
    const addresses = [{ ip: '10.0.0.1' }, { ip: '2001:db8::1' }, { ip: 'example' }];
    const subsets = [{ addresses, ports: [{ name: 'http', port: 80 }] }];
    const one = { endpoints: { metadata, subsets }, existing: [], max: 1000 };
    yield { service: plain, ...one };
    yield one;
    yield { service: { metadata, spec: { selector: { app: 'web' } } }, ...one };
    yield { service: plain, ...one, max: 1 };
    yield { service: plain, ...one, endpoints: { metadata } };
    yield { service: plain, ...one, endpoints: { metadata, subsets: [{ addresses }] } };
  },
  generate,
  compare(input, theirs, comparison) {
    const given = input as unknown as MirrorCase;
    const { name, namespace } = given.endpoints.metadata ?? {};
    if (!name || !namespace || isDrawn(given)) {
      return;
    }
    const them = theirs.out as unknown as MirrorAnswer;
    const us = ours(given);
    const isRecycled = (slice: EndpointSlice) => slice.metadata?.generateName !== undefined;
    const recycled = [them, us].map(({ update }) => update.filter(isRecycled));
    // `removeSlice` takes the first slice without a name, which may be one of the other family: the sync then fails.
    const families = new Set(
      [...us.create, ...(recycled[1] ?? [])].map(({ addressType }) => addressType),
    );
    if ((recycled[1]?.length ?? 0) > 0 && families.size > 1) {
      return;
    }
    const kept = [them, us].map(({ update }) => update.filter((slice) => !isRecycled(slice)));
    comparison.field('events', them.events.join('\n'), us.events.join('\n'));
    // Any of the new slices takes the name of one that is deleted.
    const added = [them, us].map(({ create }, at) => [...create, ...(recycled[at] ?? [])]);
    // Of Endpoints that are being deleted, the others are not created.
    const isPart = given.endpoints.metadata?.deletionTimestamp && recycled[1]?.length;
    if (!isPart) {
      comparison.field('new', sliceLines(added[0] ?? [], false), sliceLines(added[1] ?? [], false));
    }
    comparison.field('creates', them.create.length, us.create.length);
    comparison.field('update', sliceLines(kept[0] ?? [], true), sliceLines(kept[1] ?? [], true));
    comparison.field('deletes', them.delete.length, us.delete.length);
  },
  kind: (input, { out }) => {
    const {
      create = [],
      update = [],
      delete: gone = [],
      events = [],
    } = (out ?? {}) as unknown as MirrorAnswer;
    const { service: given, endpoints } = input as unknown as MirrorCase;
    return [
      ...[create.length, update.length, gone.length, events.length],
      create[0]?.ports?.length,
      Math.min(2, create[0]?.endpoints?.length ?? 0),
      given?.spec?.type,
      endpoints.subsets?.length,
    ].join();
  },
};

/** What the mirroring controller writes. */
export const mirrorOperations: readonly Operation[] = [mirror];
