import { parseArgs } from 'node:util';
import { type ClusterOptions, withCluster } from '../cluster.js';
import { scenarios } from '../scenarios/index.js';
import { recordResults, type ScenarioResult } from './results.js';
import { Findings, type Scenario } from './scenario.js';

/** How many differences of a scenario are printed. */
const SHOWN = 20;

/**
 * Runs the scenarios whose names are given, or all.
 *
 * @param args - arguments of the command line
 */
export async function conformance(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { record: { type: 'boolean', default: false } },
  });
  const unknown = positionals.find((wanted) => !scenarios.some(({ name }) => name === wanted));
  if (unknown !== undefined) {
    const names = scenarios.map(({ name }) => name).join(', ');
    throw new Error(`unknown scenario ${unknown}; the scenarios are ${names}`);
  }
  const chosen = scenarios.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const results: ScenarioResult[] = [];
  for (const [options, group] of byOptions(chosen)) {
    await withCluster(async (cluster) => {
      for (const scenario of group) {
        const found = new Findings();
        const started = Date.now();
        await scenario.run(cluster, found);
        const seconds = Math.round((Date.now() - started) / 1000);
        results.push(summary(scenario, found, seconds));
      }
    }, options);
  }
  if (values.record) {
    recordResults(results);
  }
  process.exitCode = results.some(({ differences }) => differences > 0) ? 1 : 0;
}

/** Scenarios with the same options share a cluster. */
function byOptions(
  chosen: readonly Scenario[],
): ReadonlyMap<ClusterOptions | undefined, readonly Scenario[]> {
  const groups = new Map<ClusterOptions | undefined, Scenario[]>();
  for (const scenario of chosen) {
    groups.set(scenario.options, [...(groups.get(scenario.options) ?? []), scenario]);
  }
  return groups;
}

function summary({ name, about }: Scenario, found: Findings, seconds: number): ScenarioResult {
  const { objects, comparisons, differences } = found;
  console.log(
    `${name}: ${objects} objects, ${comparisons} comparisons, ${differences.length} differences, ${seconds} s`,
  );
  for (const { what, theirs, ours } of differences.slice(0, SHOWN)) {
    console.log(`  ${what}`);
    console.log(`    Kubernetes ${JSON.stringify(theirs)}`);
    console.log(`    kubesem    ${JSON.stringify(ours)}`);
  }
  if (differences.length > SHOWN) {
    console.log(`  … and ${differences.length - SHOWN} more`);
  }
  return { name, about, objects, comparisons, differences: differences.length };
}
