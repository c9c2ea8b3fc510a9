import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { words } from '../words.js';
import { validQuantityText } from './quantity.js';

const PREFIXES = [
  ...['', '', ''],
  ...words(`
    requests. limits. count/ hugepages- requests.hugepages- attachable-volumes-
    deviceclass.resource.kubernetes.io/ example.com/ kubernetes.io/ requests.example.com/
    limits.example.com/ a.kubernetes.io/ notkubernetes.io/ gold.storageclass.storage.k8s.io/
    EXAMPLE.com/ a/b/ /
  `),
  `${'a'.repeat(60)}.example/`,
];
const NAMES = [
  ...words(`
    cpu memory ephemeral-storage storage pods services services.nodeports services.loadbalancers
    secrets configmaps resourcequotas persistentvolumeclaims replicationcontrollers
    requests.storage deployments.apps jobs.batch events 2Mi 1Gi
  `),
  '',
  ...words('gpu devices Gpu foo_bar -x'),
  ...['x'.repeat(63), 'x'.repeat(64)],
];
const CHARACTERS = [...'abcXYZ019-._/ é'];

function name(random: Random): string {
  const made = random.pick(PREFIXES) + random.pick(NAMES);
  return random.percent(15) ? random.edited(made, CHARACTERS) : made;
}

/** The name of a resource, or nearly one. */
export function resourceName(random: Random): Json {
  return name(random);
}

/** Every prefix with every name. */
export function* resourceNames(): Iterable<Json> {
  for (const prefix of new Set(PREFIXES)) {
    for (const rest of NAMES) {
      yield prefix + rest;
    }
  }
}

const VALUES = words(`
  0 1 3 3000m 3Ki 0.5 1500m -1 -0.5 1n 2.9999999 1e3 10E 9223372036854775 9223372036854776
  9223372036854775807 0.999 1.0000000001Ki
`);

/** A resource and an amount of it. */
export function resourceAmount(random: Random): JsonObject {
  const value = random.percent(60) ? random.pick(VALUES) : validQuantityText(random);
  return { resource: name(random), value };
}

/** Each amount of some resources. */
export function* resourceAmounts(): Iterable<Json> {
  for (const resource of [
    'cpu',
    'pods',
    'example.com/gpu',
    'count/pods',
    'requests.example.com/gpu',
    'storage',
  ]) {
    for (const value of VALUES) {
      yield { resource, value };
    }
  }
}
