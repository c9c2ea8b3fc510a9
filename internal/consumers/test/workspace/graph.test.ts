import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
  libraries,
  manifestOf,
  publicPackages,
  root,
  typescriptFiles,
} from '../../src/workspace.js';

/** The graph as CONTRIBUTING.md draws it: a line `package -> what it may import` for each package. */
const graph = new Map(
  [...readFileSync(`${root}CONTRIBUTING.md`, 'utf8').matchAll(/^(\w+) +-> (.+)$/gm)].map(
    ([, from = '', to = '']) => [from, to === 'nothing' ? [] : to.split(', ')],
  ),
);

/** Packages that may use libraries of others; the rest has no dependency outside the family. */
const withLibraries = ['inspect', 'cli'];

const FAMILY = '@kubesem/';
const MAX_LINES = 400;

/** The names that a file imports, dynamic imports and `require` included. */
function importsOf(file: string): string[] {
  const text = readFileSync(root + file, 'utf8');
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The npm package in an imported name: `@scope/name` or `name`. */
function packageIn(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

test('CONTRIBUTING.md draws every published package', () => {
  expect([...graph.keys()].sort()).toEqual([...publicPackages].sort());
});

test('the arrows only point up the list', () => {
  const drawn = [...graph.keys()];
  for (const [from, to] of graph) {
    for (const name of to) {
      expect(drawn.slice(0, drawn.indexOf(from)), from).toContain(name);
    }
  }
});

describe.each(publicPackages)('packages/%s', (folder) => {
  const files = typescriptFiles(`packages/${folder}/src`);
  const imported = files.flatMap((file) => importsOf(file).map((name) => ({ file, name })));
  const packages = imported.filter(({ name }) => !name.startsWith('.') && !isBuiltin(name));

  test('imports of the family what the graph allows, by its names', () => {
    const allowed = graph.get(folder)?.map((name) => FAMILY + name);
    for (const { file, name } of packages) {
      if (name.startsWith(FAMILY)) {
        expect(allowed, file).toContain(name);
      }
    }
  });

  test('reaches into no other package', () => {
    for (const { file, name } of imported.filter(({ name }) => name.startsWith('.'))) {
      const target = posix.join(posix.dirname(file), name);
      expect(target, file).toMatch(new RegExp(`^packages/${folder}/src/.+\\.js$`));
    }
  });

  // What stands there and is imported becomes part of the build, with its licence.
  const bundled = Object.keys(manifestOf(folder).devDependencies ?? {});

  test('depends on what it imports and does not bundle, and on nothing else', () => {
    const names = packages.map(({ name }) => packageIn(name));
    const used = new Set(names.filter((name) => !bundled.includes(name)));
    expect(Object.keys(manifestOf(folder).dependencies ?? {}).sort()).toEqual([...used].sort());
  });

  test.runIf(!withLibraries.includes(folder))('has no dependency outside the family', () => {
    const others = packages.filter(({ name }) => !name.startsWith(FAMILY));
    expect(others.filter(({ name }) => !bundled.includes(packageIn(name)))).toEqual([]);
  });

  test.runIf(folder !== 'cli')('uses no Node built-in', () => {
    expect(imported.filter(({ name }) => isBuiltin(name))).toEqual([]);
  });

  test.runIf(folder !== 'cli')('is tested by its name, so that the builds are tested too', () => {
    const tested = typescriptFiles(`packages/${folder}/test`).flatMap((file) =>
      importsOf(file).map((name) => ({ file, name })),
    );
    expect(tested.filter(({ name }) => name.includes('/src/'))).toEqual([]);
  });
});

test.each(libraries)('packages/%s/src/index.ts is a list of named exports', (folder) => {
  const text = readFileSync(`${root}packages/${folder}/src/index.ts`, 'utf8');
  const { statements } = ts.createSourceFile('index.ts', text, ts.ScriptTarget.Latest);
  for (const statement of statements) {
    const isNamed =
      ts.isExportDeclaration(statement) &&
      statement.moduleSpecifier !== undefined &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause);
    expect(isNamed, text.slice(statement.pos, statement.end).trim()).toBe(true);
  }
});

test(`a file of more than ${MAX_LINES} lines says why in its first comment`, () => {
  const folders = ['packages', 'internal'].flatMap((place) =>
    readdirSync(root + place).flatMap((name) => [`${place}/${name}/src`, `${place}/${name}/test`]),
  );
  const silent = folders.flatMap(typescriptFiles).filter((file) => {
    const text = readFileSync(root + file, 'utf8');
    if (text.split('\n').length <= MAX_LINES) {
      return false;
    }
    const { pos = 0, end = 0 } = ts.getLeadingCommentRanges(text, 0)?.[0] ?? {};
    return !/\blines\b/.test(text.slice(pos, end));
  });
  expect(silent).toEqual([]);
});
