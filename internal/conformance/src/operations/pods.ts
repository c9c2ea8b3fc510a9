import type { Pod } from '@kubesem/core';
import {
  explainPodLimits,
  explainPodRequests,
  type PodResourcesExplanation,
  type PodResourcesOptions,
  podLimits,
  podRequests,
  type ResourceQuantities,
} from '@kubesem/resources';
import { attempt } from '../comparison.js';
import * as generators from '../generators/pod.js';
import { podsWithOptions } from '../generators/pod-examples.js';
import type { Json, JsonObject } from '../json.js';
import type { Answer, Operation } from '../operation.js';
import { type Amounts, compareAmounts } from './amounts.js';
import { compareRefusal } from './pod-refusal.js';

/** Our options are named as the helper's, but for the first letter. */
function optionsOf(options: JsonObject = {}): PodResourcesOptions {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      value,
    ]),
  );
}

function resourcesOperation(
  name: string,
  compute: (pod: Pod, options: PodResourcesOptions) => ResourceQuantities,
  explain: (pod: Pod, options: PodResourcesOptions) => PodResourcesExplanation,
): Operation {
  return {
    name: `pod.${name}`,
    program: 'staging',
    examples: podsWithOptions,
    generate: (random) => ({ pod: generators.pod(random), options: generators.podOptions(random) }),
    compare(input, theirs, comparison) {
      const { pod, options } = input as { pod: Json; options?: JsonObject };
      const ours = attempt(() => compute(pod as Pod, optionsOf(options)));
      if (!compareRefusal(pod, theirs, ours, comparison)) {
        const amounts = theirs.out as unknown as Amounts;
        compareAmounts(amounts, ours.value as ResourceQuantities, comparison);
        // The twin that explains has to end at the same values.
        const explained = Object.entries(explain(pod as Pod, optionsOf(options)));
        const values = explained.map(([resource, how]) => [resource, how?.value] as const);
        compareAmounts(amounts, Object.fromEntries(values), comparison);
      }
    },
    kind: (input, theirs) => kindOfPod(input as JsonObject, theirs),
  };
}

/** What is special about a Pod: the fields and options that it has. */
function kindOfPod({ options }: JsonObject, theirs: Answer): string {
  return `${Object.keys((options ?? {}) as JsonObject)
    .sort()
    .join()},${theirs.err ?? Object.keys(theirs.out as JsonObject).length}`;
}

/** Requests and limits of Pods. */
export const podOperations: readonly Operation[] = [
  resourcesOperation('requests', podRequests, explainPodRequests),
  resourcesOperation('limits', podLimits, explainPodLimits),
];
