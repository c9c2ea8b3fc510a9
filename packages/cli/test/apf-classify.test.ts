import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cells, fileOf, json, LEVEL, SCHEMA } from './apf-input.js';
import { folderOf, kubesem } from './terminal.js';

describe('kubesem apf classify', () => {
  test('one request, with the objects that the release has', async () => {
    const args = ['apf', 'classify', '--user', 'jane', '--group', 'devs', 'get', '/api/v1/pods'];
    const { status, stdout, stderr } = await kubesem(args);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `GET /api/v1/pods
  asks to  list pods
  as       jane
  in       devs, system:authenticated

  flow schema  global-default
  level        global-default
  flow         jane
  seats        1
`,
    });
    expect(stderr).toContain('with the 19 objects ');
  });

  test('one request, with a configuration, for programs', async () => {
    const args = ['classify', '-f', fileOf(LEVEL, SCHEMA), '--user', 'jane', '--group', 'devs'];
    const url = '/api/v1/namespaces/prod/pods?limit=500';
    const { status, output } = await json([...args, 'GET', url]);
    expect(status).toBe(0);
    expect(output).toMatchObject({
      method: 'GET',
      url,
      requestInfo: { verb: 'list', resource: 'pods', namespace: 'prod' },
      user: { name: 'jane', groups: ['devs', 'system:authenticated'] },
      isSubject: true,
      flowSchema: 'to-builds',
      priorityLevel: 'builds',
      flowDistinguisher: 'prod',
      workEstimate: { initialSeats: 1, finalSeats: 0 },
    });
  });

  test('what is known of the objects and watches decides about the seats', async () => {
    const seats = async (...args: string[]) =>
      (await json(['classify', '--user', 'jane', ...args])).output.workEstimate;
    const objects = ['--objects', '2000', '--object-bytes', '400'];
    const list = await seats(...objects, 'GET', '/api/v1/pods');
    // The bound of the level: 15 % of its 49 seats, and as many as there are to each queue of a hand.
    expect(list).toMatchObject({ initialSeats: 8, finalSeats: 0 });
    const few = await seats(...objects, '--server-concurrency', '60', 'GET', '/api/v1/pods');
    expect(few).toMatchObject({ initialSeats: 1 });
    const write = await seats('--watches', '40', 'POST', '/api/v1/namespaces/a/pods');
    expect(write).toMatchObject({ initialSeats: 1, finalSeats: 4 });
  });

  test('what runs for long is not subject to it; a watch is until it is initialised', async () => {
    const run = async (url: string) =>
      (await kubesem(['apf', 'classify', '--user', 'jane', 'GET', url])).stdout;
    expect(await run('/api/v1/namespaces/a/pods/b/log?follow=1')).toContain('not subject');
    expect(await run('/api/v1/pods?watch=1')).toContain('until the watch is initialised');
  });

  test('lines from a file, each with its own user, and what is wrong with them', async () => {
    const requests = join(
      folderOf({
        'r.txt': `# comment
GET /api/v1/namespaces/prod/pods/web/log

get /api/v1/namespaces/prod/pods jane devs,ops
POST /api/v1/namespaces system:serviceaccount:ci:runner
GET
GET pods
GET /apis/apps/v1/watch
`,
      }),
      'r.txt',
    );
    const args = ['apf', 'classify', '--user', 'anna', '-f', fileOf(LEVEL, SCHEMA)];
    const { status, stdout, stderr } = await kubesem([...args, '--requests', requests]);
    expect(status).toBe(1);
    expect(cells(stdout)).toEqual([
      ['FLOW SCHEMA', 'LEVEL', 'FLOW', 'SEATS', 'REQUEST'],
      ['not subject', '-', '-', '-', 'GET /api/v1/namespaces/prod/pods/web/log'],
      ['to-builds', 'builds', 'prod', '1', 'GET /api/v1/namespaces/prod/pods'],
      [
        'service-accounts',
        'workload-low',
        'system:serviceaccount:ci:runner',
        '1',
        'POST /api/v1/namespaces',
      ],
    ]);
    for (const line of [6, 7, 8]) {
      expect(stderr).toContain(`r.txt:${line}:1: error: expected `);
    }
  });

  test('lines from standard input need a user', async () => {
    const { status, output } = await json(['classify'], 'GET /healthz system:anonymous\n');
    expect(status).toBe(0);
    expect(output.requests[0]).toMatchObject({
      line: 1,
      flowSchema: 'probes',
      flowDistinguisher: '',
    });
    const { status: broken, stderr } = await json(['classify'], 'GET /healthz\n');
    expect(broken).toBe(1);
    expect(stderr).toContain('<stdin>:1:1: error: expected a user');
    expect((await json(['classify'])).stderr).toContain('<stdin>: expected requests');
    const missing = await kubesem(['apf', 'classify', '--requests', '/no/such/file']);
    expect(missing).toMatchObject({ status: 1, stdout: '' });
    expect(missing.stderr).toContain('/no/such/file: ');
  });

  describe('an audit log', () => {
    const event = (auditID: string, more: object) =>
      JSON.stringify({
        kind: 'Event',
        apiVersion: 'audit.k8s.io/v1',
        level: 'Metadata',
        auditID,
        stage: 'ResponseComplete',
        requestURI: '/api/v1/namespaces/prod/pods?limit=5',
        verb: 'list',
        user: { username: 'jane', groups: ['devs', 'system:authenticated'] },
        ...more,
      });
    const log = [
      event('1', { stage: 'RequestReceived' }),
      event('1', {}),
      event('2', { requestURI: '/api/v1/namespaces/dev/pods', verb: 'list' }),
      event('3', { requestURI: '/api/v1/namespaces/dev/pods/a/exec', verb: 'create' }),
      event('4', { stage: 'RequestReceived' }),
      event('4', { impersonatedUser: { username: 'root', groups: ['system:masters'] } }),
      event('5', {
        requestURI: '/healthz',
        verb: 'get',
        user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
      }),
      event('8', { user: {} }),
      event('6', {
        requestURI: '/api/v1/namespaces/prod/pods',
        user: { username: 'max', groups: ['devs'] },
      }),
    ].join('\n');

    test('is counted by flow schema, each request once, as the impersonated user', async () => {
      const args = ['classify', '-f', fileOf(LEVEL, SCHEMA), '--audit-log', '-'];
      const { status, output } = await json(args, log);
      expect(status).toBe(0);
      expect(output).toEqual({
        requests: 7,
        counts: [
          { flowSchema: 'to-builds', priorityLevel: 'builds', requests: 2, flows: 1, seats: 2 },
          {
            flowSchema: 'global-default',
            priorityLevel: 'global-default',
            requests: 1,
            flows: 1,
            seats: 1,
          },
          { flowSchema: 'exempt', priorityLevel: 'exempt', requests: 1, flows: 1, seats: 1 },
          { flowSchema: 'probes', priorityLevel: 'exempt', requests: 1, flows: 1, seats: 1 },
          { requests: 2 },
        ],
      });
      const { stdout } = await kubesem(['apf', ...args], { stdin: log });
      expect(cells(stdout)[1]).toEqual(['2', '28.6', '2', '1', 'to-builds', 'builds']);
      expect(cells(stdout).at(-1)?.[0]).toBe('2');
    });

    test.each([
      ['no JSON', '{"kind": "Event"'],
      ['another kind', JSON.stringify({ kind: 'Pod', apiVersion: 'v1' })],
      ['null', 'null'],
      ['an older version', event('1', { apiVersion: 'audit.k8s.io/v1beta1' })],
      ['a user that is none', event('1', { user: 'jane' })],
      ['groups that are none', event('1', { user: { username: 'jane', groups: 'devs' } })],
      ['no URL', event('1', { requestURI: 'pods' })],
      ['__proto__ as verb and no path', event('1', { verb: '__proto__', requestURI: '' })],
    ])('%s is an error with its line, and the others count', async (_, line) => {
      const { status, stderr, output } = await json(
        ['classify', '--audit-log', '-'],
        `${line}\n${event('7', {})}\n`,
      );
      expect(status).toBe(1);
      expect(output.requests).toBe(1);
      expect(stderr).toContain('<stdin>:1:1: error: ');
    });

    test('that is something else is not listed line by line', async () => {
      const { status, stderr } = await json(['classify', '--audit-log', '-'], 'no\n'.repeat(1000));
      expect(status).toBe(1);
      expect(stderr.split('\n').length).toBeLessThan(15);
      expect(stderr).toContain('990 more such lines');
    });
  });
});
