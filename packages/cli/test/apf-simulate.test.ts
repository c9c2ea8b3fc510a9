import { SUGGESTED_PRIORITY_LEVELS } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  event,
  FEW,
  filesOf,
  json,
  lines,
  ONE_REQUEST,
  SCENARIO,
  SCHEMA,
} from './apf-simulate-input.js';
import { kubesem } from './terminal.js';

describe('a scenario', () => {
  test('ends up in tables: levels, flows, and why some were rejected', async () => {
    const { status, stdout, stderr } = await kubesem(['apf', 'simulate', '-', ...FEW], {
      stdin: SCENARIO,
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^LEVEL +SEATS +USED +ARRIVED +REJECTED +WAITING +WAIT P50 +P99 +FAIR\n/,
    );
    expect(stdout).toMatch(/^workload-low +25 +\d+\.\d +\d+ +\d+ +\d/m);
    expect(stdout).toMatch(/^and \d levels without requests$/m);
    expect(stdout).toMatch(/^others +workload-low +1(?:19|20) +0 +/m);
    expect(stdout).toMatch(/^REJECTED FLOW +QUEUE-FULL +OF ALL\nflood +\d+ +\d+(?:\.\d)?%$/m);
    expect(stdout).not.toMatch(/[╭╮┤]/);
    expect(stderr).toMatch(/^\d,\d{3} requests in 30 s, seed 1; at the end \d+ requests /m);
  });

  test('is the same with the same seed, and another one with another', async () => {
    const args = ['apf', 'simulate', '-'];
    const [first, second, other] = await Promise.all(
      [[], [], ['--seed', '2']].map((more) => kubesem([...args, ...more], { stdin: SCENARIO })),
    );
    expect(first).toEqual(second);
    expect(other?.stdout).not.toBe(first?.stdout);
  });

  test('takes as long as the command line says', async () => {
    const { output } = await json(['-', '--duration', '1m1.5s'], SCENARIO);
    expect(output.durationSeconds).toBe(61.5);
  });

  test.each<[string, number]>([
    ['90', 90],
    ['1.25s', 1.25],
    ['10m', 600],
    ['1h2m3.5s', 3723.5],
  ])('takes %s, if it is told so', async (text, seconds) => {
    const { status, output } = await json(['-', '--duration', text], ONE_REQUEST);
    expect(status).toBe(0);
    expect(output.durationSeconds).toBe(seconds);
  });

  test('may have a seed, which gives way to that of the command line', async () => {
    const seeded = `seed: 9\n${ONE_REQUEST}`;
    expect((await json(['-'], seeded)).output).toMatchObject({ seed: 9, durationSeconds: 2 });
    const { output } = await json(['-', '--seed', '4294967295'], seeded);
    expect(output.seed).toBe(4294967295);
  });

  test('counts on what a server creates, unless the files have all', async () => {
    const path = filesOf({ 'schema.yaml': SCHEMA });
    const args = ['-', '-f', path('schema.yaml')];
    const beside = await json(args, ONE_REQUEST);
    expect(beside.stderr).not.toContain('warning');
    expect(beside.output.flows.one.priorityLevels).toEqual(['workload-low']);
    const alone = `${ONE_REQUEST}config: { suggestedObjects: false }\n`;
    for (const run of [
      await json([...args, '--files-only'], ONE_REQUEST),
      await json(args, alone),
      await json([...args, '--files-only'], alone),
    ]) {
      expect(run.stderr).toMatch(/^warning: FlowSchema all-alike /m);
      expect(run.output.flows.one.priorityLevels).toEqual(['catch-all']);
    }
  });

  test('on a terminal, has charts of the busiest level', async () => {
    const path = filesOf({ 'change.yaml': SCHEMA });
    const run = async (...args: string[]) =>
      (await kubesem(['apf', 'simulate', '-', ...args], { stdin: ONE_REQUEST, isTerminal: true }))
        .stdout;
    expect(await run()).toMatch(/\n\nworkload-low: seats [^]*\nworkload-low: waits none\n$/);
    const both = await run('--compare', path('change.yaml'));
    expect(both).toMatch(/\n\nbefore: workload-low: seats [^]*\n\nafter: workload-low: seats /);
    expect(await run('-o', 'json')).not.toContain('seats in use');
  });

  test('has charts of the level that is asked for', async () => {
    const { stdout } = await kubesem(['apf', 'simulate', '-', ...FEW, '--chart', 'workload-low'], {
      stdin: SCENARIO,
    });
    expect(stdout).toContain('workload-low: seats in use, of ');
    expect(stdout).toContain('workload-low: waits on average, in each 500ms\n');
    expect(stdout.match(/^ +0 +30s$/gm)).toHaveLength(2);
    expect(stdout).toMatch(/[╭╮]/);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('a level in which nothing waits has a chart of its seats', async () => {
    const args = ['apf', 'simulate', '-', '--chart', 'exempt'];
    const { stdout } = await kubesem(args, { stdin: SCENARIO });
    expect(stdout).toMatch(/^exempt: seats in use, of 0 /m);
    expect(stdout).toMatch(/^exempt: waits none$/m);
  });

  test('a level that there is not has no chart', async () => {
    const args = ['apf', 'simulate', '-', '--chart', 'x'];
    const { status, stdout } = await kubesem(args, { stdin: SCENARIO });
    expect(status).toBe(1);
    expect(stdout).toContain('no priority level x\n');
  });

  test('can be printed for programs', async () => {
    const { status, output } = await json(['-'], SCENARIO);
    expect(status).toBe(0);
    expect(output).toMatchObject({ seed: 1, durationSeconds: 30, sampleSeconds: 0.5 });
    expect(output.flows.others.flowSchemas).toEqual(['service-accounts']);
    expect(output.priorityLevels['workload-low'].series.seatsInUse).toHaveLength(60);
    const { stdout } = await kubesem(['apf', 'simulate', '-', '-o', 'yaml'], { stdin: SCENARIO });
    expect(parse(stdout)).toEqual(output);
  });

  test('may say what it is', async () => {
    const kind = 'apiVersion: kubesem/v1\nkind: ApfScenario\n';
    const { status } = await kubesem(['apf', 'simulate', '-'], { stdin: kind + SCENARIO });
    expect(status).toBe(0);
    const { status: wrong, stderr } = await kubesem(['apf', 'simulate', '-'], {
      stdin: `kind: Pod\n${SCENARIO}`,
    });
    expect(wrong).toBe(1);
    expect(stderr).toMatch(/^<stdin>:1:7: error: kind: .*\(NOT_SUPPORTED\)$/m);
  });

  test('the configuration of the scenario and of files count together', async () => {
    const path = filesOf({ 'schema.yaml': SCHEMA });
    const own = `${SCENARIO}config: { serverConcurrencyLimit: 40, suggestedObjects: true }\n`;
    const { output } = await json(['-', '-f', path('schema.yaml')], own);
    expect(output.flows.others.flowSchemas).toEqual(['all-alike']);
    expect(output.priorityLevels['workload-low'].limits.nominalLimit).toBe(17);
    const { output: larger } = await json(['-', ...FEW], own);
    expect(larger.priorityLevels['workload-low'].limits.nominalLimit).toBe(25);
  });
});

describe('two configurations', () => {
  test('meet the same requests', async () => {
    const path = filesOf({ 'change.yaml': SCHEMA });
    const { status, output } = await json(
      ['-', ...FEW, '--compare', path('change.yaml')],
      SCENARIO,
    );
    expect(status).toBe(0);
    const { before, after } = output;
    expect(after.flows.flood.arrived).toBe(before.flows.flood.arrived);
    expect(before.flows.others.rejected['queue-full']).toBe(0);
    expect(after.flows.others.rejected['queue-full']).toBeGreaterThan(10);
  });

  test('stand side by side', async () => {
    const path = filesOf({ 'change.yaml': SCHEMA });
    const { stdout } = await kubesem(
      ['apf', 'simulate', '-', ...FEW, '--compare', path('change.yaml')],
      { stdin: SCENARIO },
    );
    expect(stdout).toMatch(/^LEVEL +SEATS +EXECUTED +REJECTED +WAIT P50 +P99\n/);
    expect(stdout).toMatch(/^others +workload-low +1\d\d → \d+ +0% → \d/m);
  });

  test('what the second one adds may need what the first one has', async () => {
    const LEVEL = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: { name: own }
spec: { type: Limited, limited: { nominalConcurrencyShares: 7, limitResponse: { type: Reject } } }
`;
    const path = filesOf({
      'level.yaml': LEVEL,
      'change.yaml': SCHEMA.replace('workload-low', 'own'),
    });
    const args = ['apf', 'simulate', '-', '--compare', path('change.yaml')];
    const alone = await kubesem(args, { stdin: SCENARIO });
    expect(alone.stderr).toMatch(/^warning: FlowSchema all-alike /m);
    const both = await kubesem([...args, '-f', path('level.yaml')], { stdin: SCENARIO });
    expect(both.stderr).not.toContain('warning');
    expect(both.stdout).toMatch(/^flood +workload-low → own +/m);
    const chart = ['-o', 'table', '--chart', 'own', '--duration', '2s'];
    const late = await kubesem(
      ['apf', 'simulate', '-', '--compare', path('level.yaml'), ...chart],
      { stdin: SCENARIO },
    );
    expect(late.status).toBe(0);
    expect(late.stdout).toContain('\nbefore: no priority level own\n');
    expect(late.stdout).toContain('\nafter: own: seats ');
  });

  test('what the second one has of the same name replaces what the first one has', async () => {
    const path = filesOf({
      'schema.yaml': SCHEMA,
      'change.yaml': SCHEMA.replace('workload-low', 'workload-high'),
    });
    const files = ['-f', path('schema.yaml'), '--compare', path('change.yaml')];
    const { output } = await json(['-', ...files], ONE_REQUEST);
    expect(output.before.flows.one.priorityLevels).toEqual(['workload-low']);
    expect(output.after.flows.one.priorityLevels).toEqual(['workload-high']);
  });

  test('what is left at the end of one of them is told', async () => {
    const ten = ONE_REQUEST.replace('perSecond: 1', 'perSecond: 10');
    const path = filesOf({ 'change.yaml': SCHEMA.replace('workload-low', 'leader-election') });
    const args = ['apf', 'simulate', '-', '--server-concurrency', '30'];
    const { stderr } = await kubesem([...args, '--compare', path('change.yaml')], { stdin: ten });
    expect(stderr).toMatch(/^10 requests in 2 s, seed 1; at the end [1-9] → 0 requests still /m);
  });

  test('clients that wait for answers send as many requests as they get some', async () => {
    const loop = `durationSeconds: 3
flows:
  - name: loop
    clients: 40
    request: { url: /api/v1/pods, user: { name: 'system:serviceaccount:a:loop' } }
    arrival: { process: closed-loop, thinkSeconds: 0.1 }
    durationSeconds: 0.3
`;
    const path = filesOf({ 'change.yaml': SCHEMA.replace('workload-low', 'leader-election') });
    const args = ['apf', 'simulate', '-', '--server-concurrency', '30'];
    const { stderr } = await kubesem([...args, '--compare', path('change.yaml')], { stdin: loop });
    expect(stderr).toMatch(
      /^(\d+) → (?!\1 )\d+ requests in 3 s, seed 1; at the end 40 requests still /m,
    );
    const { stderr: one } = await kubesem(args, { stdin: loop });
    expect(one).toMatch(/^\d+ requests in 3 s, seed 1; at the end 40 requests still /m);
  });
});

describe('what is broken is named with its place', () => {
  test.each<[string, string, RegExp]>([
    [
      'a value',
      'durationSeconds: -1\nflows: []\n',
      /^<stdin>:1:18: error: durationSeconds: .*\(OUT_OF_RANGE\)$/m,
    ],
    [
      'a field that is missing',
      'durationSeconds: 1\nflows:\n  - name: x\n',
      /^<stdin>:3:5: error: flows\[0\]\.request: .*\(REQUIRED\)$/m,
    ],
    ['no YAML', 'flows: [\n', /^<stdin>:2:1: error: expected YAML or JSON/m],
    ['several documents', 'a: 1\n---\nb: 2\n', /^<stdin>:2:1: error: expected one document/m],
    ['no object', 'true\n', /^<stdin>:1:1: error: expected an object \(WRONG_TYPE\)$/m],
    ['nothing', '', /^<stdin>:1:1: error: expected an object \(REQUIRED\)$/m],
    [
      'too many aliases',
      `a: &a [x]\nb: &b [${'*a,'.repeat(50)}]\nc: [${'*b,'.repeat(50)}]\n`,
      /^<stdin>:1:1: error: expected plain YAML/m,
    ],
    [
      'an object that a server would refuse',
      `${SCENARIO}config: { flowSchemas: [{ metadata: { name: x } }] }\n`,
      /^error: FlowSchema x: spec/m,
    ],
  ])('%s', async (_, stdin, message) => {
    const { status, stdout, stderr } = await kubesem(['apf', 'simulate', '-'], { stdin });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test.each<[string, readonly string[]]>([
    ['a scenario', ['/no/such/file']],
    ['an audit log', ['--audit-log', '/no/such/file']],
    ['a configuration', ['-', '-f', '/no/such/file']],
    ['a configuration to compare with', ['-', '--compare', '/no/such/file']],
  ])('%s that is not there', async (_, args) => {
    const { status, stdout, stderr } = await kubesem(['apf', 'simulate', ...args], {
      stdin: SCENARIO,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('/no/such/file: no such file or folder');
  });

  test('an empty audit log', async () => {
    const args = ['apf', 'simulate', '--audit-log', '-'];
    const { status, stdout, stderr } = await kubesem(args, { stdin: '' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('<stdin>: expected events of requests that have ended, found none');
    expect(stderr.match(/error: /g)).toHaveLength(1);
    const bytes = await kubesem(args, { stdin: Buffer.of(0xff, 0xff) });
    expect(bytes.stderr.match(/error: /g)).toHaveLength(1);
  });

  test('a scenario that is broken, beside an audit log', async () => {
    const path = filesOf({ 'scenario.yaml': 'flows: 7\n' });
    const args = ['apf', 'simulate', path('scenario.yaml'), '--audit-log', '-'];
    const { status, stdout, stderr } = await kubesem(args, { stdin: lines(event()) });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('scenario.yaml:1:8: error: ');
  });

  test('objects that the server would change back are warned of', async () => {
    const annotated = SCHEMA.replace(
      'name: all-alike',
      "name: global-default, annotations: { apf.kubernetes.io/autoupdate-spec: 'true' }",
    );
    const path = filesOf({ 'schema.yaml': annotated });
    const { status, stderr } = await kubesem(['apf', 'simulate', '-', '-f', path('schema.yaml')], {
      stdin: SCENARIO,
    });
    expect(status).toBe(0);
    expect(stderr).toMatch(/^warning: flowschemas\/global-default: .* set back/m);
    const warnings = async (text: string) => {
      const more = filesOf({ 'objects.yaml': text });
      const run = await kubesem(['apf', 'simulate', '-', '-f', more('objects.yaml')], {
        stdin: ONE_REQUEST,
      });
      return run.stderr.match(/^warning: .*$/gm);
    };
    const mine = annotated.replace('global-default', 'mine');
    expect(await warnings(mine)).toEqual([expect.stringMatching(/flowschemas\/mine: .* delete /)]);
    // What is not marked is, but for its mark, what the server would make of it.
    const [level] = SUGGESTED_PRIORITY_LEVELS;
    const unmarked = { ...level, metadata: { name: level?.metadata?.name } };
    expect(await warnings(JSON.stringify(unmarked))).toBeNull();
    // A flow schema is no priority level.
    expect(await warnings(SCHEMA.replace('workload-low', 'service-accounts'))).toHaveLength(1);
  });
});

describe('a wrong command line', () => {
  test.each<[string, readonly string[]]>([
    ['nothing to simulate', []],
    ['two things on standard input', ['-', '-f', '-']],
    ['a seed that is none', ['-', '--seed', '-1']],
    ['a seed that is too large', ['-', '--seed', '4294967296']],
    ['a seed with something behind', ['-', '--seed', '1e1']],
    ['a time that is none', ['-', '--duration', 'soon']],
    ['no time', ['-', '--duration', '0']],
    ['a time with something behind', ['-', '--duration', '1s!']],
    ['a time with something in front', ['-', '--duration', 'in1s']],
    ['too long a time', ['-', '--duration', '10000001']],
  ])('%s', async (_, args) => {
    const { status, stdout, stderr } = await kubesem(['apf', 'simulate', ...args], {
      stdin: ONE_REQUEST,
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^error: /);
  });

  test('--help has examples, in 80 columns', async () => {
    const { status, stdout } = await kubesem(['apf', 'simulate', '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain('--compare change.yaml');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
