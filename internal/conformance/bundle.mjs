import { bundleProgram } from '../../scripts/bundle.mjs';

/**
 * Bundles the sources of this package with those of the other packages.
 *
 * @param {string} name - name of the bundle
 * @param {import('esbuild').Plugin[]} [plugins] - change the sources
 * @returns {Promise<string>} file of the bundle
 */
export const bundle = (name, plugins = []) =>
  bundleProgram(import.meta.dirname, name, { external: ['commander'], plugins });
