import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { cells, fileOf, json, LEVEL, SCHEMA } from './apf-input.js';
import { kubesem } from './terminal.js';

describe('flow schemas whose level is missing stand among the others', () => {
  const lost = SCHEMA.replace('to-builds', 'lost').replace('builds', 'gone');
  const early = () => ['--files-only', '-f', fileOf(LEVEL, SCHEMA, lost.replace('700', '50'))];
  const late = () => ['--files-only', '-f', fileOf(LEVEL, SCHEMA, lost.replace('700', '900'))];
  const request = ['--user', 'anna', 'GET', '/version'];
  const table = async (args: readonly string[]) => {
    const { stdout } = await kubesem(['apf', ...args]);
    return cells(stdout.slice(stdout.indexOf('ORDER'))).slice(1);
  };

  test('of explain', async () => {
    const reason = 'not used: its level gone is missing';
    const rows = await table(['explain', ...early(), ...request]);
    expect(rows.slice(0, 3)).toEqual([
      ['1', 'exempt', 'no', 'rules[0]: none of its subjects'],
      ['50', 'lost', 'no', reason],
      ['700', 'to-builds', 'yes', 'rules[0]: none of its subjects'],
    ]);
    expect(rows.at(-1)).toEqual([expect.stringContaining('to-builds is the first that matches')]);
    expect(await table(['explain', ...late(), ...request])).toContainEqual([
      '900',
      'lost',
      'no',
      reason,
    ]);
    const { output } = await json(['explain', ...early(), ...request]);
    expect(output.dangling).toEqual(['lost']);
  });

  test('of levels', async () => {
    const used = [
      ['1', 'exempt*', 'exempt', 'one'],
      ['700', 'to-builds', 'builds', 'ByNamespace'],
      ['10000', 'catch-all*', 'catch-all', 'ByUser'],
    ];
    const row = (order: string) => [order, 'lost', 'gone is missing', 'not used'];
    expect(await table(['levels', ...early()])).toEqual([used[0], row('50'), ...used.slice(1)]);
    expect(await table(['levels', ...late()])).toEqual([
      ...used.slice(0, 2),
      row('900'),
      ...used.slice(2),
    ]);
  });
});

test('of what runs for long no schema matters; a watch is told as others are', async () => {
  const long = ['explain', '--user', 'anna', 'GET', '/api/v1/namespaces/a/pods/b/log?follow=1'];
  const { status, stdout } = await kubesem(['apf', ...long]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/\n {2}not subject to priority and fairness: [^\n]*\n$/);
  expect(stdout).not.toContain('exempt');
  const { output } = await json(long);
  expect(output).toMatchObject({ isSubject: false, flowSchema: 'global-default' });
  const watch = ['explain', '--user', 'anna', 'GET', '/api/v1/pods?watch=1'];
  expect((await json(watch)).output).toMatchObject({ isSubject: true });
  expect((await kubesem(['apf', ...watch])).stdout).toContain('\nglobal-default is the first');
});

test.each([
  [['classify', '--user', 'anna', 'GET', '/version']],
  [['classify', '--requests', '-', '--user', 'anna']],
  [['explain', '--user', 'anna', 'GET', '/version']],
  [['levels']],
  [['table']],
])('%j names the release to programs', async (args) => {
  const { output } = await json(args, 'GET /version\n');
  expect(output.kubernetesVersion).toBe(KUBERNETES_VERSION);
});
