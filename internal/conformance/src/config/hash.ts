import { configMapHash, kustomizeHash, secretHash } from '@kubesem/config';
import type { ConfigMap, Secret } from '@kubesem/core';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { joined } from './text.js';

const TEXT = [
  'a',
  '<',
  '>',
  '&',
  '"',
  '\\',
  '\n',
  '\u2028',
  'é',
  '😀',
  '\x7f',
  '\b',
  '\f',
  '\0',
  ' ',
  '\u00e9',
];
const KEYS = ['a', 'B', 'b.c', '__proto__', 'constructor', 'é', '😀', '\uffee', '10', '9'];

function map(random: Random, value: () => string): JsonObject {
  return Object.fromEntries(random.list(4, () => [random.pick(KEYS), value()]));
}

function object(random: Random): JsonObject {
  const bytes = (): string =>
    Buffer.from(joined(random, 5, ['a', '\xFF', 'b', '\0']), 'latin1').toString('base64');
  const text = (): string => joined(random, 5, TEXT);
  const isSecret = random.percent(45);
  return {
    apiVersion: 'v1',
    kind: isSecret ? 'Secret' : 'ConfigMap',
    metadata: random.maybe(85, () => ({ name: joined(random, 3, TEXT) })),
    ...random.maybe(85, () => ({ data: map(random, isSecret ? bytes : text) })),
    ...random.maybe(20, () => ({ immutable: random.percent(50) })),
    ...(isSecret
      ? {
          ...random.maybe(80, () => ({ type: random.pick(['Opaque', '', 'my<type>']) })),
        }
      : random.maybe(40, () => ({ binaryData: map(random, bytes) }))),
  };
}

const hash: Operation = {
  name: 'config.hash',
  program: 'kubernetes',
  *examples() {
    const metadata = { name: 'special-config-2' };
    const data = { 'special.how': 'very', 'special.type': 'charm' };
    yield { object: { kind: 'ConfigMap', metadata, data } };
    yield { object: { kind: 'ConfigMap', metadata, data: {}, binaryData: {} } };
    yield { object: { kind: 'ConfigMap' } };
    yield { object: { kind: 'ConfigMap', data, immutable: false } };
    yield { object: { kind: 'Secret', type: 'my-type' } };
    yield { object: { kind: 'Secret', data: {}, immutable: true } };
    yield { object: { kind: 'Secret', data: { a: 'YQ==' } } };
  },
  generate: (random) => ({ object: object(random) }),
  compare(input, theirs, comparison) {
    const { object: given } = input as unknown as { object: ConfigMap | Secret };
    if (given.kind !== 'Secret' && given.kind !== 'ConfigMap') {
      return;
    }
    const { kubectl, kustomize } = theirs.out as JsonObject;
    const ours = given.kind === 'Secret' ? secretHash(given) : configMapHash(given);
    comparison.field('kubectl', kubectl, ours);
    comparison.field('kustomize', kustomize, kustomizeHash(given));
  },
  kind(input) {
    const { object: given } = input as { object: JsonObject };
    const fields = ['data', 'binaryData', 'immutable', 'type'].map((field) => {
      const value = given[field];
      return typeof value === 'object' && value !== null ? Object.keys(value).length : typeof value;
    });
    return [given.kind as string, ...fields].join();
  },
};

/** Hashes in names. */
export const hashOperations: readonly Operation[] = [hash];
