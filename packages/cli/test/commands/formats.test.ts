import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { widthOf } from '../../src/output/table/render.js';
import { LEVEL, SCHEMA } from '../support/apf.js';
import { alpha, beta, dump, job, pending, web } from '../support/cluster.js';
import { KUBE_DNS, POD, SERVICE } from '../support/dns.js';
import { filesOf, kubesem, podManifest } from '../support/run.js';
import { event, lines, ONE_REQUEST } from '../support/simulate.js';

const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata: { name: team }
spec: { hard: { pods: "10" } }
`;
const readExample = (name: string) =>
  readFileSync(new URL(`../../../../examples/${name}`, import.meta.url), 'utf8');
const ENVIRONMENT = readExample('environment.yaml');
const FILES = {
  'pods.yaml': [
    podManifest('web', '{ limits: { cpu: 1 } }'),
    podManifest('bad', '{ limits: { cpu: x } }'),
  ].join('---\n'),
  'one.yaml': podManifest('web'),
  'dump.json': dump(alpha, beta, web, job, pending),
  'config.json': '{"auths":{"quay.io":{"username":"anna"}}}',
  'dns.yaml': [SERVICE, POD].join('---\n'),
  'apf.yaml': [LEVEL, SCHEMA].join('---\n'),
  'requests.txt': 'GET /version jane\nGET\n',
  'audit.log': lines(event({ auditID: '1' })),
  'scenario.yaml': ONE_REQUEST,
  'quota.yaml': QUOTA,
  'ranges.yaml': `apiVersion: v1
kind: LimitRange
metadata: { name: cap }
spec: { limits: [{ type: Container, max: { cpu: 1 } }] }
`,
  'web.yaml': podManifest('web'),
  'env.yaml': ENVIRONMENT,
  'files.yaml': readExample('files.yaml'),
  'change.yaml': readExample('files-change.yaml'),
  'services.yaml': [SERVICE, KUBE_DNS].join('---\n'),
  'hostnames.yaml': readExample('hostnames.yaml'),
  'autoscaler.yaml': readExample('autoscaler.yaml'),
  'disruptions.yaml': readExample('disruptions.yaml'),
  'rollout.yaml': readExample('rollout.yaml'),
};
const COMMANDS = [
  'inspect pods.yaml',
  'inspect pods.yaml --explain --verbose',
  'inspect pods.yaml --summary',
  'inspect pods.yaml --images --credentials config.json',
  'inspect dns.yaml --dns',
  'pods dump.json --now 2026-01-01T00:00:00Z',
  'pods dump.json --now 2026-01-01T00:00:00Z --why',
  'select -f dump.json app!=x --explain',
  'select -f dump.json --field-selector metadata.namespace!=x',
  'service -f hostnames.yaml',
  'service -f hostnames.yaml --explain',
  'service route hostnames --from node-1 --port 80 -f hostnames.yaml',
  'service route hostnames --from outside --port 80 -f hostnames.yaml',
  'pdb -f disruptions.yaml --now 2026-01-01T00:00:00Z',
  'pdb -f disruptions.yaml --now 2026-01-01T00:00:00Z --explain',
  'pdb -f disruptions.yaml --now 2026-01-01T00:00:00Z --evict pod-a',
  'drain node-1 -f disruptions.yaml --now 2026-01-01T00:00:00Z',
  'drain node-1 -f disruptions.yaml --now 2026-01-01T00:00:00Z --explain',
  'drain node-1 -f disruptions.yaml --now 2026-01-01T00:00:00Z --simulate --force --ignore-daemonsets --delete-emptydir-data',
  'rollout status -f rollout.yaml',
  'rollout status -f rollout.yaml --explain',
  'rollout simulate deployment/web -f rollout.yaml --now 2026-11-28T00:00:00Z',
  'hpa -f autoscaler.yaml --now 2026-01-02T12:00:00Z',
  'hpa -f autoscaler.yaml --now 2026-01-02T12:00:00Z --explain',
  'simulate one.yaml --exit app=1@5s --duration 1m',
  'env shop env.yaml',
  'env shop env.yaml --explain',
  'files ledger files.yaml',
  'files ledger files.yaml --explain',
  'config hash files.yaml',
  'config diff files.yaml change.yaml',
  'nodes dump.json',
  'nodes dump.json --explain',
  'nodes dump.json --pods',
  'fit pods.yaml --cluster dump.json --explain',
  'fit pods.yaml --cluster dump.json',
  'image busybox quay.io/app Broken',
  'image busybox quay.io/app Broken --explain --credentials config.json',
  'quantity 1.5Gi 100m x',
  'dns names dns.yaml',
  'dns zone dns.yaml',
  'dns query data.prod.svc.cluster.local -f dns.yaml',
  'dns resolv --from test/client -f dns.yaml',
  'dns lookup data --from test/client -f dns.yaml',
  'apf classify --user jane GET /version',
  'apf classify -f apf.yaml --requests requests.txt',
  'apf classify --audit-log audit.log',
  'apf explain --user jane -f apf.yaml GET /version',
  'apf levels -f apf.yaml',
  'apf levels -f apf.yaml --maintenance',
  'apf table',
  'apf simulate scenario.yaml',
  'apf simulate scenario.yaml --compare apf.yaml',
];

/** The arguments of a command line, with the paths of its files. */
function argsOf(line: string): string[] {
  const path = filesOf(FILES);
  return line.split(' ').map((word) => (Object.hasOwn(FILES, word) ? path(word) : word));
}

describe.each(COMMANDS)('kubesem %s', (line) => {
  test('prints the same model as JSON and as YAML, with the Kubernetes release', async () => {
    const args = argsOf(line);
    const json = await kubesem([...args, '-o', 'json']);
    const model = JSON.parse(json.stdout);
    expect(model.kubernetesVersion).toBe(KUBERNETES_VERSION);
    const yaml = await kubesem([...args, '-o', 'yaml']);
    expect(parse(yaml.stdout, { version: '1.1' })).toEqual(model);
    expect({ status: yaml.status, stderr: yaml.stderr }).toEqual({
      status: json.status,
      stderr: json.stderr,
    });
  });

  test('ends with the same status in every format', async () => {
    const args = argsOf(line);
    const table = await kubesem(args);
    expect((await kubesem([...args, '-o', 'json'])).status).toBe(table.status);
  });

  test('is the same with colours, but for the colours', async () => {
    const args = argsOf(line);
    const plain = await kubesem(args);
    const colored = await kubesem(args, { colors: true });
    expect(plain.stdout + plain.stderr).not.toContain('\u001b');
    const stripped = (text: string) => stripVTControlCharacters(text).replaceAll(/ +$/gm, '');
    expect(stripped(colored.stdout)).toBe(plain.stdout.replaceAll(/ +$/gm, ''));
    expect(stripped(colored.stderr)).toBe(plain.stderr.replaceAll(/ +$/gm, ''));
  });
});

const WITHOUT_TABLE = ['dns zone', 'dns resolv'];
const WITH_NAMES = [
  'inspect',
  'pods',
  'select',
  'pdb',
  'drain',
  'rollout status',
  'hpa',
  'env',
  'nodes',
  'fit',
  'image',
  'dns names',
  'apf classify',
  'apf explain',
  'apf levels',
];
const startsWithOne = (line: string, of: readonly string[]) =>
  of.some((one) => line.startsWith(one));
/** Lines with a flag that CSV would lose: they are an error with it. */
const WITHOUT_CSV =
  /^(?:inspect|pdb|drain|rollout|hpa|files|nodes|image) .*--(?:explain|pods)|--maintenance/;
const TABLES = COMMANDS.filter(
  (line) => !startsWithOne(line, WITHOUT_TABLE) && !WITHOUT_CSV.test(line),
);

test.each(COMMANDS.filter((line) => WITHOUT_CSV.test(line)))(
  'kubesem %s loses no flag in CSV: a wrong command line',
  async (line) => {
    expect(await kubesem([...argsOf(line), '-o', 'csv'])).toMatchObject({ status: 2, stdout: '' });
  },
);

describe.each(TABLES)('the table of kubesem %s', (line) => {
  test('can be printed as CSV, with the same status', async () => {
    const args = argsOf(line);
    const { status, stdout } = await kubesem([...args, '-o', 'csv']);
    expect(status).toBe((await kubesem(args)).status);
    const lines = stdout.split('\r\n');
    expect(lines.pop()).toBe('');
    expect(lines.length).toBeGreaterThan(1);
    // No cell of these has a comma.
    const widths = lines.filter((one) => !one.includes('"')).map((one) => one.split(',').length);
    expect(new Set(widths).size).toBe(1);
    const bare = await kubesem([...args, '-o', 'csv', '--no-headers']);
    expect(bare.stdout).toBe(`${lines.slice(1).join('\r\n')}\r\n`);
  });

  test('can be sorted by its first column', async () => {
    const args = [...argsOf(line), '-o', 'csv'];
    const [head = ''] = (await kubesem(args)).stdout.split(',');
    const { status, stdout } = await kubesem([...args, '--no-headers', '--sort-by', `-${head}`]);
    expect(status).not.toBe(2);
    const firsts = stdout
      .trimEnd()
      .split('\r\n')
      .map((one) => one.split(',')[0] ?? '');
    const collator = new Intl.Collator('en', { numeric: true });
    expect(firsts).toEqual([...firsts].sort((a, b) => collator.compare(b, a)));
  });

  test('by an unknown column: a wrong command line', async () => {
    const args = [...argsOf(line), '--sort-by', 'NOPE'];
    // A single request is no table.
    if (line !== 'apf classify --user jane GET /version' && !line.includes('--pods')) {
      expect(await kubesem(args)).toMatchObject({ status: 2, stdout: '' });
    }
  });
});

test.each(COMMANDS.filter((line) => startsWithOne(line, WITH_NAMES)))(
  'kubesem %s can print names, one on each line',
  async (line) => {
    const { stdout } = await kubesem([...argsOf(line), '-o', 'name']);
    for (const name of stdout.split('\n').slice(0, -1)) {
      expect(name).toMatch(/^[^ ]+$/);
    }
  },
);

test.each([
  ['inspect examples'],
  ['inspect --summary examples'],
  ['inspect --images --credentials examples/registry.yaml examples'],
  ['inspect --dns examples'],
  ['pods examples/pods.yaml'],
  ['env shop examples/environment.yaml'],
  ['files ledger examples/files.yaml'],
  ['config hash examples/files.yaml'],
  ['config diff examples/files.yaml examples/files-change.yaml'],
  ['nodes examples/cluster.yaml'],
  ['nodes --sort-by -FREE examples/cluster.yaml'],
  ['apf levels -f examples/apf.yaml --maintenance'],
  ['apf table'],
  ['quantity 1.5Gi 129e6 1234567890123'],
  ['dns names examples/dns.yaml'],
])('kubesem %s fits into 80 columns of a terminal, and -o wide shows everything', async (line) => {
  const root = new URL('../../../../', import.meta.url).pathname;
  const args = line.split(' ').map((word) => (word.startsWith('examples') ? root + word : word));
  const { stdout } = await kubesem(args, { isTerminal: true, columns: 80 });
  const longest = (text: string) => Math.max(...text.split('\n').map(widthOf));
  expect(longest(stdout)).toBeLessThanOrEqual(80);
  const wide = await kubesem([...args, '-o', 'wide'], { isTerminal: true, columns: 20 });
  expect(wide.stdout).not.toContain('(-o wide');
  expect(longest((await kubesem(args)).stdout)).toBeLessThanOrEqual(longest(wide.stdout));
});

const MORE_TABLES = [
  'quota quota.yaml --admit web.yaml',
  'quota ranges.yaml',
  'pods dump.json -A --show-labels',
  'service -f services.yaml',
];

test('--sort-by completes the columns of the tables, and no others', async () => {
  const words = (text: string, pattern: RegExp) => text.split(pattern).filter(Boolean);
  const inTables = new Map<string, Set<string>>();
  for (const line of [...COMMANDS, ...MORE_TABLES]) {
    for (const output of ['table', 'wide', 'csv']) {
      const args = [...argsOf(line), '-o', output, '--sort-by', 'no-such'];
      const { stderr } = await kubesem(args);
      const [, heads] = /columns: (.*)/.exec(stderr) ?? [];
      const command = line
        .split(' ', /^(?:apf|config|dns|rollout|service route) /.test(line) ? 2 : 1)
        .join(' ');
      const known = inTables.get(command) ?? new Set();
      for (const head of words(heads ?? '', /, /)) {
        inTables.set(command, known.add(head.toLowerCase().replaceAll(' ', '-')));
      }
    }
  }
  expect(inTables.size).toBe(28);
  const completed: [command: string, columns: string[]][] = [];
  for (const command of inTables.keys()) {
    const { stdout } = await kubesem(['__complete', ...command.split(' '), '--sort-by', '']);
    const columns = words(stdout, /\t?\n/).filter((word) => !word.startsWith(':'));
    completed.push([command, columns.sort()]);
  }
  const expected = [...inTables].map(([command, columns]) => [command, [...columns].sort()]);
  expect(completed).toEqual(expected);
});
