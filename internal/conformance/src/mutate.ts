import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { countMutants, type MutationReport, recordScore } from './harness/mutation-scores.js';
import { oracleRelease } from './harness/oracle.js';
import { packageFolder, rootFolder } from './harness/paths.js';

/** How to run the mutants of a package. */
export interface MutationOptions {
  readonly package: string;
  /** Minutes after which no further mutant is tested. */
  readonly time: number;
  /** Number of mutants tested at the same time. */
  readonly concurrency: number;
}

/** Runs Stryker on one package in a copy of the workspace, and records the score; returns the exit status. */
export function mutate({ package: packageName, time, concurrency }: MutationOptions): number {
  if (!existsSync(join(rootFolder, 'packages', packageName, 'src'))) {
    process.stderr.write(`no package packages/${packageName}\n`);
    return 2;
  }
  const report = join(packageFolder, 'reports', `${packageName}.json`);
  rmSync(report, { force: true });
  const stryker = join(packageFolder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const config = join(packageFolder, 'mutation', 'stryker.config.mjs');
  const { status } = spawnSync(
    process.execPath,
    [stryker, 'run', config, '--concurrency', String(concurrency)],
    {
      cwd: rootFolder,
      env: {
        ...process.env,
        KUBESEM_PACKAGE: packageName,
        KUBESEM_DEADLINE: String(Date.now() + 60_000 * time),
      },
      stdio: 'inherit',
    },
  );
  const counts = existsSync(report)
    ? countMutants(JSON.parse(readFileSync(report, 'utf8')) as MutationReport)
    : undefined;
  if (counts === undefined) {
    process.stderr.write('no mutant was tested\n');
    return status || 1;
  }
  const { killed, timeout, survived, untested, score } = counts;
  const date = new Date().toISOString().slice(0, 10);
  recordScore({ package: packageName, kubernetes: oracleRelease(), date, ...counts });
  process.stdout.write(
    `${packageName}: ${score} % (${killed} killed, ${timeout} timed out, ${survived} survived, ${untested} not tested)\n`,
  );
  return status ?? 1;
}
