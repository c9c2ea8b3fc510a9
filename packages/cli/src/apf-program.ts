import { type Command, Option } from 'commander';
import { type ApfTableFlags, apfTableCommand } from './apf-table-command.js';
import { positiveInteger } from './option-values.js';
import type { Terminal } from './terminal.js';

const APF_EXAMPLES = `
Examples:
  kubesem apf table                       how likely it is that flows shut others out

Exit status: 0 if all is well, 1 if an object, a request or a file is broken, 2 if
the command line is wrong.`;

/**
 * Adds `kubesem apf` with its commands.
 *
 * @param program - to add it to
 * @param terminal - where the commands read from and write to
 * @param finish - takes the exit status
 */
export function addApf(
  program: Command,
  terminal: Terminal,
  finish: (status: number) => void,
): void {
  const apf = program
    .command('apf')
    .description('tell how API Priority and Fairness treats requests, and why')
    .addHelpText('after', APF_EXAMPLES);
  addTable(apf, terminal, finish);
}

function addTable(apf: Command, terminal: Terminal, finish: (status: number) => void): void {
  apf
    .command('table')
    .description('print how likely it is that elephants leave a mouse no queue of its own')
    .addOption(output())
    .addOption(numbers('--hand-size <N>', 'queues to a flow; may be repeated'))
    .addOption(numbers('--queues <N>', 'queues of the priority level; may be repeated'))
    .addOption(numbers('--elephants <N>', 'flows that fill their queues; may be repeated'))
    .action((flags: ApfTableFlags) => {
      finish(apfTableCommand(flags, terminal));
    });
}

function output(): Option {
  return new Option('-o, --output <FORMAT>', 'how to print')
    .choices(['table', 'json', 'yaml'])
    .default('table');
}

function numbers(flags: string, description: string): Option {
  return new Option(flags, description).argParser(
    (text: string, before: readonly number[] = []) => [...before, positiveInteger(text)],
  );
}
