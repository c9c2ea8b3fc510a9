// Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`lockAndDigestConfigObjects`).
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import {
  type ConcurrencyLimits,
  concurrencyLimits,
  concurrencyShares,
  maxSeatsOf,
} from '../engine/concurrency-limits.js';
import { queuingConfig } from '../engine/priority-level.js';
import { nameOf } from '../requests/classify.js';
import {
  type ApfConfiguration,
  missingMandatoryLevels,
  usableFlowSchemas,
} from './apf-configuration.js';

/** A priority level as a server uses it. */
export interface EffectiveLevel extends ConcurrencyLimits {
  /** The object, as stored or imagined. */
  readonly configuration: PriorityLevelConfiguration;
  /** Whether the object is mandatory and missing, so that the server goes on as if it were there. */
  readonly isImagined: boolean;
  /** The most seats that one request should occupy; 0 if the level sets no bound. */
  readonly maxSeats: number;
  /** Whether it has more than one queue, so that the flow of a request matters. */
  readonly shardsFlows: boolean;
}

/** What a server makes of its configuration. */
export interface EffectiveConfiguration {
  /** The priority levels that it uses: those that are stored, and behind them those that are imagined. */
  readonly levels: readonly EffectiveLevel[];
  /**
   * The flow schemas that it uses, in the order in which they are tried; the mandatory ones are imagined where they
   * are missing.
   */
  readonly flowSchemas: readonly FlowSchema[];
  /** Names of the flow schemas that it does not use, because their level does not exist. */
  readonly dangling: readonly string[];
}

/**
 * Tells what a server makes of its configuration when it starts.
 *
 * @param configuration - all objects, as stored; {@link validateFlowSchema} and {@link validatePriorityLevel} tell which
 *   ones would not be
 * @param serverConcurrencyLimit - the seats of the server
 * @returns its priority levels with their seats, and its flow schemas
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
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`lockAndDigestConfigObjects`).
 */
export function effectiveConfiguration(
  configuration: ApfConfiguration,
  serverConcurrencyLimit: number,
): EffectiveConfiguration {
  const stored = [...configuration.priorityLevels].filter((level) => queuingConfig(level));
  const names = new Set(stored.map(nameOf));
  const imagined = missingMandatoryLevels(names);
  const { used, dangling } = usableFlowSchemas(configuration.flowSchemas, names);
  const all = [...stored, ...imagined];
  const shareSum = all.reduce((sum, level) => sum + concurrencyShares(level), 0);
  const levels = all.map((level): EffectiveLevel => {
    const limits = concurrencyLimits(level, serverConcurrencyLimit, shareSum);
    const { type, queuing } = level.spec?.limited?.limitResponse ?? {};
    return {
      ...limits,
      configuration: level,
      isImagined: imagined.includes(level),
      maxSeats: queuing ? maxSeatsOf(limits.nominalLimit, queuing.handSize ?? 0) : 0,
      shardsFlows: type === 'Queue' && (queuing?.queues ?? 0) > 1,
    };
  });
  return { levels, flowSchemas: used, dangling };
}
