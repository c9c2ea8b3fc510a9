import { KubesemError } from '@kubesem/core';
import type { ApfProblem } from './objects/apf-problem.js';

/**
 * What is wrong with what was passed.
 *
 * - `NOT_POSITIVE`: a number of queues or of queues to a hand that is not a positive whole number
 * - `HAND_BEYOND_DECK`: a hand of more queues than there are
 * - `DECK_TOO_LARGE`: more than 2^26 queues
 * - `TOO_MANY_BITS`: a hand that would need more than 60 bits of the hash
 * - `INVALID_WORK`: an estimate of work that is not made of whole numbers, has a negative one, or is beyond measure
 * - `INVALID_LIMIT`: a number of seats of a server that is not a whole number, negative, or beyond 2^53
 * - `INVALID_URL`: no URL that the API server would read
 * - `MISSING_RESOURCE`: a path that ends where it should name a resource
 */
export type ApfErrorCode =
  | 'NOT_POSITIVE'
  | 'HAND_BEYOND_DECK'
  | 'DECK_TOO_LARGE'
  | 'TOO_MANY_BITS'
  | 'INVALID_WORK'
  | 'INVALID_LIMIT'
  | 'INVALID_URL'
  | 'MISSING_RESOURCE';

/**
 * Thrown where something that is no Kubernetes object, such as a number of queues, cannot be used.
 *
 * @example
 * ```ts
 * import { dealHand } from '@kubesem/apf';
 *
 * dealHand({ deckSize: 4, handSize: 5 }, { high: 0, low: 1 }) // throws HAND_BEYOND_DECK
 * ```
 */
export class ApfError extends KubesemError<ApfErrorCode> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'ApfError';
}

/** Something for which the API server would not store an object of a configuration. */
export interface ConfigurationProblem extends Omit<ApfProblem, 'code'> {
  /** `FlowSchema` or `PriorityLevelConfiguration`. */
  readonly kind: string;
  /** Name of the object. */
  readonly name: string;
  /** Stable identifier of the rule. */
  readonly code: ApfProblem['code'] | 'DUPLICATE';
}

/**
 * Thrown for a configuration that the API server would refuse; the running one stays.
 *
 * @example
 * ```ts
 * import { ApfController, VirtualClock } from '@kubesem/apf';
 *
 * const clock = new VirtualClock();
 * const flowSchemas = [{ metadata: { name: 'nowhere' }, spec: { rules: [] } }];
 * new ApfController({ clock, serverConcurrencyLimit: 10, priorityLevels: [], flowSchemas }) // throws INVALID_CONFIGURATION
 * ```
 */
export class ApfConfigurationError extends KubesemError<'INVALID_CONFIGURATION'> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'ApfConfigurationError';
  /** All that is wrong. */
  readonly problems: readonly ConfigurationProblem[];

  /**
   * Makes an error of what is wrong.
   *
   * @param problems - at least one
   */
  constructor(problems: readonly ConfigurationProblem[]) {
    const lines = problems.map(({ kind, name, message }) => `${kind} ${name}: ${message}`);
    super({ code: 'INVALID_CONFIGURATION', message: lines.join('\n') });
    this.problems = problems;
  }
}
