import { describe, expect, test } from 'vitest';
import { BROKEN_LEVEL, LEVEL, SCHEMA } from '../../support/apf.js';
import { cells, codesOf, fileOf, filesOf, json, kubesem, problemsIn } from '../../support/run.js';

const AS_JANE = ['apf', 'classify', '--user', 'jane'];

const eventOf = (auditID: string, more: object = {}) =>
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

describe('one request', () => {
  test('with the built-in objects', async () => {
    const { status, stdout } = await kubesem([
      ...AS_JANE,
      '--group',
      'devs',
      'get',
      '/api/v1/pods',
    ]);
    expect(status).toBe(0);
    expect(stdout).toBe(`GET /api/v1/pods
  request  list pods
  user     jane
  groups   devs, system:authenticated

  flow schema  global-default
  level        global-default
  flow         jane
  seats        1
`);
  });

  test('with a configuration, as JSON', async () => {
    const url = '/api/v1/namespaces/prod/pods?limit=500';
    const args = [...AS_JANE, '-f', fileOf(LEVEL, SCHEMA), '--group', 'devs', 'GET', url];
    const { status, output } = await json(args);
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
      problems: [],
    });
  });

  test.each([
    [
      ['get', '/apis/apps/v1/namespaces/prod/deployments/web/scale'],
      'get deployments.apps/scale web in prod',
    ],
    [['GET', '/healthz'], 'get /healthz'],
    [['FOO', '/api/v1/nodes'], '(unknown verb) nodes'],
  ])('%j is described as "%s"', async (request, described) => {
    const { stdout } = await kubesem([...AS_JANE, ...request]);
    expect(stdout).toContain(`\n  request  ${described}\n`);
  });

  test.each<[string[], object]>([
    // The bound of the level: 15 % of its 49 seats, divided among the queues of a hand.
    [['--objects', '2000', '--object-bytes', '400', 'GET', '/api/v1/pods'], { initialSeats: 8 }],
    [
      ['--objects', '2000', '--server-concurrency', '60', 'GET', '/api/v1/pods'],
      { initialSeats: 1 },
    ],
    // The watch cache finds what a selector selects; the storage would search half of all objects.
    [
      ['--objects', '2000', '--object-bytes', '400', 'GET', '/api/v1/pods?limit=5&labelSelector=a'],
      { initialSeats: 1 },
    ],
    // Without a size, the server assumes large objects.
    [['--objects', '2000', 'GET', '/api/v1/pods?limit=5&labelSelector=a'], { initialSeats: 8 }],
    [['--watches', '40', 'POST', '/api/v1/namespaces/a/pods'], { initialSeats: 1, finalSeats: 4 }],
  ])('the work of %j', async (request, seats) => {
    expect((await json([...AS_JANE, ...request])).output.workEstimate).toMatchObject(seats);
  });

  test('the table shows the seats of the end of a write, and that those of a watch end early', async () => {
    const write = await kubesem([
      ...AS_JANE,
      '--watches',
      '40',
      'POST',
      '/api/v1/namespaces/a/pods',
    ]);
    expect(cells(write.stdout).at(-1)).toEqual(['final seats', '4 for another 5 ms']);
    const watch = await kubesem([...AS_JANE, 'GET', '/api/v1/pods?watch=1']);
    expect(cells(watch.stdout).at(-1)).toEqual(['seats', expect.stringMatching(/^1 until /)]);
  });

  test('a level without queues has one flow', async () => {
    const { output } = await json([...AS_JANE, 'GET', '/healthz']);
    expect(output).toMatchObject({ priorityLevel: 'exempt', flowDistinguisher: '' });
  });

  test('a long-running request is not subject to flow control', async () => {
    const args = [...AS_JANE, 'GET', '/api/v1/namespaces/a/pods/b/log?follow=1'];
    expect((await json(args)).output.isSubject).toBe(false);
    expect((await kubesem(args)).stdout).not.toContain('seats');
  });

  test('an invalid request is an error', async () => {
    const { status, stdout, stderr } = await kubesem([...AS_JANE, 'GET', 'pods']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(problemsIn(stderr)).toEqual(['error']);
  });

  test('the configuration can come from standard input, next to a terminal for nothing else', async () => {
    const stdin = [SCHEMA, LEVEL].join('---\n');
    const path = filesOf({ 'r.txt': 'GET /version jane\n' });
    for (const request of [
      ['--user', 'a', 'GET', '/version'],
      ['--requests', path('r.txt')],
    ]) {
      const args = ['apf', 'classify', '-f', '-', ...request];
      expect((await kubesem(args, { stdin, isTTY: true })).status).toBe(0);
    }
  });
});

test.each([
  [['GET', '/version', '--user', 'jane'], ''],
  [['--user', 'jane'], 'GET /version'],
  [['--audit-log', '-'], eventOf('1')],
])('a broken configuration is an error, and the rest classifies %j', async (request, stdin) => {
  const args = ['apf', 'classify', '-f', fileOf(BROKEN_LEVEL, SCHEMA), ...request];
  const { status, output } = await json(args, { stdin });
  expect(status).toBe(1);
  expect(codesOf(output.problems)).toEqual(['INVALID', 'PRIORITY_LEVEL_NOT_FOUND']);
  expect(Object.keys(output).length).toBeGreaterThan(2);
});

describe('requests in a file, one per line', () => {
  const REQUESTS = `# comment
GET /api/v1/namespaces/prod/pods/web/log
   \t
  get \t /api/v1/namespaces/prod/pods   jane  devs,ops
POST /api/v1/namespaces system:serviceaccount:ci:runner
GET
GET pods
GET /apis/apps/v1/watch
GET /api/v1/pods jane devs, ops
#GET /api/v1/pods
`;
  const args = () => [
    ...['apf', 'classify', '--user', 'anna', '-f', fileOf(LEVEL, SCHEMA)],
    ...['--watches', '40', '--requests', filesOf({ 'r.txt': REQUESTS })('r.txt')],
  ];

  test('each has its own user, or that of the command line', async () => {
    const { status, stdout } = await kubesem(args());
    expect(status).toBe(1);
    expect(cells(stdout)).toEqual([
      ['FLOW SCHEMA', 'LEVEL', 'FLOW', 'SEATS', 'REQUEST'],
      ['not subject', '-', '-', '-', 'GET /api/v1/namespaces/prod/pods/web/log'],
      ['to-builds', 'builds', 'prod', '1', 'GET /api/v1/namespaces/prod/pods'],
      [
        'service-accounts',
        'workload-low',
        'system:serviceaccount:ci:runner',
        '1 + 4',
        'POST /api/v1/namespaces',
      ],
    ]);
  });

  test('invalid lines are errors with their place', async () => {
    const { output, stderr } = await json(args());
    expect(output.requests.map(({ line }: { line: number }) => line)).toEqual([2, 4, 5]);
    expect(codesOf(output.problems)).toEqual(Array.from({ length: 4 }, () => 'INVALID_REQUEST'));
    // Those of lines 8 and 9 are the same.
    expect(problemsIn(stderr)).toEqual([6, 7, 8].map((line) => `r.txt:${line}:1 error`));
  });

  test('a line needs a user', async () => {
    const named = await json(['apf', 'classify'], { stdin: 'GET /healthz system:anonymous\n' });
    expect(named.status).toBe(0);
    expect(named.output.requests).toMatchObject([{ line: 1, flowSchema: 'probes' }]);
    const unnamed = await json(['apf', 'classify'], { stdin: 'GET /healthz\n' });
    expect(unnamed.status).toBe(1);
    expect(problemsIn(unnamed.stderr)).toEqual(['<stdin>:1:1 error']);
  });

  test.each<[string, string[]]>([
    ['no requests', []],
    ['a missing file', ['--requests', '/no/such/file']],
    ['a missing audit log', ['--audit-log', '/no/such/file']],
  ])('%s: an error and no table', async (_, more) => {
    const { status, stdout, stderr } = await kubesem(['apf', 'classify', ...more]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(problemsIn(stderr)).toEqual(['error']);
  });
});

describe('an audit log', () => {
  test.each([['--user'], ['--group']])('with %s is a wrong command line', async (flag) => {
    const args = ['apf', 'classify', '--audit-log', '-', flag, 'jane'];
    expect(await kubesem(args, { stdin: eventOf('1') })).toMatchObject({ status: 2, stdout: '' });
  });

  const LOG = [
    eventOf('5', {
      requestURI: '/healthz',
      verb: 'get',
      user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
    }),
    '  \r',
    eventOf('1', { stage: 'RequestReceived' }),
    eventOf('1'),
    eventOf('2', { requestURI: '/api/v1/namespaces/dev/pods' }),
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
  const args = () => ['apf', 'classify', '-f', fileOf(LEVEL, SCHEMA), '--audit-log', '-'];

  test('is counted by flow schema, each request once, as the impersonated user', async () => {
    const { status, output } = await json(args(), { stdin: LOG });
    expect(status).toBe(0);
    const twice = { requests: 2, flows: 1, seats: 2 };
    const once = { requests: 1, flows: 1, seats: 1 };
    expect(output).toEqual({
      kubernetesVersion: expect.any(String),
      requests: 10,
      counts: [
        { flowSchema: 'to-builds', priorityLevel: 'builds', ...twice },
        { flowSchema: 'global-default', priorityLevel: 'global-default', ...twice },
        { flowSchema: 'catch-all', priorityLevel: 'catch-all', ...twice },
        { flowSchema: 'probes', priorityLevel: 'exempt', ...once },
        { flowSchema: 'exempt', priorityLevel: 'exempt', ...once },
        // Long-running or unauthenticated.
        { requests: 2 },
      ],
      problems: [],
    });
    const { stdout } = await kubesem(args(), { stdin: LOG });
    expect(cells(stdout).map((row) => row.slice(0, 4))).toEqual([
      ['REQUESTS', '%', 'SEATS', 'FLOWS'],
      ...[1, 2, 3].map(() => ['2', '20.0', '2', '1']),
      ...[1, 2].map(() => ['1', '10.0', '1', '1']),
      ['2', '20.0', '-', '-'],
    ]);
  });

  test.each<[string, string]>([
    ['truncated JSON', '{"kind": "Event"'],
    ['another kind', JSON.stringify({ kind: 'Pod', apiVersion: 'v1' })],
    ['null', 'null'],
    ['an older version', eventOf('1', { apiVersion: 'audit.k8s.io/v1beta1' })],
    ['a user that is a text', eventOf('1', { user: 'jane' })],
    ['groups that are a text', eventOf('1', { user: { username: 'jane', groups: 'devs' } })],
    ['no stage', eventOf('1', { stage: null })],
    ['a name that is a number', eventOf('1', { user: { username: 7 } })],
    ['a group that is a number', eventOf('1', { user: { groups: ['devs', 7] } })],
    ['an impersonated user that is a text', eventOf('1', { impersonatedUser: 'root' })],
    ['a list', eventOf('1', { kind: 'EventList' })],
    ['an identifier that is a number', eventOf('1', { auditID: 7 })],
    ['a verb that is a number', eventOf('1', { verb: 7 })],
    ['no URI', eventOf('1', { requestURI: undefined })],
    ['a URI that is not one', eventOf('1', { requestURI: 'pods' })],
    ['__proto__ as verb and no path', eventOf('1', { verb: '__proto__', requestURI: '' })],
  ])('%s is an error with its line, and the others count', async (_, line) => {
    const { status, output, stderr } = await json(['apf', 'classify', '--audit-log', '-'], {
      stdin: `${line}\n${eventOf('7')}\n`,
    });
    expect(status).toBe(1);
    expect(output).toMatchObject({ requests: 1, counts: [{ requests: 1 }] });
    expect(problemsIn(stderr)).toEqual(['<stdin>:1:1 error']);
  });

  test('of another kind is not listed line by line', async () => {
    const { status, stdout, stderr } = await kubesem(['apf', 'classify', '--audit-log', '-'], {
      stdin: 'no\n'.repeat(1000),
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(problemsIn(stderr)).toEqual(['<stdin>:1:1 error', 'error']);
    expect(stderr).toContain('(10 times, lines 1, 2, 3, 4, 5, …)');
    expect(stderr).toContain('990 more');
  });
});
