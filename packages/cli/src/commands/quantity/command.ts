import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import { isQuantity, quantityModel } from './model.js';
import { COLUMNS, renderQuantities } from './render.js';

const EXAMPLES = `
Examples:
  kubesem quantity 1.5Gi 0.1 129e6     All forms, the order and the sum
  kubesem quantity -o json 100m        The same for programs
  kubesem quantity -- -1Gi             A negative quantity

Exit status: 0 if all are quantities, 1 if one is not, 2 if the command line is
wrong.`;

/** `kubesem quantity`. */
export const quantity: AddCommand = command({
  name: 'quantity',
  summary: 'Convert and compare quantities such as 1.5Gi or 100m',
  help: EXAMPLES,
  arguments: { inputs: flags.argument('<QUANTITY...>', 'Quantities in Kubernetes notation') },
  flags: { ...flags.table() },
  columns: COLUMNS,
  takesNegatives: true,
  answer: ({ inputs }) => {
    const unknown = inputs.find((text) => /^-[^\d.]/.test(text));
    if (unknown !== undefined) {
      throw new UsageError(`unknown option '${unknown}'`);
    }
    const model = quantityModel(inputs);
    return {
      table: tableOf(COLUMNS, model.quantities.filter(isQuantity)),
      text: (layout) => renderQuantities(model, layout),
      model: () => model,
      errors: model.quantities.flatMap((one) =>
        isQuantity(one) ? [] : [`${JSON.stringify(one.input)}: ${one.error.message}`],
      ),
    };
  },
});
