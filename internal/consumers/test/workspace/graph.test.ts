import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { type Import, importsOf, packageIn, targetOf } from '../../src/imports.js';
import {
  internalPackages,
  libraries,
  manifestOf,
  publicPackages,
  root,
  typescriptFiles,
} from '../../src/workspace.js';

/** The graph as CONTRIBUTING.md draws it: a line `package -> what it may import` for each package. */
const graph = new Map(
  [...readFileSync(`${root}CONTRIBUTING.md`, 'utf8').matchAll(/^([\w-]+) +-> (.+)$/gm)].map(
    ([, from = '', to = '']) => [from, to === 'nothing' ? [] : to.split(', ')],
  ),
);

/** Packages that may use libraries of others; the rest has no dependency outside the family. */
const withLibraries = ['manifests', 'apf-simulator', 'cli'];

const FAMILY = '@kubesem/';

/** What every test may import, from the root of the workspace. */
const TEST_TOOLS = Object.keys(
  JSON.parse(readFileSync(`${root}package.json`, 'utf8')).devDependencies,
);

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
  const imported = importsOf(typescriptFiles(`packages/${folder}/src`));
  const packages = imported.filter(({ name }) => !name.startsWith('.') && !isBuiltin(name));

  test('imports of the family what the graph allows, by its names', () => {
    const allowed = graph.get(folder)?.map((name) => FAMILY + name);
    for (const { file, name } of packages) {
      if (name.startsWith(FAMILY)) {
        expect(allowed, file).toContain(name);
      }
    }
  });

  // Imported development dependencies become part of the build, with their licences.
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
    const tested = importsOf(typescriptFiles(`packages/${folder}/test`));
    expect(tested.filter(({ name }) => name.includes('/src/'))).toEqual([]);
  });
});

/** Whether tests of the workspace import a script of its root. */
const isOfRoot = (each: Import): boolean =>
  each.file.startsWith('internal/consumers/test/') && targetOf(each).startsWith('scripts/');

/** What other packages may import of a package of ours, by its names. */
const exported = new Set(
  [...publicPackages.map((name) => manifestOf(name))]
    .concat(internalPackages.map((name) => manifestOf(name, 'internal')))
    .flatMap(({ name, exports = {} }) => Object.keys(exports).map((path) => name + path.slice(1))),
);

describe.each([
  ...publicPackages.map((name) => ['packages', name] as const),
  ...internalPackages.map((name) => ['internal', name] as const),
])('%s/%s', (place, folder) => {
  const manifest = manifestOf(folder, place);
  const imported = ['src', 'test'].flatMap((part) =>
    importsOf(typescriptFiles(`${place}/${folder}/${part}`)),
  );

  test('imports other packages only through their exports', () => {
    const reaching = imported.filter((each) =>
      each.name.startsWith('.')
        ? !targetOf(each).startsWith(`${place}/${folder}/`) && !isOfRoot(each)
        : each.name.startsWith(FAMILY) && !exported.has(each.name),
    );
    expect(reaching).toEqual([]);
  });

  // The cache of `turbo run test` knows what to test again by the manifests.
  test('names what its sources and tests import in its manifest', () => {
    const named = new Set([
      manifest.name,
      ...TEST_TOOLS,
      ...Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }),
    ]);
    const unnamed = imported
      .filter(({ name }) => !name.startsWith('.') && !isBuiltin(name))
      .filter(({ name }) => !named.has(packageIn(name)));
    expect(unnamed).toEqual([]);
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
