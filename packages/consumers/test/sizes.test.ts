import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { libraries, root } from '../src/workspace.js';

const quantityBytes = 4 * 1024;

/** The most that imports may cost, family included: bytes, minified, by gzip -9. */
const limits: readonly (readonly [name: string, names: string, limit: number])[] = [
  ['core', '*', 2.5 * 1024],
  ['quantity', '*', quantityBytes],
  ['resources', '{ podRequests, podLimits }', quantityBytes + 3 * 1024],
  ['resources', '{ explainPodRequests, explainPodLimits }', quantityBytes + 3 * 1024],
  ['resources', '*', quantityBytes + 5 * 1024],
  ['qos', '*', quantityBytes + 3 * 1024],
];

/** Bundles a module for the browser, as users do, from the builds. */
async function bundle(contents: string, plugins: BuildOptions['plugins'] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${root}packages/consumers` },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2019',
    logLevel: 'error',
    // Without the paths to the sources.
    tsconfigRaw: '{}',
    plugins,
  });
  return outputFiles[0]?.text ?? '';
}

/** Hides from the bundler that the packages have no side effects: it has to find that out by itself. */
const withoutPromise: NonNullable<BuildOptions['plugins']>[number] = {
  name: 'without-promise',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@kubesem\// }, async ({ path, pluginData, ...options }) => {
      if (pluginData === 'asked') return undefined;
      const resolved = await resolve(path, { ...options, pluginData: 'asked' });
      return { path: resolved.path, sideEffects: true };
    });
  },
};

test.each(limits)('of @kubesem/%s, %s costs at most %d bytes', async (name, names, limit) => {
  const code = await bundle(`export ${names} from '@kubesem/${name}'`);
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(limit);
});

test('an import of one constant costs that constant', async () => {
  const code = await bundle(`export { KUBERNETES_VERSION } from '@kubesem/core'`);
  expect(code.length).toBeLessThanOrEqual(60);
});

describe.each(libraries.filter((name) => name !== 'inspect'))('@kubesem/%s', (name) => {
  test('an import of nothing leaves nothing behind', async () => {
    expect(await bundle(`import '@kubesem/${name}'`)).toBe('');
  });

  test('an unused import leaves nothing behind', async () => {
    expect(await bundle(`import * as unused from '@kubesem/${name}'`, [withoutPromise])).toBe('');
  });
});
