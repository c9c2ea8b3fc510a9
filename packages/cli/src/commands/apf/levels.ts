import { type EffectiveLevel, type MaintenanceAction, maintenanceActions } from '@kubesem/apf';
import { nameOf } from '@kubesem/apf/internal';
import { type Column, column, numbers, renderRows, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { unsorted } from '../../output/table/table.js';
import {
  APF_FLAGS,
  apfReads,
  inOrder,
  levelName,
  readApfConfiguration,
  type SchemaReport,
  schemaReport,
} from './configuration.js';

const EXAMPLES = `
Examples:
  kubesem apf levels                             The built-in objects
  kubesem apf levels -f apf.yaml --server-concurrency 3000
  kubesem apf levels -f apf.yaml --maintenance   What the server would change

SEATS is the level's share of the server's seats. MIN is what remains if others
borrow everything that the level lends, MAX what it has if it borrows as much as
it can. Objects marked * are missing; the server behaves as if they existed.

On a small server, a level can start without seats. It gets some when the server
next divides its seats by demand, which happens every 10 seconds.`;

const COLUMNS: readonly Column<LevelReport>[] = [
  column('LEVEL', markedName),
  column('TYPE', ({ limitResponse, type }) => limitResponse ?? type, { drop: 5 }),
  numbers('SHARES', ({ nominalConcurrencyShares }) => nominalConcurrencyShares, { drop: 4 }),
  numbers('SEATS', ({ nominalLimit }) => nominalLimit),
  numbers('MIN', ({ lowerLimit }) => lowerLimit),
  numbers('MAX', ({ type, upperLimit }) => (type === 'Exempt' ? undefined : upperLimit)),
  numbers('QUEUES', ({ queues }) => queues),
  numbers('HAND', ({ handSize }) => handSize, { drop: 2 }),
  numbers('LENGTH', ({ queueLengthLimit }) => queueLengthLimit, { drop: 3 }),
  numbers('SCHEMAS', ({ flowSchemas }) => flowSchemas.length, { drop: 1 }),
];

/** `kubesem apf levels`. */
export const levels: AddCommand = command({
  name: 'levels',
  summary: 'Show priority levels with their seats and queues, and their flow schemas',
  help: EXAMPLES,
  arguments: { paths: flags.MORE_PATHS },
  flags: {
    ...APF_FLAGS,
    ...flags.table('name'),
    maintenance: flags.boolean(
      '--maintenance',
      'Show what the server does to its own objects once a minute',
      { lostIn: ['name', 'csv'] },
    ),
  },
  columns: COLUMNS,
  reads: apfReads,
  answer: async (asked, terminal) => {
    const read = await readApfConfiguration(asked, terminal);
    const { all, dangling, problems, errors, remarks } = read;
    const flowSchemas = read.flowSchemas.map((schema) => schemaReport(schema, all));
    const reports = read.levels.map((level) => levelReport(level, flowSchemas));
    const unused = read.unused.map((schema) => schemaReport(schema, all));
    const maintenance = asked.maintenance ? maintenanceActions(read.stored) : undefined;
    return {
      table: tableOf(COLUMNS, reports),
      text: (layout) =>
        [
          renderRows(COLUMNS, reports, layout),
          renderRows(schemaColumns(unused), inOrder([...flowSchemas, ...unused]), unsorted(layout)),
          ...(maintenance
            ? [renderRows(MAINTENANCE, maintenance, unsorted(layout)) || NO_MAINTENANCE]
            : []),
        ].join('\n'),
      names: () => reports.map(({ name }) => levelName(name)),
      model: () => ({
        serverConcurrencyLimit: asked.serverConcurrency,
        levels: reports,
        ...{ flowSchemas, dangling, maintenance, problems },
      }),
      warnings: seatWarnings(reports),
      ...{ problems, errors, remarks },
    };
  },
});

/** A priority level, with the names of the flow schemas that use it, in the order in which they are tried. */
type LevelReport = ReturnType<typeof levelReport>;

function levelReport(level: EffectiveLevel, flowSchemas: readonly SchemaReport[]) {
  const { configuration, isImagined, nominalLimit, lowerLimit, upperLimit } = level;
  const { initialLimit, maxSeats } = level;
  const name = nameOf(configuration);
  const { type, limited, exempt } = configuration.spec ?? {};
  const { nominalConcurrencyShares, lendablePercent } = limited ?? exempt ?? {};
  const { queues, handSize, queueLengthLimit } = limited?.limitResponse?.queuing ?? {};
  return {
    ...{ name, type: type ?? '', isImagined },
    nominalConcurrencyShares: nominalConcurrencyShares ?? 0,
    ...{ nominalLimit, lowerLimit, upperLimit, initialLimit },
    lendablePercent: lendablePercent ?? 0,
    borrowingLimitPercent: limited?.borrowingLimitPercent ?? undefined,
    maxSeats,
    limitResponse: limited?.limitResponse?.type ?? undefined,
    queues: queues ?? undefined,
    handSize: handSize ?? undefined,
    queueLengthLimit: queueLengthLimit ?? undefined,
    flowSchemas: flowSchemas.filter((one) => one.priorityLevel === name).map((one) => one.name),
  };
}

/** Warns of levels that receive requests and have no seats when the server starts. */
function seatWarnings(levels: readonly LevelReport[]): readonly string[] {
  return levels
    .filter(
      ({ type, initialLimit, flowSchemas }) =>
        type === 'Limited' && initialLimit === 0 && flowSchemas.length > 0,
    )
    .map(({ name, limitResponse }) => {
      const effect =
        limitResponse === 'Queue'
          ? 'its first request waits for up to 10 seconds, even if the server is idle'
          : 'it executes one request at a time and rejects all others until the server divides the seats differently';
      return `${levelName(name)} starts without seats: ${effect}`;
    });
}

/** A name, marked if the object is missing. */
function markedName({ name, isImagined }: Pick<SchemaReport, 'name' | 'isImagined'>): string {
  return `${name}${isImagined ? '*' : ''}`;
}

/** The columns of flow schemas, some of which the server ignores. */
function schemaColumns(unused: readonly SchemaReport[]): readonly Column<SchemaReport>[] {
  const isUnused = (schema: SchemaReport) => unused.includes(schema);
  return [
    numbers('ORDER', ({ matchingPrecedence }) => matchingPrecedence),
    column('FLOW SCHEMA', markedName),
    column('LEVEL', (schema) =>
      isUnused(schema) ? `${schema.priorityLevel} does not exist` : schema.priorityLevel,
    ),
    column(
      'FLOWS',
      (schema) => (isUnused(schema) ? 'ignored' : (schema.distinguisherMethod ?? 'one')),
      { drop: 1 },
    ),
  ];
}

const MAINTENANCE: readonly Column<MaintenanceAction>[] = [
  column('SERVER', ({ verb }) => `${verb}s`),
  column('RESOURCE', ({ resource }) => resource),
  column('NAME', ({ name }) => name),
];

const NO_MAINTENANCE = 'The server does not change these objects.\n';
