// Writes docs/reference from the doc comments of the packages: functions first, one page each, grouped by task.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cell, contract, firstSentence } from './comments.mjs';
import { errorCodes } from './error-codes.mjs';
import {
  addresses,
  folderOf,
  isType,
  KIND,
  labelOf,
  pageOf,
  shortName,
  typesPage,
  withEntries,
} from './model.mjs';
import { classPage, constantPage, frontMatter, functionPage, typesPageText } from './pages.mjs';
import { baseOf, byTask } from './tasks.mjs';

/** @typedef {import('./model.mjs').Reflection} Reflection */
/** @typedef {{ text: string, link?: string, items?: MenuItem[] }} MenuItem */

/**
 * Writes the reference.
 *
 * @param {string} api - file that TypeDoc wrote
 * @param {string} root - folder of the workspace, with a slash at the end
 * @param {string} out - folder of the pages, with a slash at the end; it is replaced
 */
export async function writeReference(api, root, out) {
  /** @type {{ children: Reflection[] }} */
  const { children: modules } = JSON.parse(readFileSync(api, 'utf8'));
  const packages = withEntries(modules);
  const places = addresses(packages);
  rmSync(out, { recursive: true, force: true });
  /** @type {Record<string, MenuItem[]>} */
  const menus = {};
  /** @type {MenuItem[]} */
  const all = [];
  for (const { name: packageName, children = [] } of inOrder(packages, root)) {
    const folder = shortName(packageName);
    const to = `${out}${folder}/`;
    mkdirSync(to, { recursive: true });
    const link = `/reference/${folder}/`;
    const functions = children.filter(({ kind }) => kind === KIND.function);
    const names = functions.map(({ name }) => name);
    for (const reflection of children.filter((each) => !isType(each))) {
      const { name, kind, entry } = reflection;
      const related = functions.filter(
        (other) =>
          other.name !== name &&
          other.entry === entry &&
          baseOf(other.name, names) === baseOf(name, names),
      );
      const page =
        kind === KIND.function
          ? functionPage(reflection, related, places)
          : kind === KIND.class
            ? classPage(reflection, places)
            : constantPage(reflection, places);
      writeFileSync(`${to}${pageOf(reflection)}.md`, page);
    }
    const types = children.filter(isType);
    const folders = [...new Set(types.map(folderOf))].sort();
    for (const each of folders) {
      const members = types.filter((type) => folderOf(type) === each);
      writeFileSync(
        `${to}${typesPage(each)}.md`,
        typesPageText(members, titleOf(each), packageName, places),
      );
    }
    const readme = `${root}packages/${folder}/README.md`;
    const tasks = byTask(functions, readme);
    const others = [
      { task: 'Classes', members: pagesOf(children, KIND.class) },
      { task: 'Constants', members: pagesOf(children, KIND.variable) },
    ].filter(({ members }) => members.length > 0);
    writeFileSync(`${to}readme.md`, readmePage(packageName, folder, readme));
    writeFileSync(
      `${to}index.md`,
      packagePage(packageName, readme, [...tasks, ...others], children, folders, places),
    );
    menus[link] = [
      {
        text: packageName,
        items: [
          { text: 'Overview', link },
          { text: 'How to use it', link: `${link}readme` },
        ],
      },
      ...[...tasks, ...others].map(({ task, members }) => ({
        text: task,
        items: members.map((each) => ({ text: labelOf(each), link: link + pageOf(each) })),
      })),
      {
        text: 'Types',
        items: folders.map((each) => ({ text: titleOf(each), link: link + typesPage(each) })),
      },
    ];
    all.push({ text: packageName, link });
  }
  const codes = await errorCodes(packages, places, root);
  writeFileSync(`${out}error-codes.md`, codes);
  menus['/reference/'] = [
    {
      text: 'Reference',
      items: [
        { text: 'Overview', link: '/reference/' },
        { text: 'Error codes', link: '/reference/error-codes' },
      ],
    },
    { text: 'Packages', items: all },
  ];
  writeFileSync(`${out}index.md`, overview(root));
  writeFileSync(`${out}sidebar.json`, JSON.stringify(menus));
}

/**
 * Sorts packages as the table in the README of the workspace.
 *
 * @param {Reflection[]} packages - modules
 * @param {string} root - folder of the workspace
 */
function inOrder(packages, root) {
  const readme = readFileSync(`${root}README.md`, 'utf8');
  const position = (/** @type {Reflection} */ { name }) => {
    const index = readme.indexOf(`[\`${name}\`]`);
    return index < 0 ? Infinity : index;
  };
  return [...packages].sort((a, b) => position(a) - position(b));
}

/**
 * @param {Reflection[]} children - exports
 * @param {number} kind - kind of TypeDoc
 */
const pagesOf = (children, kind) => children.filter((each) => each.kind === kind && !isType(each));

/**
 * Returns the title of the types of a folder or entry.
 *
 * @param {string} folder - folder below `src`, or an entry
 */
function titleOf(folder) {
  if (folder.startsWith('@')) {
    return folder;
  }
  const words = folder.replaceAll('-', ' ').replaceAll('/', ', ');
  return words === '' ? 'General' : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns the introduction of a README: what the package is for.
 *
 * @param {string} readme - file
 */
const introduction = (readme) =>
  (readFileSync(readme, 'utf8').split('\n\n')[1] ?? '').replaceAll('\n', ' ');

/**
 * Returns the page that shows the README of a package.
 *
 * @param {string} packageName - the package
 * @param {string} folder - its folder
 * @param {string} readme - its README
 */
const readmePage = (packageName, folder, readme) =>
  `${frontMatter(`How to use ${packageName}`, `How to use ${packageName}: ${firstSentence(introduction(readme))}`)}
<!--@include: ../../../packages/${folder}/README.md-->
`;

/**
 * Returns the page of a package: its functions by task, then its types.
 *
 * @param {string} packageName - the package
 * @param {string} readme - file of its README
 * @param {{ task: string, members: Reflection[] }[]} groups - functions and classes
 * @param {Reflection[]} children - its exports
 * @param {string[]} folders - folders with types
 * @param {Map<number, { name: string, href: string }>} places - addresses of exports
 */
function packagePage(packageName, readme, groups, children, folders, places) {
  const intro = introduction(readme);
  /** @param {Reflection} reflection */
  const row = (reflection) => {
    const { signatures = [], comment } = reflection;
    const documented = signatures.find((each) => each.comment)?.comment ?? comment;
    const summary = firstSentence(contract(documented, places).summary);
    return `| [\`${labelOf(reflection)}\`](./${pageOf(reflection)}) | ${cell(summary.replaceAll('<', '&lt;').replaceAll('{', '&#123;'))} |`;
  };
  return [
    frontMatter(packageName, `${packageName}: ${firstSentence(intro)}`, 'outline: 2\n'),
    `# ${packageName}\n`,
    `${intro}\n`,
    `\`\`\`sh\nnpm install ${packageName}\n\`\`\`\n`,
    '[How to use it](./readme) shows each task in an example.\n',
    ...groups.map(
      ({ task, members }) =>
        `## ${task}\n\n| name | what it does |\n| --- | --- |\n${members.map(row).join('\n')}\n`,
    ),
    '## Types\n',
    ...folders.map((folder) => {
      const members = children.filter((child) => isType(child) && folderOf(child) === folder);
      const links = members.map(({ name, id }) => `[\`${name}\`](${places.get(id)?.href})`);
      return `**${titleOf(folder)}**: ${links.join(', ')}\n`;
    }),
  ].join('\n');
}

/**
 * Returns the first page of the reference.
 *
 * @param {string} root - folder of the workspace
 */
function overview(root) {
  const readme = readFileSync(`${root}README.md`, 'utf8');
  const rows = [...readme.matchAll(/^\| (.*) \| \[`(@kubesem\/([\w-]+))`\]\(.*\) \|$/gm)].map(
    ([, task, name, folder]) => `| ${task} | [${name}](./${folder}/) |`,
  );
  return `${frontMatter('Reference', 'Every function, class and type of the packages, grouped by task, with contract, example, error codes and source.', 'nav: 2\n')}
# Reference

Every function has a page with its signature, its contract, an example that runs in the tests, its errors and its source.
[Error codes](./error-codes) lists the codes of all errors and findings. The packages share
[@kubesem/core](./core/): types of the API, checks of names, and errors.

| to find out | package |
| --- | --- |
${rows.join('\n')}
`;
}
