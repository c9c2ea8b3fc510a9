// `npm test`: everything that must hold before a change is merged; ends with the line `N passed, M failed`.
import { checkNode, install, run, steps, tool } from './tools.mjs';

// Vitest prints the closing line; what fails before it counts as one failure.
let isTesting = false;
process.on('exit', (status) => {
  if (status !== 0 && !isTesting) {
    console.log('0 passed, 1 failed');
  }
});

const tsc = 'typescript/bin/tsc';
const turbo = 'turbo/bin/turbo';

checkNode();
await steps({ 'Installing the dependencies': install });
await steps({
  'Checking the format': () => tool('@biomejs/biome/bin/biome', 'check'),
  Linting: () => tool('oxlint/bin/oxlint', '--deny-warnings'),
  'Type-checking the sources': () => tool(turbo, 'run', 'typecheck', '--output-logs=errors-only'),
  'Type-checking tests and scripts': () => tool(tsc, '-p', 'tsconfig.test.json'),
  'Building, and type-checking the tests against the build': async () => {
    await tool(turbo, 'run', 'build', '--output-logs=errors-only');
    await tool(tsc, '-p', 'tsconfig.dist.json');
  },
});
isTesting = true;
process.exitCode = await run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run');
