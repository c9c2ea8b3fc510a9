// Bundles the sources of this package with those of the other packages and runs them: `npm run cluster -- --help`.
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
  // For bundled CommonJS modules.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  tsconfig: join(here, 'tsconfig.json'),
  logLevel: 'warning',
});
await import(outfile);
