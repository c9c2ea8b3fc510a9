import { InvalidArgumentError } from 'commander';
import { type AddCommand, command } from '../frame/command.js';
import * as flags from '../frame/flags.js';
import { difference } from '../output/not-found.js';
import { CODE_HINT, CODE_ROWS, readCode } from './inspect/codes.js';

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
      ...flags.argument('<CODE>', 'Code at the end of a finding', knownCode),
      suggest: () => [...CODE_ROWS.keys()],
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

/** Accepts what a gate accepts; the path of a field does not change what a code means. */
function knownCode(text: string): string {
  const { code } = readCode(text);
  if (!CODE_ROWS.has(code)) {
    const near = [...CODE_ROWS.keys()].filter((each) => difference(code, each) <= 2);
    const advice = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `${CODE_HINT}.`;
    throw new InvalidArgumentError(`Unknown code; ${advice}`);
  }
  return code;
}
