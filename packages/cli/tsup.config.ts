import { defineConfig } from 'tsup';

// A program and no library: one ESM file for Node, no declarations.
export default defineConfig({
  entry: ['src/main.ts'],
  format: ['esm'],
  target: 'node20',
  clean: true,
  removeNodeProtocol: false,
});
