import type { Box, Part, Values } from '../live-box/box.js';

/**
 * Returns what a live box answers, as text.
 *
 * @param box - the box of a guide
 * @param text - what the reader entered; the example of the box by default
 * @param values - fields that the reader changed
 * @returns a line for each sentence, row and bar; a diagram is its kind
 */
export function answerTo(
  { answer, input, fields = [] }: Box,
  text: string = input?.text ?? '',
  values: Values = {},
): string {
  const first = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  return answer(text, { ...first, ...values })
    .map(textOf)
    .join('\n');
}

function textOf(part: Part): string {
  switch (part.kind) {
    case 'table':
      return [part.columns, ...part.rows].map((row) => row.join(' | ')).join('\n');
    case 'bars':
      return part.bars.map(({ label, text }) => `${label}: ${text}`).join('\n');
    case 'sentence':
    case 'lines':
      return part.text;
    default:
      return part.kind;
  }
}
