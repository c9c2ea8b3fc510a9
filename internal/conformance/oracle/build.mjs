// Builds the oracle programs into bin/: `node build.mjs [<module>…]`, all by default.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
/** Every folder with a go.mod, except the shared protocol. */
const modules = readdirSync(here).filter(
  (name) => name !== 'wire' && existsSync(join(here, name, 'go.mod')),
);

/** Runs go in one of the modules, without downloading another toolchain. */
function go(module, args, stdio) {
  return spawnSync('go', args, {
    cwd: join(here, module),
    encoding: 'utf8',
    env: { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off' },
    stdio,
  });
}

function fail(message) {
  console.error(`oracle: ${message}`);
  process.exit(1);
}

function checkGo() {
  const found = go('wire', ['env', 'GOARCH']);
  if (found.error) {
    fail('`go` not found; install Go to build the oracle');
  }
  if (found.status !== 0) {
    fail(`this Go cannot build the pinned release: ${found.stderr.trim()}`);
  }
  const architecture = found.stdout.trim();
  if (architecture !== 'amd64') {
    fail(`Go builds for ${architecture}; only amd64 computes the reference floats`);
  }
}

/** The files of a folder of a module, at any depth, that end with something. */
function filesOf(module, folder, ending) {
  const root = join(here, module, folder);
  return existsSync(root)
    ? readdirSync(root, { recursive: true }).filter((name) => name.endsWith(ending))
    : [];
}

/**
 * If a module has `shims/<import path>/export_kubesem.go`, copies the released packages, adds these files to the copies
 * and applies `patches/`: so a program can use unexported names, and the compiler reports a name that has moved. Without
 * such files a copy could only become stale.
 */
function vendor(module) {
  const root = join(here, module);
  rmSync(join(root, 'vendor'), { recursive: true, force: true });
  const shims = filesOf(module, 'shims', '.go');
  if (shims.length === 0) {
    return ['-mod=readonly'];
  }
  if (go(module, ['mod', 'vendor'], 'inherit').status !== 0) {
    fail(`copying the packages of ${module} failed`);
  }
  for (const shim of shims) {
    const target = join(root, 'vendor', shim);
    if (!existsSync(dirname(target))) {
      fail(`${shim}: ${module} does not import this package`);
    }
    copyFileSync(join(root, 'shims', shim), target);
  }
  for (const patch of filesOf(module, 'patches', '.patch')) {
    applyPatch(module, patch);
  }
  return ['-mod=vendor'];
}

/** Applies a patch to the copies. Git accepts no other context than that of the patch. */
function applyPatch(module, patch) {
  const root = join(here, module);
  const applied = spawnSync('git', ['apply', join(root, 'patches', patch)], {
    cwd: join(root, 'vendor'),
    // Git would skip files that the repository ignores: hide the repository.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: root },
    stdio: 'inherit',
  });
  if (applied.status !== 0) {
    fail(`${patch} does not fit the released code of ${module}`);
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !modules.includes(name));
if (unknown !== undefined) {
  fail(`unknown module ${unknown}; the modules are ${modules.join(', ')}`);
}

checkGo();
for (const module of wanted.length > 0 ? wanted : modules) {
  const binary = join(here, 'bin', `oracle-${module}`);
  console.log(`building ${binary}`);
  const args = ['build', ...vendor(module), '-trimpath', '-buildvcs=false', '-o', binary, '.'];
  if (go(module, args, 'inherit').status !== 0) {
    fail(`building ${module} failed`);
  }
}
