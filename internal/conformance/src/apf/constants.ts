import {
  APF_METRICS,
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from '@kubesem/apf';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { essence } from './objects/essence.js';

/** Operations without input have a single case. */
const constant = {
  program: 'apf',
  examples: () => [{}],
  generate: () => ({}),
  candidates: 1,
  kind: () => 'all',
} as const;

const bootstrap: Operation = {
  ...constant,
  name: 'apf.bootstrap',
  compare(_, { out }, comparison) {
    const theirs = out as { readonly [name: string]: readonly Json[] };
    const ours = {
      mandatoryFlowSchemas: MANDATORY_FLOW_SCHEMAS,
      mandatoryPriorityLevels: MANDATORY_PRIORITY_LEVELS,
      suggestedFlowSchemas: SUGGESTED_FLOW_SCHEMAS,
      suggestedPriorityLevels: SUGGESTED_PRIORITY_LEVELS,
    };
    for (const [name, objects] of Object.entries(ours)) {
      comparison.field(name, theirs[name]?.map(essence).join(), objects.map(essence).join());
    }
  },
};

const metrics: Operation = {
  ...constant,
  name: 'apf.metrics',
  compare(_, { out }, comparison) {
    const byName = (metrics: readonly JsonObject[]) =>
      new Map(
        metrics.map(({ name, type, stability, labels, buckets }) => {
          const sorted = [...(labels as string[])].sort();
          return [String(name), JSON.stringify({ type, stability, labels: sorted, buckets })];
        }),
      );
    const theirs = byName(out as JsonObject[]);
    const ours = byName(APF_METRICS as unknown as JsonObject[]);
    for (const name of new Set([...theirs.keys(), ...ours.keys()])) {
      comparison.field(name, theirs.get(name), ours.get(name));
    }
  },
};

/** Objects and metrics of the release. */
export const constantOperations: readonly Operation[] = [bootstrap, metrics];
