import { join } from 'node:path';
import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { folderOf, kubesem, podManifest } from './terminal.js';

describe('a wrong command line ends with status 2 and a hint on standard error', () => {
  test.each<[string, string[]]>([
    ['no command', []],
    ['an unknown command', ['inspct']],
    ['an unknown option', ['inspect', '--sumary', 'x']],
    ['an unknown format', ['inspect', '-o', 'xml', 'x']],
    ['a format without a value', ['inspect', '-o']],
    ['an empty namespace', ['inspect', '-n', '', 'x']],
    ['two things on standard input', ['inspect', '--credentials', '-']],
    ['two things on standard input, by name', ['inspect', '--credentials', '-', '-']],
    ['images and sums', ['inspect', '--images', '--summary']],
    ['names and sums', ['inspect', '--dns', '--summary']],
    ['names and images', ['inspect', '--dns', '--images']],
    ['no quantity', ['quantity']],
    ['no image', ['image']],
  ])('%s', async (_, args) => {
    const { status, stdout, stderr } = await kubesem(args, { stdin: 'kind: Pod' });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).not.toBe('');
  });

  test('nothing to read but a terminal', async () => {
    for (const args of [['inspect'], ['dns', 'names'], ['dns', 'zone']]) {
      const { status, stderr } = await kubesem(args, { isTTY: true });
      expect(status).toBe(2);
      expect(stderr).toContain('expected a PATH');
    }
  });

  test('a terminal does not matter where a file is named, or a pipe is read', async () => {
    const stdin = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\n';
    const file = join(folderOf({ 'a.yaml': stdin }), 'a.yaml');
    for (const args of [['inspect'], ['dns', 'names'], ['dns', 'zone']]) {
      expect((await kubesem([...args, file], { isTTY: true })).status).toBe(0);
      expect((await kubesem(args, { stdin })).status).toBe(0);
    }
  });

  test('credentials may come in on standard input beside files', async () => {
    const file = join(folderOf({ 'a.yaml': podManifest('web') }), 'a.yaml');
    const args = ['inspect', '--credentials', '-', file];
    expect((await kubesem(args, { stdin: '{"auths":{}}' })).status).toBe(0);
  });

  test('a misspelt command brings the right one to mind', async () => {
    expect((await kubesem(['inspct'])).stderr).toMatch(
      /^error: .*\n.*inspect.*\n\(see kubesem --help\)\n$/,
    );
  });
});

test.each([['inspect'], ['image', 'busybox'], ['quantity', '1'], ['dns', 'names']])(
  '%s prints a table unless told otherwise',
  async (...args) => {
    const stdin = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\n';
    const { status, stdout } = await kubesem([...args, '-o', 'table'], { stdin });
    expect(status).toBe(0);
    expect((await kubesem(args, { stdin })).stdout).toBe(stdout);
  },
);

test.each([
  [['--unknown'], 'kubesem'],
  [['inspect', '--unknown'], 'kubesem inspect'],
  [['apf', 'levels', '-o', 'wide'], 'kubesem apf levels'],
  [['dns', 'nosuch'], 'kubesem dns'],
  [['help', 'nosuch'], 'kubesem'],
  [['help', 'dns', 'nosuch'], 'kubesem dns'],
  [['dns', 'help', 'nosuch'], 'kubesem dns'],
])('the hint of %j is the help of %s', async (args, command) => {
  const { status, stdout, stderr } = await kubesem(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^error: /);
  expect(stderr).toContain(`\n(see ${command} --help)\n`);
});

test.each([[['help', 'dns', 'lookup']], [['dns', 'help', 'lookup']]])(
  '%j shows the help of the command within the command',
  async (args) => {
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(0);
    expect(stdout).toBe((await kubesem(['dns', 'lookup', '--help'])).stdout);
  },
);

test('what has no commands has no help as a command', async () => {
  const { status, stderr } = await kubesem(['quantity', 'help']);
  expect(status).toBe(1);
  expect(stderr).toContain('help');
});

describe('help is no error', () => {
  test.each([
    [['--help'], 'Usage: kubesem '],
    [['--help'], 'quantity'],
    [['help'], 'quantity'],
    [['help', 'inspect'], '--summary'],
    [['inspect', '--help'], 'Exit status'],
    [['quantity', '--help'], '1.5Gi'],
    [['image', '--help'], '--credentials'],
    [['nodes', '--help'], 'describe node'],
    [['fit', '--help'], 'taints'],
  ])('%j', async (args, shown) => {
    const { status, stdout, stderr } = await kubesem(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(shown);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test.each([['--version'], ['-V']])('%s names the release that is followed', async (flag) => {
    const { status, stdout } = await kubesem([flag]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^kubesem \d+\.\d+\.\d+ /);
    expect(stdout).toContain(KUBERNETES_VERSION);
  });
});
