import type { Comparison } from '../../harness/comparison.js';
import type { DeviationId } from '../../harness/deviations.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { explainAmounts } from '../../quantity/int64.js';
import { appContainer, nodePodOrBroken, podOf } from '../pod.js';
import {
  askCgroups,
  NO_SETTINGS,
  type OurCgroup,
  randomSettings,
  type TheirCgroup,
} from './kubelet.js';

/** A Pod and the settings of a kubelet with Memory QoS. */
function memoryQosCase(random: Random): Json {
  return { pod: nodePodOrBroken(random), settings: randomSettings(random, true) };
}

/** Both settings, alone and together. */
function* memoryQosCases(): Iterable<Json> {
  const policy = { memoryReservationPolicy: 'TieredReservation' };
  const factor = { memoryThrottlingFactor: 0.9, allocatableMemory: '8Gi' };
  const specs: JsonObject[] = [
    { containers: [appContainer({ memory: '64Mi', cpu: 1 }, { memory: '64Mi', cpu: 1 })] },
    { containers: [appContainer({ memory: '64Mi' }, { memory: '100Mi' })] },
    { containers: [appContainer({ memory: '64Mi' })] },
    { containers: [appContainer({}, { memory: '100Mi' })] },
    { containers: [{ name: 'app' }] },
    {
      containers: [appContainer({ memory: '64Mi' }), { name: 'log' }],
      resources: { limits: { memory: '1Gi' } },
    },
    { containers: [appContainer({ memory: '64Mi' })], resources: { requests: { memory: '1Gi' } } },
  ];
  // The API server rejects negative amounts.
  for (const [request, limit] of [
    ['-1Gi', '-1Gi'],
    ['-5000', '1Gi'],
    ['-1Gi', '64Mi'],
    ['1', '-1'],
  ]) {
    const amounts = [{ memory: request as string }, { memory: limit as string }] as const;
    const [requests, limits] = amounts;
    specs.push({ containers: [appContainer(...amounts)] });
    specs.push({ containers: [appContainer(...amounts)], resources: { requests, limits } });
  }
  for (const spec of specs) {
    for (const chosen of [NO_SETTINGS, policy, factor, { ...policy, ...factor }]) {
      yield { pod: podOf(spec), settings: chosen };
    }
  }
  yield { pod: podOf(specs[2] as JsonObject), settings: { memoryThrottlingFactor: 0.9 } };
  // Beyond 2^53, where a float64 skips odd amounts.
  const podLevel = {
    requests: { memory: '10133099161587711' },
    limits: { memory: '10133099161587713' },
  };
  const large = { containers: [{ name: 'app' }], resources: podLevel };
  yield { pod: podOf(large), settings: { memoryThrottlingFactor: 1 } };
  const unknown = { spec: specs[0] as JsonObject, status: { qosClass: 'Unknown' } };
  yield { pod: unknown, settings: { ...policy, ...factor } };
}

function compareUnified(
  unified: TheirCgroup['unified'] | null,
  { name, values, amounts }: OurCgroup,
  comparison: Comparison,
): void {
  const { memoryRequest, memoryLimit } = amounts;
  const explainRequest = explainAmounts(0, ...memoryRequest);
  const explainHigh = explainAmounts(0, ...memoryRequest, ...memoryLimit);
  const compare = (file: string, value: number, explain: () => DeviationId | undefined): void =>
    comparison.field(`${name} ${file}`, Number(unified?.[file] ?? 0), value, explain);
  compare('memory.min', values.memoryMinBytes, explainRequest);
  compare('memory.low', values.memoryLowBytes, explainRequest);
  compare('memory.high', values.memoryHighBytes ?? 0, explainHigh);
}

const memoryQos: Operation = {
  name: 'qos.memoryQos',
  program: 'kubernetes',
  examples: memoryQosCases,
  generate: memoryQosCase,
  compare(input, theirs, comparison) {
    const ours = askCgroups(input, theirs, comparison);
    if (ours === undefined) {
      return;
    }
    const found = theirs.out as unknown as {
      readonly pod: TheirCgroup['unified'] | null;
      readonly containers: readonly (TheirCgroup['unified'] | null)[];
    };
    const all = [found.pod, ...found.containers];
    ours.forEach((cgroup, index) => {
      compareUnified(all[index] ?? null, cgroup, comparison);
    });
  },
  kind(_input, theirs) {
    const { pod, containers } = (theirs.out ?? {}) as unknown as {
      readonly pod?: JsonObject | null;
      readonly containers?: readonly JsonObject[];
    };
    const files = (containers ?? []).map((unified) => Object.keys(unified ?? {}).join('+'));
    return `${theirs.err},${Object.keys(pod ?? {})},${[...new Set(files)].sort()}`;
  },
};

/** Cgroups with Memory QoS. */
export const memoryQosOperations: readonly Operation[] = [memoryQos];
