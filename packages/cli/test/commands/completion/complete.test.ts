import { delimiter } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fileOf, folderOf, kubesem } from '../../support/run.js';

/** The words that can follow a command line, and whether files can. */
async function after(line: string): Promise<{ words: string[]; files: boolean }> {
  const { status, stdout, stderr } = await kubesem(['__complete', ...line.split(' ')]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  const directive = lines.pop();
  expect(directive).toMatch(/^:[04]$/);
  return { words: lines.map((each) => each.split('\t')[0] ?? ''), files: directive === ':0' };
}

test.each([
  ['commands', 'qu', ['quota', 'quantity']],
  ['commands of a command', 'dns l', ['lookup']],
  ['commands after options', 'apf --help t', ['table']],
  ['options', 'inspect --exp', ['--explain']],
  ['codes', 'explain INVALID_Q', ['INVALID_QUANTITY']],
  ['options after arguments and options', 'inspect a.yaml -o json --exp', ['--explain']],
  ['an option only once', 'inspect --explain --exp', []],
  ['a repeatable option again', 'nodes --node a --no', ['--no-headers', '--node']],
  ['the formats of a command', 'dns zone -o ', ['table', 'json', 'yaml']],
  ['the values of a long option', 'dns lookup --libc m', ['musl']],
  ['a value after =', 'quantity --output=ya', ['--output=yaml']],
  ['a value after = as bash splits it', 'quantity --output = ya', ['yaml']],
  ['every value after = as bash splits it', 'dns zone --output =', ['table', 'json', 'yaml']],
  ['options of a proxy', 'apf serve --targ', ['--target']],
  ['shells', 'completion ', ['bash', 'zsh', 'fish']],
  ['record types', 'dns query example. S', ['SRV']],
  ['columns', 'nodes --sort-by re', ['resource', 'requests', 'requests-%']],
  ['columns to sort in descending order', 'nodes --sort-by -fr', ['-free']],
  ['columns after =', 'quota --sort-by=na', ['--sort-by=namespace']],
  ['nothing for a free text', 'dns lookup a --from ', []],
  ['nothing after an unknown option with a value', 'inspect --nope=', []],
  ['no options after --', 'quantity -- -', []],
])('completes %s', async (_, line, words) => {
  expect(await after(line)).toEqual({ words, files: false });
});

test.each([
  ['inspect '],
  ['inspect a.yaml b'],
  ['nodes -f '],
  ['fit a.yaml --cluster '],
  ['apf simulate '],
  ['inspect --credentials '],
  ['inspect -- --odd'],
])('a file can follow "%s"', async (line) => {
  expect(await after(line)).toEqual({ words: [], files: true });
});

const KUBECONFIG = JSON.stringify({
  contexts: [{ name: 'prod' }, { name: 'arn:aws:eks:1:cluster/a' }, {}, { name: 'x\ny' }],
  users: [{ name: 'u', user: { token: 'secret-token' } }],
});

describe('names of contexts', () => {
  test('are those of --kubeconfig', async () => {
    const file = fileOf(KUBECONFIG);
    const names = ['prod', 'arn:aws:eks:1:cluster/a'];
    expect(await after(`nodes --kubeconfig ${file} --context `)).toEqual({
      words: names,
      files: false,
    });
    expect((await after(`nodes --kubeconfig=${file} --context p`)).words).toEqual(['prod']);
    expect((await after(`nodes --kubeconfig=${file} --context=p`)).words).toEqual([
      '--context=prod',
    ]);
  });

  test('are those of all files in KUBECONFIG, or of the home directory', async () => {
    const more = fileOf('{ contexts: [{ name: test }, { name: prod }] }');
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('KUBECONFIG', [fileOf(KUBECONFIG), '/no/such/file', more].join(delimiter));
    expect((await after('nodes --context ')).words).toEqual([
      ...['prod', 'arn:aws:eks:1:cluster/a', 'test'],
    ]);
    vi.stubEnv('KUBECONFIG', '');
    vi.stubEnv('HOME', folderOf({ '.kube/config': 'contexts: [{ name: home }]' }));
    expect((await after('nodes --context ')).words).toEqual(['home']);
  });

  test.each([
    'contexts: 5',
    'contexts: [null]',
    '[',
    '',
    'users: &a [*a]',
    'contexts: [{ name: 5 }]',
  ])('are missing if the kubeconfig is %j', async (text) => {
    const { words } = await after(`nodes --kubeconfig ${fileOf(text)} --context `);
    expect(words).toEqual([]);
  });
});

test('candidates have the description that the help shows', async () => {
  const { stdout } = await kubesem(['__complete', 'quan']);
  expect(stdout).toBe('quantity\tConvert and compare quantities such as 1.5Gi or 100m\n:4\n');
});
