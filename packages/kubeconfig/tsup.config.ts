import type { Options } from 'tsup';
import recipe from '../../tsup.config.js';

const config: Options = {
  ...(recipe as Options),
  entry: ['src/index.ts', 'src/internal.ts'],
  splitting: true,
};
export default config;
