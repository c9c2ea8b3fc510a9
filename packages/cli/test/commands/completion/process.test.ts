import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { folderOf } from '../../support/run.js';

const program = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** Runs a script in a shell where `kubesem` is the built command, in a folder with a manifest. */
function shell(name: string, script: string): string[] {
  const folder = folderOf({
    kubesem: `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
    'manifest.yaml': '',
    '.kube/config': 'contexts: [{ name: prod }, { name: "arn:aws:eks:1:cluster/a" }]',
  });
  chmodSync(`${folder}/kubesem`, 0o755);
  const args = name === 'zsh' ? ['-f', '-c', script] : ['-c', script];
  const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder };
  const { stdout, stderr } = spawnSync(name, args, { cwd: folder, encoding: 'utf8', env });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

const isBuilt = existsSync(program);

describe.runIf(isBuilt && has('bash'))('bash', { timeout: 30_000 }, () => {
  const complete = (...words: string[]) =>
    shell(
      'bash',
      `source <(kubesem completion bash)
      COMP_WORDS=(kubesem ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
      _kubesem; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );

  test('completes commands, options and values', () => {
    expect(complete('ins')).toEqual(['inspect']);
    expect(complete('inspect', '--exp')).toEqual(['--explain']);
    expect(complete('inspect', '-o', '')).toContain('csv');
    expect(complete('dns', 'zone', '--output', '=', 'j')).toEqual(['json']);
    expect(complete('nodes', '--context', 'p')).toEqual(['prod']);
    expect(complete('nodes', '--sort-by', '-fr')).toEqual(['-free']);
  });

  test('completes a context with colons, which bash splits into words', () => {
    // COMP_WORDBREAKS contains the colon.
    expect(complete('nodes', '--context', 'arn', ':', 'aws', ':', 'e')).toEqual([
      'eks:1:cluster/a',
    ]);
  });

  test('completes files where nothing else can follow', () => {
    expect(complete('inspect', 'mani')).toEqual(['']);
    expect(shell('bash', 'source <(kubesem completion bash); complete -p kubesem')).toEqual([
      'complete -o default -F _kubesem kubesem',
    ]);
  });
});

describe.runIf(isBuilt && has('zsh'))('zsh', { timeout: 30_000 }, () => {
  // Instead of the completion system, which needs a terminal.
  const complete = (...words: string[]) =>
    shell(
      'zsh',
      `compdef() { }; _describe() { print -rl -- $candidates }; _files() { print FILES }
      source <(kubesem completion zsh)
      words=(kubesem ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}
      _kubesem`,
    );

  test('completes commands, options, values and files', () => {
    expect(complete('vers')[0]).toMatch(/^version:Show /);
    expect(complete('inspect', '--exp')[0]).toMatch(/^--explain:/);
    expect(complete('completion', '')).toEqual(['bash:', 'zsh:', 'fish:']);
    expect(complete('nodes', '--context', 'p')).toEqual(['prod:']);
    expect(complete('nodes', '--context', 'a')).toEqual([String.raw`arn\:aws\:eks\:1\:cluster/a:`]);
    expect(complete('nodes', '--sort-by', '-fr')).toEqual(['-free:']);
    expect(complete('inspect', '')).toEqual(['FILES']);
  });
});

describe.runIf(isBuilt && has('fish'))('fish', { timeout: 30_000 }, () => {
  const complete = (line: string) =>
    shell('fish', `kubesem completion fish | source; complete -C '${line}'`);

  test('completes commands, options, values and files', () => {
    expect(complete('kubesem vers')[0]).toMatch(/^version\tShow /);
    expect(complete('kubesem inspect --exp')[0]).toMatch(/^--explain\t/);
    expect(complete('kubesem completion f')).toEqual(['fish']);
    expect(complete('kubesem nodes --context ')).toEqual(['arn:aws:eks:1:cluster/a', 'prod']);
    expect(complete('kubesem nodes --sort-by -fr')).toEqual(['-free']);
    expect(complete('kubesem inspect mani')).toEqual(['manifest.yaml']);
  });
});
