// A namespace with Pods, their controllers and budgets.
import type { Json, JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';

/** The current time of all cases. */
export const NOW = '2026-01-01T00:10:00Z';
const NOW_MS = Date.parse(NOW);

/** The kinds of the API as the oracle gets them. */
export const RESOURCES: readonly JsonObject[] = [
  {
    group: '',
    version: 'v1',
    kind: 'ReplicationController',
    name: 'replicationcontrollers',
    scale: true,
  },
  { group: '', version: 'v1', kind: 'Node', name: 'nodes' },
  { group: 'apps', version: 'v1', kind: 'Deployment', name: 'deployments', scale: true },
  { group: 'apps', version: 'v1', kind: 'ReplicaSet', name: 'replicasets', scale: true },
  { group: 'apps', version: 'v1', kind: 'StatefulSet', name: 'statefulsets', scale: true },
  { group: 'apps', version: 'v1', kind: 'DaemonSet', name: 'daemonsets' },
  { group: 'batch', version: 'v1', kind: 'Job', name: 'jobs' },
  { group: 'x.io', version: 'v1', kind: 'Rollout', name: 'rollouts', scale: true },
  { group: 'x.io', version: 'v1', kind: 'Task', name: 'tasks' },
];

/** A time before now. */
export function before(seconds: number): string {
  return new Date(NOW_MS - seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** A controller: its kind, its name and its uid. */
type Kind = readonly [apiVersion: string, kind: string];

const KINDS: readonly Kind[] = [
  ...[['apps/v1', 'ReplicaSet'] as const, ['apps/v1', 'ReplicaSet'] as const],
  ...[['apps/v1', 'StatefulSet'] as const, ['v1', 'ReplicationController'] as const],
  ...[
    ['x.io/v1', 'Rollout'] as const,
    ['apps/v1', 'DaemonSet'] as const,
    ['batch/v1', 'Job'] as const,
  ],
];

const ODD_KINDS: readonly Kind[] = [
  ['extensions/v1beta1', 'ReplicaSet'],
  ['apps/v1beta2', 'StatefulSet'],
  ['apps/v1', 'Deployment'],
  ['x.io/v1', 'Task'],
  ['x.io/v1beta1', 'Rollout'],
  ['y.io/v1', 'Other'],
  ['a/b/c', 'ReplicaSet'],
  ['v1', 'Node'],
];

const NAMES = ['a', 'b'];

function owner(random: Random): JsonObject {
  const [apiVersion, kind] = random.pick(random.percent(93) ? KINDS : ODD_KINDS);
  const name = random.pick(NAMES);
  return {
    apiVersion,
    kind,
    name,
    uid: random.percent(97) ? `${kind}-${name}` : 'gone',
    ...random.maybe(97, () => ({ controller: true })),
  };
}

/** A Pod of the namespace. */
export function pod(random: Random, index: number, kinds: readonly JsonObject[]): JsonObject {
  return {
    metadata: {
      name: `pod-${index}`,
      namespace: random.percent(95) ? 'shop' : 'other',
      uid: `uid-${index}`,
      resourceVersion: '5',
      ...random.maybe(95, () => ({
        labels: {
          ...random.maybe(90, () => ({ app: random.pick(['web', 'web', 'api']) })),
          ...random.maybe(40, () => ({ tier: random.pick(['front', 'back']) })),
        },
      })),
      ...random.maybe(90, () => ({
        ownerReferences: [
          ...(random.percent(10)
            ? [{ ...owner(random), controller: random.pick([false, null]) }]
            : []),
          random.percent(85) ? random.pick(kinds) : owner(random),
          ...(random.percent(5) ? [owner(random)] : []),
        ],
      })),
      ...random.maybe(12, () => ({
        deletionTimestamp: before(random.pick([-20, 5, 30])),
        deletionGracePeriodSeconds: 30,
      })),
    },
    spec: { containers: [], ...random.maybe(95, () => ({ nodeName: 'node-1' })) },
    status: {
      ...random.maybe(95, () => ({
        phase: random
          .pick([...'RRRRRR', 'Pending', 'Succeeded', 'Failed', 'Unknown'])
          .replace(/^R$/, 'Running'),
      })),
      conditions: [
        ...random.list(1, () => ({ type: 'Initialized', status: 'True' })),
        ...(random.percent(90)
          ? [{ type: 'Ready', status: random.pick(['True', 'True', 'True', 'False', 'Unknown']) }]
          : []),
        ...(random.percent(5) ? [{ type: 'Ready', status: random.pick(['True', 'False']) }] : []),
      ],
    },
  };
}

/** A number or a percentage. */
export function amount(random: Random): Json {
  return random.percent(50)
    ? random.below(5)
    : random.percent(97)
      ? `${random.pick([0, 1, 10, 25, 30, 33, 50, 66, 67, 75, 90, 99, 100, 150])}%`
      : random.pick(['50', 'x%', '+5%', '-5%', '', '%', '99999999999999999999%', -1, 2147483647]);
}

/** A selector that selects some of the Pods. */
export function selector(random: Random): JsonObject {
  return random.pick<JsonObject>([
    { selector: { matchLabels: { app: 'web' } } },
    { selector: { matchLabels: { app: 'web' } } },
    { selector: { matchLabels: { app: 'web', tier: 'front' } } },
    { selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } },
    { selector: { matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['back'] }] } },
    {
      selector: {
        matchLabels: { app: 'web' },
        matchExpressions: [{ key: 'tier', operator: 'In', values: ['front', 'back'] }],
      },
    },
    { selector: { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] } },
    { selector: {} },
    ...(random.percent(30) ? [{ selector: null }, {}] : []),
    ...(random.percent(10)
      ? [{ selector: { matchExpressions: [{ key: 'app', operator: 'Equals' }] } }]
      : []),
  ]);
}

function condition(random: Random): JsonObject {
  const reason = random.pick(['SufficientPods', 'InsufficientPods', 'SyncFailed']);
  return {
    type: random.percent(95) ? 'DisruptionAllowed' : 'Other',
    status: random.percent(85)
      ? reason === 'SufficientPods'
        ? 'True'
        : 'False'
      : random.pick(['True', 'False', 'Unknown']),
    reason,
    message: reason === 'SyncFailed' ? 'no scale' : random.pick(['', '', 'wait']),
    lastTransitionTime: before(1000),
    ...random.maybe(80, () => ({ observedGeneration: random.pick([1, 2]) })),
  };
}

/** A budget as it is stored. */
export function budget(random: Random, name: string, pods: readonly JsonObject[]): JsonObject {
  const names = pods.map(({ metadata }) => (metadata as JsonObject).name as string);
  const desired = random.below(4);
  const current = random.below(4);
  const disrupted = () =>
    Object.fromEntries(
      [...names, 'gone']
        .filter(() => random.percent(30))
        .map((each) => [each, before(random.pick([0, 1, 60, 119, 120, 121, 1000, -5]))]),
    );
  return {
    metadata: {
      name,
      namespace: random.percent(95) ? 'shop' : 'other',
      ...random.maybe(90, () => ({ generation: random.pick([1, 2]) })),
    },
    spec: {
      ...random.pick<JsonObject>([
        { minAvailable: amount(random) },
        { maxUnavailable: amount(random) },
        { maxUnavailable: amount(random) },
        random.percent(20) ? {} : { minAvailable: amount(random) },
        random.percent(20)
          ? { minAvailable: amount(random), maxUnavailable: amount(random) }
          : { minAvailable: amount(random) },
      ]),
      ...selector(random),
      ...random.maybe(50, () => ({
        unhealthyPodEvictionPolicy: random.pick([
          ...['AlwaysAllow', 'IfHealthyBudget', 'AlwaysAllow', 'IfHealthyBudget'],
          ...(random.percent(10) ? ['Odd', '', null] : []),
        ]),
      })),
    },
    ...random.maybe(90, () => ({
      status: {
        ...random.maybe(90, () => ({ observedGeneration: random.pick([1, 2, 2]) })),
        ...random.maybe(90, () => ({
          disruptionsAllowed: random.percent(75)
            ? Math.max(0, current - desired)
            : random.pick([-1, 0, 0, 0, 1, 5]),
        })),
        currentHealthy: current,
        desiredHealthy: desired,
        expectedPods: random.below(4),
        ...random.maybe(50, () => ({ disruptedPods: disrupted() })),
        ...random.maybe(80, () => ({ conditions: random.list(2, () => condition(random)) })),
      },
    })),
  };
}

function replicas(random: Random): JsonObject {
  return { replicas: random.pick([0, 1, 2, 3, 3, 4, 7, 10]) };
}

/** Controllers of all kinds. */
export function controllers(random: Random): JsonObject {
  const metadata = (kind: string, name: string): JsonObject => ({
    name,
    namespace: 'shop',
    uid: random.percent(97) ? `${kind}-${name}` : 'other',
  });
  const some = (kind: string): JsonObject[] =>
    NAMES.filter(() => random.percent(95)).map((name) => ({
      metadata: metadata(kind, name),
      spec: replicas(random),
    }));
  const replicaSets = some('ReplicaSet').map((each) => ({
    ...each,
    metadata: {
      ...(each.metadata as JsonObject),
      ...random.maybe(70, () => ({
        ownerReferences: [
          {
            apiVersion: random.percent(95) ? 'apps/v1' : random.pick(['y.io/v1', 'a/b/c']),
            kind: random.percent(95) ? 'Deployment' : 'Rollout',
            name: random.pick(NAMES),
            uid: random.percent(95) ? `Deployment-${random.pick(NAMES)}` : 'gone',
            controller: random.percent(95),
          },
        ],
      })),
    },
  }));
  return {
    replicaSets,
    deployments: some('Deployment'),
    statefulSets: some('StatefulSet'),
    replicationControllers: some('ReplicationController'),
    scales: NAMES.filter(() => random.percent(90)).map((name) => ({
      resource: 'rollouts.x.io',
      namespace: 'shop',
      name,
      uid: `Rollout-${name}`,
      replicas: random.below(6),
    })),
  };
}

/** The controllers that most Pods of one case have: few, so that failures are not everywhere. */
export function ownersOf(random: Random): readonly JsonObject[] {
  return Array.from({ length: 1 + random.below(2) }, () => {
    const [apiVersion, kind] = random.pick(
      random.percent(80) ? KINDS.slice(0, 5) : random.percent(70) ? KINDS : ODD_KINDS,
    );
    const name = random.pick(NAMES);
    return { apiVersion, kind, name, uid: `${kind}-${name}`, controller: true };
  });
}
