import { build } from 'esbuild';

/**
 * Returns a plugin that builds a module together with all that it imports. Otherwise, a page fetches each part that it
 * shares with another page as a file, and each file costs a slow processor some milliseconds.
 *
 * @param module - file of the module
 * @param packages - sources of the packages by name
 * @returns the plugin
 */
export const wholeModule = (module: string, packages: Readonly<Record<string, string>>) => ({
  name: 'whole-module',
  apply: 'build' as const,
  enforce: 'pre' as const,
  async load(id: string): Promise<string | undefined> {
    if (id !== module) {
      return undefined;
    }
    const { outputFiles } = await build({
      entryPoints: [module],
      alias: packages,
      bundle: true,
      format: 'esm',
      write: false,
    });
    return outputFiles[0]?.text;
  },
});
