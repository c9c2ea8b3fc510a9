import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './paths.js';

/** Result of mutation testing one package. Rows without counts are from before they were recorded. */
export interface MutationScore {
  readonly package: string;
  /** Kubernetes release of the vectors, such as `v1.37.1`. */
  readonly kubernetes: string;
  /** Day of the run, such as `2026-11-21`. */
  readonly date: string;
  readonly killed?: number;
  readonly timeout?: number;
  readonly survived: number;
  /** Number of mutants that the time limit left out. */
  readonly untested?: number;
  /** Percentage of tested mutants that a test or the timeout detected, with one decimal. */
  readonly score: number;
}

/** The part of Stryker's report that counts. */
export interface MutationReport {
  readonly files: {
    readonly [path: string]: { readonly mutants: readonly { readonly status: string }[] };
  };
}

const file = join(packageFolder, 'mutation-scores.json');

/** Counts the mutants of a report; undefined if none was tested. */
export function countMutants({
  files,
}: MutationReport): Omit<MutationScore, 'package' | 'kubernetes' | 'date'> | undefined {
  const statuses = Object.values(files).flatMap(({ mutants }) =>
    mutants.map(({ status }) => status),
  );
  const count = (...wanted: string[]) =>
    statuses.filter((status) => wanted.includes(status)).length;
  const [killed, timeout] = [count('Killed'), count('Timeout')];
  const survived = count('Survived', 'NoCoverage');
  const tested = killed + timeout + survived;
  if (tested === 0) {
    return undefined;
  }
  const score = Math.round((1000 * (killed + timeout)) / tested) / 10;
  return { killed, timeout, survived, untested: count('RuntimeError', 'Pending'), score };
}

/** Reads the recorded scores. */
export function readScores(): MutationScore[] {
  return JSON.parse(readFileSync(file, 'utf8')) as MutationScore[];
}

/** Records the score of a package and replaces an earlier one. */
export function recordScore(score: MutationScore): void {
  const others = readScores().filter((other) => other.package !== score.package);
  const scores = [...others, score].sort((a, b) => (a.package < b.package ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(scores, null, 2)}\n`);
}
