import type { Pod } from '@kubesem/core';
import { applyPodDefaults } from '@kubesem/defaults/pod';
import { validatePodUpdate } from '@kubesem/validation/pod';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { checkedRefusals, compareRefusals, refusalLine, trimRefusals } from '../refusals.js';

const KEYS = ['a', 'b'];
const VALUES = ['x', 'y', ''];
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

function container(random: Random, name: string): JsonObject {
  return {
    name,
    image: random.pick(['a:1', 'a:2']),
    ...random.maybe(20, () => ({ command: random.pick([['x'], []]) })),
    ...random.maybe(20, () => ({
      resources: { requests: { cpu: random.pick(['1', '1000m', '2']) } },
    })),
  };
}

function toleration(random: Random): JsonObject {
  return {
    key: random.pick(KEYS),
    operator: 'Exists',
    effect: 'NoExecute',
    ...random.maybe(50, () => ({ tolerationSeconds: random.pick([0, 5, 60]) })),
  };
}

function term(random: Random): JsonObject {
  const requirements = (key: string) => ({
    key,
    operator: random.pick(['In', 'NotIn']),
    values: [random.pick(['x', 'y'])],
  });
  return {
    ...random.maybe(80, () => ({
      matchExpressions: random.list(2, () => requirements(random.pick(KEYS))),
    })),
    ...random.maybe(30, () => ({ matchFields: [requirements('metadata.name')] })),
  };
}

function affinity(random: Random): JsonObject {
  const preferred = {
    weight: 1,
    preference: { matchExpressions: [{ key: 'a', operator: 'Exists' }] },
  };
  const podTerm = { topologyKey: 'a', labelSelector: { matchLabels: { a: 'x' } } };
  return {
    ...random.maybe(70, () => ({
      nodeAffinity: {
        ...random.maybe(80, () => ({
          [REQUIRED]: { nodeSelectorTerms: [term(random), ...random.list(1, () => term(random))] },
        })),
        ...random.maybe(20, () => ({
          preferredDuringSchedulingIgnoredDuringExecution: [preferred],
        })),
      },
    })),
    ...random.maybe(20, () => ({ podAffinity: { [REQUIRED]: [podTerm] } })),
    ...random.maybe(10, () => ({ podAntiAffinity: {} })),
  };
}

/** Makes the fields of a spec of which some can change; each has few values, so both versions are often the same. */
const FIELDS: { readonly [field: string]: (random: Random) => Json } = {
  containers: (random) => [
    container(random, 'app'),
    ...random.list(1, () => container(random, 'b')),
  ],
  initContainers: (random) => random.list(1, () => container(random, 'init')),
  activeDeadlineSeconds: (random) => random.pick([null, 5, 6, -1, 2147483648]),
  terminationGracePeriodSeconds: (random) => random.pick([null, 1, 5, 30, -5]),
  tolerations: (random) => random.list(2, () => toleration(random)),
  schedulingGates: (random) => random.list(2, () => ({ name: random.pick(KEYS) })),
  nodeSelector: (random) =>
    random.pick<Json>([null, {}, { a: 'x' }, { a: random.pick(VALUES) }, { a: 'x', b: 'y' }]),
  affinity: (random) => random.pick<Json>([null, {}, affinity(random), affinity(random)]),
  hostNetwork: (random) => random.pick([null, false, true]),
  priorityClassName: (random) => random.pick(['', 'high']),
};

function spec(random: Random): JsonObject {
  const names = Object.keys(FIELDS).filter((name) => name === 'containers' || random.percent(40));
  return Object.fromEntries(names.map((name) => [name, FIELDS[name]?.(random) ?? null]));
}

/** The spec with other values of some fields. */
function changed(before: JsonObject, random: Random): JsonObject {
  const names = Object.keys(FIELDS).filter(() => random.percent(25));
  const others = names.map((name) => [name, FIELDS[name]?.(random) ?? null] as const);
  return { ...before, ...Object.fromEntries(others) };
}

const METADATA = { name: 'web', namespace: 'default', uid: 'u', resourceVersion: '1' };

const ANNOTATIONS = [
  'container.apparmor.security.beta.kubernetes.io/app',
  'kubernetes.io/config.mirror',
  'example.com/a',
];

function metadata(random: Random): JsonObject {
  const names = ANNOTATIONS.filter(() => random.percent(30));
  const annotations = names.map((name) => [name, random.pick(['unconfined', 'runtime/default'])]);
  return { ...METADATA, annotations: Object.fromEntries(annotations) };
}

interface Versions {
  readonly before: Pod;
  readonly after: Pod;
}

const updates: Operation = {
  name: 'pod.validateUpdate',
  program: 'kubernetes',
  *examples() {
    const containers = [{ name: 'app', image: 'a:1' }];
    yield {
      before: { metadata: METADATA, spec: { containers } },
      after: { metadata: METADATA, spec: { containers } },
    };
  },
  generate: (random) => {
    const before = spec(random);
    const after = changed(before, random);
    const [old, next] = random.percent(30)
      ? [metadata(random), metadata(random)]
      : [METADATA, METADATA];
    return { before: { metadata: old, spec: before }, after: { metadata: next, spec: after } };
  },
  compare(input, theirs, comparison) {
    const { before, after } = input as unknown as Versions;
    const [stored, pod] = [before, after].map((each) =>
      applyPodDefaults({ ...each, kind: 'Pod' }),
    ) as [Pod, Pod];
    compareRefusals(
      checkedRefusals(theirs, () => true),
      validatePodUpdate(pod, { before: stored }),
      comparison,
    );
  },
  trim: (out) => trimRefusals(out, () => true),
  kind: (input, theirs) => {
    const { before, after } = input as unknown as Versions;
    const [old, next] = [before.spec, after.spec] as [JsonObject, JsonObject];
    const changes = Object.keys(FIELDS).filter(
      (name) => JSON.stringify(old?.[name]) !== JSON.stringify(next?.[name]),
    );
    const lines = checkedRefusals(theirs, () => true).map((each) => refusalLine(each).slice(0, 60));
    return [changes.slice(0, 2), ...new Set(lines.sort())].join();
  },
};

/** How the API server validates a change of a Pod. */
export const podUpdateOperations: readonly Operation[] = [updates];
