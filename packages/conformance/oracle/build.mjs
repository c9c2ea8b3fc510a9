// Builds the oracle programs into bin/: `node build.mjs [staging|kubernetes]…`, both by default.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const modules = ['staging', 'kubernetes'];

/** Runs go in one of the modules; toolchains are never downloaded, the machine's Go has to do. */
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
  if (found.error) fail('there is no `go` on this machine; the oracle needs it to be built');
  if (found.status !== 0) fail(`this Go cannot build the pinned release: ${found.stderr.trim()}`);
  const architecture = found.stdout.trim();
  if (architecture !== 'amd64') {
    fail(`Go builds for ${architecture} here; only amd64 gives the reference floats`);
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !modules.includes(name));
if (unknown !== undefined)
  fail(`there is no module ${unknown}; there are ${modules.join(' and ')}`);

checkGo();
for (const module of wanted.length > 0 ? wanted : modules) {
  const binary = join(here, 'bin', `oracle-${module}`);
  console.log(`building ${binary}`);
  const args = ['build', '-trimpath', '-buildvcs=false', '-o', binary, '.'];
  if (go(module, args, 'inherit').status !== 0) fail(`${module} does not build`);
}
