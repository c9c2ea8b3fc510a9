// The tests that have to notice a mutant: those of the package itself and the vectors.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  root,
  resolve: {
    alias: [{ find: /^@kubesem\/([\w-]+)$/, replacement: `${root}packages/$1/src/index.ts` }],
  },
  test: {
    include: [
      `packages/${process.env.KUBESEM_PACKAGE}/test/**/*.test.ts`,
      'packages/conformance/test/vectors.test.ts',
    ],
    // A property that fails is shrunk first, and a mebibyte takes long in sources that are full of switches: both take
    // longer than all tables together.
    exclude: ['**/properties.test.ts', '**/hostile.test.ts'],
  },
});
