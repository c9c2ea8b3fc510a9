import type { DaemonSet, Node } from '@kubesem/core';
import { daemonSetNodes } from '@kubesem/workloads';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { affinitySpec, labeledNode } from '../selectors/node-affinity.js';

interface NodesCase {
  readonly daemonSet: DaemonSet;
  readonly nodes: readonly Node[];
}

const KNOWN = [
  ...['not-ready', 'unreachable', 'disk-pressure', 'memory-pressure', 'pid-pressure'],
  ...['unschedulable', 'network-unavailable', 'out-of-service'],
].map((name) => `node.kubernetes.io/${name}`);
const EFFECTS = ['NoSchedule', 'NoExecute', 'PreferNoSchedule', ''];
const VALUES = ['', 'gpu', '5', '10'];

const key = (random: Random) => random.pick([...KNOWN, 'dedicated', 'dedicated', 'dedicated', '']);

const taint = (random: Random): JsonObject => ({
  key: key(random),
  ...random.maybe(50, () => ({ value: random.pick(VALUES) })),
  ...random.maybe(97, () => ({ effect: random.pick(EFFECTS) })),
});

const toleration = (random: Random): JsonObject => ({
  ...random.maybe(85, () => ({ key: key(random) })),
  ...random.maybe(80, () => ({
    operator: random.pick(['Equal', 'Exists', 'Lt', 'Gt', '', 'Odd']),
  })),
  ...random.maybe(50, () => ({ value: random.pick(VALUES) })),
  ...random.maybe(70, () => ({ effect: random.pick(EFFECTS) })),
  ...random.maybe(10, () => ({ tolerationSeconds: random.pick([0, -1, 300]) })),
});

const daemonSet = (spec: JsonObject): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  spec: { template: { spec: { containers: [], ...spec } } },
});

const nodes: Operation = {
  name: 'daemonSet.nodes',
  program: 'kubernetes',
  *examples() {
    for (const hostNetwork of [false, true]) {
      for (const effect of EFFECTS) {
        for (const each of [...KNOWN, 'dedicated']) {
          const node = { metadata: { name: 'node-1' }, spec: { taints: [{ key: each, effect }] } };
          yield { daemonSet: daemonSet({ hostNetwork }), nodes: [node] } satisfies Json;
        }
      }
    }
  },
  generate: (random) => ({
    daemonSet: daemonSet({
      ...random.maybe(30, () => affinitySpec(random)),
      ...random.maybe(15, () => ({ nodeName: random.pick(['node-1', 'node-2', '']) })),
      ...random.maybe(30, () => ({ hostNetwork: random.percent(80) })),
      ...random.maybe(70, () => ({ tolerations: random.list(3, () => toleration(random)) })),
    }),
    nodes: random.list(4, () => ({
      ...labeledNode(random),
      ...random.maybe(80, () => ({
        spec: {
          ...random.maybe(20, () => ({ unschedulable: true })),
          ...random.maybe(90, () => ({ taints: random.list(3, () => taint(random)) })),
        },
      })),
    })),
  }),
  compare(input, theirs, comparison) {
    const { daemonSet, nodes } = input as unknown as NodesCase;
    const ours = daemonSetNodes(daemonSet, { nodes });
    const summary = ours.map(({ node, runs, keeps }) => ({ name: node, runs, keeps }));
    comparison.field('nodes', JSON.stringify(theirs.out), JSON.stringify(summary));
    for (const { runs, keeps, reason, taint } of ours) {
      comparison.field('has a reason', !runs, reason !== undefined);
      comparison.field('has a taint', reason === 'TAINT', taint !== undefined);
      comparison.field('evicts', reason === 'TAINT' && !keeps, taint?.effect === 'NoExecute');
    }
  },
  kind(input) {
    const { daemonSet, nodes } = input as unknown as NodesCase;
    return JSON.stringify(
      daemonSetNodes(daemonSet, { nodes: nodes.slice(0, 1) }).map(({ keeps, reason, taint }) => [
        keeps,
        reason,
        taint?.key,
        taint?.effect,
        daemonSet.spec?.template?.spec?.hostNetwork,
      ]),
    );
  },
};

/** On which nodes DaemonSets run. */
export const daemonSetOperations: readonly Operation[] = [nodes];
