// Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`lockAndDigestConfigObjects`).
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import { inMatchingOrder, nameOf } from './classify.js';
import { mandatoryFlowSchemas, mandatoryPriorityLevels } from './mandatory-objects.js';

/** The objects that configure a server. */
export interface ApfConfiguration {
  /** All priority levels, as stored. */
  readonly priorityLevels: Iterable<PriorityLevelConfiguration>;
  /** All flow schemas, as stored. */
  readonly flowSchemas: Iterable<FlowSchema>;
}

/** What a server makes of the flow schemas. */
export interface UsableFlowSchemas {
  /** Those that it uses, in the order in which they are tried; the mandatory ones are among them. */
  readonly used: readonly FlowSchema[];
  /** Names of those whose priority level does not exist or contradicts itself. */
  readonly dangling: readonly string[];
}

const priorityLevelOf = (schema: FlowSchema): string =>
  schema.spec?.priorityLevelConfiguration?.name ?? '';

/**
 * Chooses the flow schemas that a server uses.
 *
 * @param flowSchemas - all of them, as stored
 * @param levels - names of the priority levels that exist and are in order
 * @returns those with such a level; the mandatory ones are imagined where they are missing, `exempt` before all others
 *   and `catch-all` behind
 */
export function usableFlowSchemas(
  flowSchemas: Iterable<FlowSchema>,
  levels: ReadonlySet<string>,
): UsableFlowSchemas {
  const ordered = inMatchingOrder(flowSchemas);
  const used = ordered.filter((schema) => levels.has(priorityLevelOf(schema)));
  const dangling = ordered.filter((schema) => !levels.has(priorityLevelOf(schema))).map(nameOf);
  const [exempt, catchAll] = mandatoryFlowSchemas as readonly [FlowSchema, FlowSchema];
  const names = new Set(used.map(nameOf));
  if (!names.has(nameOf(exempt))) used.unshift(exempt);
  if (!names.has(nameOf(catchAll))) used.push(catchAll);
  return { used, dangling };
}

/**
 * The priority levels that are imagined while they are not there.
 *
 * @param names - of those that are
 * @returns the mandatory objects that are missing
 */
export function missingMandatoryLevels(
  names: ReadonlySet<string>,
): readonly PriorityLevelConfiguration[] {
  return mandatoryPriorityLevels.filter((level) => !names.has(nameOf(level)));
}
