import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { folderOf, podManifest } from './support/run.js';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const manifests = Array.from({ length: 1000 }, (_, index) => podManifest(`pod-${index}`)).join(
  '---\n',
);

/** Runs a script in a shell, where `kubesem` is the built command. */
function shell(script: string, env: Record<string, string> = {}) {
  return spawnSync('sh', ['-c', `kubesem() { "$NODE" "$PROGRAM" "$@"; }\n${script}`], {
    encoding: 'utf8',
    input: manifests,
    env: { PATH: process.env.PATH, NODE: process.execPath, PROGRAM: program, ...env },
    maxBuffer: 2 ** 28,
  });
}

describe.runIf(existsSync(program))('the built command', { timeout: 30_000 }, () => {
  test('ends quietly when nobody reads on', () => {
    const { stdout, stderr } = shell(
      '{ kubesem inspect -o json; echo "status $?" >&2; } | head -1',
    );
    expect({ stdout, stderr }).toEqual({ stdout: '{\n', stderr: 'status 0\n' });
  });

  test('writes everything into a slow pipe before it ends', () => {
    const { stdout } = shell('kubesem inspect -o json | { sleep 1; cat; }');
    expect((JSON.parse(stdout) as { objects: unknown[] }).objects).toHaveLength(1000);
  });

  test.each([
    ['kubesem inspect >/dev/null', 0],
    ['kubesem inspect /no/such/file', 1],
    ['kubesem inspect --no-such-option', 2],
    ['kubesem quantity 1x', 1],
    ['kubesem quantity 1 >/dev/full', 1],
    ['kubesem --version', 0],
  ])('%s ends with status %i', (command, status) => {
    expect(shell(command).status).toBe(status);
  });

  test('is a plugin of kubectl under another name', () => {
    const folder = folderOf({});
    symlinkSync(program, `${folder}/kubectl-kubesem`);
    const plugin = program.replace('main.js', 'kubectl-kubesem.js');
    for (const file of [`${folder}/kubectl-kubesem`, plugin]) {
      expect(shell(`"$NODE" ${file} nodes --help`).stdout).toMatch(/^Usage: kubectl kubesem nodes/);
    }
  });

  test('reads its configuration from the working directory', () => {
    const folder = folderOf({
      '.kubesem.yaml': 'failOn: [RESOURCES_MISSING]\n',
      'web.yaml': podManifest('web', '{}'),
    });
    expect(shell(`kubesem inspect ${folder}`).status).toBe(0);
    expect(shell(`cd ${folder} && kubesem inspect .`).status).toBe(1);
  });

  test('writes no colours into a pipe unless FORCE_COLOR asks for them', () => {
    const folder = folderOf({ 'web.yaml': podManifest('web') });
    expect(shell(`kubesem inspect ${folder}`).stdout).not.toContain('\u001b');
    expect(shell(`kubesem inspect ${folder}`, { FORCE_COLOR: '1' }).stdout).toContain('\u001b[');
  });
});
