import type { MaintenanceAction } from '@kubesem/apf';
import { renderTable } from '../../../output/table/render.js';
import { type Layout, right, type Table, unsorted } from '../../../output/table/table.js';
import { NONE, visible } from '../../../output/text.js';
import { inOrder } from '../precedence.js';
import type { LevelReport, LevelsModel, SchemaReport } from './model.js';

/**
 * Lays out the priority levels, the flow schemas and, if wanted, the maintenance.
 *
 * @param model - what to show
 * @param unused - the flow schemas that the server ignores, because their level is missing
 * @param layout - of the tables
 * @returns the tables
 */
export function renderLevelsModel(
  { levels, flowSchemas, maintenance }: LevelsModel,
  unused: readonly SchemaReport[],
  layout: Layout,
): string {
  const further = unsorted(layout);
  return [
    renderTable(levelsTable(levels), layout),
    renderFlowSchemas(flowSchemas, unused, further),
    ...(maintenance === undefined ? [] : [renderMaintenance(maintenance, further)]),
  ].join('\n');
}

/** The table of priority levels. */
export function levelsTable(levels: readonly LevelReport[]): Table {
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
  return {
    columns: [
      'LEVEL',
      { head: 'TYPE', drop: 5 },
      right('SHARES', 4),
      right('SEATS'),
      right('MIN'),
      right('MAX'),
      right('QUEUES'),
      right('HAND', 2),
      right('LENGTH', 3),
      right('SCHEMAS', 1),
    ],
    rows,
  };
}

/** The flow schemas in the order in which they are tried. */
function renderFlowSchemas(
  flowSchemas: readonly SchemaReport[],
  unused: readonly SchemaReport[],
  layout: Layout,
): string {
  const used = new Set(flowSchemas);
  const rows = inOrder([...flowSchemas, ...unused]).map((schema) => [
    `${schema.matchingPrecedence}`,
    `${visible(schema.name)}${schema.isImagined ? '*' : ''}`,
    ...(used.has(schema)
      ? [visible(schema.priorityLevel), schema.distinguisherMethod ?? 'one']
      : [`${visible(schema.priorityLevel)} does not exist`, 'ignored']),
  ]);
  const columns = [right('ORDER'), 'FLOW SCHEMA', 'LEVEL', { head: 'FLOWS', drop: 1 }];
  return renderTable({ columns, rows }, layout);
}

function renderMaintenance(actions: readonly MaintenanceAction[], layout: Layout): string {
  return actions.length === 0
    ? 'The server does not change these objects.\n'
    : renderTable(
        {
          columns: ['SERVER', 'RESOURCE', 'NAME'],
          rows: actions.map(({ verb, resource, name }) => [`${verb}s`, resource, visible(name)]),
        },
        layout,
      );
}
