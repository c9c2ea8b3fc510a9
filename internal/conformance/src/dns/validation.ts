import { dnsZone } from '@kubesem/dns';
import type { Json, JsonObject } from '../harness/json.js';
import type { FieldError, Operation } from '../harness/operation.js';
import { words } from '../harness/words.js';
import { cluster } from './zone/cluster.js';

/** The lists of a zone by the kinds of their objects. */
const LISTS: { readonly [kind: string]: string } = {
  Namespace: 'namespaces',
  Service: 'services',
  EndpointSlice: 'endpointSlices',
};

/** The fields that become labels of DNS names; the name of an EndpointSlice does not. */
const NAME_FIELDS: { readonly [kind: string]: RegExp } = {
  Namespace: /^metadata\.name$/,
  Service: /^metadata\.name(space)?$|^spec\.externalName$|^spec\.ports\[\d+\]\.name$/,
  EndpointSlice: /^metadata\.namespace$|^ports\[\d+\]\.name$|^endpoints\[\d+\]\.hostname$/,
};

function invalidNames(kind: string, refusals: readonly FieldError[]): readonly string[] {
  const isName = ({ type, field }: FieldError) =>
    type === 'INVALID' && NAME_FIELDS[kind]?.test(field);
  return [...new Set(refusals.filter(isName).map(({ field }) => field))].sort();
}

const objectNames: Operation = {
  name: 'dns.objectNames',
  program: 'kubernetes',
  *examples() {
    for (const name of NAMES) {
      const metadata = { name, namespace: name };
      const ports = [{ name, port: 80 }];
      yield { kind: 'Namespace', object: { metadata: { name } } };
      yield { kind: 'Service', object: { metadata, spec: { ports } } };
      const spec = { type: 'ExternalName', externalName: name };
      yield { kind: 'Service', object: { metadata: { name: 'a', namespace: 'b' }, spec } };
      const endpoints = [{ addresses: ['10.0.0.1'], hostname: name }];
      yield { kind: 'EndpointSlice', object: { metadata, addressType: 'IPv4', endpoints, ports } };
    }
  },
  generate(random) {
    // The API server rejects an empty host name; for the DNS server, it is absent.
    const text = JSON.stringify(cluster(random).objects).replace(
      /"hostname":""/g,
      '"hostname":null',
    );
    const objects = JSON.parse(text) as JsonObject;
    const kind = random.pick(['Namespace', 'Service', 'Service', 'EndpointSlice', 'EndpointSlice']);
    const some = objects[LISTS[kind] as string] as readonly Json[];
    return some.length > 0
      ? { kind, object: random.pick(some) }
      : { kind: 'Namespace', object: { metadata: { name: random.pick(NAMES) } } };
  },
  compare(input, theirs, comparison) {
    const { kind, object } = input as { readonly kind: string; readonly object: Json };
    const { refusals } = theirs.out as unknown as { refusals: readonly FieldError[] };
    const prefix = `${LISTS[kind]}[0].`;
    const { problems } = dnsZone({ [LISTS[kind] as string]: [object] });
    const ours = problems
      .filter(({ code }) => code === 'NAME_INVALID')
      .map(({ path }) => path.slice(prefix.length));
    comparison.field('names', `${invalidNames(kind, refusals)}`, `${ours.sort()}`);
  },
  trim(out) {
    const { refusals } = out as unknown as { refusals: readonly FieldError[] };
    const fields = Object.values(NAME_FIELDS);
    const named = refusals.filter(({ field }) => fields.some((names) => names.test(field)));
    return { refusals: named } as unknown as Json;
  },
  kind(input, theirs) {
    const { kind } = input as { readonly kind: string };
    const { refusals } = theirs.out as unknown as { refusals: readonly FieldError[] };
    return `${kind} ${invalidNames(kind, refusals).join().replace(/\d+/g, '')}`;
  },
};

/** Names on both sides of each rule. */
const NAMES = [
  ...words('a 0 a-b a.b -a a- A a_b ä . a. .a a..b $a * a;b'),
  ...[
    'a b',
    'a\nb',
    '"',
    'a'.repeat(63),
    'a'.repeat(64),
    `${'a.'.repeat(126)}a`,
    `${'a.'.repeat(127)}a`,
  ],
];

/** How the API server validates the names that decide about DNS. */
export const dnsValidationOperations: readonly Operation[] = [objectNames];
