import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder, release } from '../program.js';

/** The result of a scenario, for `docs/conformance.md`. */
export interface ScenarioResult {
  readonly name: string;
  readonly about: string;
  readonly objects: number;
  readonly comparisons: number;
  readonly differences: number;
}

const file = join(packageFolder, 'results.json');

/**
 * Records results; those of other scenarios are kept if they are of the same release.
 *
 * @param results - results of the scenarios that ran
 */
export function recordResults(results: readonly ScenarioResult[]): void {
  const recorded = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const kept: ScenarioResult[] = recorded.kubernetes === release() ? recorded.scenarios : [];
  const byName = new Map([...kept, ...results].map((result) => [result.name, result]));
  const scenarios = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(file, `${JSON.stringify({ kubernetes: release(), scenarios }, null, 2)}\n`);
}
