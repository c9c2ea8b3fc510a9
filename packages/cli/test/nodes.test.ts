import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { dump, node, pod } from './cluster.js';
import { folderOf, kubesem } from './terminal.js';

const alpha = node('alpha', { cpu: '4', memory: '7Gi', pods: '1k', 'example.com/gpu': '3' });
const beta = node('beta', { cpu: '1930m', memory: '3Gi', pods: '29', 'hugepages-2Mi': '0' });
const web = pod('web', 'alpha', {
  requests: { cpu: '750m', memory: '1Gi' },
  limits: { cpu: '5', 'example.com/gpu': '2' },
});
const job = pod('job', 'alpha', { requests: { cpu: '2' } }, 'Succeeded');
const pending = pod('pending', '', { requests: { cpu: '3' } }, 'Pending');

/** The cells of the lines below a heading. */
function block(stdout: string, heading: string): string[][] {
  const lines = stdout.split('\n');
  const start = lines.indexOf(heading) + 1;
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('  '));
  return lines.slice(start, end).map((line) => line.trim().split(/ {2,}/));
}

describe('what Pods take of their nodes', () => {
  const stdin = dump(web, alpha, job, beta, pending);

  test('each node has its resources with the percentages of kubectl, and so have all together', async () => {
    const { status, stdout, stderr } = await kubesem(['nodes'], { stdin });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(block(stdout, 'alpha')).toEqual([
      ['pods', '1k', '1 (0%)', '-'],
      ['cpu', '4', '750m (18%)', '5 (125%)'],
      ['memory', '7Gi', '1Gi (14%)', '-'],
      ['example.com/gpu', '3', '-', '2'],
    ]);
    expect(block(stdout, 'beta')).toEqual([
      ['pods', '29', '0 (0%)', '-'],
      ['cpu', '1930m', '-', '-'],
      ['memory', '3Gi', '-', '-'],
    ]);
    expect(block(stdout, 'TOTAL of 2 nodes')[1]).toEqual(['cpu', '5930m', '750m (12%)', '5 (84%)']);
    expect(stdout).toMatch(/\n2 nodes, 3 Pods: 1 on them, 1 finished, 1 without a node\n$/);
  });

  test('29 of 100 Pods are 29%, though 0.29 times 100 is less', async () => {
    const pods = Array.from({ length: 29 }, (_, index) => pod(`p${index}`, 'alpha', {}));
    const full = await kubesem(['nodes'], { stdin: dump(node('alpha', { pods: '100' }), ...pods) });
    expect(block(full.stdout, 'alpha')[0]).toEqual(['pods', '100', '29 (29%)', '-']);
  });

  test('a bar on a terminal, in 80 columns', async () => {
    const { stdout } = await kubesem(['nodes'], { stdin, isTerminal: true });
    const bars = block(stdout, 'alpha').map((cells) => cells.at(-1) ?? '');
    expect(bars.map((bar) => [bar.indexOf('░'), bar.length])).toEqual([
      [1, 20],
      [4, 20],
      [3, 20],
      [0, 20],
    ]);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('colours where they are wanted', async () => {
    const full = dump(alpha, pod('x', 'alpha', { requests: { cpu: '3600m', memory: '6Gi' } }));
    const { stdout } = await kubesem(['nodes'], { stdin: full, isTerminal: true, colors: true });
    expect(stdout).toMatch(/cpu .*\u001b\[31m█+/);
    expect(stdout).toMatch(/memory .*\u001b\[33m█+/);
    expect(stdout).toMatch(/pods .*\u001b\[32m█/);
  });

  test('--node selects', async () => {
    const { status, stdout } = await kubesem(['nodes', '--node', 'beta'], { stdin });
    expect(status).toBe(0);
    expect(stdout).not.toContain('alpha');
    expect(stdout).not.toContain('TOTAL');
    const unknown = await kubesem(['nodes', '--node', 'beta', '--node', 'gamma'], { stdin });
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toContain('"gamma"');
    expect(block(`${unknown.stdout}\nend`, 'beta')).not.toEqual([]);
  });

  test('--pods prints the tables of kubectl', async () => {
    const { stdout } = await kubesem(['nodes', '--pods', '--node', 'alpha'], { stdin });
    expect(stdout).toMatch(/^Name: +alpha\nNon-terminated Pods: +\(1 in total\)\n/);
    expect(stdout).toMatch(/^ {2}shop +web +750m \(18%\) +5 \(125%\) +1Gi \(14%\) +0 \(0%\)/m);
    expect(stdout).toMatch(/^ {2}cpu +750m \(18%\) +5 \(125%\)$/m);
  });

  test('--explain says which Pods do not count, and where the tables of kubectl disagree', async () => {
    const resized = {
      ...pod('resized', 'beta', { requests: { cpu: '500m' } }),
      status: {
        phase: 'Running',
        containerStatuses: [{ name: 'app', resources: { requests: { cpu: '900m' } } }],
      },
    };
    const { stdout } = await kubesem(['nodes', '--explain'], {
      stdin: dump(web, alpha, job, beta, pending, resized),
    });
    expect(stdout).toMatch(/^ {2}shop\/job does not count: .*Succeeded/m);
    expect(stdout).toMatch(/^ {2}shop\/pending does not count: /m);
    expect(stdout).toMatch(/^ {2}shop\/resized cpu request: .*900m.*500m/m);
    expect(stdout).not.toContain('shop/web');
  });

  test.each([
    ['json', (text: string): unknown => JSON.parse(text)],
    ['yaml', (text: string): unknown => parse(text)],
  ] as const)('-o %s has the same for programs', async (format, read) => {
    const { status, stdout } = await kubesem(['nodes', '-o', format, '--pods'], { stdin });
    expect(status).toBe(0);
    const report = read(stdout) as {
      nodes: { name: string; requests: Record<string, unknown>; pods: { name: string }[] }[];
      podCounts: object;
      allocatable: object;
    };
    expect(report.nodes.map(({ name }) => name)).toEqual(['alpha', 'beta']);
    expect(report.nodes[0]?.requests.cpu).toEqual({ amount: '750m', ratio: 0.1875, percent: 18 });
    expect(report.nodes[0]?.pods.map(({ name }) => name)).toEqual(['web']);
    expect(report.podCounts).toEqual({ counted: 1, finished: 1, unassigned: 1, unknownNode: 0 });
    expect(report.allocatable).toMatchObject({ memory: '10Gi' });
  });
});

describe('what is wrong is named with its path, and the rest is computed', () => {
  const broken = (...items: unknown[]) => dump(...items, alpha, beta, web);
  test.each<[string, string, string, RegExp]>([
    ['a Pod on an unknown node', broken(pod('x', 'gamma', {})), 'items[0].spec.nodeName', /gamma/],
    [
      'a quantity that is none',
      broken(pod('x', 'beta', { requests: { cpu: '1x' } })),
      'items[0].spec.containers[0].resources.requests.cpu',
      /"1x"/,
    ],
    [
      'a negative amount',
      broken(pod('x', 'beta', { limits: { memory: '-1Gi' } })),
      'items[0].spec.containers[0].resources.limits.memory',
      /"-1Gi"/,
    ],
    ['a node without capacity', broken(node('gamma', {})), 'items[0].status', /dump\.json:5:9/],
    [
      'a second node of a name',
      broken(node('beta', { cpu: '7' })),
      'items[2].metadata.name',
      /beta/,
    ],
    ['a second Pod of a name', broken(web), 'items[3].metadata', /web/],
    ['a field of another type', broken({ ...web, spec: 7 }), 'items[0].spec', /dump\.json:5:9/],
    [
      'a dump that is cut off',
      `${broken().slice(0, -30)}`,
      'items[2]',
      /dump\.json:\d+:\d+: error/,
    ],
  ])('%s', async (_, text, path, shown) => {
    const file = join(folderOf({ 'dump.json': text }), 'dump.json');
    const { status, stdout, stderr } = await kubesem(['nodes', file]);
    expect(status).toBe(1);
    expect(stderr).toContain(path);
    expect(stderr).toMatch(shown);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(block(stdout, 'alpha')[0]?.[1]).toBe('1k');
    const report = JSON.parse((await kubesem(['nodes', '-o', 'json', file])).stdout) as {
      problems: { path: string }[];
    };
    expect(report.problems.map((problem) => problem.path)).toEqual([expect.stringContaining(path)]);
  });

  test('a node without a name has one to read, and no Pods', async () => {
    const { stdout } = await kubesem(['nodes', '--explain'], {
      stdin: broken(node('', { cpu: '7' }), pod('lost', '', {})),
    });
    expect(block(stdout, '(no name)')[1]).toEqual(['cpu', '7', '-', '-']);
    expect(stdout.match(/shop\/lost does not count/g)).toHaveLength(1);
    const json = await kubesem(['nodes', '--explain', '-o', 'json'], {
      stdin: broken(node('', { cpu: '7' }), pod('lost', '', {})),
    });
    const report = JSON.parse(json.stdout) as {
      nodes: { explanations: unknown[] }[];
      unassigned: { name: string; rule: string }[];
    };
    expect(report.nodes.map(({ explanations }) => explanations.length)).toEqual([0, 0, 0]);
    expect(report.unassigned).toMatchObject([{ name: 'lost', rule: 'UNASSIGNED' }]);
  });

  test('an amount of a thousand digits does not make the table as wide', async () => {
    const huge = dump(
      node('alpha', { cpu: '4', memory: '1e999' }),
      pod('a', 'alpha', { requests: { memory: '1Ki' } }),
      pod('b', 'alpha', { requests: { memory: '1e999' } }),
    );
    const { stdout } = await kubesem(['nodes'], { stdin: huge });
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('Pods alone, and nothing at all', async () => {
    const { status, stdout, stderr } = await kubesem(['nodes'], { stdin: dump(web, job) });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('kubectl get nodes,pods');
    expect((await kubesem(['nodes'], { stdin: dump() })).status).toBe(1);
    expect((await kubesem(['nodes', '/no/such'])).stderr.trim().split('\n')).toHaveLength(1);
  });

  test('nodes and Pods may stand in different files, as YAML or JSON', async () => {
    const folder = folderOf({
      'nodes.yaml': `# two\n---\n${JSON.stringify(alpha)}\n---\n${JSON.stringify(beta)}\n`,
      'pods.json': `${JSON.stringify(web)}\n${JSON.stringify(pod('y', 'gamma', {}))}\n`,
    });
    const { status, stdout, stderr } = await kubesem(['nodes', folder]);
    expect(status).toBe(1);
    expect(block(stdout, 'alpha')[1]).toContain('750m (18%)');
    expect(stderr).toMatch(/pods\.json:2:1: error: spec\.nodeName "gamma": /);
  });
});

describe('what comes from outside cannot steer the terminal', () => {
  const evil = '\u001b]0;owned\u0007\n\u009b31m\u202e\u200b\u00a0';
  const stdin = dump(
    node(evil, { [evil]: '4', cpu: '1', [`x.example/${evil}`]: '2' }),
    node(evil, {}),
    pod(evil, evil, { requests: { [evil]: '1', [`x.example/${evil}`]: '1', cpu: evil } }),
    pod('x', evil, { limits: { cpu: '3' } }, evil),
    { ...pod('job', evil, {}, 'Failed'), metadata: { name: evil, namespace: evil } },
    pod('lost', `${evil}2`, {}),
  );
  const file = () => join(folderOf({ 'dump.json': stdin }), 'dump.json');

  test.each([
    [['nodes']],
    [['nodes', '--pods']],
    [['nodes', '--explain', '--node', evil, '--node', `${evil}3`]],
    [['nodes', '-o', 'json', '--pods', '--explain']],
    [['nodes', '-o', 'yaml']],
    [['fit', '-', '--cluster']],
    [['fit', '-', '--explain', '--cluster']],
    [['fit', '-', '-o', 'json', '--cluster']],
  ])('%j', async (args) => {
    const manifest = JSON.stringify(pod(evil, '', { limits: { [`x.example/${evil}`]: '3' } }));
    const { stdout, stderr } = await kubesem([...args, file()], { stdin: manifest });
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(stdout + stderr).not.toMatch(/[\p{Cf}\u00a0]/u);
    expect(stdout).toContain('owned');
    expect(stdout).not.toMatch(/^31m/m);
  });
});
