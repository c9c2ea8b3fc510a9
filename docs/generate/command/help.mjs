// Reads what `--help` prints, so that pages show exactly the options that the command has.
import { execFileSync } from 'node:child_process';

/**
 * The help of a command.
 *
 * @typedef {object} Help
 * @property {string} name - such as `apf simulate`; empty for the program
 * @property {string} usage - line after `Usage:`
 * @property {string} description - first paragraph
 * @property {{ term: string, text: string }[]} arguments - arguments
 * @property {{ term: string, text: string }[]} options - options, without `--help`
 * @property {{ term: string, text: string }[]} commands - commands below it, without `help`
 * @property {string} examples - command lines
 * @property {string[]} notes - paragraphs
 */

/**
 * Asks a command for its help.
 *
 * @param {string} program - file of the built command
 * @param {string} name - such as `apf simulate`
 * @returns {Help} what it prints
 */
export function helpOf(program, name) {
  const words = name === '' ? [] : name.split(' ');
  const text = execFileSync(process.execPath, [program, ...words, '--help'], { encoding: 'utf8' });
  const [usage = '', description = '', ...rest] = text.trim().split('\n\n');
  const section = (/** @type {string} */ title) =>
    rest.find((block) => block.startsWith(`${title}:\n`))?.slice(title.length + 2) ?? '';
  const [examples = '', ...continued] = rest.slice(
    rest.findIndex((block) => block.startsWith('Examples:')),
  );
  const isStructured = /^(?:Arguments|Options|Commands|Examples):\n/;
  return {
    name,
    usage: usage.replace(/^Usage:\s*/, '').replaceAll(/\n\s+/g, ' '),
    description: description.replaceAll('\n', ' '),
    arguments: entries(section('Arguments')),
    options: entries(section('Options')).filter(({ term }) => !term.includes('--help')),
    commands: entries(section('Commands')).filter(({ term }) => !term.startsWith('help ')),
    examples: examples.startsWith('Examples:')
      ? unindent(examples.slice('Examples:\n'.length))
      : '',
    notes: (examples.startsWith('Examples:') ? continued : rest).filter(
      (block) => !isStructured.test(block),
    ),
  };
}

/**
 * Reads a list of terms with their meanings. Meanings continue on indented lines.
 *
 * @param {string} text - lines of a section
 */
function entries(text) {
  /** @type {{ term: string, text: string }[]} */
  const found = [];
  for (const line of text.split('\n')) {
    const [term, ...meaning] = /^ {2}\S/.test(line) ? line.slice(2).split(/ {2,}/) : [];
    const last = found.at(-1);
    if (term !== undefined) {
      found.push({ term, text: meaning.join(' ') });
    } else if (last && line.trim() !== '') {
      last.text = `${last.text} ${line.trim()}`.trim();
    }
  }
  return found;
}

/** @param {string} text */
const unindent = (text) =>
  text
    .split('\n')
    .map((line) => line.replace(/^ {2}/, ''))
    .join('\n');
