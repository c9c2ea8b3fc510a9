import { join } from 'node:path';
import {
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { cells, fileOf, json, LEVEL, SCHEMA } from './apf-input.js';
import { painted } from './painted.js';
import { folderOf, kubesem } from './terminal.js';

/** A schema whose rules are about other things, and one without rules. */
const OTHERS = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: { name: others }
spec:
  priorityLevelConfiguration: { name: builds }
  matchingPrecedence: 800
  rules:
    - subjects: [{ kind: Group, group: { name: ops } }, { kind: Group, group: { name: devs } }]
      resourceRules:
        - { verbs: [get], apiGroups: [''], resources: [pods], clusterScope: true }
        - { verbs: [list], apiGroups: [''], resources: [nodes], clusterScope: true }
        - { verbs: [list], apiGroups: [apps], resources: [pods], clusterScope: true }
        - { verbs: [list], apiGroups: [''], resources: [pods], namespaces: [prod] }
      nonResourceRules:
        - { verbs: [get], nonResourceURLs: [/healthz] }
        - { verbs: [create], nonResourceURLs: [/version] }
`;
const NO_RULES = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: { name: no-rules }
spec: { priorityLevelConfiguration: { name: builds }, matchingPrecedence: 900 }
`;

describe('kubesem apf explain', () => {
  test('says for every schema in order why it matches or not', async () => {
    const file = fileOf(LEVEL, SCHEMA, OTHERS, NO_RULES);
    const explain = async (...request: string[]) => {
      const args = ['apf', 'explain', '--files-only', '-f', file, '--user', 'anna'];
      const { status, stdout } = await kubesem([...args, '--group', 'devs', ...request], {
        colors: true,
      });
      expect(status).toBe(0);
      return painted(stdout);
    };
    expect(await explain('get', '/version')).toBe(`<bold>GET /version</>
  asks to  get /version
  as       anna
  in       devs, system:authenticated

<bold>ORDER</>  <bold>FLOW SCHEMA</>  <bold>MATCHES</>   <bold>WHY</>
    1  exempt       no        rules[0]: none of its subjects
  700  to-builds    <green>yes</>       rules[0]: no rules for paths that are no resources
                              rules[1]: subjects[0] and nonResourceRules[0]
  800  others       no        <dim>rules[0]: nonResourceRules[0]: other paths, nonResourceRules[1]: other verbs</>
  900  no-rules     no        <dim>it has no rules</>
10000  catch-all    too late  <dim>rules[0]: subjects[1] and nonResourceRules[0]</>

to-builds is the first that matches, and leads to the level builds
`);
    const of = (text: string) => cells(text).map((row) => row.slice(1).join(' '));
    expect(of(await explain('GET', '/api/v1/pods')).slice(6, 11)).toEqual([
      'exempt no rules[0]: none of its subjects',
      'to-builds no rules[0]: resourceRules[0]: no cluster scope',
      '',
      'others no rules[0]: resourceRules[0]: other verbs, resourceRules[1]: other resources, resourceRules[2]: other API groups, resourceRules[3]: no cluster scope',
      'no-rules no it has no rules',
    ]);
    expect(await explain('GET', '/api/v1/namespaces/dev/pods')).toContain(
      'rules[0]: resourceRules[0]: other namespaces\n',
    );
    expect(await explain('GET', '/api/v1/pods')).toContain(' rules[1]: no rules for resources\n');
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

  test('in colours, and where the objects stand beside those of a server', async () => {
    const { stdout, stderr } = await kubesem(
      ['apf', 'levels', '-o', 'table', '-f', fileOf(LEVEL)],
      {
        colors: true,
      },
    );
    expect(painted(stdout)).toMatch(/^<bold>LEVEL<\/>  /);
    expect(painted(stdout)).toContain('\n<bold>ORDER</>  <bold>FLOW SCHEMA</>');
    expect(painted(stderr)).toMatch(/^<dim>beside these, 19 objects .*<\/>$/m);
  });

  test('files that cannot be read, and what else stands in them', async () => {
    const folder = folderOf({
      'bytes.yaml': Uint8Array.of(0xff),
      'half.yaml': 'kind: {',
      'twice.yaml': `${LEVEL}---\napiVersion: v1\nkind: Pod\nkind: Pod\n`,
    });
    const run = async (...names: string[]) => {
      const files = names.flatMap((name) => ['-f', join(folder, `${name}.yaml`)]);
      const { status, output, stderr } = await json(['levels', '--files-only', ...files]);
      return { status, levels: output.levels.length, errors: stderr.match(/error: /g)?.length };
    };
    expect(await run('bytes')).toEqual({ status: 1, levels: 2, errors: 1 });
    expect(await run('half')).toEqual({ status: 1, levels: 2, errors: 1 });
    expect(await run('twice', 'half')).toEqual({ status: 1, levels: 3, errors: 1 });
    expect(await run('twice')).toEqual({ status: 0, levels: 3, errors: undefined });
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

  test.each(['name: ""', 'generateName: builds-'])(
    'what has no name is told by its kind: %s',
    async (named) => {
      const file = fileOf(LEVEL.replace('name: builds', named));
      const { status, stderr } = await json(['levels', '--files-only', '-f', file]);
      expect(status).toBe(1);
      expect(stderr).toMatch(/error: PriorityLevelConfiguration: metadata\.name: /);
    },
  );

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
    const other = SCHEMA.replace('to-builds', 'used').replace('builds', 'exempt');
    const { status, output, stderr } = await json(['levels', '-f', fileOf(other, SCHEMA)]);
    expect(status).toBe(0);
    expect(output.dangling).toEqual(['to-builds']);
    expect(stderr).toMatch(/a\.yaml:18:39: warning: FlowSchema to-builds: .* builds;/);
    expect(stderr.match(/warning: /g)).toHaveLength(1);
  });

  test('older versions are read', async () => {
    const old = LEVEL.replace('io/v1', 'io/v1beta2').replace('nominalC', 'assuredC');
    const { output } = await json(['levels', '--files-only', '-f', '-'], old);
    expect(output.levels[0]).toMatchObject({ name: 'builds', nominalConcurrencyShares: 20 });
  });

  test('--maintenance: what the server does with its own objects', async () => {
    const changed = SUGGESTED_PRIORITY_LEVELS.map((level) =>
      level.metadata?.name === 'system'
        ? { ...level, spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } }
        : level,
    );
    const gone = {
      ...SUGGESTED_FLOW_SCHEMAS[0],
      metadata: { ...SUGGESTED_FLOW_SCHEMAS[0]?.metadata, name: 'gone' },
    };
    const items = [...changed, ...SUGGESTED_FLOW_SCHEMAS.slice(1), gone];
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

  test('--maintenance: nothing where all of them are as they should be', async () => {
    const items = [
      ...[...SUGGESTED_PRIORITY_LEVELS, ...SUGGESTED_FLOW_SCHEMAS],
      ...[...MANDATORY_PRIORITY_LEVELS, ...MANDATORY_FLOW_SCHEMAS],
    ];
    const run = (some: readonly object[]) => {
      const stdin = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: some });
      return kubesem(['apf', 'levels', '--maintenance', '-f', '-'], { stdin });
    };
    const all = await run(items);
    expect(all).toMatchObject({ status: 0, stderr: '' });
    expect(all.stdout).toContain('\n\nthe server leaves ');
    const most = await run(items.slice(1));
    expect(most.stdout).toMatch(/^creates +\w+ +\S+$/m);
    expect(most.stderr).toContain('1 object ');
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
    const args = ['apf', 'table', '--elephants', '1', '--hand-size'];
    const { stdout: six } = await kubesem([...args, '6'], { colors: true });
    expect(painted(six)).toMatch(
      /^<bold>HAND SIZE<\/> {2}<bold>QUEUES<\/> {2}<bold>1 ELEPHANT<\/>\n6 +64 +1\.3\d+e-08\n$/,
    );
    const { stdout: one } = await kubesem([...args, '1', '--queues', '10000', '--queues', '12500']);
    expect(cells(one).slice(1)).toEqual([
      ['1', '10000', '0.0001'],
      ['1', '12500', '8e-05'],
    ]);
  });

  test('hands that cannot be dealt are refused', async () => {
    const { status, stderr } = await kubesem(['apf', 'table', '--hand-size', '9', '--queues', '8']);
    expect(status).toBe(2);
    expect(stderr).toContain('error: expected a hand');
  });
});

describe('the command line', () => {
  test.each([
    ['classify', 'GET'],
    ['classify', '--user', 'a', 'GET'],
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
    const { status, stdout, stderr } = await kubesem(['apf', ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^error: /);
  });

  test('on a terminal, a request is needed, or a file with some', async () => {
    expect((await kubesem(['apf', 'classify'], { isTTY: true })).status).toBe(2);
    const stdin = SCHEMA + '---\n' + LEVEL;
    const file = join(folderOf({ 'r.txt': 'GET /version jane\n' }), 'r.txt');
    for (const args of [
      ['--user', 'a', 'GET', '/version'],
      ['--requests', file],
    ]) {
      const run = await kubesem(['apf', 'classify', '-f', '-', ...args], { isTTY: true, stdin });
      expect(run.status).toBe(0);
    }
  });

  test('what could steer a terminal is escaped', async () => {
    const args = ['apf', 'classify', '--user', 'a\u001b[2J', 'GET', '/x\u202e'];
    const { stdout } = await kubesem(args);
    expect(stdout).toContain('\\u001b[2J');
    expect(stdout).toContain('/x\\u202e');
  });
});
