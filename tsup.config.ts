import { existsSync } from 'node:fs';
import { defineConfig } from 'tsup';

// One recipe for every library: ESM and CommonJS with source maps, nothing bundled but our own sources and development
// dependencies. `scripts/declarations.mjs` writes the declarations.
export default defineConfig({
  entry: ['src/index.ts', 'src/codes.ts', 'src/internal.ts'].filter((file) => existsSync(file)),
  // By default, only ECMAScript modules share the code of several entries; a class must exist once in CommonJS too.
  ...(existsSync('src/internal.ts') && { splitting: true }),
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
