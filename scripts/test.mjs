// `npm test`: everything that must hold before a change is merged; ends with the line `N passed, M failed`.
import { checkNode, install, node, step, tool } from './tools.mjs';

// Vitest prints the closing line; what fails before it counts as one failure.
let isTesting = false;
process.on('exit', (status) => {
  if (status !== 0 && !isTesting) console.log('0 passed, 1 failed');
});

const tsc = 'typescript/bin/tsc';
const turbo = 'turbo/bin/turbo';

checkNode();
step('Installing the dependencies', install);
step('Checking the format', () => tool('@biomejs/biome/bin/biome', 'check', '.'));
step('Linting', () => tool('oxlint/bin/oxlint', '--deny-warnings'));
step('Type-checking the sources', () =>
  tool(turbo, 'run', 'typecheck', '--output-logs=errors-only'),
);
step('Type-checking tests and scripts', () => tool(tsc, '-p', 'tsconfig.test.json'));
step('Building', () => tool(turbo, 'run', 'build', '--output-logs=errors-only'));
step('Type-checking tests against the build', () => tool(tsc, '-p', 'tsconfig.dist.json'));
isTesting = true;
try {
  node(['node_modules/vitest/vitest.mjs', 'run']);
} catch {
  process.exit(1);
}
