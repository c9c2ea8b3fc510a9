import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { alpha, beta, dump, job, node, pending, pod, web } from '../../support/cluster.js';
import { cells, fileOf, folderOf, json, kubesem, problemsIn } from '../../support/run.js';

const stdin = dump(web, alpha, job, beta, pending);

/** The cells of the lines below a heading. */
function block(stdout: string, heading: string): string[][] {
  const [, after = ''] = stdout.split(`\n${heading}\n`);
  return cells(/^(?: {2}.*\n)*/.exec(after)?.[0] ?? '');
}

describe('what Pods request on their nodes', () => {
  test('each node has its resources with the percentages of kubectl, and so does the total', async () => {
    const { status, stdout, stderr } = await kubesem(['nodes'], { stdin });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(`RESOURCE           ALLOCATABLE    REQUESTS   FREE    LIMITS
alpha
  pods                      1k      1 (0%)    999         -
  cpu                        4  750m (18%)  3250m  5 (125%)
  memory                   7Gi   1Gi (14%)    6Gi         -
  example.com/gpu            3           -      3         2
beta
  pods                      29      0 (0%)     29         -
  cpu                    1930m           -  1930m         -
  memory                   3Gi           -    3Gi         -
TOTAL of 2 nodes
  pods                    1029      1 (0%)   1028         -
  cpu                    5930m  750m (12%)  5180m   5 (84%)
  memory                  10Gi   1Gi (10%)    9Gi         -
  example.com/gpu            3           -      3         2

2 nodes, 3 Pods: 1 counted, 1 finished, 1 without a node
`);
  });

  test('29 of 100 Pods are 29%, though 0.29 times 100 is less', async () => {
    const pods = Array.from({ length: 29 }, (_, index) => pod(`p${index}`, 'alpha', {}));
    const full = await kubesem(['nodes'], { stdin: dump(node('alpha', { pods: '100' }), ...pods) });
    expect(block(full.stdout, 'alpha')[0]).toEqual(['pods', '100', '29 (29%)', '71', '-']);
  });

  test('one node has no total, and only nodes and Pods of the core API count', async () => {
    const others = [
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'alpha' }, spec: { cpu: '7' } },
      { ...beta, apiVersion: 'example.com/v1' },
      { ...pod('other', 'alpha', { requests: { cpu: '1' } }), apiVersion: 'example.com/v1' },
    ];
    const { status, output } = await json(['nodes'], { stdin: dump(...others, alpha, web) });
    expect(status).toBe(0);
    expect(output.nodes).toHaveLength(1);
    expect(output.podCounts).toEqual({ counted: 1, finished: 0, unassigned: 0, unknownNode: 0 });
    const { stdout } = await kubesem(['nodes'], { stdin: dump(alpha, web) });
    expect(stdout).not.toContain('TOTAL');
  });

  test('a node without a name has a heading to read', async () => {
    const { stdout } = await kubesem(['nodes'], { stdin: dump(node('', { cpu: '7' }), alpha) });
    expect(block(stdout, '(no name)')[1]).toEqual(['cpu', '7', '-', '7', '-']);
  });

  test('resources that are neither allocatable nor requested are not shown', async () => {
    const some = node('x', { cpu: '2', 'ephemeral-storage': '0', 'a.example/nic': '8' });
    const requests = { 'example.com/x': '0', 'example.com/fpga': '7' };
    const { stdout } = await kubesem(['nodes'], { stdin: dump(some, pod('p', 'x', { requests })) });
    expect(block(stdout, 'x').map(([name]) => name)).toEqual([
      'pods',
      'cpu',
      'memory',
      'a.example/nic',
      'example.com/fpga',
    ]);
  });
});

describe('on a terminal, a bar shows the requested share', () => {
  /** The bar of the memory of a node with 9 bytes, of which so many are requested. */
  async function barOf(
    memory: string,
    colors = false,
    columns = 80,
  ): Promise<[line: string, bar: string]> {
    const text = dump(node('x', { memory: '9' }), pod('p', 'x', { requests: { memory } }));
    const { stdout } = await kubesem(['nodes'], {
      stdin: text,
      isTerminal: true,
      columns,
      colors,
    });
    const line = stdout.split('\n').find((one) => one.startsWith('  memory')) ?? '';
    return [line, line.split('  ').at(-1) ?? ''];
  }

  test('red if the node is full, yellow if it nearly is', async () => {
    const colorOf = async (memory: string) =>
      /\u001b\[(\d+)m█/.exec((await barOf(memory, true))[1])?.[1];
    expect(await colorOf('6')).toBe('32');
    expect(await colorOf('7')).toBe('33');
    expect(await colorOf('9')).toBe('31');
  });

  test('never empty if anything is requested, never longer than full', async () => {
    expect((await barOf('100m'))[1]).toBe('█░░░░░░░░░░░░░░░░░░░');
    expect((await barOf('90'))[1]).toBe('████████████████████');
    expect((await barOf('0'))[1]).toBe('░░░░░░░░░░░░░░░░░░░░');
  });

  test('as long as the terminal allows, or not at all if it would be shorter than four', async () => {
    const barAt = async (columns: number) => {
      const [line] = await barOf('1', false, columns);
      return [line.length, (/[█░]+/.exec(line)?.[0] ?? '').length];
    };
    expect(await barAt(80)).toEqual([67, 20]);
    expect(await barAt(60)).toEqual([60, 13]);
    expect(await barAt(51)).toEqual([51, 4]);
    expect(await barAt(50)).toEqual([45, 0]);
  });
});

describe('--node', () => {
  test('selects nodes, and then there are no totals', async () => {
    const { output } = await json(['nodes', '--node', 'beta'], { stdin });
    expect(output).toEqual({
      kubernetesVersion: expect.any(String),
      nodes: [expect.objectContaining({ name: 'beta' })],
      problems: [],
    });
    const both = await kubesem(['nodes', '--node', 'beta', '--node', 'alpha'], { stdin });
    expect(both.stdout).toMatch(/^alpha\n[^]*^beta\n/m);
    expect(both.stdout).not.toMatch(/TOTAL|2 nodes/);
  });

  test('an unknown node is an error', async () => {
    const unknown = await json(['nodes', '--node', 'beta', '--node', 'gamma'], { stdin });
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toContain('node gamma not found');
    expect(unknown.output.nodes).toHaveLength(1);
    const none = await kubesem(['nodes', '--node', 'beto'], { stdin });
    expect(none).toMatchObject({ status: 1, stdout: '' });
    expect(none.stderr).toContain('node beto not found; did you mean beta?');
  });
});

test('--pods prints the tables of kubectl', async () => {
  const { stdout } = await kubesem(['nodes', '--pods', '--node', 'alpha'], { stdin });
  expect(stdout).toMatch(/^Name: +alpha\nNon-terminated Pods: +\(1 in total\)\n/);
  expect(stdout).toMatch(/^ {2}shop +web +750m \(18%\) +5 \(125%\) +1Gi \(14%\) +0 \(0%\)/m);
  expect(stdout).toMatch(/^ {2}cpu +750m \(18%\) +5 \(125%\)$/m);
  const created = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000 - 60_000).toISOString();
  const old = { ...web, metadata: { ...web.metadata, creationTimestamp: created } };
  const { stdout: aged } = await kubesem(['nodes', '--pods'], { stdin: dump(alpha, beta, old) });
  expect(aged).toMatch(/^ {2}shop +web .* 3d$/m);
  expect(aged).toMatch(/\n\nName: +beta\n/);
  expect(aged).toMatch(/[^\n]\n\n2 nodes, 1 Pod: 1 counted\n$/);
});

describe('--explain', () => {
  const resized = {
    ...pod('resized', 'beta', { requests: { cpu: '500m' }, limits: { cpu: '3' } }),
    status: {
      phase: 'Running',
      containerStatuses: [
        {
          name: 'app',
          resources: { requests: { cpu: '900m' }, limits: { cpu: '4', memory: '5Gi' } },
        },
      ],
    },
  };
  const failed = {
    ...pod('job', 'beta', {}, 'Failed'),
    metadata: { name: 'job', namespace: 'batch' },
  };

  test('says which Pods do not count, and where the tables of kubectl disagree', async () => {
    const first = { ...node('first', {}), status: { capacity: { cpu: '3' } } };
    const bare = node('bare', {});
    const { stdout } = await kubesem(['nodes', '--explain'], {
      stdin: dump(
        web,
        alpha,
        beta,
        first,
        bare,
        resized,
        pending,
        failed,
        pod('silent', '', {}, ''),
      ),
    });
    expect(stdout.slice(stdout.indexOf('\n\nalpha\n') + 2)).toBe(`alpha
  percentages of status.allocatable
  1 Pod counted

beta
  percentages of status.allocatable
  1 Pod counted
  shop/resized cpu request: 900m in its row (actuated), 500m in the total (spec)
  shop/resized cpu limit: 4 in its row (actuated), 3 in the total (spec)
  shop/resized memory limit: 5Gi in its row (actuated), none in the total (spec)
  batch/job does not count: it has finished (Failed)

first
  percentages of status.capacity: status.allocatable is empty
  0 Pods counted

bare
  no percentages: status has neither allocatable nor capacity
  0 Pods counted

without a node
  shop/pending does not count: the scheduler has not assigned a node (Pending)
  shop/silent does not count: the scheduler has not assigned a node
`);
  });

  test.each([
    ['Infeasible', '10950m', 'its resize is infeasible'],
    ['Deferred', '-1150m', 'its resize is deferred'],
  ])('a resize that is %s: what is free agrees with fit', async (reason, free, text) => {
    const resources = { requests: { cpu: '100m' } };
    const resized = {
      ...pod('resized', 'big', { requests: { cpu: '12200m' } }),
      status: {
        phase: 'Running',
        conditions: [{ type: 'PodResizePending', status: 'True', reason, message: 'no cpu' }],
        containerStatuses: [{ name: 'app', allocatedResources: { cpu: '100m' }, resources }],
      },
    };
    const input = dump(
      node('big', { cpu: '12', pods: '110' }),
      pod('other', 'big', { requests: { cpu: '950m' } }),
      resized,
    );
    const { stdout } = await kubesem(['nodes', '--explain'], { stdin: input });
    expect(block(stdout, 'big')[1]?.[3]).toBe(free);
    expect(stdout).toContain(text);
    expect(stdout).toContain('(no cpu)');
    const { output } = await json(['nodes'], { stdin: input });
    expect(output.nodes[0].free.cpu).toBe(free);
    const manifest = JSON.stringify(pod('new', '', { requests: { cpu: '10' } }));
    const cluster = join(folderOf({ 'dump.json': input }), 'dump.json');
    const fits = await kubesem(['fit', '-', '--cluster', cluster], { stdin: manifest });
    expect(fits.status).toBe(reason === 'Infeasible' ? 0 : 1);
  });

  test('of some nodes has nothing about other Pods', async () => {
    const args = ['nodes', '--explain', '--node', 'beta'];
    const { output } = await json(args, { stdin: dump(alpha, beta, job, pending, failed) });
    expect(output).not.toHaveProperty('unassigned');
    expect(output.nodes).toMatchObject([{ explanations: [{ name: 'job', rule: 'FINISHED' }] }]);
  });

  test('Pods without a node do not belong to a node without a name', async () => {
    const { output } = await json(['nodes', '--explain'], {
      stdin: dump(node('', { cpu: '7' }), alpha, pod('lost', '', {})),
    });
    expect(output.nodes).toMatchObject([{ explanations: [] }, { explanations: [] }]);
    expect(output.unassigned).toMatchObject([{ name: 'lost', rule: 'UNASSIGNED' }]);
  });
});

describe('-o json', () => {
  const shares = {
    requests: { cpu: { amount: '750m', ratio: 75 / 193, percent: 38 } },
    limits: {},
  };
  const totals = {
    allocatable: { cpu: '1930m', memory: '3Gi', pods: '29', 'hugepages-2Mi': '0' },
    ...shares,
    podRatio: 1 / 29,
    free: { cpu: '1180m', memory: '3Gi', pods: '28', 'hugepages-2Mi': '0' },
  };
  const one = { name: 'beta', allocatableFrom: 'allocatable', ...totals, podCount: 1 };
  const text = dump(beta, pod('x', 'beta', { requests: { cpu: '750m' } }));

  test('has the nodes and the totals', async () => {
    const { output } = await json(['nodes'], { stdin: text });
    expect(output).toEqual({
      kubernetesVersion: expect.any(String),
      nodes: [one],
      ...totals,
      podCounts: { counted: 1, finished: 0, unassigned: 0, unknownNode: 0 },
      problems: [],
    });
  });

  test('has Pods and explanations if they are wanted', async () => {
    const { output } = await json(['nodes', '--pods', '--explain'], { stdin: text });
    expect(output.nodes).toEqual([
      { ...one, pods: [{ namespace: 'shop', name: 'x', ...shares }], explanations: [] },
    ]);
    expect(output.unassigned).toEqual([]);
  });

  test('has no percentage if kubectl prints a number that is not one', async () => {
    const empty = node('empty', { cpu: '0', memory: '1', 'example.com/nic': '4' });
    const memory = '4Ei';
    const requests = { cpu: '1', memory, 'example.com/nic': '2' };
    const { output } = await json(['nodes', '--pods'], {
      stdin: dump(empty, pod('x', 'empty', { requests, limits: { cpu: '2', memory } })),
    });
    for (const total of [output.nodes[0], output]) {
      expect(total.requests).toEqual({
        cpu: { amount: '1', percent: 0 },
        memory: { amount: memory, ratio: 2 ** 62 },
        'example.com/nic': { amount: '2', ratio: 0.5 },
      });
      expect(total.limits.memory).toEqual({ amount: memory, ratio: 2 ** 62 });
    }
    expect(output.nodes[0].pods[0]).toMatchObject({
      requests: { cpu: { amount: '1' } },
      limits: { cpu: { amount: '2' } },
    });
  });
});

describe('what is read', () => {
  test('nodes and Pods can be in different files, as YAML or JSON', async () => {
    const folder = folderOf({
      'nodes.yaml': `# two\n---\n${JSON.stringify(alpha)}\n---\n${JSON.stringify(beta)}\n`,
      'pods.json': `${JSON.stringify(web)}\n`,
    });
    const { status, output } = await json(['nodes', folder]);
    expect(status).toBe(0);
    expect(output.nodes[0].requests.cpu.amount).toBe('750m');
  });

  test('a file that cannot be read is an error, and the others count', async () => {
    const folder = folderOf({
      'a.yaml': `${JSON.stringify(alpha)}\n---\n`,
      'b.yaml': Uint8Array.of(0),
      'c.yaml': JSON.stringify(beta),
    });
    const { status, output, stderr } = await json(['nodes', folder]);
    expect(status).toBe(1);
    expect(output.nodes).toHaveLength(2);
    expect(problemsIn(stderr)).toEqual(['error']);
    expect(stderr).toContain(`${join(folder, 'b.yaml')}: `);
  });

  test.each<[string, string, number]>([
    ['Pods only', dump(web, job), 1],
    ['neither nodes nor Pods', dump(), 1],
    ['Pods only, one of them invalid', dump(pod('x', 'a', { requests: { cpu: '1x' } })), 2],
  ])('%s: no table', async (_, text, errors) => {
    const { status, stdout, stderr } = await kubesem(['nodes'], { stdin: text });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(problemsIn(stderr)).toHaveLength(errors);
  });

  test('a file that cannot be read is the only error if there are no nodes', async () => {
    const file = join(folderOf({ 'b.yaml': Uint8Array.of(0) }), 'b.yaml');
    expect(problemsIn((await kubesem(['nodes', file])).stderr)).toEqual(['error']);
  });

  test('a warning does not change the exit status', async () => {
    const file = fileOf(
      `${JSON.stringify(alpha)}\n`,
      'apiVersion: v1\nkind: Pod\nkind: Pod\nmetadata: { name: x }\n',
    );
    const { status, stderr } = await kubesem(['nodes', file]);
    expect(status).toBe(0);
    expect(problemsIn(stderr)).toEqual(['a.yaml:5:1 warning']);
  });
});
