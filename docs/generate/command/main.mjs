// Writes the pages of the command: the examples next to its sources, which the tests run, and the options that its help lists.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { helpOf } from './help.mjs';

/** @typedef {import('./help.mjs').Help} Help */

/** Marks generated pages; the others in the folder are written by hand. */
const GENERATED = 'generated: true';

/** Output is up to 120 columns wide, so these pages have no outline next to it. */
const WIDE = 'aside: false\n';

/**
 * Writes the pages.
 *
 * @param {string} root - folder of the workspace, with a slash at the end
 * @param {string} out - folder of the pages, with a slash at the end
 */
export function writeCommandPages(root, out) {
  const program = `${root}packages/cli/dist/main.js`;
  mkdirSync(out, { recursive: true });
  for (const file of readdirSync(out)) {
    if (readFileSync(out + file, 'utf8').includes(`\n${GENERATED}\n`)) {
      rmSync(out + file);
    }
  }
  const commands = helpOf(program, '').commands.map(({ term }) => term.split(' ')[0] ?? '');
  const helps = commands.map((name, index) => {
    const help = helpOf(program, name);
    const below = help.commands.flatMap(({ term }) =>
      deep(program, `${name} ${term.split(' ')[0]}`),
    );
    const examples = `packages/cli/src/commands/${name}/examples.md`;
    const included = existsSync(root + examples) ? include(examples) : '';
    writeFileSync(`${out}${name}.md`, commandPage(help, below, included, index + 10));
    return [help, ...below];
  });
  writeFileSync(`${out}index.md`, INDEX_PAGE);
  writeFileSync(`${out}exit-status.md`, exitStatusPage(helps.flat()));
}

/** Shows a file of the workspace in a page, with links that work on the site. @param {string} file */
const include = (file) => `<!--@include: ../../${file}-->\n\n`;

/**
 * Returns the help of a command and of those below it.
 *
 * @param {string} program - file of the command
 * @param {string} name - such as `config create`
 * @returns {Help[]} the commands that do something
 */
function deep(program, name) {
  const help = helpOf(program, name);
  return [
    help,
    ...help.commands.flatMap(({ term }) => deep(program, `${name} ${term.split(' ')[0]}`)),
  ];
}

/**
 * @param {string} title - title of a page
 * @param {string} description - one sentence
 * @param {number} order - position in the menu
 * @param {string} [more] - more lines
 */
const frontMatter = (title, description, order, more = '') =>
  `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\norder: ${order}\n${GENERATED}\neditLink: false\n${more}---\n\n`;

/** Text in angle brackets is not HTML, and a bar does not end a cell. @param {string} text */
const plain = (text) => text.replaceAll('<', '&lt;').replaceAll('|', '\\|');

/**
 * Returns the page of a command.
 *
 * @param {Help} help - its help
 * @param {Help[]} below - the commands below it
 * @param {string} examples - what includes its examples
 * @param {number} order - position in the menu
 */
function commandPage(help, below, examples, order) {
  const title = `kubesem ${help.name}`;
  return [
    frontMatter(
      title,
      `${title}: ${help.description}, with options, examples and exit status.`,
      order,
      WIDE,
    ),
    `# ${title}\n\n${help.description}.\n\n`,
    examples,
    isRunnable(help) ? `## Options\n\n${helpText(help)}` : '',
    ...below
      .filter(isRunnable)
      .map((each) => `## kubesem ${each.name}\n\n${each.description}.\n\n${helpText(each)}`),
    isRunnable(help) ? '' : `## Examples\n\n${helpText({ ...help, usage: '' })}`,
  ].join('');
}

/** Reports whether a command does something, other than having commands below it. @param {Help} help */
const isRunnable = ({ commands, options }) => commands.length === 0 || options.length > 0;

/**
 * Prints usage, arguments, options, examples and notes of a help.
 *
 * @param {Help} help - the help
 */
function helpText({ usage, arguments: positional, options, examples, notes }) {
  const rows = [...positional, ...options].map(
    ({ term, text }) => `| \`${term.replaceAll('|', '\\|')}\` | ${plain(text)} |\n`,
  );
  return [
    usage && `\`\`\`sh\n${usage}\n\`\`\`\n\n`,
    rows.length > 0 && `| argument or option | meaning |\n| --- | --- |\n${rows.join('')}\n`,
    examples && `\`\`\`sh\n${commented(examples)}\n\`\`\`\n\n`,
    ...notes.map((note) => `${paragraph(note)}\n\n`),
  ]
    .filter(Boolean)
    .join('');
}

/**
 * Puts the meaning of each example, which the help shows next to it or below it, above it as a comment.
 *
 * @param {string} examples - command lines
 */
function commented(examples) {
  /** @type {{ command: string, meaning: string }[]} */
  const found = [];
  for (const line of examples.split('\n')) {
    const [first = '', ...rest] = line.trim().split(/ {2,}/);
    const last = found.at(-1);
    if (last?.command.endsWith('\\')) {
      last.command += `\n  ${first}`;
      last.meaning = rest.join(' ');
    } else if (line.startsWith(' ') && last) {
      last.meaning = `${last.meaning} ${line.trim()}`.trim();
    } else {
      found.push({ command: first, meaning: rest.join(' ') });
    }
  }
  return found
    .map(({ command, meaning }) => (meaning ? `# ${meaning}\n${command}` : command))
    .join('\n');
}

/** Shows an indented or columned paragraph as it is. @param {string} note */
const paragraph = (note) =>
  /\n {2}/.test(note) ? `\`\`\`text\n${note}\n\`\`\`` : plain(note.replaceAll('\n', ' '));

/** The first page: the README of the command. */
const INDEX_PAGE =
  frontMatter(
    'Command',
    'Install the command kubesem and find the command that answers your question about manifests, dumps and clusters.',
    0,
    `nav: 3\n${WIDE}`,
  ) + include('packages/cli/README.md');

/**
 * Returns the page with the exit status of each command.
 *
 * @param {Help[]} helps - all commands
 */
function exitStatusPage(helps) {
  const rows = helps.flatMap(({ name, notes }) => {
    const note = notes.find((each) => each.startsWith('Exit status:'));
    const text = note?.replaceAll('\n', ' ').replace('Exit status: ', '') ?? '';
    return text ? [`| [kubesem ${name}](./${name.split(' ')[0]}) | ${plain(text)} |\n`] : [];
  });
  return `${frontMatter('Exit status', 'The exit status of every command of kubesem: 0, 1 if there are errors or the answer is no, 2 if the command line is wrong.', 2)}# Exit status

| status | meaning |
| --- | --- |
| 0 | no errors, and the answer is yes |
| 1 | errors in the input, or the answer is no |
| 2 | the command line or the configuration is wrong |

Warnings do not change the status, except with \`--fail-on\` of [kubesem inspect](./inspect).

| command | status |
| --- | --- |
${rows.join('')}`;
}
