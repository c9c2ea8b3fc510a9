import { type RolloutWorkload, rollingUpdateLimits } from '@kubesem/workloads';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

interface LimitsCase {
  readonly workload: RolloutWorkload;
  readonly nodes: number;
}

const KINDS = ['Deployment', 'DaemonSet', 'StatefulSet'];
const LIMITS = [
  ...[0, 0, 1, 1, 2, 3, 10, 100, 1000, -1],
  ...['0%', '0%', '1%', '10%', '25%', '25%', '30%', '33%', '34%', '50%', '67%', '99%', '100%'],
  ...['101%', '250%', '1000000%', '+5%', '007%', '-5%'],
];
/** Below a million, so that a percentage of it is an int32, as the code expects. */
const TOTALS = [0, 1, 1, 2, 3, 3, 4, 5, 7, 10, 11, 33, 99, 100, 101, 1000];

function rollingUpdate(random: Random, kind: string): JsonObject {
  return {
    ...random.maybe(kind === 'StatefulSet' ? 0 : 75, () => ({ maxSurge: random.pick(LIMITS) })),
    ...random.maybe(75, () => ({ maxUnavailable: random.pick(LIMITS) })),
    ...random.maybe(kind === 'StatefulSet' ? 40 : 0, () => ({ partition: random.pick(TOTALS) })),
  };
}

function workload(random: Random): JsonObject {
  const kind = random.pick(KINDS);
  const isDeployment = kind === 'Deployment';
  const type = random.percent(88) ? 'RollingUpdate' : isDeployment ? 'Recreate' : 'OnDelete';
  const strategy = {
    ...random.maybe(85, () => ({ type })),
    // Validation does not allow it with another strategy.
    ...random.maybe(type === 'RollingUpdate' ? 85 : 0, () => ({
      rollingUpdate: rollingUpdate(random, kind),
    })),
  };
  const [replicas, nodes] = [random.pick(TOTALS), random.pick(TOTALS)];
  return {
    workload: {
      apiVersion: 'apps/v1',
      kind,
      metadata: { name: 'web' },
      spec: {
        ...random.maybe(kind === 'DaemonSet' ? 0 : 92, () => ({ replicas })),
        ...random.maybe(92, () => ({ [isDeployment ? 'strategy' : 'updateStrategy']: strategy })),
      },
    },
    nodes,
  };
}

function* examples(): Generator<Json> {
  for (const total of [0, 1, 3, 4, 10]) {
    for (const percent of ['0%', '25%', '100%']) {
      for (const kind of KINDS) {
        const limits = { maxUnavailable: percent };
        const rollingUpdate = kind === 'StatefulSet' ? limits : { ...limits, maxSurge: '0%' };
        const strategy = { type: 'RollingUpdate', rollingUpdate };
        const spec = {
          ...(kind !== 'DaemonSet' && { replicas: total }),
          [kind === 'Deployment' ? 'strategy' : 'updateStrategy']: strategy,
        };
        const workload = { apiVersion: 'apps/v1', kind, metadata: { name: 'web' }, spec };
        yield { workload, nodes: total };
      }
    }
  }
}

const limits: Operation = {
  name: 'rollout.limits',
  program: 'kubernetes',
  examples,
  generate: workload,
  compare(input, theirs, comparison) {
    const { workload, nodes } = input as unknown as LimitsCase;
    const { surge, unavailable, minAvailable } = theirs.out as JsonObject;
    const ours = rollingUpdateLimits(workload, { nodes });
    comparison.field('surge', surge, ours.surge);
    comparison.field('unavailable', unavailable, ours.unavailable);
    if (workload.kind === 'Deployment') {
      comparison.field('minAvailable', minAvailable, ours.minAvailable);
    }
  },
  kind(input) {
    const { workload, nodes } = input as unknown as LimitsCase;
    const { roundings, rules, total } = rollingUpdateLimits(workload, { nodes });
    const values = roundings.map(({ value, isDefault }) => `${typeof value}${isDefault}`);
    return [workload.kind, ...rules, ...values, total === 0].join();
  },
};

/** How many Pods rolling updates replace at once. */
export const rolloutLimitOperations: readonly Operation[] = [limits];
