import {
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { BROKEN_LEVEL, LEVEL, SCHEMA } from '../../support/apf.js';
import { cells, fileOf, filesOf, json, kubesem, problemsIn } from '../../support/run.js';

const ONLY = ['apf', 'levels', '--files-only', '-f'];
const names = (levels: readonly { readonly name: string }[]) => levels.map(({ name }) => name);
const listOf = (items: readonly object[]) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

describe('kubesem apf levels', () => {
  test('shows seats, queues and flow schemas', async () => {
    const args = [...ONLY, fileOf(LEVEL, SCHEMA), '--server-concurrency', '100'];
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

  test('-o json has all numbers', async () => {
    const { output } = await json([...ONLY, fileOf(LEVEL, SCHEMA)]);
    expect(output.serverConcurrencyLimit).toBe(600);
    expect(output.levels[0]).toEqual({
      name: 'builds',
      type: 'Limited',
      isImagined: false,
      nominalConcurrencyShares: 20,
      nominalLimit: 480,
      lowerLimit: 240,
      upperLimit: 1440,
      initialLimit: 400,
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

  test('adds the built-in objects that the files do not define, and says how many', async () => {
    const all = await json(['apf', 'levels', '-f', fileOf(LEVEL)]);
    expect(all.output.levels).toHaveLength(9);
    expect(all.stderr).toMatch(/^19 /);
    const most = [
      ...[...SUGGESTED_PRIORITY_LEVELS, ...SUGGESTED_FLOW_SCHEMAS],
      ...[...MANDATORY_PRIORITY_LEVELS, ...MANDATORY_FLOW_SCHEMAS.slice(1)],
    ];
    const stdin = listOf(most);
    expect((await json(['apf', 'levels', '-f', '-'], { stdin })).stderr).toMatch(/^1 /);
  });

  test('reads older versions of the API', async () => {
    const stdin = LEVEL.replace('io/v1', 'io/v1beta2').replace('nominalC', 'assuredC');
    const { output } = await json([...ONLY, '-'], { stdin });
    expect(output.levels[0]).toMatchObject({ name: 'builds', nominalConcurrencyShares: 20 });
  });
});

describe('a small server', () => {
  const SMALL = ['apf', 'levels', '--server-concurrency', '10'];

  test('warns of levels that start without seats', async () => {
    const { status, output, stderr } = await json(SMALL);
    expect(status).toBe(0);
    const starting = output.levels.map((level: { name: string; initialLimit: number }) => [
      level.name,
      level.initialLimit,
    ]);
    expect(starting).toContainEqual(['global-default', 0]);
    expect(starting).toContainEqual(['workload-low', 0]);
    expect(starting).toContainEqual(['catch-all', 3]);
    expect(stderr.match(/starts without seats/g)).toHaveLength(2);
    expect(stderr).toMatch(/global-default starts without seats: its first request waits/);
  });

  test('does not warn if every level has a seat, or nobody uses the level', async () => {
    const { stderr } = await kubesem(['apf', 'levels', '--server-concurrency', '20']);
    expect(stderr).not.toContain('starts without');
    const lent = LEVEL.replace('lendablePercent: 50', 'lendablePercent: 100');
    const unused = await kubesem([...ONLY, fileOf(lent), '--server-concurrency', '1']);
    expect(unused.stderr).not.toContain('starts without');
    const used = await kubesem([...ONLY, fileOf(lent, SCHEMA), '--server-concurrency', '1']);
    expect(used.stderr).toContain('builds starts without seats');
  });

  test('a level that does not queue executes one request at a time', async () => {
    const rejecting = LEVEL.replace('lendablePercent: 50', 'lendablePercent: 100').replace(
      /limitResponse:.*/,
      'limitResponse: { type: Reject }',
    );
    const { stderr } = await kubesem([
      ...ONLY,
      fileOf(rejecting, SCHEMA),
      '--server-concurrency',
      '1',
    ]);
    expect(stderr).toContain('builds starts without seats: it executes one request at a time');
  });
});

describe('what is wrong', () => {
  test('objects that the API server would reject are errors with their place, and ignored', async () => {
    const good = LEVEL.replace('name: builds', 'name: good');
    const file = fileOf(
      BROKEN_LEVEL,
      SCHEMA.replace('kind: Group', 'kind: Robot'),
      good,
      good,
      LEVEL.replace('queues: 16', 'queues: 1.6'),
    );
    const { status, output, stderr } = await json([...ONLY, file]);
    expect(status).toBe(1);
    expect(output.problems).toMatchObject([
      { severity: 'warning', code: 'OBJECT_DUPLICATE', path: '', line: 36, column: 1 },
      { code: 'INVALID_TYPE', line: 56, column: 54 },
      { code: 'INVALID', path: 'spec.limited.limitResponse.queuing.handSize', line: 10 },
      { code: 'NOT_SUPPORTED', path: 'spec.rules[0].subjects[0].kind', line: 20, column: 26 },
    ]);
    expect(problemsIn(stderr)).toHaveLength(4);
    expect(stderr).toContain('FlowSchema to-builds');
    expect(names(output.levels)).toEqual(['good', 'catch-all', 'exempt']);
  });

  test.each(['name: ""', 'generateName: builds-'])(
    'an object without a name: %s',
    async (named) => {
      const args = [...ONLY, fileOf(LEVEL.replace('name: builds', named))];
      const { status, output } = await json(args);
      expect(status).toBe(1);
      expect(output.problems).toMatchObject([{ code: 'REQUIRED', path: 'metadata.name' }]);
    },
  );

  test('a flow schema without a priority level is a warning, and ignored', async () => {
    const used = SCHEMA.replace('to-builds', 'used').replace('builds', 'exempt');
    const { status, output, stderr } = await json(['apf', 'levels', '-f', fileOf(used, SCHEMA)]);
    expect(status).toBe(0);
    expect(output.dangling).toEqual(['to-builds']);
    expect(output.problems).toMatchObject([
      { severity: 'warning', code: 'PRIORITY_LEVEL_NOT_FOUND', line: 18, column: 39 },
    ]);
    expect(problemsIn(stderr)).toEqual(['a.yaml:18:39 warning']);
  });

  test.each([
    ['50', ['1 exempt*', '50 lost', '700 to-builds', '10000 catch-all*']],
    ['900', ['1 exempt*', '700 to-builds', '900 lost', '10000 catch-all*']],
  ])('it is listed at its precedence, %s', async (precedence, expected) => {
    const lost = SCHEMA.replace('to-builds', 'lost').replace('builds', 'gone');
    const file = fileOf(LEVEL, SCHEMA, lost.replace('700', precedence));
    const { stdout } = await kubesem([...ONLY, file]);
    const rows = cells(stdout.slice(stdout.indexOf('ORDER'))).slice(1);
    expect(rows.map(([order, name]) => `${order} ${name}`)).toEqual(expected);
  });

  test.each<[string[], object]>([
    [['bytes'], { status: 1, levels: 2, problems: ['error'] }],
    [['half'], { status: 1, levels: 2, problems: ['half.yaml:1:9 error'] }],
    [['twice'], { status: 0, levels: 3, problems: ['twice.yaml:14:1 warning'] }],
    [
      ['twice', 'half'],
      { status: 1, levels: 3, problems: ['twice.yaml:14:1 warning', 'half.yaml:1:9 error'] },
    ],
  ])('files: %s', async (files, expected) => {
    const path = filesOf({
      'bytes.yaml': Uint8Array.of(0),
      'half.yaml': 'kind: {',
      'twice.yaml': `${LEVEL}---\napiVersion: v1\nkind: Pod\nkind: Pod\n`,
    });
    const args = files.flatMap((name) => ['-f', path(`${name}.yaml`)]);
    const { status, output, stderr } = await json(['apf', 'levels', '--files-only', ...args]);
    expect({ status, levels: output.levels.length, problems: problemsIn(stderr) }).toEqual(
      expected,
    );
  });

  test('files without such objects are an error', async () => {
    const { status, stderr } = await kubesem([...ONLY, fileOf('kind: X\napiVersion: v1\n')]);
    expect(status).toBe(1);
    expect(problemsIn(stderr)).toEqual(['error']);
  });
});

describe('--maintenance', () => {
  const run = (items: readonly object[]) =>
    kubesem(['apf', 'levels', '--maintenance', '-f', '-'], { stdin: listOf(items) });
  const suggested = [...SUGGESTED_PRIORITY_LEVELS, ...SUGGESTED_FLOW_SCHEMAS];
  const mandatory = [...MANDATORY_PRIORITY_LEVELS, ...MANDATORY_FLOW_SCHEMAS];

  test('shows what the server does to its own objects', async () => {
    const spec = { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } };
    const changed = SUGGESTED_PRIORITY_LEVELS.map((level) =>
      level.metadata?.name === 'system' ? { ...level, spec } : level,
    );
    const [first] = SUGGESTED_FLOW_SCHEMAS;
    const gone = { ...first, metadata: { ...first?.metadata, name: 'gone' } };
    const { stdout } = await run([...changed, ...SUGGESTED_FLOW_SCHEMAS.slice(1), gone]);
    expect(cells(stdout.slice(stdout.indexOf('SERVER ')))).toEqual([
      ['SERVER', 'RESOURCE', 'NAME'],
      ['updates', 'prioritylevelconfigurations', 'system'],
      ['creates', 'flowschemas', 'system-nodes'],
      ['creates', 'prioritylevelconfigurations', 'catch-all'],
      ['creates', 'prioritylevelconfigurations', 'exempt'],
      ['creates', 'flowschemas', 'exempt'],
      ['creates', 'flowschemas', 'catch-all'],
      ['deletes', 'flowschemas', 'gone'],
    ]);
  });

  test('has no table if the server changes nothing', async () => {
    const { status, stdout, stderr } = await run([...suggested, ...mandatory]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).not.toContain('SERVER ');
    expect(stdout.split('\n\n')).toHaveLength(3);
  });
});
