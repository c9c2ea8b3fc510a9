import { readdirSync } from 'node:fs';
import type { Options } from 'tsup';
import recipe from '../../tsup.config.js';

/** Each table of fields is a file in `kind-types`, since `dist/types` has the declarations. */
const tables = readdirSync('src/types').map((file): [string, string] => [
  `kind-types/${file.replace('.ts', '')}`,
  `src/types/${file}`,
]);

/** Keeps the imports of tables. With chunks, esbuild would write two files a table. */
const separateTables: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'separate-tables',
  setup({ initialOptions, onResolve }) {
    const ending = initialOptions.outExtension?.['.js'] ?? '.js';
    onResolve({ filter: /^\.\/(types\/)?[\w-]+\.js$/ }, ({ path, importer }) => {
      const from = /[\\/]src[\\/](types[\\/][\w-]+|types)\.ts$/.exec(importer)?.[1];
      const to = path.replace('./types/', './kind-types/').replace(/\.js$/, ending);
      return from === undefined ? undefined : { path: to, external: true };
    });
  },
};

const config: Options = {
  ...(recipe as Options),
  entry: {
    index: 'src/index.ts',
    codes: 'src/codes.ts',
    internal: 'src/internal.ts',
    kinds: 'src/kinds.ts',
    types: 'src/types.ts',
    ...Object.fromEntries(tables),
  },
  esbuildPlugins: [separateTables],
  splitting: true,
};
export default config;
