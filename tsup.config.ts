import { defineConfig } from 'tsup';

// One recipe for every library: ESM and CommonJS, declarations for both, nothing bundled but our own sources.
export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  target: 'es2019',
  dts: { compilerOptions: { noEmit: false, composite: false, paths: {} } },
  clean: true,
  removeNodeProtocol: false,
});
