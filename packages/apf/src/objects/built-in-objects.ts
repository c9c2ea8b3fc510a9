import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import type { ApfConfiguration } from './configuration.js';
import { planMaintenance } from './plan-maintenance.js';

/**
 * Adds missing mandatory and suggested objects, as the API server does, even if somebody deleted them.
 *
 * @param configuration - all objects, as stored; not changed
 * @returns the same objects, followed by those that the server creates
 *
 * @example
 * ```ts
 * import { withBuiltInObjects } from '@kubesem/apf';
 *
 * const { priorityLevels } = withBuiltInObjects({ priorityLevels: [], flowSchemas: [] });
 * priorityLevels.map(({ metadata }) => metadata?.name).slice(-2) // => ['catch-all', 'exempt']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/flowcontrol/ensurer` v1.37.1.
 */
export function withBuiltInObjects(configuration: ApfConfiguration): {
  /** All PriorityLevelConfigurations. */
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
  /** All FlowSchemas. */
  readonly flowSchemas: readonly FlowSchema[];
} {
  const priorityLevels = [...configuration.priorityLevels];
  const flowSchemas = [...configuration.flowSchemas];
  for (const action of planMaintenance(configuration)) {
    if (action.verb === 'create' && action.resource === 'flowschemas') {
      flowSchemas.push(action.object);
    } else if (action.verb === 'create' && action.resource === 'prioritylevelconfigurations') {
      priorityLevels.push(action.object);
    }
  }
  return { priorityLevels, flowSchemas };
}
