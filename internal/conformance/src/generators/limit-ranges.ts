import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { Maker } from './maker.js';

const BOUNDED = ['cpu', 'cpu', 'memory', 'ephemeral-storage', 'example.com/gpu', 'hugepages-2Mi'];
const RATIOS: readonly Json[] = ['1', '1.5', '2', '2500m', '3', '10', '0.5', 1.0078125, '0', '1n'];
const TYPES = ['Container', 'Container', 'Container', 'Pod', 'Pod', 'PersistentVolumeClaim', 'x/y'];

function item(random: Random, maker: Maker, type: string): JsonObject {
  const names = () =>
    type === 'PersistentVolumeClaim'
      ? [random.pick(['storage', 'storage', 'requests.storage'])]
      : Array.from({ length: 1 + random.below(2) }, () => random.pick(BOUNDED));
  const bounds = () => maker.list(names());
  return {
    type,
    ...random.maybe(60, () => ({ min: bounds() })),
    ...random.maybe(60, () => ({ max: bounds() })),
    ...random.maybe(40, () => ({ default: bounds() })),
    ...random.maybe(40, () => ({ defaultRequest: bounds() })),
    ...random.maybe(40, () => ({
      maxLimitRequestRatio: Object.fromEntries(names().map((name) => [name, random.pick(RATIOS)])),
    })),
  };
}

function limitRange(random: Random, maker: Maker): JsonObject {
  const limits = Array.from({ length: random.below(4) }, () =>
    item(random, maker, random.pick(TYPES)),
  );
  return { metadata: { name: 'limits', namespace: 'default' }, spec: { limits } };
}

function pod(random: Random, maker: Maker): JsonObject {
  const annotations = random.percent(10) ? { annotations: { 'example.com/a': 'b' } } : {};
  return maker.pod({ name: 'new', namespace: 'default', ...annotations }, undefined);
}

/** A Pod, and LimitRanges to fill it in from. */
export function podAndLimitRanges(random: Random): JsonObject {
  const maker = new Maker(random);
  const count = random.percent(70) ? 1 : random.below(4);
  return {
    limitRanges: Array.from({ length: count }, () => limitRange(random, maker)),
    pod: pod(random, maker),
  };
}

/** A LimitRange, and a Pod or a claim that may break it. */
export function boundedObject(random: Random): JsonObject {
  const maker = new Maker(random);
  const range = limitRange(random, maker);
  if (random.percent(80)) {
    return { limitRange: range, pod: pod(random, maker) };
  }
  const resources = random.percent(80) ? { requests: maker.list(['storage']) } : {};
  return { limitRange: range, claim: { metadata: { name: 'new' }, spec: { resources } } };
}

const container = (name: string, resources: JsonObject): JsonObject => ({ name, resources });
const ONE = { cpu: '1', memory: '1Gi' };

/** Pods that say everything, nothing, or half. */
const PODS: readonly JsonObject[] = [
  { containers: [{ name: 'a' }] },
  { containers: [container('a', { requests: ONE, limits: ONE })] },
  { containers: [container('a', { limits: { cpu: '3' } }), container('b', { requests: ONE })] },
  { containers: [container('a', { requests: { cpu: '0' }, limits: { cpu: '0' } })] },
  {
    initContainers: [
      { ...container('s', { requests: { cpu: '500m' } }), restartPolicy: 'Always' },
      container('i', { requests: { cpu: '5' }, limits: { cpu: '8' } }),
    ],
    containers: [container('a', { requests: { cpu: '2' }, limits: { cpu: '3' } })],
    overhead: { cpu: '10' },
  },
  {
    resources: { requests: { cpu: '9', 'hugepages-2Mi': '4Mi' }, limits: { memory: '9Gi' } },
    containers: [{ name: 'a' }],
  },
  { containers: [container('a', { requests: { cpu: '128' }, limits: { cpu: '129' } })] },
];

const ITEMS: readonly JsonObject[] = [
  { type: 'Container' },
  { type: 'Container', max: { cpu: '2' }, min: { cpu: '100m', memory: '64Mi' } },
  { type: 'Container', default: { cpu: '1' }, defaultRequest: { memory: '1Gi' } },
  { type: 'Container', min: { cpu: '2' }, default: { cpu: '1' } },
  { type: 'Container', max: { cpu: '9Ei' }, min: { cpu: '9223372036854775807' } },
  { type: 'Container', maxLimitRequestRatio: { cpu: '1', memory: '1.5' } },
  { type: 'Pod', min: { cpu: '3', 'hugepages-2Mi': '2Mi' }, max: { cpu: '4', memory: '2Gi' } },
  { type: 'Pod', maxLimitRequestRatio: { cpu: '1500m' } },
  { type: 'Pod', default: { cpu: '1' } },
  { type: 'Container', default: { cpu: '100n' }, max: { memory: '1.0000000001Ki' } },
];

const rangeOf = (...limits: JsonObject[]): JsonObject => ({
  metadata: { name: 'limits' },
  spec: { limits },
});

/** Each Pod with each item. */
export function* podsAndLimitRanges(): Iterable<Json> {
  for (const spec of PODS) {
    for (const one of ITEMS) {
      yield { limitRanges: [rangeOf(one)], pod: { metadata: { name: 'p' }, spec } };
    }
    yield { limitRanges: [rangeOf(...ITEMS)], pod: { spec } };
    yield { limitRanges: ITEMS.map((one) => rangeOf(one)), pod: { spec } };
  }
  yield { limitRanges: [], pod: { spec: PODS[0] as Json } };
}

/** Each Pod, and some claims, with each item. */
export function* boundedObjects(): Iterable<Json> {
  for (const spec of PODS) {
    for (const one of ITEMS) {
      yield { limitRange: rangeOf(one), pod: { spec } };
    }
    yield { limitRange: rangeOf(...ITEMS), pod: { spec } };
  }
  const claims = {
    type: 'PersistentVolumeClaim',
    min: { storage: '1Gi' },
    max: { storage: '2Gi' },
  };
  for (const requests of [{}, { storage: '1' }, { storage: '1Gi' }, { storage: '3Gi' }]) {
    yield {
      limitRange: rangeOf(claims, ITEMS[1] as JsonObject),
      claim: { spec: { resources: { requests } } },
    };
  }
}
