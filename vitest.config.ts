import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

/** One project of the run: its test files, and the file that `@kubesem/…` means in it. */
function project(
  name: string,
  meaning: string,
  include: string[],
  exclude: string[] = [],
): TestProjectConfiguration {
  return {
    resolve: {
      alias: [{ find: /^@kubesem\/([\w-]+)$/, replacement: `${root}packages/$1/${meaning}` }],
    },
    test: {
      name,
      include,
      exclude,
      // The packages keep no state, so that a process can take one file after another: half the time.
      isolate: false,
      // Node itself loads the builds, as it does for their users.
      server: { deps: { external: [/\/dist\//] } },
    },
  };
}

// The suites of the libraries, and the examples in their documentation, run on the sources and on both builds.
const everywhere = ['packages/*/test/**/*.test.ts', 'internal/*/test/**/*.test.ts'];
const consumers = 'internal/consumers/test/!(examples).test.ts';
const cli = 'packages/cli/test/**/*.test.ts';

export default defineConfig({
  test: {
    reporters: ['default', './scripts/count-reporter.mjs'],
    projects: [
      project('src', 'src/index.ts', everywhere, [cli, consumers]),
      project('esm', 'dist/index.js', everywhere, [cli, consumers]),
      project('cjs', 'dist/index.cjs', everywhere, [cli, consumers]),
      project('cli', 'src/index.ts', [cli]),
      project('consumers', 'dist/index.js', [consumers]),
    ],
  },
});
