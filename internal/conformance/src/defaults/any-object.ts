// Objects of every kind, made from the tables of their fields.
import type { ScalarType, StructType, ValueType } from '@kubesem/core';
import { BUILT_IN_TYPES } from '@kubesem/core/types';
import type { Json, JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';

/** Values of each type as Go writes them, the zero value of Go among them. */
const VALUES: { readonly [scalar in ScalarType]: readonly Json[] } = {
  string: ['', '', 'a', 'b'],
  boolean: [true, false],
  int32: [0, 0, 1, 8, -1, 2_147_483_647],
  int64: [0, 0, 1, 30, -1, 9_007_199_254_740_991],
  bytes: ['', 'YQ==', 'YWI='],
  time: ['2026-01-31T12:00:00Z', null],
  duration: ['1m30s', '0s'],
  quantity: [
    ...['1', '100m', '1Gi', '1024Mi', '0.0001', '1.0005', '-1.0005', '1e3', '1n', '0', 5, 0.5, 0],
    ...['9223372036854775807', '9223372036854775808', '1e30', '10E', '1.5Ei', '100u', '+1', ' 1 '],
    ...['-0', '0.1Ki', '1E', '2e-9', '123456789012345678901234567890'],
  ],
  intOrString: ['', 'http', '25%', 0, 80],
  any: [1, 'a', true, { a: [1] }, [], {}],
};

/** Texts that decide a default, by the name of the field. */
const TEXTS: { readonly [field: string]: readonly string[] | undefined } = {
  apiVersion: ['', 'v1', 'v2'],
  image: ['', 'app', 'app:latest', 'app:1.2', 'registry:5000/app', 'App', 'app@sha256:1'],
  imagePullPolicy: ['', '', 'Always', 'Never'],
  reference: ['', 'model', 'model:latest', 'model:1'],
  pullPolicy: ['', '', 'Never'],
  phase: ['', 'Active', 'Bound'],
  podIP: ['', '10.0.0.1', '10.0.0.2'],
  ip: ['', '10.0.0.1', '10.0.0.2'],
  protocol: ['', 'UDP'],
  serviceAccount: ['', 'old'],
  sessionAffinity: ['', 'None', 'ClientIP'],
  status: ['', 'False'],
  type: [
    ...['', '', 'RollingUpdate', 'RollingUpdate', 'OnDelete', 'Container', 'Container', 'Pod'],
    ...['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName', 'Limited', 'Exempt', 'x'],
  ],
};

const KEYS = ['a', 'app/b', 'constructor', '__proto__', ''];
const RESOURCES = ['cpu', 'memory', 'hugepages-2Mi', 'ephemeral-storage', 'a.b/gpu', 'constructor'];

/** Fields that lead to defaults, and are in most objects. */
const FREQUENT = new Set([
  ...['metadata', 'spec', 'status', 'template', 'jobTemplate', 'labels', 'selector', 'strategy'],
  ...['updateStrategy', 'rollingUpdate', 'behavior', 'scaleUp', 'limits', 'requests', 'resources'],
  ...['containers', 'initContainers', 'volumes', 'ports', 'hostNetwork', 'limited', 'exempt'],
  ...[
    'limitResponse',
    'queuing',
    'subsets',
    'volumeClaimTemplates',
    'volumeClaimTemplate',
    'rules',
  ],
  ...['podFailurePolicy', 'onPodConditions', 'httpGet', 'livenessProbe', 'valueFrom', 'fieldRef'],
  ...[
    'sources',
    'downwardAPI',
    'items',
    'loadBalancer',
    'ingress',
    'hard',
    'capacity',
    'env',
    'podIPs',
  ],
]);

/** Fields of metadata that no default reads. */
const RARE = new Set(['managedFields', 'ownerReferences', 'finalizers', 'affinity', 'conditions']);

/** How objects differ from what Go would write, each in percent. */
interface Oddities {
  /** A field is null. */
  readonly null: number;
  /** A field has the wrong type. */
  readonly wrong: number;
  /** A field that its type does not have is added. */
  readonly unknown: number;
}

const WRONG: readonly Json[] = [5, 0.5, true, 'a', [], {}, [1], { a: 1 }, [[]], [null]];

/** The kinds with a table, without those of metrics, which no user writes. */
export const KINDS: readonly string[] = Object.keys(BUILT_IN_TYPES).filter(
  (type) => !type.startsWith('metrics.'),
);

/** The fields of a kind, such as `apps/v1 Deployment`. */
export function typeOf(apiVersion: string, kind: string): StructType {
  return BUILT_IN_TYPES[`${apiVersion} ${kind}`] as StructType;
}

/** A random object of a random kind. */
export function anyObject(random: Random): JsonObject {
  const [apiVersion = '', kind = ''] = random.pick(KINDS).split(' ');
  const { fields, ...rest } = typeOf(apiVersion, kind);
  // These two decide how the rest is decoded.
  const { apiVersion: _, kind: __, ...others } = fields;
  const oddities = {
    null: random.pick([0, 3, 10]),
    wrong: random.pick([0, 0, 0, 0, 0, 1]),
    unknown: random.pick([0, 3]),
  };
  return { apiVersion, kind, ...structOf(random, { ...rest, fields: others }, oddities, 0) };
}

function structOf(random: Random, type: StructType, odd: Oddities, depth: number): JsonObject {
  // Some objects have nearly all of their fields, which finds fields that a rule forgets.
  const usual = random.pick([5, 15, depth > 4 ? 15 : 40]);
  const entries: [string, Json][] = [];
  for (const [name, field] of Object.entries(type.fields)) {
    const percent = FREQUENT.has(name) ? 65 : RARE.has(name) ? 2 : usual;
    if (random.percent(percent)) {
      entries.push([name, valueOf(random, field, odd, depth + 1, name)]);
    }
  }
  if (random.percent(odd.unknown)) {
    entries.push([random.pick(['constructor', '__proto__', 'other']), random.pick(WRONG)]);
  }
  return Object.fromEntries(entries) as JsonObject;
}

function valueOf(
  random: Random,
  type: ValueType,
  odd: Oddities,
  depth: number,
  name: string,
): Json {
  if (random.percent(odd.null) && type !== 'duration') {
    return null;
  }
  if (random.percent(odd.wrong)) {
    // Go also reads a list of numbers as bytes, which no user writes.
    return type === 'bytes' ? 5 : random.pick(WRONG);
  }
  if (typeof type === 'string') {
    const values = type === 'string' && Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined;
    return random.pick<Json>(values ?? VALUES[type]);
  }
  if ('list' in type) {
    return random.list(2, () => valueOf(random, type.list, odd, depth, name));
  }
  if ('map' in type) {
    const keys = random.list(3, () => random.pick(type.map === 'quantity' ? RESOURCES : KEYS));
    return Object.fromEntries(
      keys.map((key) => [key, valueOf(random, type.map, odd, depth, key)]),
    ) as JsonObject;
  }
  return structOf(random, type, odd, depth);
}
