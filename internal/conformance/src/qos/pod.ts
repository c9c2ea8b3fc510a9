import type { Pod, ResourceList, ResourceRequirements } from '@kubesem/core';
import { podContainers } from '@kubesem/core';
import { type Quantity, quantityFromJSON } from '@kubesem/quantity';
import type { Json, JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

/** Amounts as the API server stores them. */
const CPU = ['0', '1m', '100m', '250m', '1', '1500m', '2.0005', '64', '300', '1n'];
const MEMORY = words('0 1 4095 64Mi 100Mi 128974848 1Gi 1536Mi 3G 400m 16Gi');
/** Negative amounts, amounts in the decimal form, and amounts that overflow. */
const CPU_ODD = words(`
  9007199254740993 9223372036854775 1e15 -1 -100m -0.0005 -1n -1.0000000000000000001
  1.00000000000000000001 0.0000000000000000001 10E -9223372036854775808
`);
const MEMORY_ODD = words(`
  1Ei 9Ei 8191Pi 9223372036854775807 17P -1 -5000 -64Mi -1Gi -1.5 -0.5Ki -20Gi 1.5Gi 0.1Ki
  1234567890123456789012m 1073741824.0000000000 -1.00000000000000000000 18446744073709551616
`);
/** Invalid amounts, and amounts that count as zero. */
const BROKEN: readonly Json[] = ['1GB', '', true, {}, null];
/** Page sizes of several architectures, and some that no node has; a list never has two names of one size. */
const HUGEPAGES: readonly (readonly string[])[] = [
  ...words('2Mi 1Gi 64Ki 32Mi 1Mi 512Mi 16Gi 2048Ki 1048576Ki 2097152 4Mi 3000 1025Ki 0 -2Mi x'),
  '',
  '1.5',
].map((size) => [`hugepages-${size}`]);
const HUGEPAGE_PAIRS = [
  ['hugepages-2Mi', 'hugepages-1Gi'],
  ['hugepages-2048Ki', 'hugepages-64Ki'],
];
const HUGEPAGE_AMOUNTS = words('0 2Mi 2Mi 4Mi 2Gi 1Gi 3000 -2Mi -1 1.5 9Ei 1.5Mi');

/** Some amounts; without odd ones, all are as the API server stores them. */
function amounts(random: Random, oddPercent = 8): JsonObject {
  const pick = (stored: readonly string[], odd: readonly string[]): Json =>
    random.pick(random.percent(oddPercent) ? odd : stored);
  return {
    ...random.maybe(65, () => ({ cpu: pick(CPU, CPU_ODD) })),
    ...random.maybe(65, () => ({ memory: pick(MEMORY, MEMORY_ODD) })),
    ...random.maybe(15, () =>
      Object.fromEntries(
        random
          .pick([...HUGEPAGES, ...HUGEPAGE_PAIRS])
          .map((name) => [name, random.pick(HUGEPAGE_AMOUNTS)]),
      ),
    ),
    ...random.maybe(25, () => ({ 'ephemeral-storage': pick(MEMORY, MEMORY_ODD) })),
    ...random.maybe(2, () => ({ inodes: random.pick(['0', '3', '2000']) })),
    ...random.maybe(5, () => ({ 'example.com/gpu': '1' })),
  };
}

function requirements(random: Random, oddPercent?: number): JsonObject {
  const limits = amounts(random, oddPercent);
  return {
    ...random.maybe(75, () => ({
      requests: random.percent(35) ? limits : amounts(random, oddPercent),
    })),
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
  const overhead = random.maybe(20, () => ({ overhead: amounts(random) }));
  // Go adds the overhead to the Pod's own object if a Pod-level amount is in the decimal form.
  const oddPercent = overhead.overhead === undefined ? undefined : 0;
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
      ...overhead,
      ...random.maybe(25, () => ({ resources: requirements(random, oddPercent) })),
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

/** The requests and limits of a container or of `spec.resources`. */
export interface Amounts {
  readonly requests: QuantityList;
  readonly limits: QuantityList;
}
type QuantityList = { readonly [resource: string]: Quantity | undefined };

/** Parses requests and limits. */
export function parsedAmounts(
  written: Pick<ResourceRequirements, 'requests' | 'limits'> | undefined,
): Amounts {
  const parsed = (list: ResourceList | null | undefined): QuantityList =>
    Object.fromEntries(
      Object.entries(list ?? {}).map(([name, amount]) => [name, quantityFromJSON(amount)]),
    );
  return { requests: parsed(written?.requests), limits: parsed(written?.limits) };
}

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
