import type { Json, JsonObject } from '../json.js';

function pod(spec: JsonObject): JsonObject {
  return { metadata: { uid: 'a' }, spec };
}

function app(requests: JsonObject, limits: JsonObject = {}): JsonObject {
  return { name: 'app', resources: { requests, limits } };
}

/** A node of 16Gi; 3Gi are 188 thousandths of it. */
const NODE = '17179869184';

/** Cases of `qos.oomScoreAdj`: each class, the bounds, sidecars and requests of a whole Pod. */
export function* oomScoreCases(): Iterable<Json> {
  const small = { cpu: '500m', memory: '64Mi' };
  const specs: JsonObject[] = [
    { containers: [app(small, small)] },
    { containers: [{ name: 'app' }] },
    { containers: [app({ memory: '3Gi' })] },
    { containers: [app({ cpu: '1' })] },
    { containers: [app({ memory: '16Mi' })] },
    { containers: [app({ memory: '17Mi' })] },
    { containers: [app({ memory: '16Gi' })] },
    { containers: [app({ memory: '15.95Gi' })] },
    { containers: [app({ memory: '64Gi' })] },
    { containers: [app({ memory: '-1Gi', cpu: 1 })] },
    { containers: [app({ memory: '1.0000001' })] },
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
    yield { pod: pod(spec), memoryCapacity: NODE };
  }
  const annotations = { 'kubernetes.io/config.mirror': 'x' };
  const containers = [{ name: 'app' }];
  const priorityClassName = 'system-node-critical';
  yield {
    pod: { metadata: { annotations }, spec: { priorityClassName, containers } },
    memoryCapacity: NODE,
  };
  const status = { qosClass: 'Burstable' };
  yield { pod: { spec: { containers: [app(small, small)] }, status }, memoryCapacity: NODE };
  const proxy = { name: 'proxy', restartPolicy: 'Always' };
  for (const memory of ['1Gi', '3Gi', '5Gi']) {
    const initContainers = [{ ...proxy, resources: { requests: { memory } } }, { name: 'init' }];
    const both = [app({ memory: '3Gi' }), { ...app({ memory: '2Gi' }), name: 'log' }];
    yield { pod: pod({ initContainers, containers: both }), memoryCapacity: NODE };
    for (const whole of [{ memory: '11Gi' }, { memory: '1Gi' }, { cpu: '2' }]) {
      const resources = { requests: whole };
      yield { pod: pod({ initContainers, containers: both, resources }), memoryCapacity: NODE };
    }
  }
}

const settings: JsonObject = {};

/** Cases of `qos.cgroups`: where quota and limits are missing, and the bounds. */
export function* cgroupsCases(): Iterable<Json> {
  const cpus = ['0', '1m', '2m', '3m', '9m', '10m', '250m', '1', '1.0001', '255.9', '256', '300'];
  for (const cpu of cpus) {
    yield { pod: pod({ containers: [app({ cpu }, { cpu })] }), settings };
  }
  const both = { cpu: '300m', memory: '100Mi' };
  const specs: JsonObject[] = [
    { containers: [app(both, both)] },
    { containers: [app({}, both)] },
    { containers: [app(both)] },
    { containers: [{ name: 'app' }] },
    { containers: [{ name: 'app' }], overhead: both },
    { containers: [app(both, both), { name: 'log' }] },
    { containers: [app(both, both)], initContainers: [{ name: 'init' }] },
    { containers: [app(both, both)], ephemeralContainers: [{ name: 'debug' }] },
    { containers: [app(both, both), { name: 'log' }], resources: { limits: { cpu: '1' } } },
    { containers: [app(both, both), { name: 'log' }], resources: { limits: { memory: '1Gi' } } },
    { containers: [{ name: 'app' }], resources: { requests: both, limits: both } },
    { containers: [{ name: 'app' }], resources: { limits: { 'hugepages-2Mi': '4Mi' } } },
    {
      containers: [
        app({ 'hugepages-2Mi': '6Mi' }, { 'hugepages-2Mi': '6Mi', 'hugepages-1Gi': '2Gi' }),
      ],
      resources: { limits: { 'hugepages-2Mi': '8Mi' } },
    },
  ];
  for (const spec of specs) {
    yield { pod: pod(spec), settings };
    yield { pod: pod(spec), settings: { cpuCFSQuota: false } };
    yield { pod: pod(spec), settings: { cpuCFSQuotaPeriodMicroseconds: 5000 } };
  }
}

/** Cases of `qos.memoryQos`: both settings, apart and together. */
export function* memoryQosCases(): Iterable<Json> {
  const policy = { memoryReservationPolicy: 'TieredReservation' };
  const factor = { memoryThrottlingFactor: 0.9, allocatableMemory: '8Gi' };
  const specs: JsonObject[] = [
    { containers: [app({ memory: '64Mi', cpu: 1 }, { memory: '64Mi', cpu: 1 })] },
    { containers: [app({ memory: '64Mi' }, { memory: '100Mi' })] },
    { containers: [app({ memory: '64Mi' })] },
    { containers: [app({}, { memory: '100Mi' })] },
    { containers: [{ name: 'app' }] },
    {
      containers: [app({ memory: '64Mi' }), { name: 'log' }],
      resources: { limits: { memory: '1Gi' } },
    },
    { containers: [app({ memory: '64Mi' })], resources: { requests: { memory: '1Gi' } } },
  ];
  for (const spec of specs) {
    for (const chosen of [settings, policy, factor, { ...policy, ...factor }]) {
      yield { pod: pod(spec), settings: chosen };
    }
  }
  yield { pod: pod(specs[2] as JsonObject), settings: { memoryThrottlingFactor: 0.9 } };
}

/** Cases of `qos.tiers`: none, and one of each class. */
export function* tiersCases(): Iterable<Json> {
  const even = { cpu: '2', memory: '3Gi' };
  const pods = [
    pod({ containers: [app(even, even)] }),
    pod({ containers: [app({ cpu: '1500m', memory: '1Gi' })] }),
    pod({ containers: [{ name: 'app' }] }),
  ];
  for (const chosen of [settings, { memoryReservationPolicy: 'TieredReservation' }]) {
    yield { pods: [], settings: chosen };
    yield { pods, settings: chosen };
  }
}

/** Cases of `qos.cpuWeight`: the bounds, and each power of two. */
export function* sharesCases(): Iterable<Json> {
  for (const shares of [2, 3, 102, 1023, 1024, 1025, 262_143, 262_144]) {
    yield { shares };
  }
  for (let shares = 4; shares < 262_144; shares *= 2) {
    yield { shares };
  }
}

/** Cases of `qos.evictionRank`: each reason that comes before another, for each signal. */
export function* evictionCases(): Iterable<Json> {
  const named = (uid: string, memory: string, priority: number): JsonObject => ({
    metadata: { uid },
    spec: {
      priority,
      containers: [app({ memory, 'ephemeral-storage': memory })],
      volumes: [{ name: 'scratch', emptyDir: {} }],
    },
  });
  const use = (uid: string, bytes: number): JsonObject => ({
    podRef: { name: uid, namespace: 'default', uid },
    memory: { workingSetBytes: bytes },
    containers: [
      {
        name: 'app',
        rootfs: { usedBytes: bytes, inodesUsed: 7 },
        logs: { usedBytes: 5, inodesUsed: 3 },
      },
    ],
    volume: [{ name: 'scratch', usedBytes: 11, inodesUsed: 2 }],
    process_stats: { process_count: bytes % 97 },
  });
  const pods = [
    named('within', '2Gi', 0),
    named('above-high', '64Mi', 9),
    named('above-low', '64Mi', 3),
    named('above-low-more', '32Mi', 3),
    named('above-low-again', '64Mi', 3),
    named('unknown', '64Mi', 100),
    named('critical', '1Mi', 2_000_000_000),
  ];
  const stats = pods
    .map(({ metadata }) => (metadata as { uid: string }).uid)
    .filter((uid) => uid !== 'unknown')
    .map((uid) => use(uid, 134_217_728));
  const files = ['nodefs', 'imagefs', 'containerfs'].flatMap((name) => [
    `${name}.available`,
    `${name}.inodesFree`,
  ]);
  for (const signal of [
    'memory.available',
    'allocatableMemory.available',
    'pid.available',
    ...files,
  ]) {
    for (const [withImageFs, split] of [
      [false, false],
      [true, false],
      [true, true],
    ] as const) {
      yield { pods, stats, signal, withImageFs, split };
    }
  }
}
