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
function shell(script: string, env: Record<string, string> = {}, cwd?: string) {
  return spawnSync('sh', ['-c', `kubesem() { "$NODE" "$PROGRAM" "$@"; }\n${script}`], {
    encoding: 'utf8',
    input: manifests,
    env: { PATH: process.env.PATH, NODE: process.execPath, PROGRAM: program, ...env },
    maxBuffer: 2 ** 28,
    cwd,
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

  test('apf serve stops on a signal, after the requests that it has', () => {
    const { stdout, stderr } = shell(
      `
      "$NODE" -e 'require("node:http").createServer((_, r) => { console.log("asked"); setTimeout(() => r.end("done"), 600); }).listen(0, function () { console.log(this.address().port) })' >port &
      server=$!
      until [ -s port ]; do sleep 0.1; done
      "$NODE" "$PROGRAM" apf serve --port 0 --admin-port 0 --target "http://127.0.0.1:$(head -1 port)" >listening &
      proxy=$!
      until grep -q Metrics listening; do sleep 0.1; done
      url=$(sed -n 's/Listening on \\([^ ]*\\) .*/\\1/p' listening)
      "$NODE" -e 'fetch(process.argv[1]).then((r) => r.text()).then(console.log)' "$url" &
      asked=$!
      until grep -q asked port; do sleep 0.1; done
      kill -TERM $proxy
      wait $asked
      wait $proxy
      echo "status $?"
      kill $server
    `,
      {},
      folderOf({}),
    );
    expect(stdout).toBe('done\nstatus 0\n');
    expect(stderr).toContain('finishing requests');
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
