import type { Pod } from '@kubesem/core';
import { podContainers } from '@kubesem/core';
import type { DeviationId } from '../harness/deviations.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

/**
 * Amounts as the API server stores them, and a few that round or overflow. (Go's `PodRequests` adds the
 * overhead to the Pod's own object where an amount is in the decimal form, as `1.5Gi` is until it is stored.)
 */
const CPU = ['0', '1m', '100m', '250m', '1', '1500m', '2.0005', '64', '300', '1n'];
const CPU_ODD = ['9007199254740993', '9223372036854775', '1e15'];
const MEMORY = words('0 1 4095 64Mi 100Mi 128974848 1Gi 1536Mi 3G 400m 16Gi');
const MEMORY_ODD = ['1Ei', '9Ei', '8191Pi', '9223372036854775807', '17P'];
/** Invalid amounts, and amounts that count as zero. */
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

/** Volumes, some of them on a disk of the node. */
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

/** A Pod on a node: with unique container names and realistic amounts. */
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

/** A Pod on a node; rarely with an invalid amount, or null. */
export function nodePodOrBroken(random: Random): JsonObject {
  const made = nodePod(random);
  if (random.percent(98)) {
    return made;
  }
  const requests = { [random.pick(['cpu', 'memory'])]: random.pick(BROKEN) };
  return { ...made, spec: { containers: [{ name: 'app0', resources: { requests } }] } };
}

/** A Pod with this spec. */
export function podOf(spec: JsonObject): JsonObject {
  return { metadata: { uid: 'a' }, spec };
}

/** A container named `app`. */
export function appContainer(requests: JsonObject, limits: JsonObject = {}): JsonObject {
  return { name: 'app', resources: { requests, limits } };
}

/** The Pod of a case. */
export function givenPod(input: Json): Pod {
  return (input as { readonly pod: Json }).pod as Pod;
}

/** The names of the containers, which are unique here. */
export function namesOf(pod: Pod): readonly string[] {
  return podContainers(pod).map(({ name }) => name);
}

/** Whether an amount may be beyond int64, where the kubelet's amounts overflow. */
function overflows(value: Json): boolean {
  return /[0-9]{16}|[EP]i?"|e15/.test(JSON.stringify(value));
}

/** Explains a difference by an amount of the case beyond int64. */
export const explainOverflow = (input: Json) => (): DeviationId | undefined =>
  overflows(input) ? 'int64-overflow' : undefined;

/** The kind of a Pod. */
export function kindOfPod(input: Json): string {
  const { spec, status } = givenPod(input);
  const sidecars = spec?.initContainers?.filter(({ restartPolicy }) => restartPolicy === 'Always');
  const { requests, limits } = spec?.resources ?? {};
  return [
    (sidecars?.length ?? 0) > 0,
    requests?.memory !== undefined,
    limits?.memory !== undefined,
    spec?.overhead !== undefined,
    status?.qosClass,
  ].join();
}
