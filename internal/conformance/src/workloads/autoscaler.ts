import type { HorizontalPodAutoscaler } from '@kubesem/core';
import { autoscalerRange } from '@kubesem/workloads';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';

interface AutoscalerCase {
  readonly autoscaler: HorizontalPodAutoscaler;
}

/** Around the limits. */
const COUNTS: readonly (number | null)[] = [
  ...[null, 0, 0, 1, 1, 2, 3, 10, 100, 1000, 2 ** 31 - 2, 2 ** 31 - 1],
];
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };

const autoscaler = (spec: JsonObject): Json => ({
  autoscaler: { metadata: { name: 'web', namespace: 'shop' }, spec: { scaleTargetRef, ...spec } },
});

const range: Operation = {
  name: 'autoscaler.range',
  program: 'kubernetes',
  *examples() {
    yield autoscaler({});
    for (const minReplicas of COUNTS) {
      yield autoscaler({ minReplicas });
      for (const maxReplicas of COUNTS) {
        yield autoscaler({ minReplicas, maxReplicas });
      }
    }
  },
  generate: (random) => {
    const count = () => (random.percent(50) ? random.pick(COUNTS) : random.below(2 ** 31));
    return autoscaler({
      ...random.maybe(80, () => ({ minReplicas: count() })),
      ...random.maybe(95, () => ({ maxReplicas: count() })),
    });
  },
  compare(input, theirs, comparison) {
    const { autoscaler: object } = input as unknown as AutoscalerCase;
    const { min, max, rejected } = theirs.out as JsonObject;
    const ours = autoscalerRange(object);
    comparison.field('is rejected', (rejected as string[]).length > 0, ours === undefined);
    if (ours !== undefined) {
      comparison.field('min', min, ours.min);
      comparison.field('max', max, ours.max);
    }
  },
  kind(input, { out }) {
    const { autoscaler: object } = input as unknown as AutoscalerCase;
    const { minReplicas, maxReplicas } = object.spec ?? {};
    const { rejected } = out as JsonObject;
    return JSON.stringify([minReplicas, maxReplicas, rejected]).replace(/\d{3,}/g, 'many');
  },
};

/** Ranges of autoscalers. */
export const autoscalerOperations: readonly Operation[] = [range];
