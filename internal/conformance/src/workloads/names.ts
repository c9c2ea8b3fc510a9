import type { StatefulSet } from '@kubesem/core';
import { claimNames, generatedNamePrefix, podNames } from '@kubesem/workloads';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

const NAMES = [
  'web',
  'db',
  'a',
  'a.b',
  'web-1',
  '',
  'X',
  'web-',
  'a.',
  'käse',
  'ä',
  'a b',
  '日本',
  '-',
];
const REPLICAS = [...[0, 1, 2, 3, 10, 99, 100, 101, -1], -2147483648, 2147483647];
const STARTS = [...[0, 0, 1, 5, 99, -1], 2147483647, -2147483648];
/** The oracle lists no more Pods. */
const LIMIT = 100;

/** The name of a workload. */
export function workloadName(random: Random): string {
  const short = random.pick(NAMES);
  if (random.percent(60)) {
    return short;
  }
  const size = random.pick([
    ...[50, 51, 52, 53, 54, 55, 56, 57, 58, 59],
    ...[60, 63, 251, 252, 253, 254],
  ]);
  return random.edited('a'.repeat(size), [...'a.-Aäé日']) + (random.percent(20) ? short : '');
}

const statefulSet = (metadata: JsonObject, spec: JsonObject): Json => ({
  statefulSet: { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec },
});

const statefulSetNames: Operation = {
  name: 'statefulSet.names',
  program: 'kubernetes',
  *examples() {
    const volumeClaimTemplates = [{ metadata: { name: 'data' } }, {}];
    for (const replicas of [0, 1, 2, 3, 10, -1, -2147483648, null]) {
      for (const start of [0, 5, -1, 2147483647]) {
        yield statefulSet({ name: 'db' }, { replicas, ordinals: { start }, volumeClaimTemplates });
      }
      yield statefulSet({}, { replicas });
    }
    yield statefulSet({ name: 'db' }, { replicas: LIMIT + 1 });
  },
  generate: (random) =>
    statefulSet(
      random.maybe(97, () => ({ name: workloadName(random) })),
      {
        ...random.maybe(90, () => ({ replicas: random.pick(REPLICAS) })),
        ...random.maybe(50, () => ({
          ordinals: random.maybe(90, () => ({ start: random.pick(STARTS) })),
        })),
        ...random.maybe(60, () => ({
          volumeClaimTemplates: random.list(3, () =>
            random.maybe(95, () => ({
              metadata: random.maybe(95, () => ({ name: workloadName(random) })),
            })),
          ),
        })),
      },
    ),
  compare(input, theirs, comparison) {
    const { statefulSet: object } = input as unknown as { statefulSet: StatefulSet };
    const { pods, claims } = theirs.out as unknown as { pods: string[]; claims: string[][] };
    const expected = pods.map((pod, index) => ({ pod, claims: claims[index] }));
    const options = { limit: LIMIT };
    comparison.field('Pods', JSON.stringify(pods), JSON.stringify(podNames(object, options)));
    comparison.field(
      'claims',
      JSON.stringify(expected),
      JSON.stringify(claimNames(object, options)),
    );
  },
  kind(input, { out }) {
    const { spec } = (input as unknown as { statefulSet: StatefulSet }).statefulSet;
    const { pods } = out as { readonly pods: readonly string[] };
    const start = Math.sign(spec?.ordinals?.start ?? 0);
    return [Math.min(pods.length, 11), start, spec?.volumeClaimTemplates?.length].join();
  },
};

interface PrefixCase {
  readonly name: string;
  readonly index: number | null;
}

const generatedName: Operation = {
  name: 'name.generated',
  program: 'kubernetes',
  *examples() {
    for (const index of [null, 0, 7, 12345, 2147483647]) {
      for (const each of NAMES) {
        yield { name: each, index };
      }
      for (const size of [50, 57, 58, 59, 252, 253, 254]) {
        yield { name: 'a'.repeat(size), index };
        yield { name: `a${'ä'.repeat(size / 2)}`, index };
      }
    }
  },
  generate: (random) => ({
    name: workloadName(random),
    index: random.percent(50) ? null : random.pick([0, 1, 9, 10, 99999, 2147483647]),
  }),
  compare(input, theirs, comparison) {
    const { name, index } = input as unknown as PrefixCase;
    const ours = generatedNamePrefix(name, index === null ? {} : { index });
    comparison.field('prefix', (theirs.out as JsonObject)['prefix'], ours);
  },
  kind(input, { out }) {
    const { name, index } = input as unknown as PrefixCase;
    const prefix = (out as { readonly prefix: string }).prefix;
    const shape = prefix.startsWith(name) ? 'whole' : 'cut';
    return [shape, prefix.endsWith('-'), index, /[^ -~]/.test(name), name.length > 253].join();
  },
};

/** The names of Pods and claims. */
export const workloadNameOperations: readonly Operation[] = [statefulSetNames, generatedName];
