import type { Options } from 'tsup';
import recipe from '../../tsup.config.js';

// `internal` is for the other packages of kubesem.
const config: Options = {
  ...(recipe as Options),
  entry: ['src/index.ts', 'src/codes.ts', 'src/internal.ts'],
  splitting: true,
};
export default config;
