import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dump, node, pod } from './cluster.js';
import { alpha, beta, block, job, web } from './nodes-input.js';
import { folderOf, kubesem } from './terminal.js';

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
    expect(stderr).toContain('2 Pods');
    const bad = pod('bad', 'alpha', { requests: { cpu: '1x' } });
    const named = await kubesem(['nodes'], { stdin: dump(web, bad) });
    expect(named.stderr.trim().split('\n')).toHaveLength(2);
    const nothing = await kubesem(['nodes'], { stdin: dump() });
    expect(nothing.status).toBe(1);
    expect(nothing.stderr).not.toContain('Pods and');
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
