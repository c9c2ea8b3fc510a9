import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'tsup';

// For Node, `yaml` is 70 CommonJS files, which take longer to load than the rest of the program. So the program contains
// the ECMAScript modules that `yaml` has for browsers.
const yaml = dirname(createRequire(import.meta.url).resolve('yaml/package.json'));

// A program and no library: ESM for Node, no declarations.
export default defineConfig({
  entry: ['src/main.ts', 'src/kubectl-kubesem.ts'],
  format: ['esm'],
  target: 'node20',
  clean: true,
  removeNodeProtocol: false,
  esbuildOptions(options) {
    options.alias = { yaml: join(yaml, 'browser/index.js') };
  },
});
