// `npm run release`: publishes every package whose version is not on the registry yet. It shows what it would do;
// `npm run release -- --publish` does it. It can be started again after a failure: what is published is skipped.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { checkNode, run, steps } from './tools.mjs';

const isPublishing = process.argv.includes('--publish');
const pnpm = 'node_modules/pnpm/bin/pnpm.cjs';

/**
 * Asks git.
 *
 * @param {string[]} args - of git
 * @returns {string} what it prints
 */
function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

/**
 * Runs a program, and ends the script if it fails.
 *
 * @param {string} program - the program
 * @param {string[]} args - its arguments
 */
async function demand(program, ...args) {
  const status = await run(program, ...args);
  if (status !== 0) {
    process.exit(status);
  }
}

checkNode();
await steps({
  'Looking at the branch': async () => {
    const branch = git('branch', '--show-current');
    if (branch !== 'main') {
      throw new Error(`expected the branch main, found ${branch}`);
    }
    const dirty = git('status', '--porcelain');
    if (dirty) {
      throw new Error(`expected everything to be committed, found\n${dirty}`);
    }
    const pending = readdirSync('.changeset').filter((file) => file.endsWith('.md'));
    if (pending.length === 0) {
      return;
    }
    throw new Error(`expected \`npm run version\` to be done and committed, found ${pending}`);
  },
});
await demand('.ci/run');

// Siblings go out before the packages that need them, and versions that are published are left out.
process.env.NPM_CONFIG_PROVENANCE = String(isPublishing);
const mode = isPublishing ? [] : ['--dry-run'];
await demand(process.execPath, pnpm, '-r', 'publish', '--access', 'public', ...mode);
if (isPublishing) {
  await demand(process.execPath, 'node_modules/@changesets/cli/bin.js', 'tag');
  console.log('Now push the tags: git push --tags');
} else {
  console.log('Nothing was published. To publish: npm run release -- --publish');
}
