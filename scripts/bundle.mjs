import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the program of a private package with the sources of the packages that it imports.
 *
 * @param {string} folder - folder of the package; the program is its `src/cli.ts`
 * @param {string} name - name of the bundle in `dist`
 * @param {{ external?: string[], plugins?: import('esbuild').Plugin[] }} [options] - packages to leave out, and what changes the sources
 * @returns {Promise<string>} file of the bundle
 */
export async function bundleProgram(folder, name, options = {}) {
  const outfile = join(folder, 'dist', `${name}.mjs`);
  await build({
    entryPoints: [join(folder, 'src', 'cli.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // For bundled CommonJS modules. A source may import `createRequire` too.
    banner: {
      js: "import { createRequire as createNodeRequire } from 'node:module'; const require = createNodeRequire(import.meta.url);",
    },
    tsconfig: join(folder, 'tsconfig.json'),
    logLevel: 'warning',
    ...options,
  });
  return outfile;
}
