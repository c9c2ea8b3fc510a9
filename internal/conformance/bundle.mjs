import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Bundles the sources of this package with those of the other packages.
 *
 * @param {string} name - name of the bundle
 * @param {import('esbuild').Plugin[]} [plugins] - change the sources
 * @returns {Promise<string>} file of the bundle
 */
export async function bundle(name, plugins = []) {
  const outfile = join(here, 'dist', `${name}.mjs`);
  await build({
    entryPoints: [join(here, 'src', 'cli.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['commander'],
    // For bundled CommonJS modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    tsconfig: join(here, 'tsconfig.json'),
    logLevel: 'warning',
    plugins,
  });
  return outfile;
}
