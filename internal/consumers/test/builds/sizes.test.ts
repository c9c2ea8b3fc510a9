import type { Plugin } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { bundle, gzippedBytes } from '../../src/bundle.mjs';
import { SIZE_BUDGETS } from '../../src/sizes.mjs';
import { libraries, root } from '../../src/workspace.js';

const folder = `${root}internal/consumers`;
/** Hides `sideEffects: false` from the bundler, so it must analyze the code. */
const withSideEffects: Plugin = {
  name: 'with-side-effects',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@kubesem\// }, async ({ path, pluginData, ...options }) => {
      if (pluginData === 'resolving') {
        return undefined;
      }
      const resolved = await resolve(path, { ...options, pluginData: 'resolving' });
      return { path: resolved.path, sideEffects: true };
    });
  },
};

test.each(SIZE_BUDGETS)('$names of $package: at most $bytes bytes', async (budget) => {
  const list = budget.names === '*' ? '*' : `{ ${budget.names} }`;
  const code = await bundle(`export ${list} from '@kubesem/${budget.package}'`, folder);
  expect(gzippedBytes(code)).toBeLessThanOrEqual(budget.bytes);
});

test('every library has a budget for all of its names', () => {
  const whole = SIZE_BUDGETS.filter(({ names }) => names === '*');
  expect(whole.map((budget) => budget.package).sort()).toEqual([...libraries].sort());
});

test('an import of one constant costs that constant', async () => {
  const code = await bundle(`export { KUBERNETES_VERSION } from '@kubesem/core'`, folder);
  expect(code.length).toBeLessThanOrEqual(60);
});

test('inspect needs no YAML library for objects that are already parsed', async () => {
  const loaded: string[] = [];
  const plugin: Plugin = {
    name: 'loaded',
    setup({ onLoad }) {
      onLoad({ filter: /./ }, ({ path }) => void loaded.push(path));
    },
  };
  const names = 'inspectObjects, parsedObjects';
  await bundle(`export { ${names} } from '@kubesem/inspect'`, folder, [plugin]);
  expect(loaded.some((path) => path.includes('packages/inspect/'))).toBe(true);
  expect(loaded.filter((path) => /yaml|manifests\/dist\/index/.test(path))).toEqual([]);
});

/** They contain a YAML library, tables, or CommonJS packages for servers that bundlers cannot drop. */
const NOT_DROPPED = ['manifests', 'inspect', 'kubeconfig', 'apf-http'];

describe.each(libraries.filter((name) => !NOT_DROPPED.includes(name)))('@kubesem/%s', (name) => {
  test('an import of nothing leaves nothing behind', async () => {
    expect(await bundle(`import '@kubesem/${name}'`, folder)).toBe('');
  });

  test('an unused import leaves nothing behind', async () => {
    const code = await bundle(`import * as unused from '@kubesem/${name}'`, folder, [
      withSideEffects,
    ]);
    expect(code).toBe('');
  });
});
