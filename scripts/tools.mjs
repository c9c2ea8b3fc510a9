// How the root scripts start tools: with this Node, without a shell, the same way on every machine.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { engines, packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

process.chdir(root);
// Turbo and changesets call pnpm by its name.
process.env.PATH = join(root, 'node_modules/.bin') + delimiter + process.env.PATH;
process.env.TURBO_TELEMETRY_DISABLED = '1';

/**
 * Starts a JavaScript file with this Node, waits for its end, and throws if it failed.
 *
 * @param {string[]} args - the file and its arguments
 * @param {{ keepOutput?: boolean }} [options] - whether its output is kept back until it fails
 */
export function node(args, { keepOutput = false } = {}) {
  const output = keepOutput ? 'pipe' : 'inherit';
  const { error, status, stdout, stderr } = spawnSync(process.execPath, args, {
    stdio: ['ignore', output, output],
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status === 0) return;
  if (keepOutput) process.stderr.write(`\n${stdout}${stderr}`);
  throw error ?? new Error(`${args.join(' ')} ended with status ${status}`);
}

/**
 * Starts a tool among the dev dependencies; its output is shown only if it fails.
 *
 * @param {string} file - the tool's JavaScript file below `node_modules`
 * @param {string[]} args - its arguments
 */
export function tool(file, ...args) {
  node([join('node_modules', file), ...args], { keepOutput: true });
}

/**
 * Does one step of a script: says on standard error what is being done and how long it took; a failure ends the script.
 *
 * @param {string} name - what is being done
 * @param {() => void} work - does it, and throws if it fails
 */
export function step(name, work) {
  const start = performance.now();
  process.stderr.write(`${name} … `);
  try {
    work();
  } catch (error) {
    process.stderr.write(`failed: ${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}

/** Refuses a Node that the tools do not run on. */
export function checkNode() {
  const [major = 0, minor = 0] = engines.node.replace('>=', '').split('.').map(Number);
  const [foundMajor = 0, foundMinor = 0] = process.versions.node.split('.').map(Number);
  if (foundMajor > major || (foundMajor === major && foundMinor >= minor)) return;
  console.error(`This needs Node ${engines.node}, and found ${process.versions.node}.`);
  process.exit(1);
}

/** Installs the dependencies as they are locked, with the workspace's own pnpm, which npx brings the first time. */
export function install() {
  const args = ['install', '--frozen-lockfile', '--loglevel=warn'];
  if (existsSync('node_modules/pnpm/bin/pnpm.cjs')) {
    tool('pnpm/bin/pnpm.cjs', ...args);
    return;
  }
  const npx = join(dirname(process.env.npm_execpath ?? ''), 'npx-cli.js');
  if (!existsSync(npx)) throw new Error('expected to be started by npm, as in: npm start');
  node([npx, '--yes', packageManager, ...args], { keepOutput: true });
}
