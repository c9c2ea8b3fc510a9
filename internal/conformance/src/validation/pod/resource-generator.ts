import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import { anyPod } from '../../resources/pod/generator.js';

/** Names that break exactly one rule, or just satisfy it. */
export const NAMES: readonly string[] = [
  ...words(`
    cpu memory ephemeral-storage storage pods services.nodeports services.x requests.cpu
    limits.memory limits.storage requests.storage resourcequotas hugepages- hugepages-2Mi
    hugepages-1.5 hugepages-999.9999m hugepages-x hugepages--1 hugepages-0 hugepages-2Mi/x
    requests.hugepages-2Mi Hugepages-1 example.com/gpu a.kubernetes.io/x kubernetes.io/
    x.kubernetes.iox/y a/b/c requests.example.com/x example.com/- _
  `),
  ...[
    '',
    'a b',
    'Example.com/x',
    'é',
    `${'a'.repeat(244)}/x`,
    `${'a'.repeat(245)}/x`,
    `a/${'x'.repeat(63)}`,
    `a/${'x'.repeat(64)}`,
    '__proto__',
    'constructor',
  ],
];

/** Amounts near the limits of the rules. */
export const AMOUNTS: readonly Json[] = [
  ...words(`
    0 1 2 3 1Mi 2Mi 4Mi 6Mi 0.5 1500m 0.0001 -1 -2Mi -0.5 400m 1.0001 2097152.0001 2097152001m
    1Gi
  `),
  ...[2097152, null],
];

function list(random: Random, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    Array.from({ length: 1 + random.below(3) }, () => [random.pick(names), random.pick(AMOUNTS)]),
  );
}

/** The usual names of resources. */
const COMMON = ['cpu', 'memory', 'hugepages-2Mi', 'hugepages-2Mi', 'example.com/gpu'];

function requirements(random: Random): Json {
  const names = random.percent(75) ? COMMON : NAMES;
  const limits = list(random, names);
  const resources: { [field: string]: Json } = {};
  if (random.percent(75)) {
    resources.limits = limits;
  }
  if (random.percent(60)) {
    resources.requests = random.percent(30) ? limits : list(random, names);
  }
  if (random.percent(25)) {
    resources.claims = claims(random);
  }
  return resources;
}

const CLAIM_NAMES: readonly Json[] = ['a', 'a', 'b', 'b/c', 'c', '', null];

function claims(random: Random): Json {
  return Array.from({ length: random.below(4) }, () =>
    random.percent(3)
      ? null
      : {
          name: random.pick(CLAIM_NAMES),
          ...random.maybe(50, () => ({
            request: random.pick(['r', 's', 'r', '', 'R', 'c', 'a.b']),
          })),
        },
  );
}

const SOURCES: readonly Json[] = ['gpu', 'gpu', 'gpu', 'a.b', 'A', '', null];

/** The claims of a Pod; most have one source. */
function podClaims(random: Random): Json {
  return Array.from({ length: random.below(4) }, () =>
    random.percent(3)
      ? null
      : {
          name: random.pick(CLAIM_NAMES),
          ...random.maybe(80, () => ({ resourceClaimName: random.pick(SOURCES) })),
          ...random.maybe(15, () => ({ resourceClaimTemplateName: random.pick(SOURCES) })),
        },
  );
}

function containers(random: Random, most: number): Json {
  return Array.from({ length: random.below(most + 1) }, () => ({
    name: random.pick(['a', 'b', 'c']),
    ...random.maybe(90, () => ({ resources: requirements(random) })),
    ...random.maybe(20, () => ({ restartPolicy: 'Always' })),
  }));
}

/** A Pod that breaks a rule about requests, limits or claims, or nearly does. */
export function podToValidate(random: Random): JsonObject {
  if (random.percent(20)) {
    return anyPod(random);
  }
  const spec: { [field: string]: Json } = { containers: containers(random, 3) };
  const maybe = (percent: number, field: string, value: () => Json): void => {
    if (random.percent(percent)) {
      spec[field] = value();
    }
  };
  maybe(40, 'initContainers', () => containers(random, 2));
  maybe(10, 'ephemeralContainers', () => containers(random, 2));
  maybe(20, 'overhead', () => list(random, random.percent(50) ? COMMON : NAMES));
  maybe(50, 'resources', () => requirements(random));
  maybe(40, 'resourceClaims', () => podClaims(random));
  maybe(10, 'os', () => ({ name: random.pick(['windows', 'linux', '']) }));
  const annotations = random.maybe(3, () => ({
    annotations: { 'kubernetes.io/config.mirror': 'a', 'kubernetes.io/config.source': 'file' },
  }));
  return { metadata: { name: 'pod', ...annotations }, spec };
}
