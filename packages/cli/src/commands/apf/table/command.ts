import { FieldError, KubesemError } from '@kubesem/core';
import type { Command } from 'commander';
import { type CommandContext, OK, USAGE } from '../../../context.js';
import type { Terminal } from '../../../io/terminal.js';
import { positivesOption, withColumns, withTable } from '../../../options.js';
import { writeErrors } from '../../../output/problems.js';
import { renderTable } from '../../../output/table/render.js';
import { type OutputFlags, writeResult } from '../../../output/write.js';
import { type TableSizes, tableModel } from './model.js';
import { probabilityTable } from './render.js';

/** The flags of `kubesem apf table`. */
interface TableFlags extends TableSizes, OutputFlags {}

const EXAMPLES = `
Examples:
  kubesem apf table                       The table of the documentation
  kubesem apf table --hand-size 6 --queues 128 --queues 256 --elephants 8

Heavy flows are called elephants, as in the Kubernetes documentation. If only
one of --hand-size and --queues is given, the other is the default of the API
server: hand size 8, 64 queues.`;

/** Adds `kubesem apf table`. */
export function addTable(apf: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(apf.command('table')),
    'hand-size',
    'queues',
    '1-elephant',
    '4-elephants',
    '16-elephants',
  )
    .description('Print the probability that heavy flows occupy every queue of a light flow')
    .addOption(positivesOption('--hand-size <N>', 'Queues of each flow'))
    .addOption(positivesOption('--queues <N>', 'Queues of the priority level'))
    .addOption(positivesOption('--elephants <N>', 'Number of heavy flows'))
    .addHelpText('after', EXAMPLES)
    .action((flags: TableFlags) => {
      finish(table(flags, terminal));
    });
}

function table(flags: TableFlags, terminal: Terminal): number {
  try {
    const model = tableModel(flags);
    writeResult(flags, terminal, {
      text: (layout) => renderTable(probabilityTable(model), layout),
      table: () => probabilityTable(model),
      model: () => model,
    });
    return OK;
  } catch (error) {
    if (!(error instanceof KubesemError)) {
      throw error;
    }
    writeErrors([messageOf(error)], terminal);
    return USAGE;
  }
}

const OPTIONS: { readonly [argument: string]: string | undefined } = {
  handSize: '--hand-size',
  deckSize: '--queues',
};

/** The message about an argument of the library, with the option that it comes from. */
function messageOf(error: KubesemError): string {
  const [argument = ''] = error instanceof FieldError ? error.problem.segments : [];
  const option = OPTIONS[argument];
  return error instanceof FieldError && option !== undefined
    ? `${option}: ${error.problem.message}`
    : error.message;
}
