import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Options } from 'tsup';
import recipe from '../../tsup.config.js';

// For test runners with a DOM and for browsers, `yaml` has ECMAScript modules only, which Jest cannot load. So the CommonJS
// build contains it.
const yaml = dirname(createRequire(import.meta.url).resolve('yaml/package.json'));

const config: Options = {
  ...(recipe as Options),
  noExternal: ['yaml'],
  esbuildPlugins: [
    {
      name: 'yaml',
      setup: ({ initialOptions, onResolve }) =>
        onResolve({ filter: /^yaml$/ }, ({ path }) =>
          initialOptions.format === 'cjs'
            ? { path: join(yaml, 'browser/index.js') }
            : { path, external: true },
        ),
    },
  ],
};
export default config;
