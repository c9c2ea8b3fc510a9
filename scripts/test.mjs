// `npm test`: runs all checks and all tests except the slow ones, without a cache.
// `npm run test:slow`: runs the slow tests. The last line of both is `N passed, M failed`.
import { resolve } from 'node:path';
import { checkNode, install, run, steps, tool } from './tools.mjs';

const isSlow = process.argv.includes('--slow');

// Vitest prints the last line. A failure before that counts as one failed test.
let isTesting = false;
process.on('exit', (status) => {
  if (status !== 0 && !isTesting) {
    console.log('0 passed, 1 failed');
  }
});

const tsc = 'typescript/bin/tsc';
const vueTsc = '../docs/node_modules/vue-tsc/bin/vue-tsc.js';

/**
 * Builds every package.
 *
 * @param {string[]} options - more options of turbo
 */
const build = (...options) =>
  tool('turbo/bin/turbo', 'run', 'build', '--output-logs=errors-only', ...options);

checkNode();
await steps({ 'Installing the dependencies': install });
if (isSlow) {
  await steps({ Building: () => build() });
} else {
  await steps({
    'Building, and type-checking everything else against the build': async () => {
      await build('--force');
      await tool(tsc, '-p', 'tsconfig.dist.json');
    },
    'Type-checking the sources of the libraries': () => tool(tsc, '-p', 'tsconfig.sources.json'),
    'Type-checking the site and its panels': async () => {
      await tool(vueTsc, '-p', 'internal/panels');
      await tool(vueTsc, '-p', 'docs');
    },
    Linting: () => tool('oxlint/bin/oxlint', '--deny-warnings'),
    'Looking for promises that nobody handles': () =>
      tool(
        'oxlint/bin/oxlint',
        ...['--type-aware', '--deny-warnings', '--config', 'scripts/lint/promises.json'],
        ...['dist', 'fixtures', 'vectors'].map((name) => `--ignore-pattern=**/${name}/**`),
        ...['packages', 'internal', 'scripts', 'examples', 'docs'],
      ),
    'Checking the English of texts': () => tool(resolve('scripts/plain-english.mjs')),
    'Checking the format': () => tool('@biomejs/biome/bin/biome', 'check'),
  });
}
const projects = isSlow
  ? ['slow-esm', 'slow-cjs']
  : ['esm', 'cjs', 'cli', 'workspace', 'builds', 'site'];
isTesting = true;
process.exitCode = await run(
  process.execPath,
  'node_modules/vitest/vitest.mjs',
  'run',
  ...projects.map((name) => `--project=${name}`),
);
