// Bundles the sources of this package with those of the other packages and runs them: `npm run reach`.
import { bundleProgram } from '../../scripts/bundle.mjs';

await import(await bundleProgram(import.meta.dirname, 'cli', { external: ['esbuild'] }));
