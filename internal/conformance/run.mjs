// Runs the sources of this package: `node run.mjs fuzz --help`.
import { bundle } from './bundle.mjs';

await import(await bundle('cli'));
