import { join } from 'node:path';
import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { dump, node, pod } from './cluster.js';
import { alpha, beta, block, EXPLAINED, job, pending, TABLE_OF_TWO, web } from './nodes-input.js';
import { painted } from './painted.js';
import { folderOf, kubesem } from './terminal.js';

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

  test('on a terminal, bars show what is requested of what there is, red where it is full', async () => {
    const small = node('small', { cpu: '2', memory: '0', 'ephemeral-storage': '0' });
    const large = node('large', {
      'a.example/nic': '8',
      cpu: '4',
      memory: '8Gi',
      pods: '3',
      'ephemeral-storage': '7Gi',
      'example.com/gpu': '2',
      'hugepages-2Mi': '0',
    });
    const { stdout } = await kubesem(['nodes'], {
      stdin: dump(
        large,
        small,
        pod('a', 'large', {
          requests: { cpu: '3', memory: '6Gi', 'ephemeral-storage': '1Mi', 'example.com/x': '0' },
          limits: { cpu: '5', 'example.com/gpu': '3', 'example.com/x': '0' },
        }),
        pod('b', 'large', { requests: { cpu: '600m' }, limits: { 'example.com/fpga': '1' } }),
        pod('c', 'small', {
          requests: { memory: '1Gi', 'example.com/fpga': '7' },
          limits: { cpu: '1' },
        }),
        pod('d', 'small', {}, 'Failed'),
        pod('e', 'gone', {}),
      ),
      isTerminal: true,
      colors: true,
    });
    expect(painted(stdout)).toBe(TABLE_OF_TWO);
  });

  test('a bar gets what is left of 80 columns, and at least four', async () => {
    const widths = async (memory: string) => {
      const stdin = dump(node('x', { memory: '9' }), pod('p', 'x', { requests: { memory } }));
      const { stdout } = await kubesem(['nodes'], { stdin, isTerminal: true });
      const [line = '', bar] = /^ +memory .* {2}([█░]+)$/m.exec(stdout) ?? [];
      return [line.length, bar?.length];
    };
    expect(await widths('1')).toEqual([61, 20]);
    expect(await widths('1234567890123456')).toEqual([80, 10]);
    expect(await widths('123456789012345678901')).toEqual([82, 4]);
  });

  test('--node selects', async () => {
    const { status, stdout } = await kubesem(['nodes', '--node', 'beta'], { stdin });
    expect(status).toBe(0);
    expect(stdout).not.toContain('alpha');
    const both = await kubesem(['nodes', '--node', 'beta', '--node', 'alpha'], { stdin });
    expect(both.stdout).toMatch(/^alpha\n[^]*^beta\n/m);
    for (const text of [stdout, both.stdout]) {
      expect(text).not.toContain('TOTAL');
      expect(text).not.toContain('2 nodes');
    }
    const unknown = await kubesem(['nodes', '--node', 'beta', '--node', 'gamma'], { stdin });
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toContain('"gamma"');
    expect(block(`${unknown.stdout}\nend`, 'beta')).not.toEqual([]);
    const none = await kubesem(['nodes', '--node', 'gamma'], { stdin });
    expect(none).toMatchObject({ status: 1, stdout: '' });
  });

  test('--pods prints the tables of kubectl', async () => {
    const { stdout } = await kubesem(['nodes', '--pods', '--node', 'alpha'], { stdin });
    expect(stdout).toMatch(/^Name: +alpha\nNon-terminated Pods: +\(1 in total\)\n/);
    expect(stdout).toMatch(/^ {2}shop +web +750m \(18%\) +5 \(125%\) +1Gi \(14%\) +0 \(0%\)/m);
    expect(stdout).toMatch(/^ {2}cpu +750m \(18%\) +5 \(125%\)$/m);
    const created = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000 - 60_000).toISOString();
    const old = { ...web, metadata: { ...web.metadata, creationTimestamp: created } };
    const { stdout: aged } = await kubesem(['nodes', '--pods'], { stdin: dump(alpha, old) });
    expect(aged).toMatch(/^ {2}shop +web .* 3d$/m);
    expect(aged).toMatch(/\n\n1 node, 1 Pod: 1 on them\n$/);
  });

  test('--explain says which Pods do not count, and where the tables of kubectl disagree', async () => {
    const resized = {
      ...pod('resized', 'beta', { requests: { cpu: '500m', memory: '1Gi' }, limits: { cpu: '3' } }),
      status: {
        phase: 'Running',
        containerStatuses: [
          {
            name: 'app',
            resources: {
              requests: { cpu: '900m', memory: '1Gi' },
              limits: { cpu: '4', memory: '5Gi' },
            },
          },
        ],
      },
    };
    const first = { ...node('first', {}), status: { capacity: { cpu: '3' } } };
    const { stdout } = await kubesem(['nodes', '--explain'], {
      stdin: dump(
        ...[web, alpha, beta, first, node('bare', {}), resized, pending],
        ...[pod('p', 'first', {}), pod('q', 'first', {})],
        pod('silent', '', {}, ''),
        { ...pod('job', 'beta', {}, 'Failed'), metadata: { name: 'job', namespace: 'batch' } },
      ),
      colors: true,
    });
    expect(painted(stdout.slice(stdout.indexOf('Pods:')))).toBe(EXPLAINED);
    const { stdout: one } = await kubesem(['nodes', '--explain', '--node', 'beta'], {
      stdin: dump(alpha, beta, job, pending),
    });
    expect(one).not.toMatch(/does not count|without a node/);
  });

  test.each([
    ['json', (text: string): unknown => JSON.parse(text)],
    ['yaml', (text: string): unknown => parse(text)],
  ] as const)('-o %s has the same for programs', async (format, read) => {
    const stdin = dump(beta, pod('x', 'beta', { requests: { cpu: '750m' } }));
    const args = ['nodes', '-o', format, '--pods', '--explain'];
    const { status, stdout } = await kubesem(args, { stdin });
    expect(status).toBe(0);
    expect(read(stdout)).toEqual({
      kubernetesVersion: KUBERNETES_VERSION,
      nodes: [
        {
          name: 'beta',
          allocatableFrom: 'allocatable',
          allocatable: { cpu: '1930m', memory: '3Gi', pods: '29', 'hugepages-2Mi': '0' },
          requests: { cpu: { amount: '750m', ratio: 75 / 193, percent: 38 } },
          limits: {},
          podRatio: 1 / 29,
          podCount: 1,
          pods: [
            {
              namespace: 'shop',
              name: 'x',
              requests: { cpu: { amount: '750m', ratio: 75 / 193, percent: 38 } },
              limits: {},
            },
          ],
          explanations: [],
        },
      ],
      allocatable: { cpu: '1930m', memory: '3Gi', pods: '29', 'hugepages-2Mi': '0' },
      requests: { cpu: { amount: '750m', ratio: 75 / 193, percent: 38 } },
      limits: {},
      podRatio: 1 / 29,
      podCounts: { counted: 1, finished: 0, unassigned: 0, unknownNode: 0 },
      unassigned: [],
      problems: [],
    });
    const brief = await kubesem(['nodes', '-o', format], { stdin });
    const { nodes, ...rest } = read(brief.stdout) as { nodes: readonly object[] };
    expect(rest).not.toHaveProperty('unassigned');
    const picked = await kubesem([...args, '--node', 'beta'], { stdin });
    const { nodes: shown } = read(stdout) as { nodes: readonly object[] };
    expect(read(picked.stdout)).toEqual({
      kubernetesVersion: KUBERNETES_VERSION,
      nodes: shown,
      problems: [],
    });
    expect(nodes[0]).not.toHaveProperty('pods');
    expect(nodes[0]).not.toHaveProperty('explanations');
  });
});

test('for programs, there is no percentage where kubectl prints a number that is none', async () => {
  const empty = node('empty', { cpu: '0', memory: '1', pods: '9', 'example.com/nic': '4' });
  const memory = '4Ei';
  const some = { cpu: '1', memory, 'example.com/nic': '2' };
  const stdin = dump(empty, pod('x', 'empty', { requests: some, limits: { cpu: '2', memory } }));
  const { stdout } = await kubesem(['nodes', '--pods', '-o', 'json'], { stdin });
  const { nodes, requests, limits } = JSON.parse(stdout);
  const [{ pods, ...one }] = nodes;
  for (const total of [one, { requests, limits }]) {
    expect(total.requests).toEqual({
      cpu: { amount: '1', percent: 0 },
      memory: { amount: memory, ratio: 2 ** 62 },
      'example.com/nic': { amount: '2', ratio: 0.5 },
    });
    expect(total.limits.memory).toEqual({ amount: memory, ratio: 2 ** 62 });
  }
  expect(pods[0].requests.cpu).toEqual({ amount: '1' });
  expect(pods[0].limits.cpu).toEqual({ amount: '2' });
});

describe('what is read', () => {
  test('all that is no node and no Pod of the core API is passed over', async () => {
    const stdin = dump(
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'alpha' }, spec: { cpu: '7' } },
      { ...beta, apiVersion: 'example.com/v1' },
      { ...pod('other', 'alpha', { requests: { cpu: '1' } }), apiVersion: 'example.com/v1' },
      alpha,
      web,
    );
    const { status, stdout } = await kubesem(['nodes', '-o', 'table'], { stdin });
    expect(status).toBe(0);
    expect(stdout).toMatch(/\n\n1 node, 1 Pod: 1 on them\n$/);
    expect(stdout).not.toContain('TOTAL');
  });

  test('a warning is none of an error', async () => {
    const stdin = `${JSON.stringify(alpha)}\n---\napiVersion: v1\nkind: Pod\nkind: Pod\nmetadata: { name: x }\n`;
    const { status, stdout, stderr } = await kubesem(['nodes', '--explain'], { stdin });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}\S*\/x does not count: /m);
    expect(stderr).toMatch(/^<stdin>:5:1: warning: /);
  });

  test('of a file that cannot be read to its end, what there is counts', async () => {
    const folder = folderOf({
      'a.yaml': `${JSON.stringify(alpha)}\n---\n`,
      'b.yaml': Uint8Array.of(0xff),
      'c.yaml': JSON.stringify(beta),
    });
    const { status, stdout, stderr } = await kubesem(['nodes', folder]);
    expect(status).toBe(1);
    expect(stdout).toContain('TOTAL of 2 nodes');
    expect(stderr).toBe(
      `error: ${join(folder, 'b.yaml')}: expected text in UTF-8, found other bytes\n`,
    );
    const { stderr: alone } = await kubesem(['nodes', join(folder, 'b.yaml')]);
    expect(alone.trim().split('\n')).toHaveLength(1);
  });

  test('the place of a problem is that of its object, of however many', async () => {
    const nodes = Array.from({ length: 12 }, (_, index) => node(`n${index}`, { cpu: '1' }));
    const bare = node('bare', {});
    const { stderr } = await kubesem(['nodes', '--explain'], { stdin: dump(...nodes, bare) });
    expect(stderr).toMatch(/^<stdin>:\d+:9: error: items\[12\]\.status: /);
    const stdin = nodes.map((one) => JSON.stringify(one)).join('\n') + JSON.stringify(bare);
    expect((await kubesem(['nodes'], { stdin })).stderr).toMatch(
      /^<stdin>:12:\d+: error: status: /,
    );
  });

  test('on a terminal, a path is needed', async () => {
    const { status, stderr } = await kubesem(['nodes'], { isTTY: true });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: /);
    const file = join(folderOf({ 'a.json': dump(alpha) }), 'a.json');
    expect((await kubesem(['nodes', file], { isTTY: true })).status).toBe(0);
  });
});
