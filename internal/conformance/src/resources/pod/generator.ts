import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import { validQuantityText } from '../../quantity/texts.js';

/** Resource names; common ones are repeated. */
export const RESOURCES: readonly string[] = words(`
  cpu cpu cpu memory memory memory hugepages-2Mi hugepages-1Gi hugepages- ephemeral-storage
  example.com/gpu pods __proto__ constructor Cpu hugepages
`);

/** Few amounts, so ties, zeros and changes of format are common. */
const AMOUNTS: readonly Json[] = [
  ...words(`
    0 0Ki 0m 1 2 100m 250m 1500m 0.5 1Gi 1.5Gi 512Mi 1G 1048576Ki 1k +326 007 1e3 1E3 3.M 100n
    1u -1u -1 -1Gi 0.0001 1.0000000001Ki 9Ei 9223372036854775807 9007199254740993
    4611686018427387904 0.1Ki -100m -0.5Gi -1.50000000000000000000 1.00000000000000000001
    1234567890123456789012m -12345678901234567890 0.00000000000000000000
  `),
  ...[0, 1, 2, 0.5, 1000, -1],
];
const INVALID_AMOUNTS: readonly Json[] = [
  '',
  '1GB',
  'a',
  '1 Gi',
  '1.5.',
  true,
  {},
  [],
  '1e',
  '--1',
];

function amount(random: Random): Json {
  const kind = random.below(1000);
  if (kind < 850) {
    return random.pick(AMOUNTS);
  }
  if (kind < 997) {
    return validQuantityText(random);
  }
  return kind < 999 ? null : random.pick(INVALID_AMOUNTS);
}

/** A list with at least one entry: Kubernetes stores no empty ones. */
function resourceList(random: Random): JsonObject {
  const count = 1 + random.below(random.percent(80) ? 3 : 6);
  return Object.fromEntries(
    Array.from({ length: count }, () => [random.pick(RESOURCES), amount(random)]),
  );
}

/** Requests and limits, in the shapes that decide a QoS class. */
function requirements(random: Random): JsonObject {
  const kind = random.below(10);
  if (kind < 3) {
    const both = { cpu: amount(random), memory: amount(random) };
    return kind === 0
      ? { limits: both }
      : { limits: both, requests: kind === 1 ? both : { cpu: both.cpu } };
  }
  return {
    ...random.maybe(70, () => ({ requests: resourceList(random) })),
    ...random.maybe(60, () => ({ limits: resourceList(random) })),
    ...random.maybe(3, () => ({ claims: [{ name: 'claim' }] })),
  };
}

const NAMES = ['a', 'b', 'c', 'd', '__proto__', ''];

function container(random: Random, isInit: boolean): Json {
  return {
    name: random.pick(NAMES),
    ...random.maybe(85, () => ({ resources: random.percent(97) ? requirements(random) : null })),
    ...random.maybe(5, () => ({
      resizePolicy: [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }],
    })),
    ...random.maybe(isInit ? 60 : 5, () => ({
      restartPolicy: random.pick([
        ...words('Always Always Always Never OnFailure always'),
        ...['', null],
      ]),
    })),
  };
}

function containerStatus(random: Random): Json {
  return {
    name: random.pick(NAMES),
    ...random.maybe(60, () => ({ allocatedResources: resourceList(random) })),
    ...random.maybe(60, () => ({ resources: requirements(random) })),
  };
}

function claimStatus(random: Random): Json {
  return {
    resourceClaimName: 'claim',
    ...random.maybe(70, () => ({ containers: random.list(3, () => random.pick(NAMES)) })),
    mapping: random.list(2, () => ({
      name: random.pick(RESOURCES),
      ...random.maybe(80, () => ({ quantity: amount(random) })),
    })),
    overhead: random.list(2, () => ({
      name: random.pick(RESOURCES),
      ...random.maybe(70, () => ({ perPod: amount(random) })),
      ...random.maybe(70, () => ({ perContainer: amount(random) })),
    })),
  };
}

function status(random: Random): JsonObject {
  const condition = () => ({
    type: random.pick(['PodResizePending', 'PodResizePending', 'Ready']),
    status: random.pick(['True', 'True', 'False']),
    reason: random.pick(['Infeasible', 'Infeasible', 'Deferred', '']),
  });
  return {
    ...random.maybe(40, () => ({ conditions: random.list(3, condition) })),
    ...random.maybe(80, () => ({
      containerStatuses: random.list(4, () => containerStatus(random)),
    })),
    ...random.maybe(50, () => ({
      initContainerStatuses: random.list(3, () => containerStatus(random)),
    })),
    ...random.maybe(30, () => ({ allocatedResources: resourceList(random) })),
    ...random.maybe(30, () => ({ resources: requirements(random) })),
    ...random.maybe(30, () => ({
      nodeAllocatableResourceClaimStatuses: random.list(2, () => claimStatus(random)),
    })),
    ...random.maybe(10, () => ({
      qosClass: random.pick(['Guaranteed', 'Burstable', 'BestEffort']),
    })),
  };
}

/** A Pod spec with the fields that requests, limits, defaults and QoS depend on. */
function podSpec(random: Random): JsonObject {
  return {
    containers: random.list(3, () => container(random, false)),
    ...random.maybe(60, () => ({
      initContainers: random.list(4, () => container(random, true)),
    })),
    ...random.maybe(15, () => ({
      ephemeralContainers: random.list(2, () => container(random, false)),
    })),
    ...random.maybe(30, () => ({ overhead: resourceList(random) })),
    ...random.maybe(40, () => ({ resources: requirements(random) })),
  };
}

/** Values of a wrong type for most fields; no empty object, because Kubernetes stores none. */
const WRONG_TYPES: readonly Json[] = [5, 'x', true, [1], ['x'], [null], [[]], { a: 1 }, null];

/** Changes the type of one field at any depth. */
function withWrongType(random: Random, value: Json): Json {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || random.percent(20)) {
    return random.pick(WRONG_TYPES);
  }
  const key = random.pick(keys);
  const changed = Object.entries(value as JsonObject).map(
    ([name, inner]) => [name, name === key ? withWrongType(random, inner) : inner] as const,
  );
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}

/** A Pod; in 2 % of all cases one field has the wrong type. */
export function anyPod(random: Random): JsonObject {
  const made = validPod(random);
  return random.percent(2) ? { ...made, spec: withWrongType(random, made.spec as Json) } : made;
}

function validPod(random: Random): JsonObject {
  return {
    ...random.maybe(50, () => ({ apiVersion: 'v1', kind: 'Pod' })),
    metadata: { name: 'pod' },
    spec: podSpec(random),
    ...random.maybe(50, () => ({ status: status(random) })),
  };
}

/** A template for Pods. */
export function podTemplate(random: Random): JsonObject {
  return { metadata: { labels: { app: 'web' } }, spec: podSpec(random) };
}
