import type { EndpointSlice, Node } from '@kubesem/core';
import { topologyHints } from '@kubesem/service';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { exactText } from '../text.js';
import { node } from './cluster.js';
import { isSameUpToTies, zoneCounts } from './hint-counts.js';

interface HintsCase {
  readonly slices: readonly EndpointSlice[];
  readonly nodes: readonly Node[];
}

interface HintsAnswer {
  readonly family: string;
  readonly updated: readonly EndpointSlice[] | null;
  readonly events: readonly string[];
}

const ZONES = ['a', 'b', 'c'];

function slice(random: Random, index: number): JsonObject {
  const addressType = random.pick(['IPv4', 'IPv4', 'IPv4', 'IPv6', 'FQDN']);
  const isHinted = random.percent(50);
  const hasZones = random.percent(97);
  const endpoint = (host: number) => ({
    addresses: [addressType === 'IPv6' ? `fd00::${index}:${host}` : `10.0.${index}.${host}`],
    conditions: random.percent(90) ? { ready: true } : random.pick<Json>([{ ready: false }, {}]),
    ...(hasZones && random.maybe(98, () => ({ zone: random.pick(ZONES) }))),
    ...(isHinted &&
      random.maybe(95, () => ({
        hints: random.percent(95) ? { forZones: [{ name: random.pick(ZONES) }] } : {},
      }))),
  });
  return { metadata: { name: `s${index}` }, addressType, endpoints: random.list(9, endpoint) };
}

/** Everything but the hints. */
function restText(slices: readonly EndpointSlice[]): string {
  const plain = slices.map(({ metadata: _, ...each }) => ({
    ...each,
    endpoints: (each.endpoints ?? []).map(({ hints, ...rest }) => [
      rest,
      (hints?.forZones ?? []).length,
    ]),
  }));
  return exactText(plain);
}

const hints: Operation = {
  name: 'service.hints',
  program: 'kubernetes',
  *examples() {
    const zone = (name: string, cpu: string, more: JsonObject = {}) => ({
      metadata: { name: `n-${name}`, labels: { 'topology.kubernetes.io/zone': name, ...more } },
      status: { allocatable: { cpu }, conditions: [{ type: 'Ready', status: 'True' }] },
    });
    const endpoints = (zones: string) =>
      [...zones].map((name, host) => ({
        addresses: [`10.0.0.${host}`],
        conditions: { ready: true },
        zone: name,
      }));
    const control = { 'node-role.kubernetes.io/control-plane': '' };
    for (const nodes of [
      [zone('a', '1'), zone('b', '1')],
      [zone('a', '1'), zone('b', '3')],
      [zone('a', '2'), zone('b', '2'), zone('c', '2')],
      [zone('a', '1'), zone('b', '1', control)],
      [zone('a', '1'), zone('', '1')],
      [zone('a', '1'), zone('b', '0')],
      [],
    ]) {
      for (const zones of ['a', 'ab', 'aab', 'aaaaaa', 'aaabbc', 'abcabcabc', '']) {
        const given = { metadata: { name: 's' }, addressType: 'IPv4', endpoints: endpoints(zones) };
        yield { slices: [given], nodes };
      }
    }
  },
  generate: (random) => ({
    slices: random.list(4, (index) => slice(random, index)),
    nodes: ['n1', 'n2', 'n3', 'n4'].slice(0, 2 + random.below(3)).map((name) => node(random, name)),
  }),
  compare(input, theirs, comparison) {
    const { slices, nodes } = input as unknown as HintsCase;
    const answers = theirs.out as unknown as readonly HintsAnswer[];
    const nameOf = ({ metadata }: EndpointSlice) => metadata?.name ?? '';
    if (new Set(slices.map(nameOf)).size < slices.length) {
      return;
    }
    const { slices: hinted, families: explained } = topologyHints(slices, { nodes });
    const families = answers.map(({ family }) => family).join();
    comparison.field('families', families, explained.map(({ family }) => family).join());
    for (const [index, { family, updated, events }] of answers.entries()) {
      const { event, zones, readyEndpoints, reason } = explained[index] as (typeof explained)[0];
      const ours = `${event.type} ${event.reason} ${event.message}`;
      comparison.field(`${family} event`, events.join('\n'), ours);
      const byName = new Map((updated ?? []).map((each) => [nameOf(each), each]));
      const own = slices.filter(({ addressType }) => addressType === family);
      const wanted = own.map((each) => byName.get(nameOf(each)) ?? each);
      const found = hinted.filter(({ addressType }) => addressType === family);
      const unchanged = own.filter((each) => !byName.has(nameOf(each)));
      const kept = unchanged.every((each) => hinted.includes(each));
      comparison.field(`${family} unchanged`, true, kept);
      const [counts, ownCounts] = [zoneCounts(wanted), zoneCounts(found)];
      if (!isSameUpToTies(counts, ownCounts, zones, unchanged.length > 0)) {
        comparison.field(`${family} counts`, exactText([...counts]), exactText([...ownCounts]));
      }
      comparison.field(`${family} rest`, restText(wanted), restText(found));
      const sum = zones.reduce((total, { hinted: count }) => total + count, 0);
      comparison.field(`${family} sum`, reason === undefined ? readyEndpoints : 0, sum);
    }
  },
  kind: (_, { out }) => {
    const [first, second] = out as unknown as readonly HintsAnswer[];
    const zones = (answer: HintsAnswer | undefined) =>
      [...zoneCounts(answer?.updated ?? []).values()].sort((a, b) => a - b).join();
    const [event = ''] = first?.events ?? [];
    return [event.replace(/\(.*/, ''), zones(first).length, second?.family].join();
  },
};

/** Topology hints. */
export const hintsOperations: readonly Operation[] = [hints];
