import { effectiveConfiguration, planMaintenance } from '@kubesem/apf';
import { type FlowSchema, fieldPath, type PriorityLevelConfiguration } from '@kubesem/core';
import { objectsOf, readIterable } from '@kubesem/core/internal';
import type { SimulatedServer } from '../scenario/scenario.js';

/**
 * An object of a simulated server that a real API server would ignore, delete or reset.
 *
 * - `IGNORED`: the priority level of a FlowSchema does not exist
 * - `DELETED`: the API server deletes the object within a minute
 * - `RESET`: the API server resets the spec of the object within a minute
 */
export interface ServerWarning {
  /** What happens to the object. */
  readonly code: 'IGNORED' | 'DELETED' | 'RESET';
  /** Resource of the object, as in a URL. */
  readonly resource: 'flowschemas' | 'prioritylevelconfigurations';
  /** Name of the object. */
  readonly name: string;
}

/**
 * Lists the objects of a simulated server that a real API server would ignore, delete or reset.
 *
 * @param server - the server, as for `simulate`
 * @returns a warning for each such object
 *
 * @example
 * ```ts
 * import { serverWarnings } from '@kubesem/apf-simulator';
 *
 * const spec = { matchingPrecedence: 500, priorityLevelConfiguration: { name: 'gone' }, rules: [] };
 * serverWarnings({ flowSchemas: [{ metadata: { name: 'builds' }, spec }] }) // => [
 * //   { code: 'IGNORED', resource: 'flowschemas', name: 'builds' },
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/flowcontrol/ensurer` v1.37.1.
 */
export function serverWarnings(server: SimulatedServer): readonly ServerWarning[] {
  const { suggestedObjects = true } = server;
  const priorityLevels = [...readIterable(server.priorityLevels, fieldPath('priorityLevels'))];
  const flowSchemas = [...readIterable(server.flowSchemas, fieldPath('flowSchemas'))];
  const plan = planMaintenance({ priorityLevels, flowSchemas });
  const created = plan.flatMap((action) =>
    suggestedObjects && action.verb === 'create' && action.resource !== 'flowschemas'
      ? [action.object]
      : [],
  );
  const levels = [...priorityLevels, ...created];
  const { dangling } = effectiveConfiguration({ priorityLevels: levels, flowSchemas }, 1);
  const given: readonly (PriorityLevelConfiguration | FlowSchema)[] = [
    ...priorityLevels,
    ...flowSchemas,
  ];
  const current = new Set<unknown>(objectsOf(given).map(({ spec }) => spec));
  return [
    ...dangling.map((name): ServerWarning => ({ code: 'IGNORED', resource: 'flowschemas', name })),
    ...plan.flatMap((action): ServerWarning[] => {
      const { verb, resource, name } = action;
      const isReset = verb === 'update' && !current.has(action.object.spec);
      return verb === 'delete' || isReset
        ? [{ code: verb === 'delete' ? 'DELETED' : 'RESET', resource, name }]
        : [];
    }),
  ];
}
