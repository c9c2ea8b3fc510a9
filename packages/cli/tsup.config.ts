import { defineConfig } from 'tsup';

// A program and no library: ESM for Node, no declarations.
export default defineConfig({
  entry: ['src/main.ts', 'src/kubectl-kubesem.ts'],
  format: ['esm'],
  target: 'node20',
  clean: true,
  removeNodeProtocol: false,
});
