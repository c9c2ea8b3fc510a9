import type { MaintenanceAction } from '@kubesem/apf';
import type { Colors } from '../../../output/colors.js';
import { renderTable, right } from '../../../output/table.js';
import { NONE, visible } from '../../../output/text.js';
import { inOrder } from '../precedence.js';
import type { LevelReport, LevelsModel, SchemaReport } from './model.js';

/**
 * Lays out the priority levels, the flow schemas and, if wanted, the maintenance.
 *
 * @param model - what to show
 * @param unused - the flow schemas that the server ignores, because their level is missing
 * @param colors - for the terminal
 * @returns the tables
 */
export function renderLevelsModel(
  { levels, flowSchemas, maintenance }: LevelsModel,
  unused: readonly SchemaReport[],
  colors: Colors,
): string {
  return [
    renderLevels(levels, colors),
    renderFlowSchemas(flowSchemas, unused, colors),
    ...(maintenance === undefined ? [] : [renderMaintenance(maintenance, colors)]),
  ].join('\n');
}

function renderLevels(levels: readonly LevelReport[], colors: Colors): string {
  const numbers = ['SHARES', 'SEATS', 'MIN', 'MAX', 'QUEUES', 'HAND', 'LENGTH', 'SCHEMAS'];
  const rows = levels.map((level) => [
    `${visible(level.name)}${level.isImagined ? '*' : ''}`,
    level.limitResponse ?? level.type,
    `${level.nominalConcurrencyShares}`,
    `${level.nominalLimit}`,
    `${level.lowerLimit}`,
    level.type === 'Exempt' ? NONE : `${level.upperLimit}`,
    ...[level.queues, level.handSize, level.queueLengthLimit].map((each) => `${each ?? NONE}`),
    `${level.flowSchemas.length}`,
  ]);
  return renderTable(['LEVEL', 'TYPE', ...numbers.map(right)], rows, colors);
}

/** The flow schemas in the order in which they are tried. */
function renderFlowSchemas(
  flowSchemas: readonly SchemaReport[],
  unused: readonly SchemaReport[],
  colors: Colors,
): string {
  const used = new Set(flowSchemas);
  const rows = inOrder([...flowSchemas, ...unused]).map((schema) => [
    `${schema.matchingPrecedence}`,
    `${visible(schema.name)}${schema.isImagined ? '*' : ''}`,
    ...(used.has(schema)
      ? [visible(schema.priorityLevel), schema.distinguisherMethod ?? 'one']
      : [`${visible(schema.priorityLevel)} does not exist`, 'ignored']),
  ]);
  return renderTable([right('ORDER'), 'FLOW SCHEMA', 'LEVEL', 'FLOWS'], rows, colors);
}

function renderMaintenance(actions: readonly MaintenanceAction[], colors: Colors): string {
  return actions.length === 0
    ? 'The server does not change these objects.\n'
    : renderTable(
        ['SERVER', 'RESOURCE', 'NAME'],
        actions.map(({ verb, resource, name }) => [`${verb}s`, resource, visible(name)]),
        colors,
      );
}
