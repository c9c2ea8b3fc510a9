import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../src/workspace.js';

const dist = `${root}packages/cli/dist/`;

/** The sources in a file of the command, and in those that it imports before it runs. A comment precedes each source. */
function sourcesIn(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) {
    return [];
  }
  seen.add(file);
  const text = readFileSync(dist + file, 'utf8');
  const own = [...text.matchAll(/^\/\/ (\S+\.[jt]s)$/gm)].map(([, source = '']) => source);
  const imports = [...text.matchAll(/^(?:import|export)\b[^"'()]*["']\.\/([^"']+)["']/gm)];
  return [...own, ...imports.flatMap(([, name = '']) => sourcesIn(name, seen))];
}

test('the command loads the libraries of a command only if it runs', () => {
  const sources = sourcesIn('main.js');
  // Otherwise the files were not read.
  expect(sources).toContain('src/program.ts');
  expect(sources.filter((source) => /^\.\.\/(apf|config|dns|lifecycle)\//.test(source))).toEqual(
    [],
  );
});
