// `npm run bench`: builds the packages, measures the builds, and writes docs/performance.md.
// `npm run bench -- --quick`: only tries everything.
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { checkNode, steps, tool } from '../../scripts/tools.mjs';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const here = dirname(fileURLToPath(import.meta.url));
const start = performance.now();

checkNode();
await steps({
  'Building the packages': () =>
    tool('turbo/bin/turbo', 'run', 'build', '--output-logs=errors-only'),
  // Some benchmarks need the copies of the released modules that it makes.
  'Building the oracle': () => tool(join(here, '../conformance/oracle/build.mjs'), 'kubernetes'),
});
await build({
  entryPoints: {
    main: join(here, 'src/main.ts'),
    worker: join(here, 'src/worker.ts'),
    'http-server': join(here, 'src/http/server.ts'),
    'http-load': join(here, 'src/http/load.ts'),
  },
  outdir: join(here, 'dist'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // The packages are measured as they are published, not as a part of this bundle.
  packages: 'external',
  tsconfigRaw: '{}',
  logLevel: 'warning',
});
// The page runs in a browser, so it contains the packages.
await build({
  entryPoints: [join(here, 'src/browser/page.ts')],
  outfile: join(here, 'dist/page.js'),
  bundle: true,
  minify: true,
  target: 'es2020',
  format: 'iife',
  tsconfigRaw: '{}',
  logLevel: 'warning',
});
const { runBenchmark } = await import(join(here, 'dist', 'main.mjs'));
await runBenchmark(values.quick);
process.stderr.write(`${Math.round((performance.now() - start) / 1000)} s\n`);
