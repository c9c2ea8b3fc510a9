import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oracleRelease } from '../harness/oracle.js';
import { packageFolder } from '../harness/paths.js';
import type { UpstreamCount } from './replay.js';

const file = join(packageFolder, 'upstream-counts.json');

/** The recorded counts of a release; a replay with a difference is not recorded. */
interface UpstreamCounts {
  readonly kubernetes: string;
  readonly counts: readonly UpstreamCount[];
}

/** Reads the recorded counts. */
export function readCounts(): UpstreamCounts | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as UpstreamCounts) : undefined;
}

/** Replaces the recorded counts of the tested packages. */
export function writeCounts(tested: readonly string[], counts: readonly UpstreamCount[]): void {
  const kubernetes = oracleRelease();
  const recorded = readCounts();
  const others = recorded?.kubernetes === kubernetes ? recorded.counts : [];
  const all = [...others.filter((count) => !tested.includes(count.package)), ...counts];
  const key = (count: UpstreamCount) => `${count.package} ${count.op}`;
  const sorted = all.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ kubernetes, counts: sorted }, null, 2)}\n`);
}
