import type { CgroupValues } from '@kubesem/qos';
import type { Comparison } from '../../harness/comparison.js';
import type { DeviationId } from '../../harness/deviations.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { appContainer, explainOverflow, nodePodOrBroken, podOf } from '../pod.js';
import {
  askCgroups,
  cgroupName,
  NO_SETTINGS,
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
  for (const spec of specs) {
    for (const chosen of [NO_SETTINGS, policy, factor, { ...policy, ...factor }]) {
      yield { pod: podOf(spec), settings: chosen };
    }
  }
  yield { pod: podOf(specs[2] as JsonObject), settings: { memoryThrottlingFactor: 0.9 } };
  const unknown = { spec: specs[0] as JsonObject, status: { qosClass: 'Unknown' } };
  yield { pod: unknown, settings: { ...policy, ...factor } };
}

function compareUnified(
  name: string,
  unified: TheirCgroup['unified'] | null,
  ours: CgroupValues | undefined,
  comparison: Comparison,
  explain: () => DeviationId | undefined,
): void {
  const found = {
    'memory.min': ours?.memoryMinBytes,
    'memory.low': ours?.memoryLowBytes,
    'memory.high': ours?.memoryHighBytes,
  };
  for (const [file, value] of Object.entries(found)) {
    const theirs = Number(unified?.[file] ?? 0);
    comparison.field(`${name}.${file}`, theirs, value ?? 0, explain);
  }
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
    [found.pod, ...found.containers].forEach((unified, index) => {
      compareUnified(cgroupName(index), unified, ours[index], comparison, explainOverflow(input));
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
