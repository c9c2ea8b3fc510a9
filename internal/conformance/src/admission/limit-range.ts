import {
  applyLimitRanges,
  claimLimitRangeViolations,
  type LimitRangeViolation,
  limitRangeMessage,
  podLimitRangeViolations,
} from '@kubesem/admission';
import {
  formatFieldPath,
  type LimitRange,
  type PersistentVolumeClaim,
  type Pod,
} from '@kubesem/core';
import { quantityFromJSON } from '@kubesem/quantity';
import { podLimits, podRequests } from '@kubesem/resources';
import { containerResources } from '@kubesem/resources/internal';
import type { DeviationId } from '../harness/deviations.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { explainAmounts } from '../quantity/int64.js';
import { Maker } from '../resources/maker.js';

const BOUNDED = ['cpu', 'cpu', 'memory', 'ephemeral-storage', 'example.com/gpu', 'hugepages-2Mi'];
const RATIOS: readonly Json[] = ['1', '1.5', '2', '2500m', '3', '10', '0.5', 1.0078125, '0', '1n'];
/** Mixed in one LimitRange. */
const TYPES = words('Container Container Container Pod Pod PersistentVolumeClaim x/y');

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
  const annotations = random.maybe(10, () => ({ annotations: { 'example.com/a': 'b' } }));
  return maker.pod({ name: 'new', namespace: 'default', ...annotations }, undefined);
}

/** A Pod, and LimitRanges with defaults. */
function podAndLimitRanges(random: Random): JsonObject {
  const maker = new Maker(random);
  const count = random.percent(70) ? 1 : random.below(4);
  return {
    limitRanges: Array.from({ length: count }, () => limitRange(random, maker)),
    pod: pod(random, maker),
  };
}

/** A LimitRange, and a Pod or a claim that may break it. */
function boundedObject(random: Random): JsonObject {
  const maker = new Maker(random);
  const range = limitRange(random, maker);
  if (random.percent(80)) {
    return { limitRange: range, pod: pod(random, maker) };
  }
  const resources = random.maybe(80, () => ({ requests: maker.list(['storage']) }));
  return { limitRange: range, claim: { metadata: { name: 'new' }, spec: { resources } } };
}

const container = (name: string, resources: JsonObject): JsonObject => ({ name, resources });
const ONE = { cpu: '1', memory: '1Gi' };

/** Pods with all, some or no requests and limits. */
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
function* podsAndLimitRanges(): Iterable<Json> {
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
function* boundedObjects(): Iterable<Json> {
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

/** The amounts and annotations of a Pod as text. */
function resourcesOf({ metadata, spec }: Pod): string {
  const containers = [spec?.containers, spec?.initContainers].map((list) =>
    (list ?? []).map(({ name, resources }) => {
      const amounts = (['requests', 'limits'] as const).map((side) =>
        Object.entries(resources?.[side] ?? {})
          .map(([resource, amount]) => `${resource}=${quantityFromJSON(amount).mul(1)}`)
          .sort()
          .join(),
      );
      return `${name}: ${amounts.join(' of ')}`;
    }),
  );
  return JSON.stringify([containers, metadata?.annotations ?? {}]);
}

const apply: Operation = {
  name: 'limitRange.apply',
  program: 'kubernetes',
  examples: podsAndLimitRanges,
  generate: podAndLimitRanges,
  compare(input, { out }, comparison) {
    const { pod, limitRanges } = input as unknown as {
      readonly pod: Pod;
      readonly limitRanges: readonly LimitRange[];
    };
    const theirs = (out as unknown as { readonly pod: Pod }).pod;
    const ours = applyLimitRanges(pod, { limitRanges });
    comparison.field('pod', resourcesOf(theirs), resourcesOf(ours));
  },
  trim: (out) => {
    const { metadata, spec } = (out as unknown as { readonly pod: Pod }).pod;
    const { containers, initContainers } = spec ?? {};
    const kept = {
      metadata: { annotations: metadata?.annotations },
      spec: { containers, initContainers },
    };
    return JSON.parse(JSON.stringify({ pod: kept }));
  },
  kind: (_input, { out }) => {
    const { annotations } = (out as unknown as { readonly pod: Pod }).pod.metadata ?? {};
    // The number of defaults, and the kind of containers.
    const notes =
      annotations?.['kubernetes.io/limit-ranger']?.slice('LimitRanger plugin set: '.length) ?? '';
    return notes
      .split('; ')
      .map((note) => `${note.split(', ').length}${/ (request|limit) for (init)?/.exec(note)?.[0]}`)
      .slice(0, 2)
      .join();
  },
};

/** The highest value whose thousandths fit into an int64. */
const MAX_MILLI_VALUE = BigInt('9223372036854775');

interface BoundedCase {
  readonly limitRange: LimitRange;
  readonly pod?: Pod;
  readonly claim?: PersistentVolumeClaim;
}

/** A violation as the oracle reports it. */
interface TheirViolation {
  readonly item: number;
  /** Place of the container in the spec, such as `initContainers[0]`; empty for a Pod or a claim. */
  readonly container: string;
  readonly rule: string;
  readonly resource: string;
  readonly message: string;
}

/** A violation as text, with everything but its item. */
function theirText(violation: TheirViolation, { pod }: BoundedCase): string {
  const { container, rule, resource, message } = violation;
  const [, field, index] = /^(\w+)\[(\d+)\]$/.exec(container) ?? [];
  const list = field === 'containers' ? pod?.spec?.containers : pod?.spec?.initContainers;
  const name = field && list?.[Number(index)]?.name;
  const isRequest = /(No|no|but) request is /.test(message);
  const side = isRequest ? 'requests' : 'limits';
  const isTotal = pod !== undefined && container === '';
  const path = isTotal
    ? resource
    : `spec.${container && `${container}.`}resources.${side}.${resource}`;
  return JSON.stringify([rule, name, path, message]);
}

function ourText(violation: LimitRangeViolation): string {
  const { rule, container, limitType, segments, resource } = violation;
  // The total of a Pod is in no field.
  const path =
    limitType === 'Pod' ? resource : `${formatFieldPath(segments.slice(0, -1))}.${resource}`;
  return JSON.stringify([rule, container, path, limitRangeMessage(violation)]);
}

/** Our violations of a case. */
function violationsOf({ limitRange, pod, claim }: BoundedCase): readonly LimitRangeViolation[] {
  return claim
    ? claimLimitRangeViolations(claim, { limitRanges: [limitRange] })
    : podLimitRangeViolations(pod ?? {}, { limitRanges: [limitRange] });
}

/** The violations that concern a resource as one text. */
function textOf<T extends { readonly resource: string }>(
  name: string,
  violations: readonly T[],
  toText: (violation: T) => string,
): string {
  const texts = violations.filter(({ resource }) => resource === name).map(toText);
  return texts.sort().join('\n');
}

/** Explains a difference by the amounts that are compared with the bounds of one resource. */
function explainResource(
  { limitRange, pod, claim }: BoundedCase,
  item: number,
  name: string,
): DeviationId | undefined {
  const { min, max, maxLimitRequestRatio } = limitRange.spec?.limits?.[item] ?? {};
  const resources = [
    claim?.spec?.resources,
    ...containerResources(pod ?? {}).map(({ resources }) => resources.value),
    pod?.spec?.resources,
  ];
  const lists = resources.flatMap((found) => [found?.requests, found?.limits]);
  const written = [min, max, maxLimitRequestRatio, ...lists].flatMap((list) => list?.[name] ?? []);
  const options = { excludeOverhead: true, skipPodLevelResources: true };
  const sums = [podRequests(pod ?? {}, options)[name], podLimits(pod ?? {}, options)[name]];
  const amounts = [...written.map((amount) => quantityFromJSON(amount)), ...sums];
  // Thousandths are compared only if no amount is larger.
  const small = amounts.filter((amount) => amount && amount.value() <= MAX_MILLI_VALUE);
  return explainAmounts(0, ...amounts)() ?? explainAmounts(-3, ...small)();
}

const violations: Operation = {
  name: 'limitRange.violations',
  program: 'kubernetes',
  examples: boundedObjects,
  generate: boundedObject,
  compare(input, { out }, comparison) {
    const bounded = input as unknown as BoundedCase;
    const { messages, found } = out as unknown as {
      readonly messages: readonly string[];
      readonly found: readonly TheirViolation[];
    };
    // Kubernetes answers for each bound again, alone.
    const each = found.map(({ message }) => message).sort();
    comparison.field('messages of each bound', messages.join('\n'), each.join('\n'));
    const byItem = (bounded.limitRange.spec?.limits ?? []).map((item) =>
      violationsOf({ ...bounded, limitRange: { spec: { limits: [item] } } }),
    );
    byItem.forEach((ours, index) => {
      const theirs = found.filter(({ item }) => item === index);
      for (const name of new Set([...theirs, ...ours].map(({ resource }) => resource))) {
        comparison.field(
          `violations of item ${index}, ${name}`,
          textOf(name, theirs, (violation) => theirText(violation, bounded)),
          textOf(name, ours, ourText),
          () => explainResource(bounded, index, name),
        );
      }
    });
    const all = violationsOf(bounded).map(ourText);
    comparison.field('all violations', byItem.flat().map(ourText).join('\n'), all.join('\n'));
  },
  kind: (input) => {
    const found = violationsOf(input as unknown as BoundedCase);
    return [
      ...new Set(
        found.map(
          ({ rule, side, value, limitType }) =>
            `${rule} ${side} ${value === undefined ? 'missing' : 'given'} ${limitType}`,
        ),
      ),
    ]
      .sort()
      .slice(0, 3)
      .join();
  },
};

/** Defaults and bounds of LimitRanges. */
export const limitRangeOperations: readonly Operation[] = [apply, violations];
