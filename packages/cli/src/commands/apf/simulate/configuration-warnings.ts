import { effectiveConfiguration, planMaintenance } from '@kubesem/apf';
import type { Configuration } from './read.js';

/** Says which objects a server would not use, or not leave as they are, though they can be simulated. */
export function configurationWarnings({
  priorityLevels,
  flowSchemas,
  suggestedObjects,
}: Configuration): string[] {
  const plan = planMaintenance({ priorityLevels, flowSchemas });
  const created = plan.flatMap((action) =>
    suggestedObjects && action.verb === 'create' && action.resource !== 'flowschemas'
      ? [action.object]
      : [],
  );
  const levels = [...priorityLevels, ...created];
  const { dangling } = effectiveConfiguration({ priorityLevels: levels, flowSchemas }, 1);
  const current = new Set([...priorityLevels, ...flowSchemas].map(({ spec }) => spec));
  return [
    ...dangling.map(
      (name) => `FlowSchema ${name} is ignored, because its priority level does not exist`,
    ),
    ...plan.flatMap((action) => {
      const { verb, resource, name } = action;
      const isChanged =
        verb === 'delete' || (verb === 'update' && !current.has(action.object.spec));
      const how = verb === 'delete' ? 'deletes' : 'resets';
      return isChanged ? [`${resource}/${name}: the API server ${how} it within a minute`] : [];
    }),
  ];
}
