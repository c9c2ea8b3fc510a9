// Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `lockAndDigestConfigObjects`.
import { type FlowSchema, fieldPath, type PriorityLevelConfiguration } from '@kubesem/core';
import { ABSENT, fields, readIterable } from '@kubesem/core/internal';
import type { ApfConfiguration } from '../objects/configuration.js';
import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from '../objects/mandatory-objects.js';
import { requestClassifier } from '../requests/classifier.js';
import { inMatchingOrder, nameOf } from '../requests/classify.js';
import type { RequestDigest } from '../requests/digest.js';
import { type WorkEstimateContext, workEstimate } from '../requests/estimate-work.js';
import type { WorkEstimate } from '../requests/work-estimate.js';
import {
  borrowSeats,
  type ConcurrencyLimits,
  concurrencyLimits,
  concurrencyShares,
  maxSeatsOf,
} from './concurrency-limits.js';
import { queuingConfig } from './priority-level.js';
import { NO_SEAT_DEMAND } from './seat-demand.js';

/** A priority level as a server uses it. */
export interface EffectiveLevel extends ConcurrencyLimits {
  /** The object, as stored or built in. */
  readonly configuration: PriorityLevelConfiguration;
  /** Whether the object is mandatory and missing, so the server uses the built-in one. */
  readonly isImagined: boolean;
  /** Maximum number of seats that one request should occupy; 0 if the level sets no limit. */
  readonly maxSeats: number;
  /** Whether the level has more than one queue, so the flow of a request matters. */
  readonly shardsFlows: boolean;
  /**
   * Its seats when the server starts, before it has seen any demand. With 0 seats, its first request waits until
   * the server divides the seats again, up to 10 seconds later, even if no other request executes.
   */
  readonly initialLimit: number;
}

/** The objects that a server uses. */
export interface EffectiveConfiguration {
  /** The priority levels in use: the stored ones, then the built-in ones. */
  readonly levels: readonly EffectiveLevel[];
  /** The FlowSchemas in use, in the order in which they are tried. Missing mandatory ones are built in. */
  readonly flowSchemas: readonly FlowSchema[];
  /** Names of the FlowSchemas that are not used, because their priority level does not exist. */
  readonly dangling: readonly string[];
}

const priorityLevelOf = (schema: FlowSchema): string =>
  fields(schema, ABSENT).at('spec').at('priorityLevelConfiguration').text('name');

/**
 * Selects the FlowSchemas that a server uses.
 *
 * @param flowSchemas - all FlowSchemas, as stored
 * @param levels - names of the priority levels that exist and do not contradict themselves
 * @returns the FlowSchemas of such a level, in the order in which they are tried, with the missing mandatory ones: `exempt`
 *   first and `catch-all` last; and the names of the others
 */
export function usableFlowSchemas(
  flowSchemas: Iterable<FlowSchema>,
  levels: ReadonlySet<string>,
): { readonly used: readonly FlowSchema[]; readonly dangling: readonly string[] } {
  const ordered = inMatchingOrder(flowSchemas);
  const used = ordered.filter((schema) => levels.has(priorityLevelOf(schema)));
  const dangling = ordered.filter((schema) => !levels.has(priorityLevelOf(schema))).map(nameOf);
  const [exempt, catchAll] = MANDATORY_FLOW_SCHEMAS as readonly [FlowSchema, FlowSchema];
  const names = new Set(used.map(nameOf));
  if (!names.has(nameOf(exempt))) {
    used.unshift(exempt);
  }
  if (!names.has(nameOf(catchAll))) {
    used.push(catchAll);
  }
  return { used, dangling };
}

/**
 * Returns the mandatory priority levels that a server uses although they are missing.
 *
 * @param names - names of the existing priority levels
 * @returns the missing mandatory objects
 */
export function missingMandatoryLevels(
  names: ReadonlySet<string>,
): readonly PriorityLevelConfiguration[] {
  return MANDATORY_PRIORITY_LEVELS.filter((level) => !names.has(nameOf(level)));
}

/**
 * Computes the priority levels and FlowSchemas that a server uses when it starts.
 *
 * @param configuration - all objects, as stored; {@link storableConfiguration} drops those that cannot be stored
 * @param serverConcurrencyLimit - seats of the server
 * @returns the priority levels with their seats, and the FlowSchemas
 *
 * @example
 * ```ts
 * import { effectiveConfiguration } from '@kubesem/apf';
 *
 * const spec = { matchingPrecedence: 500, priorityLevelConfiguration: { name: 'gone' }, rules: [] };
 * const flowSchemas = [{ metadata: { name: 'builds' }, spec }];
 * const { levels, dangling } = effectiveConfiguration({ priorityLevels: [], flowSchemas }, 600);
 * levels.map(({ configuration, nominalLimit }) => [configuration.metadata?.name, nominalLimit]) // => [
 * //   ['catch-all', 600],
 * //   ['exempt', 0],
 * // ]
 * dangling // => ['builds']
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `lockAndDigestConfigObjects`.
 */
export function effectiveConfiguration(
  configuration: ApfConfiguration,
  serverConcurrencyLimit: number,
): EffectiveConfiguration {
  const given = readIterable(configuration.priorityLevels, fieldPath('priorityLevels'));
  const stored = [...given].filter((level) => queuingConfig(level));
  const names = new Set(stored.map(nameOf));
  const imagined = missingMandatoryLevels(names);
  const { used, dangling } = usableFlowSchemas(configuration.flowSchemas, names);
  const all = [...stored, ...imagined];
  const shareSum = all.reduce((sum, level) => sum + concurrencyShares(level), 0);
  const levels = all.map((level) => {
    const limits = concurrencyLimits(level, serverConcurrencyLimit, shareSum);
    const response = fields(level, ABSENT).at('spec').at('limited').at('limitResponse');
    const queuing = response.at('queuing');
    return {
      ...limits,
      configuration: level,
      isImagined: imagined.includes(level),
      maxSeats: queuing.isPresent
        ? maxSeatsOf(limits.nominalLimit, queuing.integer('handSize') ?? 0)
        : 0,
      shardsFlows: response.text('type') === 'Queue' && (queuing.integer('queues') ?? 0) > 1,
    };
  });
  const initial = initialLimits(levels);
  return {
    levels: levels.map((level) => ({ ...level, initialLimit: initial.get(level) ?? 0 })),
    flowSchemas: used,
    dangling,
  };
}

/** Divides the seats among levels without any demand so far, in the order of their names. */
function initialLimits<T extends Omit<EffectiveLevel, 'initialLimit'>>(
  levels: readonly T[],
): ReadonlyMap<T, number> {
  const ordered = [...levels].sort((a, b) =>
    nameOf(a.configuration) < nameOf(b.configuration) ? -1 : 1,
  );
  const { currentLimits } = borrowSeats(
    ordered.map((level) => ({
      ...level,
      isExempt: level.configuration.spec?.type === 'Exempt',
      currentLimit: 0,
      stats: NO_SEAT_DEMAND,
    })),
  );
  return new Map(ordered.map((level, i) => [level, currentLimits[i] as number]));
}

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
 * import { effectiveClassifier, effectiveConfiguration, requestFromUrl, withBuiltInObjects } from '@kubesem/apf';
 *
 * const stored = withBuiltInObjects({ priorityLevels: [], flowSchemas: [] });
 * const classify = effectiveClassifier(effectiveConfiguration(stored, 600), { objects: { objectCount: 5000 } });
 * const user = { name: 'jane', groups: ['system:authenticated'] };
 * const { priorityLevel, workEstimate } = classify(requestFromUrl('GET', '/api/v1/pods', user), '/api/v1/pods');
 * priorityLevel // => 'global-default'
 * workEstimate.initialSeats // => 8
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `startRequest`.
 */
export function effectiveClassifier(
  { levels, flowSchemas }: EffectiveConfiguration,
  context: Omit<WorkEstimateContext, 'maxSeats'> = {},
): (request: RequestDigest, url: string) => EffectiveClassification {
  const byName = new Map(levels.map((level) => [nameOf(level.configuration), level]));
  const classify = requestClassifier(flowSchemas);
  return (request, url) => {
    const found = classify(request);
    const level = byName.get(found?.priorityLevel ?? '');
    return {
      flowSchema: found === undefined ? '' : nameOf(found.flowSchema),
      priorityLevel: found?.priorityLevel ?? '',
      flowDistinguisher: level?.shardsFlows ? (found?.flowDistinguisher ?? '') : '',
      workEstimate: workEstimate(request.requestInfo, url, {
        ...context,
        maxSeats: level?.maxSeats,
      }),
    };
  };
}
