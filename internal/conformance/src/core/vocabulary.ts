import {
  compareApiVersions,
  controllerOf,
  mergeTolerations,
  resolveIntOrPercent,
  type Taint,
  type Toleration,
  toleratesTaint,
} from '@kubesem/core';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

const NUMBERS = words('0 1 -1 5 10 007 +3 -0 1.5 9223372036854775807 9223372036854775808 x');
const KEYS = ['', ...words('dedicated node.kubernetes.io/not-ready')];
const EFFECTS = ['', ...words('NoSchedule PreferNoSchedule NoExecute')];
const OPERATORS = ['', ...words('Equal Exists Lt Gt equal In')];

function pair(random: Random): Json {
  const value = () => random.pick(random.percent(70) ? NUMBERS : ['', 'gpu']);
  const equal = value();
  return {
    toleration: {
      ...random.maybe(80, () => ({ key: random.pick(KEYS) })),
      ...random.maybe(90, () => ({ operator: random.pick(OPERATORS) })),
      ...random.maybe(80, () => ({ value: random.percent(40) ? equal : value() })),
      ...random.maybe(60, () => ({ effect: random.pick(EFFECTS) })),
    },
    taint: {
      ...random.maybe(90, () => ({ key: random.pick(KEYS) })),
      ...random.maybe(80, () => ({ value: equal })),
      ...random.maybe(90, () => ({ effect: random.pick(EFFECTS) })),
    },
    compare: random.percent(50),
  };
}

const tolerates: Operation = {
  name: 'taint.tolerates',
  program: 'staging',
  *examples() {
    const taint = { key: 'a', value: '5', effect: 'NoSchedule' };
    for (const operator of OPERATORS) {
      for (const value of ['', '4', '5', '6', '05']) {
        yield { toleration: { key: 'a', operator, value }, taint, compare: true };
        yield { toleration: { operator, value }, taint, compare: false };
      }
    }
  },
  generate: pair,
  compare(input, { out }, comparison) {
    const { toleration, taint, compare } = input as unknown as {
      readonly toleration: Toleration;
      readonly taint: Taint;
      readonly compare: boolean;
    };
    const options = { taintTolerationComparisonOperators: compare };
    comparison.field('tolerates', out, toleratesTaint(toleration, taint, options));
    if (!compare) {
      comparison.field('by default', out, toleratesTaint(toleration, taint));
    }
  },
  kind: (input, { out }) =>
    `${out},${(input as unknown as { toleration: Toleration }).toleration.operator}`,
};

const PERCENTAGES = [
  ...words('0% 1% 25% 33% 50% 99% 100% 101% 250% 1000000% +5% -5% -25% 010% % %% 1.5% 5 x% 5%5'),
  '',
  ' 5%',
];

const scaled: Operation = {
  name: 'intstr.scaled',
  program: 'staging',
  *examples() {
    for (const value of [...PERCENTAGES, 0, 3, -2, 2147483647]) {
      for (const total of [0, 1, 3, 10]) {
        yield { value, total, up: total % 2 === 0 };
        yield { value, total, up: total % 2 === 1 };
      }
    }
  },
  generate: (random) => ({
    value: random.percent(20)
      ? random.below(100)
      : random.percent(70)
        ? `${random.below(300)}%`
        : random.pick(PERCENTAGES),
    total: random.below(random.pick([10, 1000, 1_000_000])),
    up: random.percent(50),
  }),
  compare(input, { err, out }, comparison) {
    const { value, total, up } = input as { value: string | number; total: number; up: boolean };
    const ours = attempt(() =>
      resolveIntOrPercent(value, { of: total, round: up ? 'up' : 'down' }),
    );
    comparison.field('value', err ?? out, ours.code ? 'IntOrPercent' : ours.value);
  },
  kind(input, { err }) {
    const { value, up } = input as { value: string | number; up: boolean };
    return `${err},${up},${String(value).replace(/\d+/g, '1')}`;
  },
};

const VERSIONS = words(
  'v1 v2 v10 v01 v1beta1 v1beta2 v2beta1 v1alpha1 v1alpha10 v2alpha1 foo v v1beta v1rc1 V1 v99999999999999999999 v1beta99999999999999999999 bar',
);

const compareVersions: Operation = {
  name: 'version.compare',
  program: 'staging',
  *examples() {
    for (const a of VERSIONS) {
      yield* VERSIONS.slice(0, 12).map((b) => ({ a, b }));
    }
  },
  generate(random) {
    const version = () =>
      random.percent(60)
        ? `v${random.below(4)}${random.pick(['', 'alpha', 'beta'])}${random.pick(['', '1', '2', '03'])}`
        : random.pick(VERSIONS);
    return { a: version(), b: version() };
  },
  compare(input, { out }, comparison) {
    const { a, b } = input as { a: string; b: string };
    // The result of Go is positive if the first one is more stable; ours is for `sort`.
    comparison.field('order', out, 0 - Math.sign(compareApiVersions(a, b)) + 0);
  },
  kind(input, { out }) {
    const { a, b } = input as { a: string; b: string };
    return `${out},${`${a},${b}`.replace(/\d+/g, '1')}`;
  },
};

function toleration(random: Random): JsonObject {
  const seconds = () => ({ tolerationSeconds: random.pick([0, 10, 20, -1]) });
  return {
    ...random.maybe(80, () => ({ key: random.pick(['', 'a', 'a', 'b']) })),
    ...random.maybe(80, () => ({ operator: random.pick(OPERATORS) })),
    ...random.maybe(60, () => ({ value: random.pick(['', 'x', 'y']) })),
    ...random.maybe(60, () => ({ effect: random.pick(EFFECTS) })),
    ...random.maybe(30, seconds),
  };
}

/** The fields that Go writes. */
function tolerationText({ key, operator, value, effect, tolerationSeconds }: Toleration): string {
  return JSON.stringify([key || '', operator || '', value || '', effect || '', tolerationSeconds]);
}

const merged: Operation = {
  name: 'tolerations.merge',
  program: 'kubernetes',
  *examples() {
    const exists = { key: 'a', operator: 'Exists' };
    for (const effect of ['', 'NoExecute', 'NoSchedule']) {
      for (const operator of OPERATORS) {
        yield { first: [{ key: 'a', operator, effect }], second: [exists] };
        yield { first: [exists], second: [{ key: 'a', operator, effect }] };
        yield { first: [{ key: 'a', operator, effect }, { operator }], second: [exists] };
      }
    }
  },
  generate: (random) => ({
    first: random.list(4, () => toleration(random)),
    second: random.list(4, () => toleration(random)),
  }),
  compare(input, { out }, comparison) {
    const { first, second } = input as unknown as Readonly<Record<string, readonly Toleration[]>>;
    const theirs = (out as unknown as readonly Toleration[]).map(tolerationText);
    const ours = mergeTolerations(first, second).map(tolerationText);
    comparison.field('merged', theirs.join(' '), ours.join(' '));
  },
  kind(input, { out }) {
    const { first, second } = input as unknown as Readonly<Record<string, readonly Toleration[]>>;
    return `${first?.length},${second?.length},${(out as unknown as readonly Json[]).length}`;
  },
};

const controller: Operation = {
  name: 'owner.controller',
  program: 'staging',
  *examples() {
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u1' };
    for (const ownerReferences of [
      ...[null, [], [owner], [{ ...owner, controller: true }], [{ controller: true }]],
      [{ ...owner, controller: null }],
      [{ ...owner, controller: false }, owner, { name: 'x', controller: true }],
    ]) {
      yield { metadata: { ownerReferences } };
    }
    yield {};
  },
  generate: (random) => ({
    metadata: {
      ownerReferences: random.list(4, () => ({
        ...random.maybe(90, () => ({ apiVersion: random.pick(['apps/v1', 'v1', '']) })),
        ...random.maybe(90, () => ({ kind: random.pick(['ReplicaSet', 'Job', '']) })),
        ...random.maybe(90, () => ({ name: random.pick(['web', 'api', '']) })),
        ...random.maybe(90, () => ({ uid: random.pick(['u1', 'u2', '']) })),
        ...random.maybe(60, () => ({ controller: random.pick([true, true, false, null]) })),
        ...random.maybe(20, () => ({ blockOwnerDeletion: true })),
      })),
    },
  }),
  compare(input, { out }, comparison) {
    const { apiVersion, kind, name, uid } = (out ?? {}) as JsonObject;
    const theirs = out === null ? undefined : { apiVersion, kind, name, uid };
    const ours = controllerOf(input as object);
    comparison.field('controller', JSON.stringify(theirs), JSON.stringify(ours));
  },
  kind(input, { out }) {
    const { metadata } = input as { metadata?: { ownerReferences?: readonly object[] } };
    return `${metadata?.ownerReferences?.length},${Object.keys(out ?? {}).length},${JSON.stringify(out).length % 9}`;
  },
};

/** Small rules that many controllers share. */
export const vocabularyOperations: readonly Operation[] = [
  ...[tolerates, scaled, compareVersions],
  ...[merged, controller],
];
