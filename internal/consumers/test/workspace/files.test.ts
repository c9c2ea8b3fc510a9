import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { importCircles } from '../../src/imports.js';
import { internalPackages, publicPackages, root, typescriptFiles } from '../../src/workspace.js';

const MAX_LINES = 400;
const MAX_FILES = 15;

/** The circles that are allowed: a `Quantity` parses its operands and prints itself, and both need the class. */
const CIRCLES = [['parse', 'quantity', 'text'].map((name) => `packages/quantity/src/${name}.ts`)];

const folders = [
  ...publicPackages.map((name) => `packages/${name}`),
  ...internalPackages.map((name) => `internal/${name}`),
];
const sources = folders.flatMap((folder) => typescriptFiles(`${folder}/src`)).sort();

test('no files import each other in a circle, but those of the value type', () => {
  expect(importCircles(sources)).toEqual(CIRCLES);
});

test(`no folder of a package has more than ${MAX_FILES} source files`, () => {
  const counts = new Map<string, number>();
  for (const file of sources.filter((name) => name.startsWith('packages/'))) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const large = [...counts].filter(([, count]) => count > MAX_FILES).map(([folder]) => folder);
  expect(large).toEqual([]);
});

test(`a file of more than ${MAX_LINES} lines says why in its first comment`, () => {
  const files = [...sources, ...folders.flatMap((folder) => typescriptFiles(`${folder}/test`))];
  const silent = files.filter((file) => {
    const text = readFileSync(root + file, 'utf8');
    if (text.split('\n').length <= MAX_LINES) {
      return false;
    }
    const { pos = 0, end = 0 } = ts.getLeadingCommentRanges(text, 0)?.[0] ?? {};
    return !/\blines\b/.test(text.slice(pos, end));
  });
  expect(silent).toEqual([]);
});
