import type { Pod, PodQosClass } from '@kubesem/core';
import {
  explainPodQosClass,
  type PodQosExplanation,
  podQosClass,
  type RequirementsQos,
} from '@kubesem/qos';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { compareRejection, kindOfSpec } from '../resources/pod/comparison.js';
import { podExamples } from '../resources/pod/examples.js';
import { anyPod } from '../resources/pod/generator.js';

/** The class that the reasons of an explanation lead to. */
function classFromParts({ podLevel, containers }: PodQosExplanation): PodQosClass {
  const classes = new Set((podLevel ? [podLevel] : containers).map(classFromBreaches));
  const [only = 'BestEffort'] = classes;
  return classes.size > 1 ? 'Burstable' : only;
}

function classFromBreaches({ breaches }: RequirementsQos): PodQosClass {
  if (breaches.length === 0) {
    return 'Guaranteed';
  }
  return breaches.length === 2 && breaches.every(({ rule }) => rule === 'NOT_SET')
    ? 'BestEffort'
    : 'Burstable';
}

const qos: Operation = {
  name: 'pod.qos',
  program: 'kubernetes',
  examples: () => [...podExamples()].map((pod) => ({ pod })),
  generate: (random) => ({ pod: anyPod(random) }),
  compare(input, theirs, comparison) {
    const { pod } = input as { pod: Json };
    const compute = (given: Json) => podQosClass(given as Pod);
    const ours = attempt(() => compute(pod));
    if (!compareRejection(pod, theirs, ours, comparison, compute)) {
      const { class: theirClass, kubectl } = theirs.out as JsonObject;
      comparison.field('class', theirClass, ours.value);
      comparison.field('class in kubectl', kubectl, ours.value);
      const explained = explainPodQosClass(pod as Pod);
      comparison.field('class explained', theirClass, explained.qosClass);
      comparison.field('class from its parts', theirClass, classFromParts(explained));
    }
  },
  kind: (input, theirs) =>
    `${theirs.err ?? JSON.stringify(theirs.out)},${kindOfSpec((input as JsonObject).pod)}`,
};

/** QoS class of a Pod. */
export const classOperations: readonly Operation[] = [qos];
