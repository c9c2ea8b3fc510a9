import type { JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { Maker } from './maker.js';

/** Before and after each change of the form of an age, in seconds. */
const AGES: readonly number[] = [
  ...[-3, -2, -1, 0, 1, 59, 60, 119, 120, 121, 599, 600, 601, 10_799, 10_800, 28_799, 28_800],
  ...[28_801, 172_799, 172_800, 176_400, 691_199, 691_200, 63_071_999, 63_072_000, 94_608_000],
  ...[252_287_999, 252_288_000, 9_000_000_000, 10_000_000_000],
];
/** Two tenths of a second behind a full one, since the oracle needs some time. */
const NOW = '2026-11-21T00:00:00.2Z';

function creation(random: Random): JsonObject {
  if (random.percent(20)) {
    return random.percent(80)
      ? {}
      : { creationTimestamp: random.pick([null, '0001-01-01T00:00:00Z']) };
  }
  const age = random.percent(60) ? random.pick(AGES) : random.below(400_000_000);
  // In another zone its clock shows two hours more; a tenth of a second is cut from the age.
  const [zone, hours, fraction] = random.percent(80)
    ? (['Z', 0, ''] as const)
    : (['+02:00', 2, random.pick(['', '.1', '.100000001'])] as const);
  const shown = Date.parse('2026-11-21T00:00:00Z') - age * 1000 + hours * 3_600_000;
  const created = new Date(shown).toISOString().slice(0, 19);
  return { creationTimestamp: `${created}${fraction}${zone}` };
}

/** A node and the Pods of a cluster, to be described. */
export function nodeWithPods(random: Random): JsonObject {
  const maker = new Maker(random);
  const node = maker.node();
  return { node, pods: maker.pods(node, () => creation(random)), now: NOW };
}

/** A Pod that is to be placed, a node, and the Pods of a cluster. */
export function podAndNode(random: Random): JsonObject {
  const maker = new Maker(random);
  const node = maker.node();
  return {
    pod: maker.pod({ name: 'new', namespace: 'default' }, undefined),
    node,
    pods: maker.pods(node, () => ({})),
    ...random.maybe(20, () => ({ ignoredResources: ['example.com/gpu', 'hugepages-2Mi', 'cpu'] })),
    ...random.maybe(20, () => ({
      ignoredResourceGroups: [
        random.pick(['example.com', 'a.example.org', 'notkubernetes.io', 'a']),
      ],
    })),
    ...random.maybe(15, () => ({
      deviceClassResources: ['example.com/gpu', 'hugepages-2Mi', 'a.example.org/b', 'cpu'],
    })),
  };
}
