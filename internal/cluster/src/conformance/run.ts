import { parseArgs } from 'node:util';
import { type ClusterOptions, withCluster } from '../cluster.js';
import { scenarios } from '../scenarios.js';
import { recordResults, type ScenarioResult } from './results.js';
import { type Difference, Findings, type Scenario } from './scenario.js';

/** How many different differences of a scenario are printed. */
const SHOWN = 40;

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
  const groups = grouped(differences);
  for (const [text, count] of groups.slice(0, SHOWN)) {
    console.log(count > 1 ? `  ${count} times ${text}` : `  ${text}`);
  }
  if (groups.length > SHOWN) {
    console.log(`  … and ${groups.length - SHOWN} more`);
  }
  return { name, about, objects, comparisons, differences: differences.length };
}

/** Equal differences once, with their number: the most frequent ones first. Numbers do not count. */
function grouped(differences: readonly Difference[]): readonly (readonly [string, number])[] {
  const groups = new Map<string, { readonly text: string; count: number }>();
  for (const { what, theirs, ours } of differences) {
    const text = `${what}\n    Kubernetes ${JSON.stringify(theirs)}\n    kubesem    ${JSON.stringify(ours)}`;
    const key = text.replace(/\d+/g, 'n');
    const group = groups.get(key) ?? { text, count: 0 };
    group.count++;
    groups.set(key, group);
  }
  return [...groups.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ text, count }) => [text, count]);
}
