import type { ConfigMap, Secret } from '@kubesem/core';
import { validateConfigMap } from '@kubesem/validation/config-map';
import { validateSecret } from '@kubesem/validation/secret';
import { joined } from '../config/text.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { FieldError, Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { checkedRefusals, compareRefusals, trimRefusals } from './refusals.js';

const KEYS = ['a', 'b', 'a.b', 'a b', '', '.', '..', '..a', '__proto__', 'é', 'k'.repeat(254)];
const NAMES = ['web', 'a.b', 'A', '', '-a', 'a-', 'a_b', 'n'.repeat(254), 'a..b'];
const NAMESPACES = ['', 'shop', 'A', 'a.b', 'n'.repeat(64)];
const ACCOUNT = 'kubernetes.io/service-account.name';
const TYPES = [
  ...['', 'Opaque', 'mine', 'kubernetes.io/service-account-token', 'kubernetes.io/basic-auth'],
  ...['kubernetes.io/dockercfg', 'kubernetes.io/dockerconfigjson', 'kubernetes.io/ssh-auth'],
  ...['kubernetes.io/tls', 'bootstrap.kubernetes.io/token'],
];
const DOCKER_TYPES = ['kubernetes.io/dockercfg', 'kubernetes.io/dockerconfigjson'];
const TYPE_KEYS = [
  ...['.dockercfg', '.dockerconfigjson', 'username', 'password', 'ssh-privatekey', 'tls.crt'],
  'tls.key',
];
/** What Go's scanner of JSON tells apart. */
const JSON_PARTS = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '\\u00', '-', '0', '1', '.', 'e', '+', ' ', '\n'],
  ...[
    'true',
    'false',
    'null',
    't',
    'n',
    '"a"',
    '"a":',
    '{"a":',
    '[1,',
    "'",
    'é',
    '\u0001',
    '1e999',
  ],
];
const JSON_TEXTS = [
  ...[
    '{}',
    'null',
    '[]',
    '1',
    '"a"',
    '',
    '{',
    '{"a":1e999}',
    '{"a":1,}',
    ' \n{"a":"1e999"} ',
    '{} x',
  ],
  ...[
    '\ufeff{}',
    '{"a":01}',
    '{"a":"\\u00zz"}',
    'nul',
    '{"a":-1E-999,"a":[[]]}',
    "{'a':1}",
    '\xa0{}',
  ],
];

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function map(random: Random, make: (key: string) => string, keys: readonly string[]): JsonObject {
  const pairs = random.list(4, () => {
    const key = random.pick(keys);
    return [key, make(key)] as const;
  });
  return Object.fromEntries(pairs);
}

function value(random: Random): string {
  return joined(random, 3, ['a', 'é', '']);
}

function jsonText(random: Random): string {
  let text = random.percent(70) ? random.pick(JSON_TEXTS) : joined(random, 12, JSON_PARTS);
  while (random.percent(40)) {
    text = random.edited(text, JSON_PARTS);
  }
  return text;
}

function metadata(random: Random): JsonObject {
  return {
    ...random.maybe(95, () => ({ name: random.percent(80) ? 'web' : random.pick(NAMES) })),
    ...random.maybe(10, () => ({ generateName: random.pick(NAMES) })),
    ...random.maybe(30, () => ({
      namespace: random.percent(60) ? 'shop' : random.pick(NAMESPACES),
    })),
    ...random.maybe(30, () => ({ annotations: { [ACCOUNT]: random.pick(['robot', '']) } })),
  };
}

function configMap(random: Random): JsonObject {
  return {
    kind: 'ConfigMap',
    metadata: metadata(random),
    ...random.maybe(85, () => ({ data: map(random, () => value(random), KEYS) })),
    ...random.maybe(40, () => ({ binaryData: map(random, () => base64(value(random)), KEYS) })),
    ...random.maybe(40, () => ({ immutable: random.percent(60) })),
  };
}

function secret(random: Random): JsonObject {
  const keys = random.percent(70) ? TYPE_KEYS : KEYS;
  const text = (key: string): string =>
    key.startsWith('.docker') ? jsonText(random) : value(random);
  return {
    kind: 'Secret',
    metadata: metadata(random),
    ...random.maybe(80, () => ({ data: map(random, (key) => base64(text(key)), keys) })),
    ...random.maybe(20, () => ({ stringData: map(random, text, keys) })),
    ...random.maybe(80, () => ({ type: random.pick(random.percent(30) ? DOCKER_TYPES : TYPES) })),
    ...random.maybe(40, () => ({ immutable: random.percent(60) })),
  };
}

/** An object with some fields of another one. */
function changed(random: Random, object: JsonObject, other: JsonObject): JsonObject {
  const fields = ['data', 'binaryData', 'immutable', 'type', 'stringData', 'metadata'];
  const taken = fields.filter((field) => field in other && random.percent(25));
  const dropped = fields.filter((field) => field !== 'metadata' && random.percent(10));
  return Object.fromEntries(
    Object.entries({
      ...object,
      ...Object.fromEntries(taken.map((field) => [field, other[field] as Json])),
    }).filter(([field]) => !dropped.includes(field)),
  );
}

function validateCase(random: Random): JsonObject {
  const make = random.percent(50) ? configMap : secret;
  const object = make(random);
  return { object, ...random.maybe(50, () => ({ old: changed(random, object, make(random)) })) };
}

/** The server's detail about the JSON of a registry quotes it, which ours never does. */
function withoutData(refusal: FieldError): FieldError {
  return refusal.type === 'INVALID' && refusal.field.startsWith('data[.docker')
    ? { ...refusal, detail: 'must be JSON of an object' }
    : refusal;
}

/** Only a program that read the object before has its version. */
function isOurs({ field }: FieldError): boolean {
  return field !== 'metadata.resourceVersion';
}

const validate: Operation = {
  name: 'config.validate',
  program: 'kubernetes',
  *examples() {
    const named = { metadata: { name: 'web' } };
    for (const key of KEYS) {
      yield { object: { kind: 'ConfigMap', ...named, data: { [key]: 'x' } } };
      yield {
        object: { kind: 'ConfigMap', ...named, data: { [key]: 'x' }, binaryData: { [key]: '' } },
      };
      yield { object: { kind: 'Secret', ...named, data: { [key]: '' } } };
    }
    for (const name of NAMES) {
      yield { object: { kind: 'ConfigMap', metadata: { name } } };
      yield { object: { kind: 'ConfigMap', metadata: { generateName: name } } };
    }
    for (const namespace of NAMESPACES) {
      yield { object: { kind: 'Secret', metadata: { name: 'web', namespace } } };
    }
    for (const type of TYPES) {
      yield { object: { kind: 'Secret', ...named, type } };
      for (const key of TYPE_KEYS) {
        yield { object: { kind: 'Secret', ...named, type, data: { [key]: base64('{}') } } };
        yield { object: { kind: 'Secret', ...named, type, stringData: { [key]: '' } } };
      }
    }
    for (const text of JSON_TEXTS) {
      const data = { '.dockerconfigjson': base64(text) };
      yield { object: { kind: 'Secret', ...named, type: 'kubernetes.io/dockerconfigjson', data } };
    }
    yield* updates();
  },
  generate: validateCase,
  compare(input, theirs, comparison) {
    const { object, old = null } = input as unknown as { object: JsonObject; old?: JsonObject };
    const problems =
      object.kind === 'Secret'
        ? validateSecret(object as Secret, { old: old as Secret | null })
        : validateConfigMap(object as ConfigMap, { old: old as ConfigMap | null });
    compareRefusals(checkedRefusals(theirs, isOurs).map(withoutData), problems, comparison);
  },
  trim: (out) => trimRefusals(out, isOurs),
  kind(input, theirs) {
    const { object, old } = input as { object: JsonObject; old?: JsonObject };
    const lines = checkedRefusals(theirs, isOurs).map(({ type, field }) => `${type} ${field}`);
    const fields = new Set(lines.sort().map((line) => line.replace(/\[(?!kube).*/, '[')));
    return [object.kind as string, old === undefined, ...[...fields].slice(0, 2)].join();
  },
};

function* updates(): Generator<Json> {
  const named = { metadata: { name: 'web' } };
  for (const kind of ['ConfigMap', 'Secret']) {
    const old = { kind, ...named, immutable: true, data: { a: 'YQ==' } };
    for (const change of [
      {},
      { immutable: null },
      { immutable: false },
      { data: { a: 'Yg==' } },
      { data: { a: 'YQ==', b: '' } },
      { data: null },
      { binaryData: {} },
      { stringData: { a: 'a' } },
      { stringData: {} },
      { type: 'mine' },
    ]) {
      yield { object: { ...old, ...change }, old };
      yield { object: { ...old, ...change }, old: { ...old, immutable: false } };
      yield { object: { ...old, ...change, data: null }, old: { ...old, data: null } };
      yield { object: { ...old, ...change, data: {} }, old: { ...old, data: null } };
    }
  }
}

/** ConfigMaps and Secrets that the API server rejects. */
export const configValidationOperations: readonly Operation[] = [validate];
