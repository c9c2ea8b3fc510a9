// JavaScript, because the benchmark imports it without a bundler.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * Bundles a module and its imports for the browser, as users of the packages do, and minifies it.
 *
 * @param {string} contents - the module
 * @param {string} folder - folder from which imports are resolved; packages of the family resolve to their builds
 * @param {import('esbuild').Plugin[]} [plugins] - esbuild plugins
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
    // What runs in Node alone is not bundled: its modules, and the client of kubeconfig.
    external: ['node:*', 'undici'],
    // Without the paths to the sources.
    tsconfigRaw: '{}',
    plugins,
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Returns the compressed size of code.
 *
 * @param {string} code - from `bundle`
 * @returns {number} bytes after `gzip -9`
 */
export function gzippedBytes(code) {
  return gzipSync(code, { level: 9 }).length;
}
