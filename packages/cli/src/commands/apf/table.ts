import {
  collisionProbability,
  DEFAULT_SHUFFLE_SHARDING,
  DOCUMENTED_ELEPHANTS,
  DOCUMENTED_SHUFFLE_SHARDING,
} from '@kubesem/apf';
import { FieldError, KubesemError } from '@kubesem/core';
import { type Column, column, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import { positiveInteger } from '../../options.js';

const EXAMPLES = `
Examples:
  kubesem apf table                       The table of the documentation
  kubesem apf table --hand-size 6 --queues 128 --queues 256 --elephants 8

Heavy flows are called elephants, as in the Kubernetes documentation. If only
one of --hand-size and --queues is given, the other is the default of the API
server: hand size 8, 64 queues.`;

/** `kubesem apf table`. */
export const table: AddCommand = command({
  name: 'table',
  summary: 'Print the probability that heavy flows occupy every queue of a light flow',
  help: EXAMPLES,
  flags: {
    ...flags.table(),
    handSize: flags.repeatable('--hand-size <N>', 'Queues of each flow', positiveInteger),
    queues: flags.repeatable('--queues <N>', 'Queues of the priority level', positiveInteger),
    elephants: flags.repeatable('--elephants <N>', 'Number of heavy flows', positiveInteger),
  },
  columns: columnsOf(DOCUMENTED_ELEPHANTS),
  answer: ({ handSize, queues, elephants: given }) => {
    const elephants = given.length === 0 ? DOCUMENTED_ELEPHANTS : given;
    try {
      const rows = rowsOf(handSize, queues, elephants);
      return { table: tableOf(columnsOf(elephants), rows), model: () => ({ rows }) };
    } catch (error) {
      if (!(error instanceof KubesemError)) {
        throw error;
      }
      throw new UsageError(messageOf(error));
    }
  },
});

type Row = ReturnType<typeof rowsOf>[number];

/** The probability that heavy flows occupy every queue of a light one, by default for the sizes of the documentation. */
function rowsOf(
  handSizes: readonly number[],
  numbers: readonly number[],
  elephants: readonly number[],
) {
  const { handSize: hand, deckSize: deck } = DEFAULT_SHUFFLE_SHARDING;
  const sizes =
    handSizes.length + numbers.length === 0
      ? DOCUMENTED_SHUFFLE_SHARDING
      : (handSizes.length === 0 ? [hand] : handSizes).flatMap((handSize) =>
          (numbers.length === 0 ? [deck] : numbers).map((deckSize) => ({ handSize, deckSize })),
        );
  return sizes.map(({ handSize, deckSize }) => ({
    handSize,
    queues: deckSize,
    probabilities: elephants.map((flows) => ({
      elephants: flows,
      probability: collisionProbability(handSize, deckSize, flows),
    })),
  }));
}

/** The columns as the documentation has them. */
function columnsOf(elephants: readonly number[]): readonly Column<Row>[] {
  return [
    column('HAND SIZE', ({ handSize }) => handSize),
    column('QUEUES', ({ queues }) => queues),
    ...elephants.map((flows, index) =>
      column<Row>(`${flows} ELEPHANT${flows === 1 ? '' : 'S'}`, ({ probabilities }) =>
        asGoPrints(probabilities[index]?.probability ?? 0),
      ),
    ),
  ];
}

/** The documentation shows more digits; those after the twelfth are what its program rounded. */
const DIGITS = 12;

/** A number as the documentation prints it: small ones with an exponent of at least two digits. */
function asGoPrints(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  const text = rounded < 1e-4 ? rounded.toExponential() : `${rounded}`;
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
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
