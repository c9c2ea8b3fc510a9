import type { Pod } from '@kubesem/core';
import { type FormatPodTableOptions, formatPodTable } from '@kubesem/lifecycle';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { podExamples } from './examples.js';
import { NOW, podWithStatus } from './generator.js';

interface TableCase {
  readonly pods: readonly Pod[];
  readonly now: string;
  readonly options: FormatPodTableOptions;
}

/** Texts that the printer cuts, replaces or measures in another way than it prints them. */
const HOSTILE = [
  'é',
  '漢字漢字漢字漢字漢字',
  '😀😀😀',
  'a\tb',
  'a\vb\vcccccccccc',
  'x\ny',
  'x\r',
  '\f',
  '\u001b[31mred',
  '',
];

function options(random: Random): JsonObject {
  return {
    ...random.maybe(30, () => ({ wide: true })),
    ...random.maybe(30, () => ({ allNamespaces: true })),
    ...random.maybe(30, () => ({ noHeaders: true })),
    ...random.maybe(30, () => ({ showLabels: true })),
    ...random.maybe(30, () => ({
      labelColumns: random.list(2, () => random.pick(['app', 'example.com/tier', 'a/b/é', ''])),
    })),
  };
}

function pods(random: Random): JsonObject[] {
  const few = random.list(4, () => podWithStatus(random));
  // The printer aligns a hundred rows at a time.
  const many = random.percent(5) ? 95 + random.below(120) : 0;
  const all = [...Array.from({ length: many }, () => ({})), ...few];
  return all.map((pod) => (random.percent(many > 0 ? 2 : 15) ? hostile(random, pod) : pod));
}

function hostile(random: Random, pod: JsonObject): JsonObject {
  const text = random.pick(HOSTILE);
  const { metadata, status } = pod as { metadata?: JsonObject; status?: JsonObject };
  return random.percent(50)
    ? { ...pod, status: { ...status, reason: text } }
    : { ...pod, metadata: { ...metadata, name: text } };
}

const table: Operation = {
  name: 'pods.table',
  program: 'kubernetes',
  *examples() {
    const examples = [...podExamples()];
    for (const wide of [false, true]) {
      yield { pods: examples, now: NOW, options: { wide, allNamespaces: wide, showLabels: wide } };
    }
    yield { pods: [], now: NOW, options: {} };
  },
  generate: (random): Json => ({ pods: pods(random), now: NOW, options: options(random) }),
  compare(input, theirs, comparison) {
    const { pods, now, options } = input as unknown as TableCase;
    const { text } = theirs.out as { readonly text: string };
    comparison.field('text', text, formatPodTable(pods, { now, ...options }));
  },
  candidates: 1500,
  kind(input, { out }) {
    const { pods, options } = input as unknown as TableCase;
    const { text } = out as { readonly text: string };
    return [
      pods.length > 100 || Object.keys(options),
      /\.\.\.|\^\[|[^\n -~]/.exec(text)?.[0],
    ].join();
  },
};

/** Tables of `kubectl get pods`. */
export const podsTableOperations: readonly Operation[] = [table];
