import { join } from 'node:path';
import { suggestedFlowSchemas, suggestedPriorityLevels } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { folderOf, kubesem } from './terminal.js';

/** The cells of a table's lines. */
const cells = (table: string) =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));

const LEVEL = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: { name: builds }
spec:
  type: Limited
  limited:
    nominalConcurrencyShares: 20
    lendablePercent: 50
    borrowingLimitPercent: 200
    limitResponse: { type: Queue, queuing: { queues: 16, handSize: 4, queueLengthLimit: 7 } }
`;
const SCHEMA = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: { name: to-builds }
spec:
  priorityLevelConfiguration: { name: builds }
  matchingPrecedence: 700
  distinguisherMethod: { type: ByNamespace }
  rules:
    - subjects: [{ kind: Group, group: { name: devs } }]
      resourceRules: [{ verbs: [list], apiGroups: [''], resources: [pods], namespaces: [prod] }]
    - subjects: [{ kind: User, user: { name: anna } }]
      nonResourceRules: [{ verbs: [get], nonResourceURLs: [/version] }]
`;

const fileOf = (...documents: string[]) =>
  join(folderOf({ 'a.yaml': documents.join('---\n') }), 'a.yaml');

/** Runs a command about priority and fairness, and reads what it prints for programs. */
async function json(args: readonly string[], stdin = '') {
  const { stdout, ...rest } = await kubesem(['apf', ...args, '-o', 'json'], { stdin });
  return { ...rest, output: JSON.parse(stdout) };
}

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
        requests: 6,
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
          { requests: 1 },
        ],
      });
      const { stdout } = await kubesem(['apf', ...args], { stdin: log });
      expect(cells(stdout)[1]).toEqual(['2', '33.3', '2', '1', 'to-builds', 'builds']);
      expect(cells(stdout).at(-1)?.[0]).toBe('1');
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

describe('kubesem apf explain', () => {
  test('says for every schema in order why it matches or not', async () => {
    const args = [
      'apf',
      'explain',
      '-f',
      fileOf(LEVEL, SCHEMA),
      '--user',
      'anna',
      '--group',
      'devs',
    ];
    const { status, stdout } = await kubesem([...args, 'GET', '/api/v1/namespaces/dev/pods']);
    expect(status).toBe(0);
    const rows = cells(stdout);
    expect(rows).toContainEqual(['1', 'exempt', 'no', 'rules[0]: none of its subjects']);
    expect(rows).toContainEqual(['2', 'probes', 'no', 'rules[0]: no rules for resources']);
    expect(rows).toContainEqual([
      '700',
      'to-builds',
      'no',
      'rules[0]: resourceRules[0]: other namespaces',
    ]);
    expect(rows).toContainEqual(['rules[1]: no rules for resources']);
    expect(rows).toContainEqual([
      '9900',
      'global-default',
      'yes',
      'rules[0]: subjects[1] and resourceRules[0]',
    ]);
    expect(rows).toContainEqual([
      '10000',
      'catch-all',
      'too late',
      'rules[0]: subjects[1] and resourceRules[0]',
    ]);
    expect(stdout).toMatch(/\nglobal-default is the first that matches.*\n$/);
  });

  test('--files-only leaves what the server imagines', async () => {
    const args = [
      'explain',
      '--files-only',
      '-f',
      fileOf(LEVEL, SCHEMA),
      '--user',
      'system:anonymous',
    ];
    const none = ['--group', 'system:unauthenticated', 'FOO', '/api/v1/nodes'];
    const { output } = await json([...args, ...none]);
    expect(output).toMatchObject({ flowSchema: 'catch-all', isFallback: false });
    expect(output.flowSchemas.map((one: { flowSchema: string }) => one.flowSchema)).toEqual([
      'exempt',
      'to-builds',
      'catch-all',
    ]);
  });

  test('what is no request is refused', async () => {
    const { status, stderr } = await kubesem(['apf', 'explain', '--user', 'a', 'GET', 'pods']);
    expect(status).toBe(1);
    expect(stderr).toContain('error: expected a URL');
  });
});

describe('kubesem apf levels', () => {
  test('shows seats, queues and schemas', async () => {
    const args = [
      'apf',
      'levels',
      '-f',
      fileOf(LEVEL, SCHEMA),
      '--files-only',
      '--server-concurrency',
      '100',
    ];
    const { status, stdout, stderr } = await kubesem(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(`LEVEL       TYPE    SHARES  SEATS  MIN  MAX  QUEUES  HAND  LENGTH  SCHEMAS
builds      Queue       20     80   40  240      16     4       7        1
catch-all*  Reject       5     20   20  120       -     -       -        1
exempt*     Exempt       0      0    0    -       -     -       -        1

ORDER  FLOW SCHEMA  LEVEL      FLOWS
    1  exempt*      exempt     one
  700  to-builds    builds     ByNamespace
10000  catch-all*   catch-all  ByUser
`);
  });

  test('for programs', async () => {
    const { output } = await json(['levels', '-f', fileOf(LEVEL, SCHEMA), '--files-only']);
    expect(output.serverConcurrencyLimit).toBe(600);
    expect(output.levels[0]).toEqual({
      name: 'builds',
      type: 'Limited',
      isImagined: false,
      nominalConcurrencyShares: 20,
      nominalLimit: 480,
      lowerLimit: 240,
      upperLimit: 1440,
      lendablePercent: 50,
      borrowingLimitPercent: 200,
      maxSeats: 72,
      limitResponse: 'Queue',
      queues: 16,
      handSize: 4,
      queueLengthLimit: 7,
      flowSchemas: ['to-builds'],
    });
  });

  test('what a server would refuse is an error with a place, and left out', async () => {
    const file = fileOf(
      LEVEL.replace('handSize: 4', 'handSize: 20'),
      SCHEMA.replace('kind: Group', 'kind: Robot'),
      LEVEL.replace('name: builds', 'name: good'),
      LEVEL.replace('name: builds', 'name: good'),
      LEVEL.replace('queues: 16', 'queues: 1.6'),
    );
    const { status, output, stderr } = await json(['levels', '--files-only', '-f', file]);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /a\.yaml:10:68: error: PriorityLevelConfiguration builds: spec\.limited\.\S+\.handSize: /,
    );
    expect(stderr).toMatch(
      /a\.yaml:20:26: error: FlowSchema to-builds: spec\.rules\[0\]\.subjects\[0\]\.kind: /,
    );
    expect(stderr).toMatch(
      /a\.yaml:38:19: error: PriorityLevelConfiguration good: metadata\.name: /,
    );
    expect(stderr).toMatch(/a\.yaml:56:54: error: spec\.limited\.limitResponse\.queuing\.queues: /);
    const names = output.levels.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['good', 'catch-all', 'exempt']);
  });

  test('schemas that lead nowhere are warned of', async () => {
    const { status, output, stderr } = await json(['levels', '-f', fileOf(SCHEMA)]);
    expect(status).toBe(0);
    expect(output.dangling).toEqual(['to-builds']);
    expect(stderr).toMatch(/a\.yaml:5:39: warning: FlowSchema to-builds: /);
  });

  test('older versions are read', async () => {
    const old = LEVEL.replace('io/v1', 'io/v1beta2').replace('nominalC', 'assuredC');
    const { output } = await json(['levels', '--files-only', '-f', '-'], old);
    expect(output.levels[0]).toMatchObject({ name: 'builds', nominalConcurrencyShares: 20 });
  });

  test('--maintenance: what the server does with its own objects', async () => {
    const changed = suggestedPriorityLevels.map((level) =>
      level.metadata?.name === 'system'
        ? { ...level, spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } }
        : level,
    );
    const gone = {
      ...suggestedFlowSchemas[0],
      metadata: { ...suggestedFlowSchemas[0]?.metadata, name: 'gone' },
    };
    const items = [...changed, ...suggestedFlowSchemas.slice(1), gone];
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const args = ['apf', 'levels', '--maintenance', '-f', '-'];
    const { stdout } = await kubesem(args, { stdin: list });
    expect(cells(stdout.slice(stdout.indexOf('THE SERVER')))).toEqual([
      ['THE SERVER', 'KIND', 'NAME'],
      ['updates', 'prioritylevelconfigurations', 'system'],
      ['creates', 'flowschemas', 'system-nodes'],
      ['creates', 'prioritylevelconfigurations', 'catch-all'],
      ['creates', 'prioritylevelconfigurations', 'exempt'],
      ['creates', 'flowschemas', 'exempt'],
      ['creates', 'flowschemas', 'catch-all'],
      ['deletes', 'flowschemas', 'gone'],
    ]);
  });

  test('files without such objects are an error', async () => {
    const { status, stderr } = await kubesem(['apf', 'levels', '-f', '-'], {
      stdin: 'kind: X\napiVersion: v1\n',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('error: expected PriorityLevelConfigurations or FlowSchemas');
  });
});

describe('kubesem apf table', () => {
  test('is that of the documentation, to twelve digits', async () => {
    const { status, stdout } = await kubesem(['apf', 'table']);
    expect(status).toBe(0);
    expect(stdout).toBe(`HAND SIZE  QUEUES  1 ELEPHANT         4 ELEPHANTS        16 ELEPHANTS
12         32      4.42883839895e-09  0.114313488301     0.993508960766
10         32      1.55009343963e-08  0.0626479840224    0.975310151903
10         64      6.60182726837e-12  0.000455713209904  0.499999291501
9          64      3.6310049976e-11   0.000455012123041  0.428231487645
8          64      2.25929199851e-10  0.000488669705304  0.359351146811
8          128     6.99446138903e-13  3.40557901616e-06  0.0274617313716
7          128     1.05791228509e-11  6.96083937926e-06  0.0240615738634
7          256     7.59769546555e-14  6.72854714202e-08  0.000670966154253
6          256     2.71346266627e-12  2.95164640185e-07  0.0008895654642
6          512     4.1160629229e-14   4.98298335048e-09  2.26025764343e-05
6          1024    6.33732401651e-16  8.09060164313e-11  4.5174080629e-07
`);
  });

  test('of other sizes', async () => {
    const { output } = await json([
      'table',
      '--hand-size',
      '2',
      '--queues',
      '4',
      '--queues',
      '5',
      '--elephants',
      '1',
    ]);
    expect(output.rows).toEqual([
      {
        handSize: 2,
        queues: 4,
        probabilities: [{ elephants: 1, probability: expect.closeTo(1 / 6, 12) }],
      },
      {
        handSize: 2,
        queues: 5,
        probabilities: [{ elephants: 1, probability: expect.closeTo(0.1, 12) }],
      },
    ]);
    const { stdout } = await kubesem(['apf', 'table', '--queues', '16', '-o', 'yaml']);
    expect(parse(stdout).rows[0]).toMatchObject({ handSize: 8, queues: 16 });
  });

  test('hands that cannot be dealt are refused', async () => {
    const { status, stderr } = await kubesem(['apf', 'table', '--hand-size', '9', '--queues', '8']);
    expect(status).toBe(1);
    expect(stderr).toContain('error: expected a hand');
  });
});

describe('the command line', () => {
  test.each([
    ['classify', 'GET'],
    ['classify', 'GET', '/x'],
    ['classify', '--user', 'a', 'GET', '/x', '--requests', 'r.txt'],
    ['classify', '--requests', 'a', '--audit-log', 'b'],
    ['classify', '-f', '-'],
    ['explain', '--user', 'a', 'GET'],
    ['explain', 'GET', '/x'],
    ['levels', '--server-concurrency', '0'],
    ['levels', '-o', 'wide'],
    ['table', '--elephants', '1.5'],
  ])('apf %s %s %s %s is refused', async (...args) => {
    const { status, stdout } = await kubesem(['apf', ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  test('without requests on a terminal', async () => {
    expect((await kubesem(['apf', 'classify'], { isTTY: true })).status).toBe(2);
  });

  test('what could steer a terminal is escaped', async () => {
    const args = ['apf', 'classify', '--user', 'a\u001b[2J', 'GET', '/x\u202e'];
    const { stdout } = await kubesem(args);
    expect(stdout).toContain('\\u001b[2J');
    expect(stdout).toContain('/x\\u202e');
  });
});
