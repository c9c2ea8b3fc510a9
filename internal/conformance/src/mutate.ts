import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { packageFolder, rootFolder } from './harness/paths.js';

/** Runs Stryker over one package, in a copy of the workspace; the status is 1 below a score of 90 %. */
export function mutate(packageName: string, concurrency: string): number {
  const stryker = join(
    packageFolder,
    'node_modules',
    '@stryker-mutator',
    'core',
    'bin',
    'stryker.js',
  );
  const config = join('packages', 'conformance', 'mutation', 'stryker.config.mjs');
  const { status } = spawnSync(
    process.execPath,
    [stryker, 'run', config, '--concurrency', concurrency],
    {
      cwd: rootFolder,
      env: { ...process.env, KUBESEM_PACKAGE: packageName },
      stdio: 'inherit',
    },
  );
  return status ?? 1;
}
