// `npm run release`: shows which packages would be published: all whose version is not on the registry yet.
// `npm run release -- --publish`: publishes them. Run it again after a failure; it skips published packages.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { checkNode, run, steps } from './tools.mjs';
import { readVersions, versionProblems } from './versions.mjs';

const isPublishing = process.argv.includes('--publish');
const pnpm = 'node_modules/pnpm/bin/pnpm.cjs';

/**
 * Runs git.
 *
 * @param {string[]} args - arguments
 * @returns {string} its output
 */
function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

/**
 * Runs a program. Ends the script if it fails.
 *
 * @param {string} program - name or path
 * @param {string[]} args - arguments
 */
async function demand(program, ...args) {
  const status = await run(program, ...args);
  if (status !== 0) {
    process.exit(status);
  }
}

checkNode();
await steps({
  'Checking the branch': async () => {
    const branch = git('branch', '--show-current');
    if (branch !== 'main') {
      throw new Error(`This is branch ${branch}. Switch to main.`);
    }
    const dirty = git('status', '--porcelain');
    if (dirty) {
      throw new Error(`Commit or undo these changes:\n${dirty}`);
    }
    const pending = readdirSync('.changeset').filter((file) => file.endsWith('.md'));
    if (pending.length > 0) {
      throw new Error(
        `Run \`npm run version\` and commit the result. Pending: ${pending.join(', ')}`,
      );
    }
  },
  'Checking the versions': async () => {
    const problems = versionProblems(readVersions());
    if (problems.length > 0) {
      throw new Error(problems.join('\n'));
    }
  },
});
await demand('.ci/run');

// pnpm publishes packages before those that depend on them, and skips published versions.
process.env.NPM_CONFIG_PROVENANCE = String(isPublishing);
const mode = isPublishing ? [] : ['--dry-run'];
await demand(process.execPath, pnpm, '-r', 'publish', '--access', 'public', ...mode);
if (isPublishing) {
  await demand(process.execPath, 'node_modules/@changesets/cli/bin.js', 'tag');
  console.log('Now push the tags: git push --tags');
} else {
  console.log('Nothing was published. To publish: npm run release -- --publish');
}
