import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviationId } from './deviations.js';
import type { FuzzResult } from './fuzz.js';
import { packageFolder } from './paths.js';

/** A fuzz run without a difference, as recorded for docs/conformance.md. */
export interface FuzzRun {
  readonly kubernetes: string;
  readonly op: string;
  readonly seed: number;
  readonly cases: number;
  readonly refused: number;
  readonly seconds: number;
  readonly deviations: { readonly [id in DeviationId]?: number };
}

const file = join(packageFolder, 'fuzz-runs.json');

/** Reads the recorded runs of all releases. */
export function readRuns(): FuzzRun[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FuzzRun[]) : [];
}

/** Records a run and replaces an earlier one of the same cases. */
export function recordRun(kubernetes: string, result: FuzzResult): void {
  const { op, seed, cases, refused, seconds, deviations } = result;
  const run: FuzzRun = { kubernetes, op, seed, cases, refused, seconds, deviations };
  const others = readRuns().filter((other) => other.op !== op || other.seed !== seed);
  const runs = [...others, run].sort((a, b) =>
    a.op < b.op ? -1 : a.op > b.op ? 1 : a.seed - b.seed,
  );
  writeFileSync(file, `${JSON.stringify(runs, null, 2)}\n`);
}
