import { existsSync } from 'node:fs';
import { defineConfig } from 'tsup';

// One recipe for every library: ESM and CommonJS with source maps, nothing bundled but our own sources and development
// dependencies. `scripts/declarations.mjs` writes the declarations.
export default defineConfig({
  entry: ['src/index.ts', 'src/codes.ts'].filter((file) => existsSync(file)),
  format: ['esm', 'cjs'],
  target: 'es2019',
  sourcemap: true,
  clean: true,
  removeNodeProtocol: false,
  esbuildOptions(options) {
    // The sources are in the package.
    options.sourcesContent = false;
  },
});
