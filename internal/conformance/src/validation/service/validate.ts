import type { EndpointSlice } from '@kubesem/core';
import { endpointSliceWarnings } from '@kubesem/service';
import { validateEndpointSlice } from '@kubesem/validation/endpoint-slice';
import type { Json, JsonObject } from '../../harness/json.js';
import type { FieldError, Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { createExamples, updateExamples } from './examples.js';
import { causeLines, problemLines, rulesOf } from './refusals.js';
import { compareService, serviceCase } from './service-validity.js';

interface SliceCase {
  readonly slice: EndpointSlice;
  readonly old?: EndpointSlice;
}

interface SliceAnswer {
  readonly refusals: readonly FieldError[];
  readonly warnings: readonly string[];
}

const IPV4 = [
  '10.0.0.1',
  '192.0.2.7',
  '010.0.0.1',
  '127.0.0.1',
  '0.0.0.0',
  '169.254.0.1',
  '224.0.0.1',
  '224.0.1.1',
  'x',
  '',
];
const IPV6 = [
  'fd00::1',
  'FD00::1',
  'fd00:0::1',
  '::1',
  '::',
  'fe80::1',
  'febf::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  'fd00::1%a',
];
const FQDN = [
  'example.com',
  'example.com.',
  'com',
  'a..b',
  'Example.com',
  '',
  `${'a'.repeat(64)}.com`,
];
const NAMES = ['http', 'https', '', 'Http', 'a'.repeat(64), 'a.b', '-a'];
const QUALIFIED = ['example.com/my', 'http', 'a b', ''];

const GENERATED = ['web-', 'Web-', 'a.-', 'web', 'ä-', '\n-', '-', 'a'.repeat(60), 'a'.repeat(254)];

const metadata = (random: Random): JsonObject => ({
  namespace: 'shop',
  name: random.percent(90) ? 'web-1' : random.pick(['Web', '', 'a.b', 'a'.repeat(254), 'web-']),
  ...random.maybe(8, () => ({ generateName: random.pick(GENERATED) })),
  ...random.maybe(20, () => ({
    labels: {
      'endpointslice.kubernetes.io/managed-by': random.pick([
        'endpointslice-controller.k8s.io',
        'me',
      ]),
    },
  })),
});

function hints(random: Random): Json {
  const name = () => ({ name: random.pick(['a', 'b', 'A b', '', 'c.d', 'C']) });
  return {
    ...random.maybe(60, () => ({ forZones: random.list(random.percent(10) ? 10 : 3, name) })),
    ...random.maybe(50, () => ({ forNodes: random.list(random.percent(10) ? 10 : 3, name) })),
  };
}

function endpoint(random: Random, addressType: string): Json {
  const usual = random.percent(80)
    ? ({ IPv4: IPV4, IPv6: IPV6, FQDN }[addressType] ?? IPV4)
    : random.pick([IPV4, IPV6, FQDN]);
  const one = () => (random.percent(70) ? (usual[0] as string) : random.pick(usual));
  return {
    addresses: random.percent(1)
      ? Array.from({ length: 101 }, () => '10.0.0.1')
      : random.percent(90)
        ? [one(), ...random.list(1, one)]
        : [],
    ...random.maybe(20, () => ({ nodeName: random.pick(['n1', 'N1', '', 'a.b']) })),
    ...random.maybe(20, () => ({ hostname: random.pick(['host', 'Host', '', 'a.b']) })),
    ...random.maybe(30, () => ({ hints: hints(random) })),
    ...random.maybe(30, () => ({
      conditions: random.pick<Json>([{ ready: true, serving: false }, {}, null]),
    })),
    ...random.maybe(5, () => ({ deprecatedTopology: { a: 'b' } })),
  };
}

/** The same endpoints to Go, or others that differ in one field. */
function respelled(random: Random, endpoints: readonly Json[]): Json[] {
  const change = random.pick<JsonObject>([
    ...[{ conditions: {} }, { conditions: null }, { conditions: { ready: null } }],
    ...[{ conditions: { ready: false } }, { conditions: { terminating: false } }],
    ...[{ zone: null }, { zone: '' }, { targetRef: {} }, { targetRef: null }],
    ...[{ targetRef: { name: '' } }, { targetRef: { name: 'a' } }],
    ...[{ hints: {} }, { hints: { forZones: [] } }, { hints: { forZones: [null] } }],
    ...[{ hints: { forNodes: [{ name: '' }] } }, { hostname: '' }, { nodeName: null }],
    ...[{ deprecatedTopology: {} }, { deprecatedTopology: { a: 'b' } }, { unknown: 1 }],
  ]);
  return endpoints.map((endpoint) => ({ ...(endpoint as JsonObject), ...change }));
}

const many = (length: number): Json[] =>
  Array.from({ length }, () => ({ addresses: ['10.0.0.1'] }));

function slice(random: Random): JsonObject {
  const addressType = random.percent(92)
    ? random.pick(['IPv4', 'IPv4', 'IPv6', 'FQDN'])
    : random.pick(['', 'IP', 'ipv4']);
  const port = () => ({
    ...random.maybe(80, () => ({
      name: random.percent(70) ? random.pick(NAMES.slice(0, 3)) : random.pick(NAMES),
    })),
    ...random.maybe(60, () => ({ port: random.pick([80, 0, -1, 70_000]) })),
    ...random.maybe(60, () => ({
      protocol: random.percent(80) ? 'TCP' : random.pick(['UDP', 'tcp', '', 'SCTP']),
    })),
    ...random.maybe(25, () => ({ appProtocol: random.pick(QUALIFIED) })),
  });
  return {
    metadata: metadata(random),
    ...random.maybe(98, () => ({ addressType })),
    ...random.maybe(90, () => ({
      endpoints: [
        ...(random.percent(1) ? many(999) : []),
        ...random.list(3, () => endpoint(random, addressType)),
      ],
    })),
    ...random.maybe(80, () => ({ ports: random.list(3, port) })),
  };
}

/** Of the metadata, only the name and the namespace are checked; the namespace of a request is in its URL. */
const isOurs = ({ type, field }: FieldError): boolean =>
  !/^metadata\.(?!name$|generateName$|namespace$)/.test(field) &&
  !(type === 'REQUIRED' && field === 'metadata.namespace');

const validate: Operation = {
  name: 'service.validate',
  program: 'kubernetes',
  candidates: 2000,
  *examples() {
    const named = { metadata: { name: 'web-1', namespace: 'shop' } };
    for (const addressType of ['IPv4', 'IPv6', 'FQDN', 'IP']) {
      for (const address of [...IPV4, ...IPV6, ...FQDN]) {
        yield { slice: { ...named, addressType, endpoints: [{ addresses: [address] }] } };
      }
    }
    yield { slice: { ...named, addressType: 'IPv4', endpoints: many(1000) } };
    yield { slice: { ...named, addressType: 'IPv4', endpoints: many(1001) } };
    const odd: Json[] = [{ addresses: [] }, { addresses: many(101).map(() => '127.0.0.1') }];
    yield { slice: { ...named, addressType: 'IPv4', endpoints: [...many(999), ...odd] } };
    const bad = { ...named, addressType: 'IPv4', endpoints: [{ addresses: ['127.0.0.1'] }] };
    yield { slice: bad, old: bad };
    yield { slice: { ...bad, addressType: 'IPv6' }, old: bad };
    yield* createExamples();
    yield* updateExamples();
  },
  generate(random) {
    if (random.percent(50)) {
      return serviceCase(random);
    }
    const given = slice(random);
    if (random.percent(60)) {
      return { slice: given };
    }
    if (random.percent(30)) {
      const old = { ...slice(random), metadata: given.metadata as Json };
      return { slice: given, old };
    }
    const endpoints = (given.endpoints ?? []) as Json[];
    const same = { ...given, ports: [], endpoints: respelled(random, endpoints) };
    const isOld = random.percent(50);
    return { slice: isOld ? given : same, old: isOld ? same : given };
  },
  compare(input, theirs, comparison) {
    if ('service' in (input as JsonObject)) {
      compareService(input, theirs.out as Json, comparison);
      return;
    }
    const { slice: given, old } = input as unknown as SliceCase;
    const { refusals, warnings } = theirs.out as unknown as SliceAnswer;
    const problems = validateEndpointSlice(given, { old });
    const lines = causeLines(refusals.filter(isOurs));
    comparison.field('problems', lines.join('\n'), problemLines(problems).join('\n'));
    if (refusals.length === 0) {
      const shown = endpointSliceWarnings(given).map(({ message }) => message);
      const isNew = (message: string) => old === undefined || !/FQDN/.test(message);
      comparison.field('warnings', warnings.join('\n'), shown.filter(isNew).join('\n'));
    }
  },
  kind: (input, { out }) => {
    const { refusals, warnings } = out as unknown as SliceAnswer;
    const [last] = rulesOf(refusals.filter(isOurs)).slice(-1);
    const { service, old } = input as JsonObject;
    return [service !== undefined, old !== undefined, last, warnings.length > 0].join();
  },
};

/** Which Services and EndpointSlices the API server rejects. */
export const sliceValidationOperations: readonly Operation[] = [validate];
