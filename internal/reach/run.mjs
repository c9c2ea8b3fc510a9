// Bundles the sources of this package with those of the other packages and runs them: `npm run reach`.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const outfile = join(here, 'dist', 'cli.mjs');
await build({
  entryPoints: [join(here, 'src', 'cli.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: ['esbuild'],
  tsconfig: join(here, 'tsconfig.json'),
  logLevel: 'warning',
});
await import(outfile);
