import type { Options } from 'tsup';
import recipe from '../../tsup.config.js';

// Each file in `src` is an entry: `index.ts`, and one for each kind.
const config: Options = { ...(recipe as Options), entry: ['src/*.ts'], splitting: true };
export default config;
