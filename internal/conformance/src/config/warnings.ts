import { podConfigWarnings } from '@kubesem/config';
import type { Pod } from '@kubesem/core';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

const NAMES = ['A', 'B', 'PATH', '__proto__', 'constructor', 'é'];
const VALUES = [
  '',
  '1',
  '$(A)',
  '$(B)',
  '$(PATH):/srv',
  'x$(A)',
  '$$(A)',
  '$(__proto__)é',
  '$(é)$(é)',
];
const SOURCES: readonly JsonObject[] = [
  { fieldRef: { fieldPath: 'metadata.name' } },
  { configMapKeyRef: { name: 'a', key: 'b' } },
  {},
];

function variable(random: Random): JsonObject {
  return {
    name: random.pick(NAMES),
    ...(random.percent(80) && { value: random.pick(VALUES) }),
    ...(random.percent(20) && { valueFrom: random.pick(SOURCES) }),
  };
}

const container = (random: Random, name: string): JsonObject => ({
  name,
  ...(random.percent(90) && { env: random.list(5, () => variable(random)) }),
});

const podOf = (...env: readonly JsonObject[]): Json => ({
  pod: { spec: { containers: [{ name: 'app', env }] } },
});

const warnings: Operation = {
  name: 'config.warnings',
  program: 'kubernetes',
  *examples() {
    for (const first of SOURCES) {
      yield podOf({ name: 'A', valueFrom: first }, { name: 'A', value: 'x$(A)' });
      yield podOf({ name: 'A', value: '1' }, { name: 'A', valueFrom: first });
      yield podOf({ name: 'A', value: '1' }, { name: 'A', value: 'x$(A)', valueFrom: first });
    }
    for (const value of VALUES) {
      for (const name of NAMES) {
        yield podOf({ name, value: '1' }, { name, value });
      }
    }
    yield podOf({}, {});
    yield podOf({ name: 'A' }, { name: 'A' }, { name: 'A', value: '$(A)2' });
  },
  generate: (random) => ({
    pod: {
      spec: {
        containers: random.list(3, () => container(random, 'app')),
        initContainers: random.list(2, () => container(random, 'init')),
        ephemeralContainers: random.list(2, () => container(random, 'debug')),
      },
    },
  }),
  compare(input, theirs, comparison) {
    const { pod } = input as unknown as { readonly pod: Pod };
    const ours = podConfigWarnings(pod).map(({ path, value }) => `${path} ${value}`);
    const expected = (theirs.out as readonly string[]).map((text) => {
      const [, path, name] = /^(\S+): hides previous definition of "(.*)", which/.exec(text) ?? [];
      return `${path} ${name}`;
    });
    comparison.field('hidden', expected.join('\n'), ours.join('\n'));
  },
  kind(input, { out }) {
    const { pod } = input as JsonObject;
    return `${(out as readonly string[]).length} ${JSON.stringify(pod).length % 40}`;
  },
};

/** The warnings about variables. */
export const warningOperations: readonly Operation[] = [warnings];
