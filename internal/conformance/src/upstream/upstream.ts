// `conformance upstream`: records, replays and reports.

import type { PackageOperation } from '../harness/operation.js';
import type { Oracle } from '../harness/oracle.js';
import { operations } from '../operations.js';
import { writeCounts } from './counts.js';
import { TESTED_PACKAGES } from './packages.js';
import { type RecordedCall, recordCalls } from './recording.js';
import { replay, type UpstreamCount, type UpstreamDifference } from './replay.js';

/** Options of the command. */
export interface UpstreamOptions {
  /** Import paths of packages to test, separated by commas, with `*` as a wildcard. */
  readonly package: string;
  /** Whether to keep the counts. */
  readonly record: boolean;
}

/** Runs the tests of the release and replays their calls. Returns the exit status. */
export async function upstream(
  options: UpstreamOptions,
  oracleFor: (operation: PackageOperation) => Oracle,
): Promise<number> {
  const packages = matchingPackages(options.package);
  const { calls, failedTests } = recordCalls(packages);
  const counts: UpstreamCount[] = [];
  const differences: UpstreamDifference[] = [];
  for (const group of groups(calls)) {
    const operation = operationOf((group[0] as RecordedCall).op);
    const result = await replay(operation, group, oracleFor(operation));
    counts.push(result.count);
    differences.push(...result.differences);
    process.stdout.write(`${summary(result.count, result.differences.length)}\n`);
  }
  if (failedTests.length > 0) {
    process.stdout.write(`Tests that fail on this machine: ${failedTests.join(', ')}\n`);
  }
  for (const difference of differences.slice(0, SHOWN_DIFFERENCES)) {
    process.stdout.write(`${report(difference)}\n`);
  }
  const total = counts.reduce((sum, { compared }) => sum + compared, 0);
  process.stdout.write(`${total} calls compared, ${differences.length} with a difference\n`);
  if (differences.length > 0 || total === 0) {
    return 1;
  }
  if (options.record) {
    writeCounts(packages, counts);
  }
  return 0;
}

const SHOWN_DIFFERENCES = 50;

function matchingPackages(pattern: string): readonly string[] {
  const any = pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(',', '|');
  const expression = new RegExp(`^(?:${any})$`);
  const found = TESTED_PACKAGES.filter((name) => expression.test(name));
  if (found.length === 0) {
    throw new Error(`no tested package matches ${pattern}; they are ${TESTED_PACKAGES.join(', ')}`);
  }
  return found;
}

/** The calls of each operation in the tests of each package. */
function groups(calls: readonly RecordedCall[]): RecordedCall[][] {
  const found = new Map<string, RecordedCall[]>();
  for (const call of calls) {
    const key = `${call.op} ${call.package}`;
    const group = found.get(key);
    if (group === undefined) {
      found.set(key, [call]);
    } else {
      group.push(call);
    }
  }
  return [...found.keys()].sort().map((key) => found.get(key) as RecordedCall[]);
}

function operationOf(name: string): PackageOperation {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) {
    throw new Error(`a wrapper records ${name}, which is not an operation`);
  }
  return operation;
}

function summary(count: UpstreamCount, differences: number): string {
  const parts = Object.entries(count.deviations).map(([id, cases]) => `${id} ${cases}`);
  const found = differences === 0 ? '' : `; ${differences} DIFFERENCES`;
  return `${count.op} in ${count.package}: ${count.compared} calls of ${count.tests} tests, ${count.gated} gated, ${count.notAsked} not asked, ${count.testsWithSkipped} tests with skipped calls; ${parts.join(', ') || 'no deviations'}${found}`;
}

function report({ call, answer, fields }: UpstreamDifference): string {
  const recorded = call.err === undefined ? { out: call.out } : { err: call.err };
  return [
    `${call.op} differs in ${call.package}, ${call.test}`,
    `  case ${JSON.stringify(call.in)}`,
    `  the test received ${JSON.stringify(recorded)}`,
    `  the oracle answers ${JSON.stringify(answer)}`,
    ...fields.map((field) => `  ${field}`),
  ].join('\n');
}
