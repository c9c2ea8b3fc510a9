// `npm run new-package -- selectors --imports core --concept labels "Label and field selectors of Kubernetes"`:
// creates a library with one function, its test and README, and adds it to every list of packages in the workspace.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Options of a new package.
 *
 * @typedef {object} NewPackage
 * @property {string} name - folder, and name in the scope `@kubesem`
 * @property {string} description - what it computes, without a full stop
 * @property {readonly string[]} imports - packages that it may import
 * @property {string} concept - folder of its first source file
 */

/**
 * Returns the files of a new package, and the changed files of the workspace.
 *
 * @param {NewPackage} options - options of the package
 * @param {(file: string) => string} read - reads a file of the workspace
 * @returns {Record<string, string>} contents by file
 */
export function newPackageFiles(options, read) {
  const { name, concept, description } = options;
  const folder = `packages/${name}`;
  return {
    [`${folder}/package.json`]: manifest(options, read('packages/core/package.json')),
    [`${folder}/tsconfig.json`]: read('packages/core/tsconfig.json'),
    [`${folder}/README.md`]: readme(options),
    [`${folder}/src/index.ts`]: `/**
 * ${description}.
 *
 * Read \`${concept}/first-rule.ts\` first.
 *
 * @packageDocumentation
 */
export { firstRule } from './${concept}/first-rule.js';
`,
    [`${folder}/src/${concept}/first-rule.ts`]: source(name),
    [`${folder}/test/${concept}/first-rule.test.ts`]: `import { firstRule } from '@kubesem/${name}';
import { expect, test } from 'vitest';

test.each([
  ['web', 'web'],
  ['__proto__', '__proto__'],
])('the first rule of %s', (text, expected) => {
  expect(firstRule(text)).toBe(expected);
});
`,
    'CONTRIBUTING.md': withGraphLine(options, read('CONTRIBUTING.md')),
    'typedoc.json': withEntryPoint(folder, read('typedoc.json')),
    'internal/consumers/package.json': withDependency(
      name,
      read('internal/consumers/package.json'),
    ),
    'internal/consumers/src/sizes.mjs': read('internal/consumers/src/sizes.mjs').replace(
      /\n\];\n$/,
      `\n  { package: '${name}', names: '*', bytes: 1_000 },\n];\n`,
    ),
    [`.changeset/new-${name}.md`]: `---
'@kubesem/${name}': minor
---

First release: ${description[0]?.toLowerCase()}${description.slice(1)}.
`,
  };
}

/**
 * Creates a manifest like that of another library.
 *
 * @param {NewPackage} options - options of the package
 * @param {string} sibling - manifest of the other library
 */
function manifest({ name, description }, sibling) {
  const {
    devDependencies: _,
    typesVersions: __,
    exports: entries,
    ...like
  } = JSON.parse(sibling.replaceAll('packages/core', `packages/${name}`));
  return json({
    ...like,
    // The other entries are those of the sibling alone.
    exports: { '.': entries['.'], './package.json': entries['./package.json'] },
    name: `@kubesem/${name}`,
    version: JSON.parse(sibling).version,
    description,
    keywords: ['kubernetes', 'k8s', name],
  });
}

/**
 * @param {NewPackage} options - options of the package
 */
function readme({ name, description }) {
  return `# @kubesem/${name}

${description}.

\`\`\`sh
npm install @kubesem/${name}
\`\`\`

\`\`\`ts
import { firstRule } from '@kubesem/${name}';

firstRule('web') // => 'web'
\`\`\`
`;
}

/**
 * @param {string} name - name of the package
 */
function source(name) {
  return `/**
 * Returns the text unchanged. Replace this with the first rule of the package, and cite its source.
 *
 * @param text - any text
 * @returns the same text
 * @example
 * \`\`\`ts
 * import { firstRule } from '@kubesem/${name}';
 *
 * firstRule('web') // => 'web'
 * \`\`\`
 */
export function firstRule(text: string): string {
  return text;
}
`;
}

/**
 * Adds a package to the graph, below the packages that it may import.
 *
 * @param {NewPackage} options - options of the package
 * @param {string} text - CONTRIBUTING.md
 */
function withGraphLine({ name, imports }, text) {
  const [block = ''] = /^(?:[\w-]+ +-> .+\n)+/m.exec(text) ?? [];
  const rows = block
    .trim()
    .split('\n')
    .map((row) => row.split(/ +-> /));
  const indexes = imports.map((each) => rows.findIndex(([from]) => from === each));
  if (indexes.includes(-1)) {
    throw new Error(
      `not all of these packages are in the graph of CONTRIBUTING.md: ${imports.join(', ')}`,
    );
  }
  rows.splice(Math.max(-1, ...indexes) + 1, 0, [name, imports.join(', ') || 'nothing']);
  const width = Math.max(...rows.map(([from = '']) => from.length));
  const drawn = rows.map(([from = '', to]) => `${from.padEnd(width)} -> ${to}\n`);
  return text.replace(block, drawn.join(''));
}

/**
 * @param {string} folder - folder of the package
 * @param {string} text - typedoc.json
 */
function withEntryPoint(folder, text) {
  const settings = JSON.parse(text);
  return json({ ...settings, entryPoints: [...settings.entryPoints, folder] });
}

/**
 * @param {string} name - name of the package
 * @param {string} text - manifest of internal/consumers
 */
function withDependency(name, text) {
  const found = JSON.parse(text);
  const dependencies = { ...found.devDependencies, [`@kubesem/${name}`]: 'workspace:*' };
  return json({
    ...found,
    devDependencies: Object.fromEntries(
      Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  });
}

/**
 * @param {unknown} value - plain data
 */
const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { checkNode, steps, tool } = await import('./tools.mjs');
  checkNode();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { imports: { type: 'string', default: 'core' }, concept: { type: 'string' } },
  });
  const [name = '', description] = positionals;
  if (!/^[a-z]+(-[a-z]+)*$/.test(name) || !description || existsSync(`packages/${name}`)) {
    console.error(
      'Pass a new name in lower case and a description: npm run new-package -- selectors "Label selectors of Kubernetes"',
    );
    process.exit(2);
  }
  const imports = values.imports.split(',').filter(Boolean);
  const files = newPackageFiles(
    { name, description, imports, concept: values.concept ?? name },
    (file) => readFileSync(file, 'utf8'),
  );
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(file);
  }
  await steps({
    'Linking the package': () => tool('pnpm/bin/pnpm.cjs', 'install', '--no-frozen-lockfile'),
  });
  await steps({ Formatting: () => tool('@biomejs/biome/bin/biome', 'check', '--write') });
  console.log(`
Next:
- replace firstRule with the first rule, and add its vectors to internal/conformance
- add the package to the list in README.md
- npm run test:watch -- packages/${name}/`);
}
