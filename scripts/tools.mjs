// Starts tools for the root scripts: with this Node and without a shell, so it works the same on every machine.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { engines, packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

process.chdir(root);
// Turbo and changesets find pnpm on the path.
process.env.PATH = join(root, 'node_modules/.bin') + delimiter + process.env.PATH;
process.env.TURBO_TELEMETRY_DISABLED = '1';

/**
 * Runs a program and shows its output.
 *
 * @param {string} program - name or path
 * @param {string[]} args - arguments
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
 * Runs a tool written in JavaScript with this Node, and shows its output only if it fails.
 *
 * @param {string} file - absolute path, or path in `node_modules`
 * @param {string[]} args - arguments
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
 * Runs the steps of a script in parallel, and prints their names and times on standard error. If a step fails, the
 * script ends after the other steps.
 *
 * @param {Record<string, () => Promise<void>>} steps - steps by name
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

/** Ends the script if this Node is too old for the tools. */
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
 * Installs the dependencies of the lock file. It uses pnpm from npx, because it may have to replace `node_modules`.
 */
export async function install() {
  const npx = join(dirname(process.env.npm_execpath ?? ''), 'npx-cli.js');
  if (!existsSync(npx)) {
    throw new Error('Start this script with npm, for example: npm start');
  }
  await tool(npx, '--yes', packageManager, 'install', '--frozen-lockfile', '--loglevel=warn');
}
