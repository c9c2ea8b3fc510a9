import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, for its sources and their bundle. */
export const packageFolder: string = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'control-plane', 'go.mod'))) {
    folder = dirname(folder);
  }
  return folder;
})();

/** The root of the workspace. */
export const rootFolder: string = join(packageFolder, '..', '..');

/** The Go sources of the control plane. */
const sources = join(packageFolder, 'control-plane');

/** The folder of everything that is built or runs, outside of the working tree. */
export const cacheFolder: string = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'kubesem',
  'cluster',
);

/**
 * Returns the Kubernetes release of the control plane.
 *
 * @returns the release, such as `v1.37.1`
 */
export function release(): string {
  const module = readFileSync(join(sources, 'go.mod'), 'utf8');
  const [, found] = /^\tk8s\.io\/kubernetes (v\S+)$/m.exec(module) ?? [];
  if (found === undefined) {
    throw new Error('control-plane/go.mod does not require k8s.io/kubernetes');
  }
  return found;
}

/**
 * Returns where the control plane is, once it is built: each release and each version of the sources has a file of its own.
 *
 * @returns the file; it need not exist
 */
export function programFile(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(sources).sort()) {
    hash.update(`${file}\0`).update(readFileSync(join(sources, file)));
  }
  const key = `${release()}-${hash.digest('hex').slice(0, 12)}`;
  return join(cacheFolder, key, 'control-plane');
}

/** Builds the control plane unless it is built. It takes some minutes, at a low priority. */
export function buildProgram(): void {
  const file = programFile();
  if (existsSync(file)) {
    console.log(`${file} is up to date`);
    return;
  }
  console.log(`building ${file}; this takes 3 to 10 minutes`);
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  const flags = ['-trimpath', '-buildvcs=false', '-mod=readonly', `-ldflags=${linkerFlags()}`];
  const { status, error } = spawnSync('nice', ['go', 'build', ...flags, '-o', unfinished, '.'], {
    cwd: sources,
    env: { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off' },
    stdio: 'inherit',
  });
  if (status !== 0) {
    throw new Error(error?.message ?? 'building the control plane failed');
  }
  if (!existsSync(join(dirname(file), 'kubectl'))) {
    symlinkSync('control-plane', join(dirname(file), 'kubectl'));
  }
  renameSync(unfinished, file);
}

/** Without these, each part calls itself v0.0.0, and compares that with the versions of feature gates. */
function linkerFlags(): string {
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(release()) ?? [];
  const values = { gitVersion: release(), gitMajor: major, gitMinor: minor };
  const flags = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((name) =>
    Object.entries(values).map(([key, value]) => `-X ${name}.${key}=${value}`),
  );
  return ['-s', '-w', ...flags].join(' ');
}
