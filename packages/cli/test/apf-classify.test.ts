import { join } from 'node:path';
import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { fileOf, json, LEVEL, SCHEMA } from './apf-input.js';
import { painted } from './painted.js';
import { folderOf, kubesem } from './terminal.js';

const eventOf = (auditID: string, more: object) =>
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

  test.each([
    [
      ['get', '/apis/apps/v1/namespaces/prod/deployments/web/scale'],
      'get deployments.apps/scale web in prod',
      ['level        global-default', 'flow         jane', 'seats        1'],
    ],
    [
      ['POST', '/api/v1/namespaces/prod/pods', '--watches', '40'],
      'create pods in prod',
      [
        'level        global-default',
        'flow         jane',
        'seats        1',
        'at the end   4 seats for 5 ms more',
      ],
    ],
    [
      ['GET', '/healthz'],
      'get /healthz',
      ['level        exempt', 'flow         all requests of the schema are one', 'seats        1'],
    ],
    [
      ['FOO', '/api/v1/nodes'],
      'do something unknown to nodes',
      ['level        global-default', 'flow         jane', 'seats        1'],
    ],
  ])('what %j asks for, and gets', async (request, asks, gets) => {
    const { status, stdout } = await kubesem(['apf', 'classify', '--user', 'jane', ...request]);
    expect(status).toBe(0);
    expect(stdout).toContain(`\n  asks to  ${asks}\n  as       jane\n  in       system:`);
    expect(stdout.trimEnd().split('\n  ').slice(-gets.length)).toEqual(gets);
  });

  test('what is no request, or has a broken configuration', async () => {
    const args = ['apf', 'classify', '--user', 'jane'];
    const { status, stdout } = await kubesem([...args, 'GET', 'pods']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    const broken = fileOf(LEVEL.replace('handSize: 4', 'handSize: 20'), SCHEMA);
    for (const [more, stdin] of [
      [['GET', '/version'], ''],
      [[], 'GET /version'],
      [['--audit-log', '-'], eventOf('1', {})],
    ] as const) {
      const one = await kubesem([...args, '-f', broken, ...more], { stdin });
      expect(one.status).toBe(1);
      expect(one.stdout).not.toBe('');
    }
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
    // The watch cache finds what a selector wants; in the storage half of all would be searched.
    const selected = await seats(...objects, 'GET', '/api/v1/pods?limit=5&labelSelector=a%3Db');
    expect(selected).toMatchObject({ initialSeats: 1 });
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
   \t
  get \t /api/v1/namespaces/prod/pods   jane  devs,ops
POST /api/v1/namespaces system:serviceaccount:ci:runner
GET
GET pods
GET /apis/apps/v1/watch
GET /api/v1/pods jane devs, ops
#GET /api/v1/pods
`,
      }),
      'r.txt',
    );
    const args = ['apf', 'classify', '--user', 'anna', '-f', fileOf(LEVEL, SCHEMA)];
    const { status, stdout, stderr } = await kubesem(
      [...args, '--watches', '40', '--requests', requests],
      { colors: true },
    );
    expect(status).toBe(1);
    expect(
      painted(stdout),
    ).toBe(`<bold>FLOW SCHEMA</>       <bold>LEVEL</>         <bold>FLOW</>                             <bold>SEATS</>  <bold>REQUEST</>
not subject       -             -                                    -  GET /api/v1/namespaces/prod/pods/web/log
to-builds         builds        prod                                 1  GET /api/v1/namespaces/prod/pods
service-accounts  workload-low  system:serviceaccount:ci:runner  1 + 4  POST /api/v1/namespaces
`);
    expect(stderr.match(/r\.txt:/g)).toHaveLength(4);
    for (const line of [6, 7, 8, 9]) {
      expect(painted(stderr)).toContain(`r.txt:${line}:1: <red>error:</> expected `);
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
    const nothing = await kubesem(['apf', 'classify']);
    expect(nothing).toMatchObject({ status: 1, stdout: '' });
    expect(nothing.stderr).toContain('<stdin>: expected requests');
    const missing = await kubesem(['apf', 'classify', '--requests', '/no/such/file']);
    expect(missing).toMatchObject({ status: 1, stdout: '' });
    expect(missing.stderr).toContain('/no/such/file: ');
  });

  describe('an audit log', () => {
    const log = [
      eventOf('5', {
        requestURI: '/healthz',
        verb: 'get',
        user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
      }),
      '  \r',
      eventOf('1', { stage: 'RequestReceived' }),
      eventOf('1', {}),
      eventOf('2', { requestURI: '/api/v1/namespaces/dev/pods', verb: 'list' }),
      eventOf('3', { requestURI: '/api/v1/namespaces/dev/pods/a/exec', verb: 'create' }),
      eventOf('4', { stage: 'RequestReceived' }),
      eventOf('4', { impersonatedUser: { username: 'root', groups: ['system:masters'] } }),
      eventOf('8', { user: {} }),
      eventOf('6', {
        requestURI: '/api/v1/namespaces/prod/pods',
        user: { username: 'max', groups: ['devs'] },
      }),
      // Without an identifier, each is a request of its own.
      eventOf('', { verb: 'create', requestURI: '/api/v1/namespaces/prod/pods' }),
      eventOf('', { auditID: undefined, user: { username: 'zoe', groups: ['ops'] } }),
      eventOf('', { auditID: undefined, user: { username: 'zoe', groups: ['ops'] } }),
    ].join('\n');

    test('is counted by flow schema, each request once, as the impersonated user', async () => {
      const args = ['classify', '-f', fileOf(LEVEL, SCHEMA), '--audit-log', '-'];
      const { status, output } = await json(args, log);
      expect(status).toBe(0);
      expect(output).toEqual({
        kubernetesVersion: KUBERNETES_VERSION,
        requests: 10,
        counts: [
          { flowSchema: 'to-builds', priorityLevel: 'builds', requests: 2, flows: 1, seats: 2 },
          {
            flowSchema: 'global-default',
            priorityLevel: 'global-default',
            requests: 2,
            flows: 1,
            seats: 2,
          },
          { flowSchema: 'catch-all', priorityLevel: 'catch-all', requests: 2, flows: 1, seats: 2 },
          { flowSchema: 'probes', priorityLevel: 'exempt', requests: 1, flows: 1, seats: 1 },
          { flowSchema: 'exempt', priorityLevel: 'exempt', requests: 1, flows: 1, seats: 1 },
          { requests: 2 },
        ],
      });
      const { stdout } = await kubesem(['apf', ...args], { stdin: log, colors: true });
      expect(
        painted(stdout),
      ).toBe(`<bold>REQUESTS</>     <bold>%</>  <bold>SEATS</>  <bold>FLOWS</>  <bold>FLOW SCHEMA</>                                  <bold>LEVEL</>
       2  20.0      2      1  to-builds                                    builds
       2  20.0      2      1  global-default                               global-default
       2  20.0      2      1  catch-all                                    catch-all
       1  10.0      1      1  probes                                       exempt
       1  10.0      1      1  exempt                                       exempt
       2  20.0      -      -  not subject: may run for long, or of nobody  -
`);
    });

    test.each([
      ['no JSON', '{"kind": "Event"'],
      ['another kind', JSON.stringify({ kind: 'Pod', apiVersion: 'v1' })],
      ['null', 'null'],
      ['an older version', eventOf('1', { apiVersion: 'audit.k8s.io/v1beta1' })],
      ['a user that is none', eventOf('1', { user: 'jane' })],
      ['groups that are none', eventOf('1', { user: { username: 'jane', groups: 'devs' } })],
      ['no user', eventOf('1', { user: null })],
      ['a name that is none', eventOf('1', { user: { username: 7 } })],
      ['a group that is none', eventOf('1', { user: { groups: ['devs', 7] } })],
      ['an impersonated user that is none', eventOf('1', { impersonatedUser: 'root' })],
      ['a list', eventOf('1', { kind: 'EventList' })],
      ['an identifier that is none', eventOf('1', { auditID: 7 })],
      ['a verb that is none', eventOf('1', { verb: 7 })],
      ['no URI', eventOf('1', { requestURI: undefined })],
      ['no URL', eventOf('1', { requestURI: 'pods' })],
      ['__proto__ as verb and no path', eventOf('1', { verb: '__proto__', requestURI: '' })],
    ])('%s is an error with its line, and the others count', async (_, line) => {
      const { status, stderr, output } = await json(
        ['classify', '--audit-log', '-'],
        `${line}\n${eventOf('7', {})}\n`,
      );
      expect(status).toBe(1);
      expect(output.requests).toBe(1);
      expect(output.counts).toHaveLength(1);
      expect(stderr).toMatch(/^with [^\n]*\n<stdin>:1:1: error: [^\n]*\n$/);
    });

    test('that is something else is not listed line by line', async () => {
      const { status, stderr } = await json(['classify', '--audit-log', '-'], 'no\n'.repeat(1000));
      expect(status).toBe(1);
      expect(stderr.split('\n').length).toBeLessThan(15);
      expect(stderr).toContain('990 more such lines');
      const eleven = await kubesem(['apf', 'classify', '--audit-log', '-'], {
        stdin: 'no\n'.repeat(11),
      });
      expect(eleven.stderr).toMatch(/1 more such line$/m);
      expect(eleven.stdout).toBe('');
      const ten = await json(['classify', '--audit-log', '-'], 'no\n'.repeat(10));
      expect(ten.stderr.match(/error: /g)).toHaveLength(10);
    });
  });
});
