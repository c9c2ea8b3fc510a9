import type { Colors } from '../../../output/colors.js';
import { renderTable } from '../../../output/table.js';
import type { TableModel } from './model.js';

/** Lays out the table as the documentation prints it. */
export function renderProbabilities({ rows }: TableModel, colors: Colors): string {
  const elephants = (rows[0]?.probabilities ?? []).map(
    ({ elephants: number }) => `${number} ELEPHANT${number === 1 ? '' : 'S'}`,
  );
  return renderTable(
    ['HAND SIZE', 'QUEUES', ...elephants],
    rows.map(({ handSize, queues, probabilities }) => [
      `${handSize}`,
      `${queues}`,
      ...probabilities.map(({ probability }) => asGoPrints(probability)),
    ]),
    colors,
  );
}

/** The documentation shows more digits; those after the twelfth are what its program rounded. */
const DIGITS = 12;

/** A number as the documentation prints it: small ones with an exponent of at least two digits. */
function asGoPrints(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  const text = rounded < 1e-4 ? rounded.toExponential() : `${rounded}`;
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}
