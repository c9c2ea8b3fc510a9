import type { Pod } from '@kubesem/core';
import { explainPodQosClass, podQosClass } from '@kubesem/qos';
import { attempt } from '../comparison.js';
import * as generators from '../generators/pod.js';
import { pods } from '../generators/pod-examples.js';
import type { Json, JsonObject } from '../json.js';
import type { Operation } from '../operation.js';
import { kindOfSpec } from './pod-kind.js';
import { compareRefusal } from './pod-refusal.js';

const qos: Operation = {
  name: 'pod.qos',
  program: 'kubernetes',
  *examples() {
    for (const pod of pods()) {
      yield { pod };
    }
  },
  generate: (random) => ({ pod: generators.pod(random) }),
  compare(input, theirs, comparison) {
    const { pod } = input as { pod: Json };
    const ours = attempt(() => podQosClass(pod as Pod));
    if (!compareRefusal(pod, theirs, ours, comparison)) {
      const { class: theirClass, kubectl } = theirs.out as JsonObject;
      comparison.field('class', theirClass, ours.value);
      comparison.field('class in kubectl', kubectl, ours.value);
      comparison.field('class explained', theirClass, explainPodQosClass(pod as Pod).qosClass);
    }
  },
  kind: (input, theirs) =>
    `${theirs.err ?? JSON.stringify(theirs.out)},${kindOfSpec((input as JsonObject).pod)}`,
};

/** The QoS class. */
export const qosOperations: readonly Operation[] = [qos];
