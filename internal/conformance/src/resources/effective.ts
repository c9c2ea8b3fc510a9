import type { Pod } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type {
  PodResourcesExplanation,
  PodResourcesOptions,
  ResourceExplanation,
  ResourceQuantities,
} from '@kubesem/resources';
import { explainPodLimits, explainPodRequests, podLimits, podRequests } from '@kubesem/resources';
import { attempt, type Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Answer, Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { compareFormat } from '../quantity/record.js';
import { validQuantityText } from '../quantity/texts.js';
import { compareParts } from './parts.js';
import { compareRejection } from './pod/comparison.js';
import { podExamples } from './pod/examples.js';
import { anyPod, RESOURCES } from './pod/generator.js';

const OPTION_NAMES = [
  'UseStatusResources',
  'UseStatusResources',
  'InPlacePodLevelResourcesVerticalScalingEnabled',
  'ExcludeOverhead',
  'SkipPodLevelResources',
  'SkipContainerLevelResources',
  'UseDRANodeAllocatableResourceClaimStatus',
] as const;

/** Options of the Go helper, under their Go names; often none or one. */
function podOptions(random: Random): JsonObject {
  const options: [string, Json][] = [];
  while (options.length < 5 && random.percent(60)) {
    options.push([random.pick(OPTION_NAMES), random.percent(95)]);
  }
  if (random.percent(20)) {
    const entries = [random.pick(RESOURCES), random.pick(RESOURCES)];
    const amounts = entries.map((name) => [name, validQuantityText(random)] as const);
    options.push(['NonMissingContainerRequests', Object.fromEntries(amounts)]);
  }
  return Object.fromEntries(options);
}

const OPTIONS: readonly JsonObject[] = [
  { UseStatusResources: true },
  { UseStatusResources: true, InPlacePodLevelResourcesVerticalScalingEnabled: true },
  { ExcludeOverhead: true },
  { NonMissingContainerRequests: { cpu: '100m', memory: '200Mi', 'example.com/gpu': '1' } },
  { SkipPodLevelResources: true },
  { SkipContainerLevelResources: true },
  { UseDRANodeAllocatableResourceClaimStatus: true },
  { UseStatusResources: true, UseDRANodeAllocatableResourceClaimStatus: true },
];

/** Each Pod without options, and with each option. */
function* podsWithOptions(): Iterable<Json> {
  for (const pod of podExamples()) {
    yield { pod };
    for (const options of OPTIONS) {
      yield { pod, options };
    }
  }
}

/** Our options have the names of the Go helper, except for the first letter. */
function optionsOf(options: JsonObject): PodResourcesOptions {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      value,
    ]),
  );
}

/** An operation on a Pod with options; `compare` receives what `compute` returns if both sides accept the Pod. */
function podOperation<T>(
  name: string,
  compute: (pod: Json, options: JsonObject) => T,
  compare: (value: T, amounts: Amounts, input: PodInput, comparison: Comparison) => void,
): Operation {
  return {
    name: `pod.${name}`,
    program: 'staging',
    examples: podsWithOptions,
    generate: (random) => ({ pod: anyPod(random), options: podOptions(random) }),
    compare(input, theirs, comparison) {
      const { pod, options = {} } = input as { pod: Json; options?: JsonObject };
      const again = (given: Json) => compute(given, options);
      const ours = attempt(() => again(pod));
      if (!compareRejection(pod, theirs, ours, comparison, again)) {
        compare(ours.value as T, theirs.out as unknown as Amounts, { pod, options }, comparison);
      }
    },
    kind: (input, theirs) => kindOfPod(input as JsonObject, theirs),
  };
}

interface PodInput {
  readonly pod: Json;
  readonly options: JsonObject;
}

function resourcesOperation(
  name: 'requests' | 'limits',
  amountsOf: (pod: Pod, options: PodResourcesOptions) => ResourceQuantities,
  explain: (pod: Pod, options: PodResourcesOptions) => PodResourcesExplanation,
): Operation {
  const compute = (pod: Json, options: JsonObject) => amountsOf(pod as Pod, optionsOf(options));
  return podOperation(name, compute, (ours, amounts, { pod, options }, comparison) => {
    compareAmounts(amounts, ours, comparison);
    // The explanation must have the same values, and parts that add up to them.
    const explanations = explain(pod as Pod, optionsOf(options));
    const values = valuesOf(explanations, (how) => how.value);
    compareAmounts(amounts, values, comparison);
    for (const how of Object.values(explanations)) {
      if (how) {
        compareParts(pod as Pod, name, options, how, comparison);
      }
    }
    compareForms(pod, (given) => compute(given, options), comparison);
  });
}

/** One amount of each explanation, without resources that have none. */
function valuesOf(
  explanations: PodResourcesExplanation,
  amountOf: (how: ResourceExplanation) => Quantity | undefined,
): { readonly [resource: string]: Quantity } {
  return Object.fromEntries(
    Object.entries(explanations).flatMap(([resource, how]) => {
      const amount = how && amountOf(how);
      return amount ? [[resource, amount]] : [];
    }),
  );
}

/** A Pod without a status can also be passed as a template or as its spec. */
function compareForms(
  pod: Json,
  compute: (pod: Json) => ResourceQuantities,
  comparison: Comparison,
): void {
  const { spec, status } = pod as JsonObject;
  if (status === undefined && typeof spec === 'object' && spec !== null) {
    const expected = JSON.stringify(compute(pod));
    comparison.field('of the spec alone', expected, JSON.stringify(compute(spec)));
    const template = { metadata: { labels: {} }, spec };
    comparison.field('of a template', expected, JSON.stringify(compute(template)));
  }
}

/** What the containers request together is what the explanation says, before Pod-level resources and overhead. */
function containersOperation(
  name: string,
  explain: (pod: Pod, options: PodResourcesOptions) => PodResourcesExplanation,
): Operation {
  // The Go function ignores the options of NO_PARTS.
  const compute = (pod: Json, options: JsonObject) =>
    explain(pod as Pod, { ...optionsOf(options), ...NO_PARTS });
  return podOperation(name, compute, (explanations, amounts, _, comparison) => {
    const total = ({ sources }: ResourceExplanation) =>
      sources.find(({ decides }) => decides)?.total;
    compareAmounts(amounts, valuesOf(explanations, total), comparison);
  });
}

const NO_PARTS: PodResourcesOptions = {
  skipContainerLevelResources: false,
  skipPodLevelResources: true,
  excludeOverhead: true,
};

/** The kind of a case: its options, and how many resources result. */
function kindOfPod({ options }: JsonObject, theirs: Answer): string {
  return `${Object.keys((options ?? {}) as JsonObject)
    .sort()
    .join()},${theirs.err ?? Object.keys(theirs.out as JsonObject).length}`;
}

/** A quantity as the oracle reports it. */
interface Amount {
  readonly string: string;
  readonly canonical: string;
  readonly format: string;
  readonly unscaled: string;
  readonly exponent: number;
}

/** Amounts by resource name. */
type Amounts = { readonly [resource: string]: Amount };

/** Compares two lists of amounts: names, and value, format and text of each. */
function compareAmounts(
  theirs: Amounts,
  ours: { readonly [resource: string]: Quantity | undefined },
  comparison: Comparison,
): void {
  const names = Object.keys(theirs).sort().join();
  comparison.field('names', names, Object.keys(ours).sort().join());
  for (const [name, amount] of Object.entries(theirs)) {
    const quantity = ours[name];
    if (quantity !== undefined) {
      compareAmount(name, amount, quantity, comparison);
    }
  }
}

function compareAmount(
  name: string,
  { string, canonical, format, unscaled, exponent }: Amount,
  ours: Quantity,
  comparison: Comparison,
): void {
  comparison.field(`${name} string`, string, ours.toString());
  comparison.field(`${name} canonical`, canonical, ours.mul(1).toString());
  compareFormat(`${name} format`, format, ours, comparison);
  const rounded = String(ours.scaledValue(exponent));
  const isExact = rounded === unscaled && ours.neg().scaledValue(exponent) === -BigInt(unscaled);
  comparison.field(
    `${name} value`,
    `${unscaled}e${exponent}`,
    isExact ? `${unscaled}e${exponent}` : `${ours}`,
  );
}

/** Effective requests and limits of Pods. */
export const effectiveOperations: readonly Operation[] = [
  resourcesOperation('requests', podRequests, explainPodRequests),
  resourcesOperation('limits', podLimits, explainPodLimits),
  containersOperation('aggregateContainerRequests', explainPodRequests),
  containersOperation('aggregateContainerLimits', explainPodLimits),
];
