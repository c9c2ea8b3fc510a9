import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, requireOneStdin } from '../../../context.js';
import type { Terminal } from '../../../io/terminal.js';
import {
  morePathsArgument,
  withApfConfiguration,
  withColumns,
  withTable,
} from '../../../options.js';
import { writeWarnings } from '../../../output/problems.js';
import { writeResult } from '../../../output/write.js';
import { type ApfFlags, levelName, readApfConfiguration } from '../configuration.js';
import { levelsModel, schemaReport, seatWarnings } from './model.js';
import { levelsTable, renderLevelsModel } from './render.js';

/** The flags of `kubesem apf levels`. */
interface LevelsFlags extends ApfFlags {
  readonly maintenance?: boolean | undefined;
}

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

/** Adds `kubesem apf levels`. */
export function addLevels(apf: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withApfConfiguration(apf.command('levels')), 'name'),
    'level',
    'type',
    'shares',
    'seats',
    'min',
    'max',
    'queues',
    'hand',
    'length',
    'schemas',
  )
    .description('Show priority levels with their seats and queues, and their flow schemas')
    .addArgument(morePathsArgument())
    .option('--maintenance', 'Show what the server does to its own objects once a minute')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: LevelsFlags, command: Command) => {
      const filename = [...paths, ...(flags.filename ?? [])];
      requireOneStdin(filename, command);
      finish(await levels({ ...flags, filename }, terminal));
    });
}

async function levels(flags: LevelsFlags, terminal: Terminal): Promise<number> {
  const configuration = await readApfConfiguration(flags, terminal);
  const { serverConcurrency, maintenance = false } = flags;
  const model = levelsModel(configuration, serverConcurrency, maintenance);
  const { unused, all, isBroken } = configuration;
  const others = unused.map((schema) => schemaReport(schema, all));
  writeResult(flags, terminal, {
    text: (layout) => renderLevelsModel(model, others, layout),
    table: () => levelsTable(model.levels),
    names: () => model.levels.map(({ name }) => levelName(name)),
    model: () => model,
  });
  writeWarnings(seatWarnings(model.levels), terminal);
  return isBroken ? FAILED : OK;
}
