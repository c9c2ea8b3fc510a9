import type { Pod } from '@kubesem/core';
import { explainPodQosClass, podQosClass } from '@kubesem/qos';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { compareRejection, kindOfSpec } from '../resources/pod/comparison.js';
import { podExamples } from '../resources/pod/examples.js';
import { anyPod } from '../resources/pod/generator.js';

const qos: Operation = {
  name: 'pod.qos',
  program: 'kubernetes',
  examples: () => [...podExamples()].map((pod) => ({ pod })),
  generate: (random) => ({ pod: anyPod(random) }),
  compare(input, theirs, comparison) {
    const { pod } = input as { pod: Json };
    const ours = attempt(() => podQosClass(pod as Pod));
    if (!compareRejection(pod, theirs, ours, comparison)) {
      const { class: theirClass, kubectl } = theirs.out as JsonObject;
      comparison.field('class', theirClass, ours.value);
      comparison.field('class in kubectl', kubectl, ours.value);
      comparison.field('class explained', theirClass, explainPodQosClass(pod as Pod).qosClass);
    }
  },
  kind: (input, theirs) =>
    `${theirs.err ?? JSON.stringify(theirs.out)},${kindOfSpec((input as JsonObject).pod)}`,
};

/** QoS class of a Pod. */
export const classOperations: readonly Operation[] = [qos];
