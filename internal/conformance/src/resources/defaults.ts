import type { Pod } from '@kubesem/core';
import { quantityFromJSON } from '@kubesem/quantity';
import { applyResourceDefaults } from '@kubesem/resources';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { amountsByPath } from './pod/amounts.js';
import { compareRejection, kindOfSpec } from './pod/comparison.js';
import { podExamples } from './pod/examples.js';
import { anyPod, podTemplate } from './pod/generator.js';

/** All amounts of a Pod as canonical texts, by their paths. */
function textsOf(pod: Pod): ReadonlyMap<string, string> {
  const amounts = [...amountsByPath(pod)];
  return new Map(amounts.map(([path, { amount }]) => [path, amount.mul(1).toString()]));
}

interface Stored {
  readonly stored?: Pod;
  readonly pod?: { readonly stored?: Pod };
}

/** A template as it is stored and read back: each amount rounded and printed. */
function readBack(value: Json, isAmounts: boolean): Json {
  if (typeof value !== 'object' || value === null) {
    return isAmounts ? quantityFromJSON(value).roundUp(-3).mul(1).toString() : value;
  }
  if (Array.isArray(value)) {
    return value.map((entry: Json) => readBack(entry, false));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, Json]) => [
      key,
      readBack(inner, isAmounts || LIST_FIELDS.includes(key)),
    ]),
  );
}

const LIST_FIELDS = ['requests', 'limits', 'overhead'];

function defaultsOperation(
  name: string,
  parameter: 'pod' | 'template',
  examples: () => Iterable<Json>,
  generate: Operation['generate'],
): Operation {
  return {
    name,
    program: 'kubernetes',
    examples: () => [...examples()].map((example) => ({ [parameter]: example })),
    generate: (random) => ({ [parameter]: generate(random) }),
    compare(input, theirs, comparison) {
      const given = (input as JsonObject)[parameter] as Json;
      const ours = attempt(() => applyResourceDefaults(given as Pod));
      const compute = (pod: Json) => [...textsOf(applyResourceDefaults(pod as Pod))];
      if (compareRejection(given, theirs, ours, comparison, compute)) {
        return;
      }
      const out = theirs.out as unknown as Stored;
      const stored = parameter === 'pod' ? out.stored : out.pod?.stored;
      const theirAmounts = textsOf(stored ?? {});
      const ourAmounts = textsOf(ours.value as Pod);
      for (const path of new Set([...theirAmounts.keys(), ...ourAmounts.keys()])) {
        comparison.field(path, theirAmounts.get(path), ourAmounts.get(path), () => {
          const again = textsOf(applyResourceDefaults(readBack(given, false) as Pod));
          const isSame = parameter === 'template' && again.get(path) === theirAmounts.get(path);
          return isSame ? 'template-read-back' : undefined;
        });
      }
    },
    trim: (kept) => {
      const { stored, pod } = kept as unknown as Stored;
      return (parameter === 'pod'
        ? { stored }
        : { pod: { stored: pod?.stored } }) as unknown as Json;
    },
    kind: (input, theirs) => `${theirs.err},${kindOfSpec((input as JsonObject)[parameter])}`,
  };
}

function templateExamples(): readonly Json[] {
  return [...podExamples()].map(({ spec }) => {
    return { metadata: { labels: { app: 'web' } }, spec: spec as Json };
  });
}

/** What the API server sets and rounds when a client or a controller creates a Pod. */
export const defaultsOperations: readonly Operation[] = [
  defaultsOperation('pod.defaults', 'pod', podExamples, anyPod),
  defaultsOperation('template.defaults', 'template', templateExamples, podTemplate),
];
