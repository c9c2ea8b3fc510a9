import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { words } from '../words.js';

/**
 * Amounts as the API server stores them, and a few that round or overflow. (Go's `PodRequests` adds the
 * overhead to the Pod's own object where an amount is in the decimal form, as `1.5Gi` is until it is stored.)
 */
const CPU = ['0', '1m', '100m', '250m', '1', '1500m', '2.0005', '64', '300', '1n'];
const CPU_ODD = ['9007199254740993', '9223372036854775', '1e15'];
const MEMORY = words('0 1 4095 64Mi 100Mi 128974848 1Gi 1536Mi 3G 400m 16Gi');
const MEMORY_ODD = ['1Ei', '9Ei', '8191Pi', '9223372036854775807', '17P'];
/** What is refused, and what is zero. */
const BROKEN: readonly Json[] = ['1GB', '', true, {}, null];
const HUGEPAGES = ['hugepages-2Mi', 'hugepages-1Gi', 'hugepages-64Ki', 'hugepages-32Mi'];

function amounts(random: Random): JsonObject {
  return {
    ...random.maybe(65, () => ({ cpu: random.pick(random.percent(95) ? CPU : CPU_ODD) })),
    ...random.maybe(65, () => ({
      memory: random.pick(random.percent(95) ? MEMORY : MEMORY_ODD),
    })),
    ...random.maybe(15, () => ({ [random.pick(HUGEPAGES)]: random.pick(['2Mi', '4Mi', '2Gi']) })),
    ...random.maybe(25, () => ({ 'ephemeral-storage': random.pick(MEMORY) })),
    ...random.maybe(2, () => ({ inodes: random.pick(['0', '3', '2000']) })),
    ...random.maybe(5, () => ({ 'example.com/gpu': '1' })),
  };
}

function requirements(random: Random): JsonObject {
  const limits = amounts(random);
  return {
    ...random.maybe(75, () => ({ requests: random.percent(35) ? limits : amounts(random) })),
    ...random.maybe(65, () => ({ limits })),
  };
}

function container(random: Random, name: string): JsonObject {
  return { name, ...random.maybe(85, () => ({ resources: requirements(random) })) };
}

/** Volumes of which some lie on a disk of the node. */
const VOLUMES: readonly JsonObject[] = [
  { emptyDir: {} },
  { emptyDir: { medium: '' } },
  { emptyDir: { medium: 'Memory' } },
  { emptyDir: { medium: 'HugePages' } },
  { configMap: { name: 'settings' } },
  { secret: { secretName: 'password' } },
  { hostPath: { path: '/var/log' } },
  { gitRepo: { repository: 'https://example.com/x.git' } },
  { persistentVolumeClaim: { claimName: 'data' } },
  { emptyDir: null },
];

const ANNOTATIONS: readonly JsonObject[] = [
  { 'kubernetes.io/config.source': 'api' },
  { 'kubernetes.io/config.source': 'file' },
  { 'kubernetes.io/config.mirror': 'c0ffee' },
  { team: 'web' },
];

/** A Pod as the kubelet has it: containers have names of their own, and the amounts are those of a node. */
export function nodePod(random: Random, uid = 'a'): JsonObject {
  return {
    metadata: {
      name: uid,
      uid,
      ...random.maybe(12, () => ({ annotations: random.pick(ANNOTATIONS) })),
    },
    spec: {
      containers: [
        container(random, 'app0'),
        ...random.list(2, (index) => container(random, `app${index + 1}`)),
      ],
      ...random.maybe(40, () => ({
        initContainers: random.list(3, (index) => ({
          ...container(random, `init${index}`),
          ...random.maybe(60, () => ({ restartPolicy: 'Always' })),
        })),
      })),
      ...random.maybe(10, () => ({ ephemeralContainers: [{ name: 'debug' }] })),
      ...random.maybe(20, () => ({ overhead: amounts(random) })),
      ...random.maybe(25, () => ({ resources: requirements(random) })),
      ...random.maybe(50, () => ({
        priority: random.pick([0, 7, -5, 1000, 1_999_999_999, 2_000_000_000, 2_000_001_000]),
      })),
      ...random.maybe(20, () => ({
        priorityClassName: random.pick(['system-node-critical', 'system-cluster-critical', 'high']),
      })),
      ...random.maybe(40, () => ({
        volumes: random.list(4, (index) => ({ name: `v${index}`, ...random.pick(VOLUMES) })),
      })),
    },
    ...random.maybe(15, () => ({
      status: { qosClass: random.pick(['Guaranteed', 'Burstable', 'BestEffort', '']) },
    })),
  };
}

/** Now and then with an amount of the first container that is refused, or null. */
function nodePodOrBroken(random: Random): JsonObject {
  const made = nodePod(random);
  if (random.percent(98)) {
    return made;
  }
  const requests = { [random.pick(['cpu', 'memory'])]: random.pick(BROKEN) };
  return { ...made, spec: { containers: [{ name: 'app0', resources: { requests } }] } };
}

const CAPACITIES = [
  '17179869184',
  '8000000000',
  '1',
  '16777216',
  '9223372036854775807',
  '549755813888',
];

/** A Pod and the memory of its node in bytes. */
export function oomScoreCase(random: Random): Json {
  return { pod: nodePodOrBroken(random), memoryCapacity: random.pick(CAPACITIES) };
}

function settings(random: Random, withMemoryQos: boolean): JsonObject {
  return {
    ...random.maybe(15, () => ({ cpuCFSQuota: random.percent(20) })),
    ...random.maybe(25, () => ({
      cpuCFSQuotaPeriodMicroseconds: random.pick([1000, 5000, 12_345, 100_000, 1_000_000]),
    })),
    ...random.maybe(withMemoryQos ? 60 : 0, () => ({
      memoryReservationPolicy: random.pick(['None', 'TieredReservation', 'TieredReservation']),
    })),
    ...random.maybe(withMemoryQos ? 70 : 0, () => ({
      memoryThrottlingFactor: random.pick([0.9, 0.8, 1, 0.1, 0.333, 1e-9]),
    })),
    ...random.maybe(withMemoryQos ? 70 : 0, () => ({
      allocatableMemory: random.pick(['8Gi', '31.5Gi', '1000', '7999999999']),
    })),
  };
}

/** A Pod and the settings of a kubelet. */
export function cgroupsCase(random: Random): Json {
  return { pod: nodePodOrBroken(random), settings: settings(random, false) };
}

/** A Pod and the settings of a kubelet that knows Memory QoS. */
export function memoryQosCase(random: Random): Json {
  return { pod: nodePodOrBroken(random), settings: settings(random, true) };
}

/** The Pods of a node and the settings of a kubelet. */
export function tiersCase(random: Random): Json {
  return { pods: random.list(5, () => nodePod(random)), settings: settings(random, true) };
}

const SIGNALS = words(`
  memory.available memory.available memory.available allocatableMemory.available pid.available
  pid.available nodefs.available nodefs.available nodefs.inodesFree imagefs.available
  imagefs.inodesFree containerfs.available containerfs.inodesFree
`);

/** Few, so that there are ties, and next to what is requested. */
const USES = [0, 1, 2000, 4096, 67_108_864, 67_108_865, 104_857_600, 1_610_612_736, 2 ** 45];

function used(random: Random): JsonObject {
  return {
    ...random.maybe(85, () => ({ usedBytes: random.pick(USES) })),
    ...random.maybe(85, () => ({ inodesUsed: random.pick(USES) })),
  };
}

function stats(random: Random, uid: string): JsonObject {
  return {
    podRef: { name: uid, namespace: 'default', uid },
    ...random.maybe(90, () => ({
      memory: random.maybe(95, () => ({ workingSetBytes: random.pick(USES) })),
    })),
    containers: random.list(3, (index) => ({
      name: `app${index}`,
      ...random.maybe(85, () => ({ rootfs: used(random) })),
      ...random.maybe(85, () => ({ logs: used(random) })),
    })),
    ...random.maybe(60, () => ({
      volume: random.list(4, () => ({
        name: random.pick(['v0', 'v1', 'v2', 'w']),
        ...used(random),
      })),
    })),
    ...random.maybe(85, () => ({
      process_stats: random.maybe(90, () => ({ process_count: random.pick([0, 1, 2, 40, 4096]) })),
    })),
  };
}

/** The Pods of a node, what they use, and what there is too little of. */
export function evictionCase(random: Random): Json {
  const uids = random.list(6, (index) => `uid-${index}`);
  const simple = random.percent(40);
  const pods = uids.map((uid) => {
    const pod = nodePod(random, uid);
    // Pods that have little to tell them apart.
    return simple
      ? { metadata: pod.metadata as Json, spec: { containers: [{ name: 'app0' }] } }
      : pod;
  });
  const reported = uids.filter(() => random.percent(88));
  return {
    pods,
    stats: [...reported, ...(random.percent(5) ? reported : [])].map((uid) => stats(random, uid)),
    signal: random.pick(SIGNALS),
    withImageFs: random.percent(60),
    split: random.percent(40),
  };
}
