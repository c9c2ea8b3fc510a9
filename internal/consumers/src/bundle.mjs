// In JavaScript, since the benchmark loads it outside of any bundle.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * Bundles a module for the browser with everything that it imports, as users of the packages do, and minifies it.
 *
 * @param {string} contents - the module
 * @param {string} folder - where its imports are looked up; packages of the family are taken from their builds
 * @param {import('esbuild').Plugin[]} [plugins] - that change how it is bundled
 * @returns {Promise<string>} the code
 */
export async function bundle(contents, folder, plugins = []) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
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

/**
 * Tells what code costs on its way to the browser.
 *
 * @param {string} code - as `bundle` makes it
 * @returns {number} bytes by gzip -9
 */
export function gzippedBytes(code) {
  return gzipSync(code, { level: 9 }).length;
}
