import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../src/workspace.js';

const FOLDER = '/tmp/kubesem';

/** The commands in the sentence about packages that are not published. */
function recipeIn(file: string): readonly string[] {
  const [sentence = ''] =
    /^Nothing is published to npm yet\.[^]*?(?=\n\n)/m.exec(
      readFileSync(`${root}${file}`, 'utf8'),
    ) ?? [];
  return [...sentence.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command);
}

test('the packages of a clone can be installed as the README and the site say', () => {
  const recipe = recipeIn('README.md');
  expect(recipeIn('docs/index.md')).toEqual(recipe);
  expect(recipeIn('docs/guides/getting-started/index.md')).toEqual(recipe);
  const [build, pack = '', install = ''] = recipe;
  expect(build).toBe('npm start');
  const folder = mkdtempSync(join(tmpdir(), 'kubesem-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = (command: string, cwd: string) =>
    execFileSync('sh', ['-c', command.replaceAll(FOLDER, folder)], { cwd, encoding: 'utf8' });
  run(pack, root);
  writeFileSync(join(folder, 'package.json'), '{}');
  run(`${install} --offline --no-audit --no-fund`, folder);
  const script =
    "import { podQosClass } from '@kubesem/qos'; console.log(podQosClass({ containers: [] }));";
  writeFileSync(join(folder, 'a.mjs'), script);
  expect(run('node a.mjs', folder)).toBe('BestEffort\n');
});
