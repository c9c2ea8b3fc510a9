// The pages for contributors name files and folders. A change that moves one must also change the pages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { publicPackages, root } from '../../src/workspace.js';

const PAGES = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/adding-a-rule.md'] as const;
const TOP = ['docs/', 'examples/', 'internal/', 'packages/', 'scripts/'];
const PATH = /^[\w./-]+(?:\/|\.(?:ts|mjs|vue|md|yaml|ndjson))$/;

/** What is in backticks, if it is the path of a file, or of a folder with a slash at the end. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter(isPath);
}

const isPath = (code: string) => PATH.test(code) && !code.startsWith('dist/');

/** Words in the README of a package: what its users need. The rest is in doc comments and guides. */
const MAX_WORDS = 1200;

/** The cells of the rows of tables. */
function rowsIn(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '));
}

test.each(PAGES)('%s: the files and folders exist', (page) => {
  const text = readFileSync(root + page, 'utf8');
  const named = pathsIn(text).filter((path) => TOP.some((top) => path.startsWith(top)));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(root + path))).toEqual([]);
});

const architecture = readFileSync(`${root}docs/architecture.md`, 'utf8');

test('docs/architecture.md lists the folders of each package', () => {
  const listed = new Map(
    rowsIn(architecture).map(([name = '', , folders = '']) => [name, folders] as const),
  );
  const wrong = publicPackages.flatMap((name) => {
    const found = readdirSync(`${root}packages/${name}/src`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${entry.name}/`);
    const written = pathsIn(listed.get(`\`${name}\``) ?? '');
    return [...found].sort().join() === [...written].sort().join()
      ? []
      : [{ name, found, written }];
  });
  expect(wrong).toEqual([]);
});

test('docs/architecture.md says where to change what, with files below packages/ or next to the first one', () => {
  const [, section = ''] = architecture.split('\n## Where to change what\n');
  const [rows = ''] = section.split('\n## ');
  const missing = rowsIn(rows).flatMap(([, where = '']) => {
    const [first = '', ...others] = pathsIn(where);
    const places = [`${root}packages/`, `${root}packages/${dirname(first)}/`];
    return [
      ...(first === '' || existsSync(`${root}packages/${first}`) ? [] : [first]),
      ...others.filter((path) => !places.some((place) => existsSync(place + path))),
    ];
  });
  expect(missing).toEqual([]);
});

test.each(publicPackages)('the README of packages/%s is short', (name) => {
  const text = readFileSync(`${root}packages/${name}/README.md`, 'utf8');
  expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(MAX_WORDS);
});
