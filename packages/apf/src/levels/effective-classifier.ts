import { createClassifier } from '../requests/classifier.js';
import { nameOf } from '../requests/classify.js';
import type { RequestDigest } from '../requests/digest.js';
import { estimateWork, type WorkEstimateContext } from '../requests/estimate-work.js';
import type { WorkEstimate } from '../requests/work-estimate.js';
import type { EffectiveConfiguration } from './effective-configuration.js';

/** How a server treats a request. */
export interface EffectiveClassification {
  /** Name of the FlowSchema; empty if there is none. */
  readonly flowSchema: string;
  /** Name of the priority level; empty if there is none. */
  readonly priorityLevel: string;
  /** Distinguishes its flow from others of the FlowSchema; empty unless the level has more than one queue. */
  readonly flowDistinguisher: string;
  /** How many seats it occupies, and for how long. */
  readonly workEstimate: WorkEstimate;
}

/**
 * Creates a classifier for the requests to a server. It also estimates the seats of each request, within the limit of
 * its priority level.
 *
 * @param configuration - the result of `effectiveConfiguration`
 * @param context - what the server knows about the work of the requests
 * @returns a function that classifies a request, given the request and its URL
 *
 * @example
 * ```ts
 * import { createEffectiveClassifier, effectiveConfiguration, requestFromUrl, withBuiltInObjects } from '@kubesem/apf';
 *
 * const stored = withBuiltInObjects({ priorityLevels: [], flowSchemas: [] });
 * const classify = createEffectiveClassifier(effectiveConfiguration(stored, 600), { objects: { objectCount: 5000 } });
 * const user = { name: 'jane', groups: ['system:authenticated'] };
 * const { priorityLevel, workEstimate } = classify(requestFromUrl('GET', '/api/v1/pods', user), '/api/v1/pods');
 * priorityLevel // => 'global-default'
 * workEstimate.initialSeats // => 8
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `startRequest`.
 */
export function createEffectiveClassifier(
  { levels, flowSchemas }: EffectiveConfiguration,
  context: Omit<WorkEstimateContext, 'maxSeats'> = {},
): (request: RequestDigest, url: string) => EffectiveClassification {
  const byName = new Map(levels.map((level) => [nameOf(level.configuration), level]));
  const classify = createClassifier(flowSchemas);
  return (request, url) => {
    const found = classify(request);
    const level = byName.get(found?.priorityLevel ?? '');
    return {
      flowSchema: found === undefined ? '' : nameOf(found.flowSchema),
      priorityLevel: found?.priorityLevel ?? '',
      flowDistinguisher: level?.shardsFlows ? (found?.flowDistinguisher ?? '') : '',
      workEstimate: estimateWork(request.requestInfo, url, {
        ...context,
        maxSeats: level?.maxSeats,
      }),
    };
  };
}
