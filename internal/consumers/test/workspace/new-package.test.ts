import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { newPackageFiles } from '../../../../scripts/new-package.mjs';
import { root } from '../../src/workspace.js';

const read = (file: string) => readFileSync(root + file, 'utf8');
const options = {
  name: 'new-rules',
  description: 'Rules that are new',
  imports: ['quantity', 'core'],
  concept: 'rule',
};

describe('npm run new-package', () => {
  const files: Readonly<Record<string, string>> = newPackageFiles(options, read);

  test('adds the package to the graph, below its imports', () => {
    const drawn = [...(files['CONTRIBUTING.md'] ?? '').matchAll(/^([\w-]+) +-> (.+)$/gm)];
    const names = drawn.map(([, from]) => from);
    expect(names.indexOf('new-rules')).toBe(names.indexOf('quantity') + 1);
    expect(drawn[names.indexOf('new-rules')]?.[2]).toBe('quantity, core');
    expect(drawn.length).toBe(
      [...read('CONTRIBUTING.md').matchAll(/^([\w-]+) +-> (.+)$/gm)].length + 1,
    );
  });

  test('creates a manifest like those of other packages', () => {
    const made = JSON.parse(files['packages/new-rules/package.json'] ?? '');
    const sibling = JSON.parse(read('packages/core/package.json'));
    expect(made.name).toBe('@kubesem/new-rules');
    expect(made.repository.directory).toBe('packages/new-rules');
    expect(made.scripts.test).toContain(' packages/new-rules/');
    expect(Object.keys(made.exports)).toEqual(['.', './package.json']);
    expect(made.exports['.']).toEqual(sibling.exports['.']);
    expect(made.devDependencies).toBeUndefined();
  });

  test('adds the package to the API reference, the size budgets and the changesets', () => {
    expect(JSON.parse(files['typedoc.json'] ?? '').entryPoints).toContain('packages/new-rules');
    expect(files['internal/consumers/src/sizes.mjs']).toContain("package: 'new-rules', names: '*'");
    const { devDependencies } = JSON.parse(files['internal/consumers/package.json'] ?? '');
    expect(devDependencies['@kubesem/new-rules']).toBe('workspace:*');
    expect(files['.changeset/new-new-rules.md']).toContain("'@kubesem/new-rules': minor");
  });

  test.each(Object.keys(newPackageFiles(options, read)).filter((file) => /\.(ts|mjs)$/.test(file)))(
    '%s is well-formed',
    (file) => {
      const { diagnostics = [] } = ts.transpileModule(files[file] ?? '', {
        fileName: file,
        reportDiagnostics: true,
      });
      expect(diagnostics).toEqual([]);
    },
  );

  test('rejects imports that are not in the graph', () => {
    expect(() => newPackageFiles({ ...options, imports: ['nothing-such'] }, read)).toThrow(
      'nothing-such',
    );
  });
});
