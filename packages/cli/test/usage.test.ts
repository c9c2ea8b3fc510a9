import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { kubesem } from './terminal.js';

describe('a wrong command line ends with status 2 and a hint on standard error', () => {
  test.each<[string, string[]]>([
    ['no command', []],
    ['an unknown command', ['inspct']],
    ['an unknown option', ['inspect', '--sumary', 'x']],
    ['an unknown format', ['inspect', '-o', 'xml', 'x']],
    ['a format without a value', ['inspect', '-o']],
    ['an empty namespace', ['inspect', '-n', '', 'x']],
    ['two things on standard input', ['inspect', '--credentials', '-']],
    ['images and sums', ['inspect', '--images', '--summary']],
    ['no quantity', ['quantity']],
    ['no image', ['image']],
  ])('%s', async (_, args) => {
    const { status, stdout, stderr } = await kubesem(args, { stdin: 'kind: Pod' });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).not.toBe('');
  });

  test('nothing to read but a terminal', async () => {
    const { status, stderr } = await kubesem(['inspect'], { isTTY: true });
    expect(status).toBe(2);
    expect(stderr).toContain('expected a PATH');
  });

  test('a misspelt command brings the right one to mind', async () => {
    expect((await kubesem(['inspct'])).stderr).toContain('inspect');
  });
});

describe('help is no error', () => {
  test.each([
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
