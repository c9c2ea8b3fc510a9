import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { words } from '../words.js';
import { Maker } from './maker.js';

const FIELDS = [
  'cpu',
  'cpu',
  'memory',
  'memory',
  'ephemeral-storage',
  'hugepages-2Mi',
  'hugepages-',
];
const OTHER_FIELDS = [
  'limits.pods',
  'requests.example.com/gpu',
  'cpu',
  '',
  'limits.',
  'Limits.cpu',
];
const DIVISORS: readonly Json[] = [
  ...['0', '1', '1m', '1k', '1Ki', '1M', '1Mi', '1Gi', '1E', '3', '0.3', '7Mi', '1n', '100u', 0, 1],
];
const CONTAINERS = ['a', 'b', 'i', 'j'];

function cluster(random: Random, maker: Maker): JsonObject {
  return {
    pod: maker.pod({ name: 'new', namespace: 'default' }, undefined),
    ...(random.percent(90)
      ? {
          allocatable: maker.list(
            ['cpu', 'memory', 'ephemeral-storage', 'hugepages-2Mi'].filter(() =>
              random.percent(85),
            ),
          ),
        }
      : {}),
  };
}

/** A Pod, and a request or limit that one of its containers is told of. */
export function resourceField(random: Random): JsonObject {
  const maker = new Maker(random);
  const field = `${random.pick(['limits', 'limits', 'requests'])}.${random.pick(FIELDS)}`;
  return {
    ...cluster(random, maker),
    container: random.pick(CONTAINERS),
    ref: {
      resource: random.percent(96) ? field : random.pick(OTHER_FIELDS),
      ...random.maybe(60, () => ({
        containerName: random.pick([...CONTAINERS, 'a', 'a', 'missing', '']),
      })),
      ...random.maybe(60, () => ({ divisor: random.pick(DIVISORS) })),
    },
  };
}

const SIZES: readonly Json[] = words('0 1 64Mi 1Gi 1G 2Gi 100m 1.5 10E -1Gi 1Ti');

/** A Pod with a volume in memory. */
export function emptyDir(random: Random): JsonObject {
  const maker = new Maker(random);
  const made = cluster(random, maker);
  const pod = made.pod as JsonObject;
  const isClassed = random.percent(15);
  const qosClass = random.pick(['Guaranteed', 'Burstable', 'BestEffort']);
  return {
    ...made,
    pod: isClassed ? { ...pod, status: { ...(pod.status as JsonObject), qosClass } } : pod,
    ...random.maybe(70, () => ({ sizeLimit: random.pick(SIZES) })),
  };
}

const LIMITED: JsonObject = {
  name: 'a',
  resources: {
    requests: { cpu: '250m', memory: '64Mi', 'hugepages-2Mi': '4Mi' },
    limits: { cpu: '1500m', memory: '1.5Gi', 'hugepages-2Mi': '4Mi', 'ephemeral-storage': '3G' },
  },
};
const SPECS: readonly JsonObject[] = [
  { containers: [LIMITED] },
  { containers: [{ name: 'a' }] },
  { containers: [{ name: 'a', resources: { limits: { cpu: '0', memory: '0' } } }] },
  { containers: [{ name: 'a' }], resources: { limits: { cpu: '3', memory: '2Gi' } } },
  { containers: [{ name: 'a' }], resources: { requests: { cpu: '3', memory: '2Gi' } } },
  { containers: [LIMITED, { name: 'b' }], initContainers: [{ name: 'i' }] },
  { containers: [LIMITED], initContainers: [{ ...LIMITED, name: 'i', restartPolicy: 'Always' }] },
  { containers: [LIMITED], overhead: { memory: '120Mi', cpu: '250m' } },
  {
    containers: [
      {
        name: 'a',
        resources: { requests: { memory: '1Gi', cpu: '1' }, limits: { memory: '1Gi', cpu: '1' } },
      },
    ],
  },
];
const ALLOCATABLE: JsonObject = { cpu: '3920m', memory: '15Gi', 'ephemeral-storage': '95G' };

/** Each request and limit of each Pod, for who asks and where. */
export function* resourceFields(): Iterable<Json> {
  for (const spec of SPECS) {
    const base = { pod: { spec }, container: 'a', allocatable: ALLOCATABLE };
    for (const resource of [
      'limits.cpu',
      'limits.memory',
      'requests.memory',
      'limits.ephemeral-storage',
    ]) {
      yield { ...base, ref: { resource } };
      yield { ...base, ref: { resource, containerName: 'a', divisor: '1m' } };
      yield { ...base, ref: { resource, containerName: 'i', divisor: '1Mi' } };
    }
    yield {
      ...base,
      ref: { resource: 'limits.hugepages-2Mi', containerName: 'a', divisor: '1Mi' },
    };
    yield {
      ...base,
      allocatable: { memory: '15Gi' },
      ref: { resource: 'limits.cpu', containerName: 'a' },
    };
    yield { ...base, ref: { resource: 'limits.cpu', containerName: 'missing' } };
    yield { ...base, ref: { resource: 'limits.pods', containerName: 'a' } };
  }
}

/** Each Pod with volumes of several limits, on nodes of several sizes. */
export function* emptyDirs(): Iterable<Json> {
  for (const spec of SPECS) {
    for (const sizeLimit of [undefined, '0', '64Mi', '1Gi', '20Gi', '-1']) {
      const limit = sizeLimit === undefined ? {} : { sizeLimit };
      yield { pod: { spec }, allocatable: ALLOCATABLE, ...limit };
      yield { pod: { spec }, allocatable: { memory: '1Gi' }, ...limit };
    }
    yield { pod: { spec }, allocatable: {} };
    yield { pod: { spec, status: { qosClass: 'BestEffort' } }, allocatable: ALLOCATABLE };
  }
}
