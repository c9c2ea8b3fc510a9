import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oracleRelease } from './harness/oracle.js';
import { packageFolder, rootFolder } from './harness/paths.js';
import { readRuns } from './harness/runs.js';
import { readVectors } from './harness/vectors.js';
import { operations } from './operations.js';

/** Headings of DEVIATIONS.md, with the bold sentence below each. */
export function readDeviations(): { readonly id: string; readonly summary: string }[] {
  const text = readFileSync(join(packageFolder, 'DEVIATIONS.md'), 'utf8');
  const found = text.matchAll(/^## (\S+)\n\n\*\*([^*]+)\*\*/gm);
  return [...found].map(([, id, summary]) => ({
    id: id as string,
    summary: (summary as string).replaceAll('\n', ' '),
  }));
}

/** Writes docs/conformance.md out of the vectors and the recorded runs. */
export function writeDocument(): void {
  writeFileSync(join(rootFolder, 'docs', 'conformance.md'), documentText());
}

function documentText(): string {
  const kubernetes = oracleRelease();
  const runs = readRuns().filter((run) => run.kubernetes === kubernetes);
  const thousands = (count: number) => count.toLocaleString('en');
  const rows = operations.map((operation) => {
    const own = runs.filter(({ op }) => op === operation.name);
    const cases = own.reduce((sum, run) => sum + run.cases, 0);
    return {
      name: operation.name,
      vectors: readVectors(operation).vectors.length,
      cases,
      runs: own,
    };
  });
  const total = (of: (row: (typeof rows)[number]) => number) =>
    thousands(rows.reduce((sum, row) => sum + of(row), 0));
  const met = (id: string) =>
    runs.reduce(
      (sum, { deviations }) => sum + ((deviations as { [id: string]: number })[id] ?? 0),
      0,
    );
  return [
    '# Conformance',
    '',
    '<!-- Written by `npm run conformance:docs`; do not edit. -->',
    '',
    `Every answer is compared with what the released Go code of **Kubernetes ${kubernetes}** answers. The *vectors* are`,
    'committed and run with the ordinary tests, on the sources and on both builds. The *fuzzed cases* are random ones:',
    'each is one answer of Kubernetes that ours was compared with, field by field. No recorded run found a difference other',
    'than the deviations below. How it works and how to repeat it stands in [internal/conformance](../internal/conformance/README.md).',
    '',
    '| operation | vectors | fuzzed cases | seeds | time |',
    '| --- | ---: | ---: | --- | ---: |',
    ...rows.map(({ name, vectors, cases, runs: own }) => {
      const seconds = Math.round(own.reduce((sum, run) => sum + run.seconds, 0));
      const seeds = own.map(({ seed }) => seed).join(', ');
      return `| \`${name}\` | ${thousands(vectors)} | ${thousands(cases)} | ${seeds} | ${thousands(seconds)} s |`;
    }),
    `| all | ${total((row) => row.vectors)} | ${total((row) => row.cases)} | | |`,
    '',
    `Besides, ${thousands(runs.reduce((sum, run) => sum + run.refused, 0))} random cases were not compared: Go would take`,
    'seconds or for ever there (decimal exponents beyond ±5000), lose requests, or answer by the order of a map. They are',
    'not counted above; DEVIATIONS.md lists them as what is not compared.',
    '',
    '## Deviations',
    '',
    'What stays different, each recognised by a predicate of its own; the reasons stand in',
    '[DEVIATIONS.md](../internal/conformance/DEVIATIONS.md).',
    '',
    '| deviation | met in fuzzed cases | |',
    '| --- | ---: | --- |',
    ...readDeviations().map(
      ({ id, summary }) => `| \`${id}\` | ${thousands(met(id))} | ${summary} |`,
    ),
    '',
  ].join('\n');
}
