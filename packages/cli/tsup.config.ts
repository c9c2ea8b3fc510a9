import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'tsup';
import { notices } from '../../scripts/notices.mjs';

// For Node, `yaml` is 70 CommonJS files, which take longer to load than the rest of the program. So the program contains
// the ECMAScript modules that `yaml` has for browsers.
const yaml = dirname(createRequire(import.meta.url).resolve('yaml/package.json'));

// A program and no library: ESM for Node, no declarations. It contains everything that it imports, so `npx kubesem`
// downloads one package instead of 42. A fix in one of them reaches users with the next release of the program.
export default defineConfig({
  entry: ['src/main.ts', 'src/kubectl-kubesem.ts'],
  format: ['esm'],
  target: 'node20',
  clean: true,
  removeNodeProtocol: false,
  esbuildPlugins: [notices],
  // CommonJS packages require modules of Node.
  banner: {
    js: "import { createRequire as createNodeRequire } from 'node:module';\nconst require = createNodeRequire(import.meta.url);",
  },
  esbuildOptions(options) {
    options.alias = { yaml: join(yaml, 'browser/index.js') };
  },
});
