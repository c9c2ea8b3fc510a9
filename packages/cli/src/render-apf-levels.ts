import type { MaintenanceAction } from '@kubesem/apf';
import type { LevelReport, SchemaReport } from './apf-levels-command.js';
import { inOrder } from './render-apf.js';
import { renderTable } from './table.js';
import { type Colors, visible } from './terminal.js';

const NONE = '-';

const LEVEL_COLUMNS = [
  'LEVEL',
  'TYPE',
  'SHARES',
  'SEATS',
  'MIN',
  'MAX',
  'QUEUES',
  'HAND',
  'LENGTH',
  'SCHEMAS',
];

/**
 * Lays out one line for each priority level.
 *
 * @param levels - of the server
 * @param colors - for the terminal
 * @returns the table
 */
export function renderLevels(levels: readonly LevelReport[], colors: Colors): string {
  return renderTable(
    LEVEL_COLUMNS.map((head, index) => ({
      head: colors.bold(head),
      ...(index > 1 ? { align: 'right' } : {}),
    })),
    levels.map((level) => [
      `${visible(level.name)}${level.isImagined ? '*' : ''}`,
      level.limitResponse ?? level.type,
      `${level.nominalConcurrencyShares}`,
      `${level.nominalLimit}`,
      `${level.lowerLimit}`,
      level.type === 'Exempt' ? NONE : `${level.upperLimit}`,
      ...[level.queues, level.handSize, level.queueLengthLimit].map((each) => `${each ?? NONE}`),
      `${level.flowSchemas.length}`,
    ]),
  );
}

/**
 * Lays out the flow schemas in the order in which they are tried.
 *
 * @param flowSchemas - that the server uses
 * @param unused - those that it does not use, because their level is missing
 * @param colors - for the terminal
 * @returns the table
 */
export function renderFlowSchemas(
  flowSchemas: readonly SchemaReport[],
  unused: readonly SchemaReport[],
  colors: Colors,
): string {
  const used = new Set(flowSchemas);
  return renderTable(
    ['ORDER', 'FLOW SCHEMA', 'LEVEL', 'FLOWS'].map((head, index) => ({
      head: colors.bold(head),
      ...(index === 0 ? { align: 'right' } : {}),
    })),
    inOrder([...flowSchemas, ...unused]).map((schema) => [
      `${schema.matchingPrecedence}`,
      `${visible(schema.name)}${schema.isImagined ? '*' : ''}`,
      ...(used.has(schema)
        ? [visible(schema.priorityLevel), schema.distinguisherMethod ?? 'one']
        : [`${visible(schema.priorityLevel)} is missing`, 'not used']),
    ]),
  );
}

/**
 * Lays out what the server does with its own objects.
 *
 * @param actions - in their order
 * @param colors - for the terminal
 * @returns the table, or that there is nothing to do
 */
export function renderMaintenance(actions: readonly MaintenanceAction[], colors: Colors): string {
  if (actions.length === 0) {
    return 'the server leaves these objects as they are\n';
  }
  return renderTable(
    ['THE SERVER', 'KIND', 'NAME'].map((head) => ({ head: colors.bold(head) })),
    actions.map(({ verb, resource, name }) => [`${verb}s`, resource, visible(name)]),
  );
}
