import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../src/workspace.js';

const dist = `${root}packages/cli/dist/`;

/** The packages that a file of the command imports before it runs, and those of the files that it imports. */
function packagesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const packages = new Set<string>();
  if (seen.has(file)) {
    return packages;
  }
  seen.add(file);
  const text = readFileSync(dist + file, 'utf8');
  for (const [, name = ''] of text.matchAll(/^(?:import|export)\b[^"'()]*["']([^"']+)["']/gm)) {
    const found = name.startsWith('./') ? packagesOf(name.slice(2), seen) : [name];
    for (const each of found) {
      packages.add(each);
    }
  }
  return packages;
}

test('the command loads the libraries of a command only if it runs', () => {
  const packages = packagesOf('main.js');
  // Otherwise the files were not read.
  expect(packages).toContain('commander');
  expect(
    [...packages].filter((name) => /^@kubesem\/(apf|config|dns|lifecycle)/.test(name)),
  ).toEqual([]);
});
