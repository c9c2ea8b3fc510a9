import type { Table } from '../../../output/table/table.js';
import type { TableModel } from './model.js';

/** The table as the documentation prints it. */
export function probabilityTable({ rows }: TableModel): Table {
  const elephants = (rows[0]?.probabilities ?? []).map(
    ({ elephants: number }) => `${number} ELEPHANT${number === 1 ? '' : 'S'}`,
  );
  return {
    columns: ['HAND SIZE', 'QUEUES', ...elephants],
    rows: rows.map(({ handSize, queues, probabilities }) => [
      `${handSize}`,
      `${queues}`,
      ...probabilities.map(({ probability }) => asGoPrints(probability)),
    ]),
  };
}

/** The documentation shows more digits; those after the twelfth are what its program rounded. */
const DIGITS = 12;

/** A number as the documentation prints it: small ones with an exponent of at least two digits. */
function asGoPrints(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  const text = rounded < 1e-4 ? rounded.toExponential() : `${rounded}`;
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}
