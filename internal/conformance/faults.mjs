// `npm run conformance:faults`: plants the faults of faults.json one at a time in a bundle of the sources, and checks that
// the vectors of the named operation find each of them. `-- admission` plants only those whose file contains this text.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** A fault can make the code run forever, which also counts as found. */
const TIMEOUT_MS = 60_000;

/**
 * A fault to plant.
 *
 * @typedef {object} Fault
 * @property {string} file - from the root of the workspace
 * @property {string} text - is in the file once
 * @property {string} replacement - what the fault makes of it
 * @property {string} operation - the operation whose vectors must find it
 */

/** @type {Fault[]} */
const all = JSON.parse(readFileSync(new URL('faults.json', import.meta.url), 'utf8'));
const faults = all.filter(({ file }) => file.includes(process.argv[2] ?? ''));

/** @param {string} program @param {string} operation */
const isClean = (program, operation) => {
  const args = [program, 'check', '--op', operation];
  return spawnSync(process.execPath, args, { timeout: TIMEOUT_MS, stdio: 'ignore' }).status === 0;
};

/** Replaces the text while esbuild reads the file. @param {Fault} fault @returns {import('esbuild').Plugin} */
const planted = ({ file, text, replacement }) => ({
  name: 'fault',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      path === root + file
        ? { contents: readFileSync(path, 'utf8').replace(text, () => replacement), loader: 'ts' }
        : undefined,
    ),
});

const sound = await bundle('sound');
for (const operation of new Set(faults.map((fault) => fault.operation))) {
  execFileSync(process.execPath, [sound, 'check', '--op', operation], { stdio: 'inherit' });
}
let missed = 0;
for (const fault of faults) {
  const found = !isClean(await bundle('fault', [planted(fault)]), fault.operation);
  missed += found ? 0 : 1;
  const { file, text, replacement, operation } = fault;
  console.log(`${found ? 'found' : 'MISSED'} by ${operation}: ${file}: ${text} -> ${replacement}`);
}
console.log(`${faults.length - missed} of ${faults.length} faults found`);
process.exitCode = missed === 0 ? 0 : 1;
