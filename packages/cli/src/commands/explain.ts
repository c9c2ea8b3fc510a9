import { InvalidArgumentError } from 'commander';
import { type AddCommand, command } from '../frame/command.js';
import * as flags from '../frame/flags.js';
import { CODE_ROWS } from './inspect/codes.js';

const EXAMPLES = `
Examples:
  kubesem explain RESOURCES_MISSING    A finding of kubesem inspect
  kubesem explain INVALID              A type of error of the API server

Exit status: 0, or 2 if there is no such code.`;

/** `kubesem explain`. */
export const explain: AddCommand = command({
  name: 'explain',
  summary: 'Explain the code of a finding',
  help: EXAMPLES,
  arguments: {
    code: {
      ...flags.argument('<CODE>', 'Code at the end of a finding', readCode),
      choices: [...CODE_ROWS.keys()],
    },
  },
  flags: { output: flags.output('table', 'json', 'yaml') },
  answer: ({ code }) => {
    const { summary, severity, source, page } = CODE_ROWS.get(code) ?? {};
    const model = { code, summary, severity, source, page };
    const lines = [`${code} (${severity})`, summary, '', `Decided by ${source}`, page];
    return {
      text: () => `${lines.filter((line) => line !== undefined).join('\n')}\n`,
      model: () => model,
    };
  },
});

/** Accepts a code in any case. */
function readCode(text: string): string {
  const code = text.toUpperCase();
  if (!CODE_ROWS.has(code)) {
    throw new InvalidArgumentError(`Unknown code; did you mean ${nearest(code)}?`);
  }
  return code;
}

/** Of a longer text, the rest does not count. */
const COMPARED = 60;

/** The code that takes the fewest changes of characters. */
function nearest(text: string): string {
  const given = text.slice(0, COMPARED);
  const codes = [...CODE_ROWS.keys()].map((code) => [distance(given, code), code] as const);
  return codes.reduce((best, each) => (each[0] < best[0] ? each : best))[1];
}

/** How many characters must be added, removed or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= to.length; at++) {
      const replaced = (row[at - 1] as number) + (character === to[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] as number) + 1, (next[at - 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
