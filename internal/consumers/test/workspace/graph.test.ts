import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { type Import, importsOf, packageIn, targetOf } from '../../src/imports.js';
import {
  exportedPaths,
  internalPackages,
  libraries,
  manifestOf,
  publicPackages,
  root,
  typescriptFiles,
} from '../../src/workspace.js';

/** The graph in CONTRIBUTING.md: a line `package -> allowed imports` for each package. */
const graph = new Map(
  [...readFileSync(`${root}CONTRIBUTING.md`, 'utf8').matchAll(/^([\w-]+) +-> (.+)$/gm)].map(
    ([, from = '', to = '']) => [from, to === 'nothing' ? [] : to.split(', ')],
  ),
);

/** Packages that may have dependencies outside the family. */
const WITH_LIBRARIES = ['manifests', 'apf-simulator', 'kubeconfig', 'apf-http'];

/** Packages that may use Node built-ins. */
const FOR_NODE = ['kubeconfig', 'apf-http', 'cli'];

const FAMILY = '@kubesem/';

/** Packages of the workspace root, which every test may import. */
const TEST_TOOLS = Object.keys(
  JSON.parse(readFileSync(`${root}package.json`, 'utf8')).devDependencies,
);

test('CONTRIBUTING.md lists every published package', () => {
  expect([...graph.keys()].sort()).toEqual([...publicPackages].sort());
});

test('a package only imports packages above it in the list', () => {
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

  test('imports only packages of the family that the graph allows', () => {
    const allowed = graph.get(folder)?.map((name) => FAMILY + name);
    for (const { file, name } of packages) {
      if (name.startsWith(FAMILY)) {
        expect(allowed, file).toContain(packageIn(name));
      }
    }
  });

  // Imported development dependencies become part of the build, with their licences.
  const bundled = Object.keys(manifestOf(folder).devDependencies ?? {});

  test('depends exactly on the packages that it imports and does not bundle', () => {
    const names = packages.map(({ name }) => packageIn(name));
    const used = new Set(names.filter((name) => !bundled.includes(name)));
    expect(Object.keys(manifestOf(folder).dependencies ?? {}).sort()).toEqual([...used].sort());
  });

  test.runIf(!WITH_LIBRARIES.includes(folder))('has no dependency outside the family', () => {
    const others = packages.filter(({ name }) => !name.startsWith(FAMILY));
    expect(others.filter(({ name }) => !bundled.includes(packageIn(name)))).toEqual([]);
  });

  test.runIf(!FOR_NODE.includes(folder))('uses no Node built-in', () => {
    expect(imported.filter(({ name }) => isBuiltin(name))).toEqual([]);
  });

  test.runIf(folder !== 'cli')(
    'has tests that import it by name, so they also test the builds',
    () => {
      const tested = importsOf(typescriptFiles(`packages/${folder}/test`));
      expect(tested.filter(({ name }) => name.includes('/src/'))).toEqual([]);
    },
  );
});

const IN_TESTS = /^(?:packages|internal)\/[^/]+\/test\//;

/**
 * Whether it is an import of a root script in tests. Those of the workspace can import any, others only what tests of
 * several packages share: `turbo.json` has it among the inputs of all tests.
 */
const isOfRoot = (each: Import): boolean =>
  each.file.startsWith('internal/consumers/test/')
    ? targetOf(each).startsWith('scripts/')
    : IN_TESTS.test(each.file) && targetOf(each).startsWith('scripts/testing.');

/** All paths that our packages export. */
const exported = new Set(
  [
    ...publicPackages.map((folder) => ['packages', folder] as const),
    ...internalPackages.map((folder) => ['internal', folder] as const),
  ].flatMap(([place, folder]) =>
    exportedPaths(folder, place).map((path) => manifestOf(folder, place).name + path.slice(1)),
  ),
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

  // `turbo run test` finds out from the manifests which packages to test again.
  test('has all imports of its sources and tests in its manifest', () => {
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
