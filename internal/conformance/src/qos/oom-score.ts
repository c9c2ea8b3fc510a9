import type { Pod } from '@kubesem/core';
import { type ContainerOomScoreAdj, containerOomScoreAdj } from '@kubesem/qos';
import type { Quantity } from '@kubesem/quantity';
import { type ContainerResources, podRequests } from '@kubesem/resources';
import {
  containerResources,
  podLevelResources,
  type ResourceLists,
} from '@kubesem/resources/internal';
import { attempt } from '../harness/comparison.js';
import type { DeviationId } from '../harness/deviations.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { explainAmounts } from '../quantity/int64.js';
import { compareRejection } from '../resources/pod/comparison.js';
import {
  appContainer,
  givenPod,
  kindOfPod,
  namesOf,
  nodePodOrBroken,
  parsedAmounts,
  podOf,
} from './pod.js';

const CAPACITIES = words('17179869184 8000000000 1 16777216 9223372036854775807 549755813888');

/** A Pod and the memory of its node in bytes. */
function oomScoreCase(random: Random): Json {
  return { pod: nodePodOrBroken(random), memoryCapacity: random.pick(CAPACITIES) };
}

/** A node with 16Gi; 3Gi are 188 thousandths of it. */
const NODE = '17179869184';

/** Each class, the bounds, sidecars and Pod-level requests. */
function* oomScoreCases(): Iterable<Json> {
  const small = { cpu: '500m', memory: '64Mi' };
  const specs: JsonObject[] = [
    { containers: [appContainer(small, small)] },
    { containers: [{ name: 'app' }] },
    { containers: [appContainer({ memory: '3Gi' })] },
    { containers: [appContainer({ cpu: '1' })] },
    { containers: [appContainer({ memory: '16Mi' })] },
    { containers: [appContainer({ memory: '17Mi' })] },
    { containers: [appContainer({ memory: '16Gi' })] },
    { containers: [appContainer({ memory: '15.95Gi' })] },
    { containers: [appContainer({ memory: '64Gi' })] },
    { containers: [appContainer({ memory: '-1Gi', cpu: 1 })] },
    { containers: [appContainer({ memory: '-20Gi', cpu: 1 })] },
    // No part of a negative sum is left for the containers if the Pod requests no memory.
    {
      containers: [
        appContainer({ memory: '-3Gi' }),
        { ...appContainer({ memory: '1Gi' }), name: 'b' },
      ],
      resources: { requests: { cpu: '1' } },
    },
    { containers: [appContainer({ memory: '1.0000001' })] },
    {
      priority: 2_000_001_000,
      priorityClassName: 'system-node-critical',
      containers: [{ name: 'app' }],
    },
    {
      priority: 2_000_000_000,
      priorityClassName: 'system-cluster-critical',
      containers: [{ name: 'app' }],
    },
    { priority: 1_000, priorityClassName: 'system-node-critical', containers: [{ name: 'app' }] },
  ];
  for (const spec of specs) {
    yield { pod: podOf(spec), memoryCapacity: NODE };
  }
  const annotations = { 'kubernetes.io/config.mirror': 'x' };
  const containers = [{ name: 'app' }];
  const priorityClassName = 'system-node-critical';
  yield {
    pod: { metadata: { annotations }, spec: { priorityClassName, containers } },
    memoryCapacity: NODE,
  };
  const status = { qosClass: 'Burstable' };
  yield {
    pod: { spec: { containers: [appContainer(small, small)] }, status },
    memoryCapacity: NODE,
  };
  // The kubelet goes by any class in the status, even one that does not exist.
  yield { pod: { spec: { containers }, status: { qosClass: 'Unknown' } }, memoryCapacity: NODE };
  const proxy = { name: 'proxy', restartPolicy: 'Always' };
  for (const memory of ['1Gi', '3Gi', '5Gi']) {
    const initContainers = [{ ...proxy, resources: { requests: { memory } } }, { name: 'init' }];
    const both = [
      appContainer({ memory: '3Gi' }),
      { ...appContainer({ memory: '2Gi' }), name: 'log' },
    ];
    yield { pod: podOf({ initContainers, containers: both }), memoryCapacity: NODE };
    for (const whole of [{ memory: '11Gi' }, { memory: '1Gi' }, { cpu: '2' }]) {
      const resources = { requests: whole };
      yield { pod: podOf({ initContainers, containers: both, resources }), memoryCapacity: NODE };
    }
  }
}

/** The score that the parts of an explanation lead to; undefined if they are too large for exact numbers. */
function scoreFromParts({ rule, memory }: ContainerOomScoreAdj): number | undefined {
  if (memory === undefined) {
    return rule === 'BEST_EFFORT' ? 1000 : -997;
  }
  const { containerRequestBytes, lowestAppRequestBytes = 0, podShareBytes } = memory;
  const own = rule === 'LOWEST_APP_REQUEST' ? lowestAppRequestBytes : containerRequestBytes;
  const thousandths = 1000 * (own + podShareBytes);
  if (!Number.isSafeInteger(thousandths)) {
    return undefined;
  }
  const raw = 1000 - Number(BigInt(thousandths) / BigInt(memory.nodeCapacityBytes));
  return raw === memory.rawScore ? Math.max(raw === 1000 ? 999 : raw, 3) : Number.NaN;
}

/** Explains a difference by the amounts of memory that count for the score of a container. */
function explainScoreMemory(
  pod: Pod,
): (container: ContainerResources) => () => DeviationId | undefined {
  const requestOf = ({ resources }: ResourceLists): Quantity | undefined =>
    parsedAmounts(resources.value).requests.memory;
  const ofPod = parsedAmounts(podLevelResources(pod)).requests.memory;
  const options = { skipPodLevelResources: true, excludeOverhead: true };
  const sum = ofPod && podRequests(pod, options).memory;
  const apps = containerResources(pod)
    .filter(({ kind }) => kind === 'app')
    .map(requestOf);
  return (container) =>
    explainAmounts(
      0,
      requestOf(container),
      ofPod,
      sum,
      ...(container.kind === 'sidecar' ? apps : []),
    );
}

const oomScoreAdj: Operation = {
  name: 'qos.oomScoreAdj',
  program: 'kubernetes',
  examples: oomScoreCases,
  generate: oomScoreCase,
  compare(input, theirs, comparison) {
    const pod = givenPod(input);
    const nodeMemoryCapacity = (input as JsonObject).memoryCapacity as string;
    const compute = (given: Json) =>
      namesOf(pod).map(
        (name) => containerOomScoreAdj(given as Pod, name, { nodeMemoryCapacity }).oomScoreAdj,
      );
    const ours = attempt(() => compute(pod as Json));
    if (compareRejection(pod as Json, theirs, ours, comparison, compute)) {
      return;
    }
    const scores = theirs.out as unknown as readonly number[];
    const explainMemory = explainScoreMemory(pod);
    containerResources(pod).forEach((container, index) => {
      const { name, kind } = container;
      const explain = explainMemory(container);
      comparison.field(`score of ${name}`, scores[index], ours.value?.[index], explain);
      const explained = containerOomScoreAdj(pod, name, { nodeMemoryCapacity });
      const fromParts = scoreFromParts(explained) ?? scores[index];
      comparison.field(`score of ${name} from its parts`, scores[index], fromParts, explain);
      comparison.field(`kind of ${name}`, kind, explained.kind);
    });
  },
  kind(input, theirs) {
    const scores = (theirs.out ?? []) as number[];
    const bands = scores.map((score) => (score > 3 && score < 999 ? 'between' : score));
    return `${theirs.err},${[...new Set(bands)].sort()},${kindOfPod(input)}`;
  },
};

/** OOM scores of containers. */
export const oomScoreOperations: readonly Operation[] = [oomScoreAdj];
