import { effectiveConfiguration, type MaintenanceAction, maintenanceActions } from '@kubesem/apf';
import {
  type FlowSchema,
  fieldPath,
  type PriorityLevelConfiguration,
  type Problem,
} from '@kubesem/core';
import { objectsOf, problemOf, readIterable } from '@kubesem/core/internal';
import { FLOW_SCHEMA, PRIORITY_LEVEL_CONFIGURATION } from '@kubesem/core/kinds';
import type { SimulatedServer } from '../scenario/scenario.js';

/**
 * What a real API server does with an object.
 *
 * - `OBJECT_IGNORED`: it ignores a FlowSchema whose priority level does not exist
 * - `OBJECT_DELETED`: it deletes an object that it once made and no longer suggests
 * - `OBJECT_RESET`: it resets a mandatory or suggested object that was changed
 */
export type ServerWarningCode = 'OBJECT_IGNORED' | 'OBJECT_DELETED' | 'OBJECT_RESET';

const MESSAGES: { readonly [code in ServerWarningCode]: string } = {
  OBJECT_IGNORED: 'the API server ignores it, because its priority level does not exist',
  OBJECT_DELETED: 'the API server deletes it within a minute',
  OBJECT_RESET: 'the API server resets it within a minute',
};

/**
 * Lists the objects of a simulated server that a real API server would ignore, delete or reset.
 *
 * @param server - the server, as for `simulate`
 * @returns a warning for each such `object`; `OBJECT_IGNORED` if the priority level of a FlowSchema does not exist
 *
 * @example
 * ```ts
 * import { serverWarnings } from '@kubesem/apf-simulator';
 *
 * const spec = { matchingPrecedence: 500, priorityLevelConfiguration: { name: 'gone' }, rules: [] };
 * const [warning] = serverWarnings({ flowSchemas: [{ metadata: { name: 'builds' }, spec }] });
 * warning?.code // => 'OBJECT_IGNORED'
 * warning?.object // => { kind: 'FlowSchema', name: 'builds' }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/flowcontrol/ensurer` v1.37.1.
 */
export function serverWarnings(server: SimulatedServer): readonly Problem<ServerWarningCode>[] {
  const { suggestedObjects = true } = server;
  const priorityLevels = [...readIterable(server.priorityLevels, fieldPath('priorityLevels'))];
  const flowSchemas = [...readIterable(server.flowSchemas, fieldPath('flowSchemas'))];
  const plan = maintenanceActions({ priorityLevels, flowSchemas });
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
    ...dangling.map((name) => warningOf('OBJECT_IGNORED', 'flowschemas', name)),
    ...plan.flatMap((action) => {
      const { verb, resource, name } = action;
      const isReset = verb === 'update' && !current.has(action.object.spec);
      const code = verb === 'delete' ? 'OBJECT_DELETED' : isReset ? 'OBJECT_RESET' : undefined;
      return code === undefined ? [] : [warningOf(code, resource, name)];
    }),
  ];
}

function warningOf(
  code: ServerWarningCode,
  resource: MaintenanceAction['resource'],
  name: string,
): Problem<ServerWarningCode> {
  const { kind } = resource === 'flowschemas' ? FLOW_SCHEMA : PRIORITY_LEVEL_CONFIGURATION;
  const object = { kind, name };
  return problemOf({ code, severity: 'warning', message: MESSAGES[code], object });
}
