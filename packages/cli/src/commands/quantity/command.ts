import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, usageError } from '../../context.js';
import type { Terminal } from '../../io/terminal.js';
import { withColumns, withTable } from '../../options.js';
import { writeErrors } from '../../output/problems.js';
import { type OutputFlags, writeResult } from '../../output/write.js';
import { isQuantity, quantityModel } from './model.js';
import { quantityTable, renderQuantities } from './render.js';

const EXAMPLES = `
Examples:
  kubesem quantity 1.5Gi 0.1 129e6     All forms, the order and the sum
  kubesem quantity -o json 100m        The same for programs
  kubesem quantity -- -1Gi             A negative quantity

Exit status: 0 if all are quantities, 1 if one is not, 2 if the command line is
wrong.`;

/** Adds `kubesem quantity`. */
export function addQuantity(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(program.command('quantity')),
    'quantity',
    'canonical',
    'number',
    'rounded-up',
    'milli',
    'bytes',
    'decimal',
  )
    .description('Convert and compare quantities such as 1.5Gi or 100m')
    .argument('<QUANTITY...>', 'Quantities in Kubernetes notation')
    .addHelpText('after', EXAMPLES)
    .allowUnknownOption() // A negative quantity looks like one.
    .action((quantities: string[], flags: OutputFlags, command: Command) => {
      const unknown = quantities.find((text) => /^-[^\d.]/.test(text));
      if (unknown !== undefined) {
        usageError(command, `unknown option '${unknown}'`);
      }
      finish(quantity(quantities, flags, terminal));
    });
}

function quantity(inputs: readonly string[], flags: OutputFlags, terminal: Terminal): number {
  const model = quantityModel(inputs);
  const broken = model.quantities.flatMap((one) => (isQuantity(one) ? [] : [one]));
  writeErrors(
    broken.map(({ input, error }) => `${JSON.stringify(input)}: ${error.message}`),
    terminal,
  );
  writeResult(flags, terminal, {
    text: (layout) => renderQuantities(model, layout),
    table: () => quantityTable(model.quantities.filter(isQuantity)),
    model: () => model,
  });
  return broken.length > 0 ? FAILED : OK;
}
