// `npm run bench`: builds the packages, then measures those builds. `-- --quick` only shows that everything works.

import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { checkNode, steps, tool } from '../../scripts/tools.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const start = performance.now();

checkNode();
await steps({
  'Building the packages': async () => {
    await tool(
      'turbo/bin/turbo',
      'run',
      'build',
      '--output-logs=errors-only',
      '--filter=./packages/*',
    );
  },
});
await build({
  entryPoints: ['main.ts', 'worker.ts'].map((file) => join(here, 'src', file)),
  outdir: join(here, 'dist'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // The packages are measured as they are published, and not as a part of this bundle.
  packages: 'external',
  tsconfigRaw: '{}',
  logLevel: 'warning',
});
await import(join(here, 'dist', 'main.mjs'));
process.stderr.write(`${Math.round((performance.now() - start) / 1000)} s\n`);
