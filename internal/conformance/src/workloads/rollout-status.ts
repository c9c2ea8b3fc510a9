import { type RolloutWorkload, rolloutStatus } from '@kubesem/workloads';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

interface StatusCase {
  readonly object: RolloutWorkload;
  readonly revision: number;
}

const KINDS = ['Deployment', 'DaemonSet', 'StatefulSet'];
/** Most counts are close to each other, so that the later checks decide. */
const COUNTS = [0, 1, 2, 2, 3, 3, 3, 3, 3, 4, 5];
const ODD_COUNTS = [-1, -2147483648, 2147483647];
const REVISIONS = [
  ...['0', '1', '2', '2', '3', '+2', '02', '-1', '', ' 2', '2x', '1e3'],
  ...['9007199254740993', '9223372036854775807', '9223372036854775808', '99999999999999999999'],
];
const STATUS_FIELDS = {
  Deployment: ['replicas', 'updatedReplicas', 'availableReplicas', 'readyReplicas'],
  DaemonSet: ['desiredNumberScheduled', 'updatedNumberScheduled', 'numberAvailable'],
  StatefulSet: ['replicas', 'updatedReplicas', 'readyReplicas', 'currentReplicas'],
};

function count(random: Random): number {
  return random.percent(98) ? random.pick(COUNTS) : random.pick(ODD_COUNTS);
}

function strategy(random: Random): JsonObject {
  return {
    ...random.maybe(95, () => ({
      type: random.percent(92) ? 'RollingUpdate' : random.pick(['OnDelete', 'Odd', '']),
    })),
    ...random.maybe(60, () => ({
      rollingUpdate: random.maybe(70, () => ({ partition: count(random) })),
    })),
  };
}

function condition(random: Random): JsonObject {
  return {
    type: random.pick(['Progressing', 'Progressing', 'Available']),
    status: random.pick(['True', 'False']),
    ...random.maybe(90, () => ({
      reason: random.pick([
        'ProgressDeadlineExceeded',
        'ReplicaSetUpdated',
        'NewReplicaSetAvailable',
      ]),
    })),
  };
}

function rollout(random: Random): JsonObject {
  const kind = random.pick(KINDS) as keyof typeof STATUS_FIELDS;
  const fields = STATUS_FIELDS[kind].filter(() => random.percent(92));
  const group = random.percent(97)
    ? 'apps/v1'
    : random.pick(['extensions/v1beta1', 'x.io/v1', 'v1']);
  return {
    apiVersion: group,
    kind: random.percent(98) ? kind : random.pick(['ReplicaSet', 'Job', 'Service']),
    metadata: {
      name: random.pick(['web', 'web', 'a"b', 'käse', '', 'x\ny']),
      ...random.maybe(95, () => ({ generation: random.pick([1, 2, 2, 2, 3]) })),
      ...random.maybe(60, () => ({
        annotations: {
          ...random.maybe(90, () => ({
            'deployment.kubernetes.io/revision': random.pick(REVISIONS),
          })),
        },
      })),
    },
    spec: {
      ...random.maybe(95, () => ({ replicas: count(random) })),
      ...random.maybe(97, () => ({ updateStrategy: strategy(random) })),
    },
    ...random.maybe(97, () => ({
      status: {
        ...random.maybe(95, () => ({ observedGeneration: random.pick([0, 1, 2, 2, 3, 3, -1]) })),
        ...Object.fromEntries(fields.map((field) => [field, count(random)])),
        ...random.maybe(80, () => ({
          updateRevision: random.pick(['web-1', 'web-2']),
          currentRevision: random.pick(['web-1', 'web-2']),
        })),
        ...random.maybe(30, () => ({ conditions: random.list(2, () => condition(random)) })),
      },
    })),
  };
}

function* examples(): Generator<Json> {
  const metadata = { name: 'web', generation: 2 };
  const counted = (kind: string, spec: JsonObject, status: JsonObject): Json => ({
    object: {
      apiVersion: 'apps/v1',
      kind,
      metadata,
      spec,
      status: { observedGeneration: 2, ...status },
    },
    revision: 0,
  });
  for (const availableReplicas of [2, 3]) {
    for (const updatedReplicas of [2, 3]) {
      for (const replicas of [3, 4]) {
        const status = { replicas, updatedReplicas, availableReplicas };
        yield counted('Deployment', { replicas: 3 }, status);
      }
      const status = { updatedReplicas, readyReplicas: availableReplicas };
      const rollingUpdate = { partition: 1 };
      const updateStrategy = { type: 'RollingUpdate', rollingUpdate };
      yield counted('StatefulSet', { replicas: 3, updateStrategy }, status);
      yield counted(
        'DaemonSet',
        { updateStrategy: { type: 'RollingUpdate' } },
        {
          desiredNumberScheduled: 3,
          updatedNumberScheduled: updatedReplicas,
          numberAvailable: availableReplicas,
        },
      );
    }
  }
  for (const revision of [1, 2]) {
    for (const stored of REVISIONS) {
      const annotations = { 'deployment.kubernetes.io/revision': stored };
      const object = {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', annotations },
      };
      yield { object, revision };
    }
  }
}

const status: Operation = {
  name: 'rollout.status',
  program: 'kubernetes',
  examples,
  generate: (random) => ({
    object: rollout(random),
    revision: random.percent(85) ? 0 : random.pick([1, 2, 3, -1]),
  }),
  compare(input, theirs, comparison) {
    const { object, revision } = input as unknown as StatusCase;
    const ours = attempt(() => rolloutStatus(object, { revision }));
    if (theirs.err !== undefined) {
      comparison.field('kind', 'NOT_A_ROLLOUT', ours.code);
      return;
    }
    const { text, done, error } = theirs.out as JsonObject;
    comparison.field('text', (text as string).replace(/\n$/, ''), ours.value?.text);
    comparison.field('done', done, ours.value?.done);
    comparison.field('error', error, ours.value?.error ?? null);
    const { checks, reason } = ours.value ?? {};
    const isOver = reason === 'COMPLETE' || reason === 'PARTITION_COMPLETE';
    const last = checks?.at(-1);
    comparison.field('last check', true, isOver ? last?.passed : last?.reason === reason);
  },
  kind(input) {
    const { object, revision } = input as unknown as StatusCase;
    const ours = attempt(() => rolloutStatus(object, { revision }));
    return [
      object.kind,
      ours.value?.reason,
      ours.code,
      revision > 0,
      ours.value?.checks.length,
    ].join();
  },
};

/** What kubectl says about rollouts. */
export const rolloutStatusOperations: readonly Operation[] = [status];
