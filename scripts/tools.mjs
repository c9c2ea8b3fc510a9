// How the root scripts start tools: with this Node, without a shell, the same way on every machine.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { engines, packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

process.chdir(root);
// Turbo and changesets call pnpm by its name.
process.env.PATH = join(root, 'node_modules/.bin') + delimiter + process.env.PATH;
process.env.TURBO_TELEMETRY_DISABLED = '1';

/**
 * Starts a program, shows its output and waits for its end.
 *
 * @param {string} program - the program
 * @param {string[]} args - its arguments
 * @returns {Promise<number>} its exit status
 */
export function run(program, ...args) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', fail);
    child.on('close', (status) => done(status ?? 1));
  });
}

/**
 * Starts a tool written in JavaScript with this Node and waits for its end; its output is shown only if it fails.
 *
 * @param {string} file - the tool, below `node_modules` unless it is absolute
 * @param {string[]} args - its arguments
 * @returns {Promise<void>} rejected if it fails
 */
export function tool(file, ...args) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [resolve('node_modules', file), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', fail);
    child.on('close', (status) => (status === 0 ? done() : fail(new Error(output.trim()))));
  });
}

/**
 * Runs the steps of a script in parallel, and prints their names and times on standard error.
 * If one fails, the others still end, and then the script.
 *
 * @param {Record<string, () => Promise<void>>} steps - by what they do
 */
export async function steps(steps) {
  const outcomes = await Promise.allSettled(
    Object.entries(steps).map(async ([name, work]) => {
      const start = performance.now();
      process.stderr.write(`${name} …\n`);
      try {
        await work();
      } catch (error) {
        process.stderr.write(
          `${name}: failed\n${error instanceof Error ? error.message : error}\n`,
        );
        throw error;
      }
      process.stderr.write(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
    }),
  );
  if (outcomes.some(({ status }) => status === 'rejected')) {
    process.exit(1);
  }
}

/** Ends the script if the tools do not run on this Node. */
export function checkNode() {
  const [major = 0, minor = 0] = engines.node.replace('>=', '').split('.').map(Number);
  const [foundMajor = 0, foundMinor = 0] = process.versions.node.split('.').map(Number);
  if (foundMajor > major || (foundMajor === major && foundMinor >= minor)) {
    return;
  }
  console.error(`This needs Node ${engines.node}; you have ${process.versions.node}.`);
  process.exit(1);
}

/**
 * Installs the dependencies as they are locked. The pnpm for this comes from npx and not from `node_modules`, which an
 * installation may have to replace.
 */
export async function install() {
  const npx = join(dirname(process.env.npm_execpath ?? ''), 'npx-cli.js');
  if (!existsSync(npx)) {
    throw new Error('expected to be started by npm, as in: npm start');
  }
  await tool(npx, '--yes', packageManager, 'install', '--frozen-lockfile', '--loglevel=warn');
}
