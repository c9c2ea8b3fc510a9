import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));
const libraries = ['core', 'quantity', 'resources', 'qos', 'inspect'].filter((name) =>
  readdirSync(`${root}packages`).includes(name),
);

// The same suites run on the sources and on both builds: only what a package name means differs.
const project = (name: string, file: string) => ({
  resolve: {
    alias: libraries.map((library) => ({
      find: new RegExp(`^@kubesem/${library}$`),
      replacement: `${root}packages/${library}/${file}`,
    })),
  },
  test: {
    name,
    include: ['packages/{core,quantity,resources,qos,inspect}/test/**/*.test.ts'],
    server: { deps: { external: [/\/dist\/.*\.cjs$/] } },
  },
});

export default defineConfig({
  test: {
    projects: [
      project('src', 'src/index.ts'),
      project('esm', 'dist/index.js'),
      project('cjs', 'dist/index.cjs'),
    ],
  },
});
