import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Options } from 'tsup';
import recipe from '../../tsup.config.js';

// The package contains `yaml`, in the form that it has for browsers. For Node, `yaml` is 70 CommonJS files, which take
// longer to load than the rest of this package; for browsers, it has ECMAScript modules only, which Jest cannot load.
const yaml = dirname(createRequire(import.meta.url).resolve('yaml/package.json'));

const config: Options = {
  ...(recipe as Options),
  entry: ['src/index.ts', 'src/cluster.ts', 'src/codes.ts', 'src/internal.ts'],
  splitting: true,
  esbuildPlugins: [
    {
      name: 'yaml',
      setup: ({ onResolve }) =>
        onResolve({ filter: /^yaml$/ }, () => ({ path: join(yaml, 'browser/index.js') })),
    },
  ],
};
export default config;
