import { availableParallelism } from 'node:os';
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
      alias: [
        { find: /^@kubesem\/([\w-]+)$/, replacement: `${root}packages/$1/${meaning}` },
        {
          find: /^@kubesem\/core\/types\/([\w-]+)$/,
          replacement: `${root}packages/core/${meaning.replace('src/', 'src/types/').replace('dist/', 'dist/kind-types/').replace('index', '$1')}`,
        },
        // Other entries of a published package, such as `@kubesem/apf-http/express`.
        {
          find: /^@kubesem\/(?!panels\/)([\w-]+)\/([\w-]+)$/,
          replacement: `${root}packages/$1/${meaning.replace('index', '$2')}`,
        },
      ],
    },
    test: {
      name,
      include,
      exclude,
      // The packages keep no state, so one process can run many files, which halves the time.
      isolate: false,
      // Node itself loads the builds, as it does for their users.
      server: { deps: { external: [/\/dist\//] } },
      // No test measures time. A busy machine must not fail one.
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  };
}

const suites = ['packages/*/test/**/*.test.ts', 'internal/*/test/**/*.test.ts'];
const cli = 'packages/cli/test/**/*.test.ts';
const workspace = 'internal/consumers/test/workspace/**/*.test.ts';
/** Tests that need every package built, whatever `@kubesem/…` means. */
const builds = [
  'internal/consumers/test/builds/**/*.test.ts',
  'packages/cli/test/**/process.test.ts',
];
/** Random cases, hostile input and long simulations: `npm run test:slow`. */
const slow = '{packages,internal}/*/test/**/*{soak,hostile,properties,.slow}.test.ts';

/** What `@kubesem/…` means: the sources or one of the builds. */
const forms = { src: 'src/index.ts', esm: 'dist/index.js', cjs: 'dist/index.cjs' };

export default defineConfig({
  test: {
    reporters: ['default', './scripts/count-reporter.mjs'],
    maxWorkers: availableParallelism(),
    projects: [
      // The suites of the libraries, and the examples in their documentation.
      ...Object.entries(forms).flatMap(([name, meaning]) => [
        project(name, meaning, suites, [cli, workspace, ...builds, slow]),
        project(`slow-${name}`, meaning, [slow]),
      ]),
      project('cli', forms.src, [cli], [...builds, slow]),
      project('workspace', forms.src, [workspace]),
      project('builds', forms.esm, builds),
      // The built site in Chromium. Its tests say if they are skipped.
      project('site', forms.src, ['docs/{test,guides}/**/*.test.ts']),
    ],
  },
});
