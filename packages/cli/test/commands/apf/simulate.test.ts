import { SUGGESTED_PRIORITY_LEVELS } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { cells, filesOf, json, kubesem, problemsIn } from '../../support/run.js';
import { event, FEW_SEATS, lines, ONE_REQUEST, SCENARIO, SCHEMA } from '../../support/simulate.js';

const SIMULATE = ['apf', 'simulate', '-'];
const pathOf = (text: string) => filesOf({ 'objects.yaml': text })('objects.yaml');

describe('a scenario', () => {
  test('results in tables: levels, flows, and why requests were rejected', async () => {
    const { status, stdout, stderr } = await kubesem([...SIMULATE, ...FEW_SEATS], {
      stdin: SCENARIO,
    });
    expect(status).toBe(0);
    const [levels = '', flows = '', rejected = ''] = stdout.split('\n\n');
    expect(cells(levels)[0]).toEqual([
      'LEVEL',
      'SEATS',
      'USED',
      'ARRIVED',
      'REJECTED',
      'WAITING',
      'WAIT P50',
      'P99',
      'FAIR',
    ]);
    expect(cells(levels)[1]?.slice(0, 2)).toEqual(['workload-low', '25']);
    expect(cells(flows).map(([name]) => name)).toEqual(['FLOW', 'flood', 'others']);
    expect(cells(rejected)).toEqual([
      ['REJECTED FLOW', 'QUEUE-FULL', 'OF ALL'],
      ['flood', expect.stringMatching(/^\d+$/), expect.stringMatching(/%$/)],
    ]);
    // No chart, because this is not a terminal.
    expect(stdout.split('\n\n')).toHaveLength(3);
    expect(stderr).toMatch(/^\d,\d{3} requests in 30 s, seed 1; \d+ requests /m);
  });

  test('gives the same result with the same seed', async () => {
    const run = async (...more: string[]) =>
      (await json([...SIMULATE, ...more], { stdin: SCENARIO })).output.flows.flood.wait;
    const first = await run();
    expect(await run()).toEqual(first);
    expect(await run('--seed', '2')).not.toEqual(first);
  });

  test('can have a seed and a duration; the command line overrides them', async () => {
    const stdin = `seed: 9\n${ONE_REQUEST}`;
    const own = await json(SIMULATE, { stdin });
    expect(own.output).toMatchObject({ seed: 9, durationSeconds: 2 });
    const { output } = await json([...SIMULATE, '--seed', '7', '--duration', '1m1.5s'], { stdin });
    expect(output).toMatchObject({ seed: 7, durationSeconds: 61.5 });
  });

  test('runs with the built-in objects unless the files define everything', async () => {
    const args = [...SIMULATE, '-f', pathOf(SCHEMA)];
    const levelsOf = ({ output }: { output: { flows: Record<string, object> } }) =>
      output.flows['one'];
    const built = await json(args, { stdin: ONE_REQUEST });
    expect(problemsIn(built.stderr)).toEqual([]);
    expect(levelsOf(built)).toMatchObject({ priorityLevels: ['workload-low'] });
    const alone = `${ONE_REQUEST}config: { suggestedObjects: false }\n`;
    for (const [more, stdin] of [
      [['--files-only'], ONE_REQUEST],
      [[], alone],
      [['--files-only'], alone],
    ] as const) {
      const run = await json([...args, ...more], { stdin });
      expect(problemsIn(run.stderr)).toEqual(['warning']);
      expect(levelsOf(run)).toMatchObject({ priorityLevels: ['catch-all'] });
    }
  });

  test('combines its configuration with that of files', async () => {
    const stdin = `${SCENARIO}config: { serverConcurrencyLimit: 40, suggestedObjects: true }\n`;
    const args = [...SIMULATE, '-f', pathOf(SCHEMA)];
    const { output } = await json(args, { stdin });
    expect(output.flows.others.flowSchemas).toEqual(['all-alike']);
    expect(output.priorityLevels['workload-low'].limits.nominalLimit).toBe(17);
    const larger = await json([...args, ...FEW_SEATS], { stdin });
    expect(larger.output.priorityLevels['workload-low'].limits.nominalLimit).toBe(25);
  });

  test('can say what it is', async () => {
    const kind = 'apiVersion: kubesem/v1\nkind: ApfScenario\n';
    expect((await kubesem(SIMULATE, { stdin: kind + ONE_REQUEST })).status).toBe(0);
    const wrong = await kubesem(SIMULATE, { stdin: `kind: Pod\n${ONE_REQUEST}` });
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toMatch(/^<stdin>:1:7: error: .*\[NOT_SUPPORTED\]$/m);
  });

  test('-o json has the series', async () => {
    const { status, output } = await json(SIMULATE, { stdin: SCENARIO });
    expect(status).toBe(0);
    expect(output).toMatchObject({ seed: 1, durationSeconds: 30, sampleSeconds: 0.5 });
    expect(output.flows.others.flowSchemas).toEqual(['service-accounts']);
    expect(output.priorityLevels['workload-low'].series.seatsInUse).toHaveLength(60);
  });
});

describe('charts', () => {
  const charts = async (args: readonly string[], stdin: string, isTerminal = false) => {
    const { status, stdout } = await kubesem([...SIMULATE, ...args], { stdin, isTerminal });
    const titles = stdout.match(/^(?:before: |after: )?[\w-]+: (?:seats|average wait|no waits)/gm);
    return { status, stdout, titles };
  };

  test('of the busiest level, on a terminal', async () => {
    expect((await charts([], ONE_REQUEST, true)).titles).toEqual([
      'workload-low: seats',
      'workload-low: no waits',
    ]);
    expect((await charts(['-o', 'json'], ONE_REQUEST, true)).titles).toBeNull();
  });

  test('of the level that is asked for, in 80 columns', async () => {
    const { stdout, titles } = await charts([...FEW_SEATS, '--chart', 'workload-low'], SCENARIO);
    expect(titles).toEqual(['workload-low: seats', 'workload-low: average wait']);
    expect(stdout.match(/^ +0 +30s$/gm)).toHaveLength(2);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('of both configurations', async () => {
    const { status, titles, stdout } = await charts(
      ['--chart', 'own', '--compare', pathOf(OWN_LEVEL)],
      ONE_REQUEST,
    );
    expect(status).toBe(0);
    expect(titles).toEqual(['after: own: seats', 'after: own: no waits']);
    expect(stdout).toContain('\nbefore: no priority level own\n');
  });

  test('of a level that does not exist are an error', async () => {
    const { status, titles } = await charts(['--chart', 'x'], ONE_REQUEST);
    expect({ status, titles }).toEqual({ status: 1, titles: null });
    const args = [...SIMULATE, '--chart', 'workload-lo'];
    const { stderr } = await kubesem(args, { stdin: ONE_REQUEST });
    expect(stderr).toContain('priority level workload-lo not found; did you mean workload-low?');
  });
});

const OWN_LEVEL = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: { name: own }
spec: { type: Limited, limited: { nominalConcurrencyShares: 7, limitResponse: { type: Reject } } }
`;

describe('two configurations', () => {
  test('receive the same requests', async () => {
    const args = [...SIMULATE, ...FEW_SEATS, '--compare', pathOf(SCHEMA)];
    const { status, output } = await json(args, { stdin: SCENARIO });
    expect(status).toBe(0);
    const { before, after } = output;
    expect(after.flows.flood.arrived).toBe(before.flows.flood.arrived);
    expect(before.flows.others.rejected['queue-full']).toBe(0);
    expect(after.flows.others.rejected['queue-full']).toBeGreaterThan(10);
    const { stdout } = await kubesem(args, { stdin: SCENARIO });
    expect(cells(stdout)[0]).toEqual(['LEVEL', 'SEATS', 'EXECUTED', 'REJECTED', 'WAIT P50', 'P99']);
    expect(stdout).toMatch(/^others +workload-low +1\d\d → \d+ +0% → \d/m);
  });

  test('the second one adds objects to those of the first one', async () => {
    const args = [...SIMULATE, '--compare', pathOf(SCHEMA.replace('workload-low', 'own'))];
    const alone = await json(args, { stdin: ONE_REQUEST });
    expect(problemsIn(alone.stderr)).toEqual(['warning']);
    const both = await json([...args, '-f', pathOf(OWN_LEVEL)], { stdin: ONE_REQUEST });
    expect(problemsIn(both.stderr)).toEqual([]);
    expect(both.output.before.flows.one.priorityLevels).toEqual(['workload-low']);
    expect(both.output.after.flows.one.priorityLevels).toEqual(['own']);
  });

  test('the second one replaces objects of the first one with the same name', async () => {
    const changed = SCHEMA.replace('workload-low', 'workload-high');
    const files = ['-f', pathOf(SCHEMA), '--compare', pathOf(changed)];
    const { output } = await json([...SIMULATE, ...files], { stdin: ONE_REQUEST });
    expect(output.before.flows.one.priorityLevels).toEqual(['workload-low']);
    expect(output.after.flows.one.priorityLevels).toEqual(['workload-high']);
  });

  test('the note has the numbers of both, if they differ', async () => {
    const loop = `durationSeconds: 3
flows:
  - name: loop
    clients: 40
    request: { url: /api/v1/pods, user: { name: 'system:serviceaccount:a:loop' } }
    arrival: { process: closed-loop, thinkSeconds: 0.1 }
    durationSeconds: 0.3
`;
    const few = pathOf(SCHEMA.replace('workload-low', 'leader-election'));
    const args = [...SIMULATE, '--server-concurrency', '30'];
    const both = await kubesem([...args, '--compare', few], { stdin: loop });
    expect(both.stderr).toMatch(/^(\d+) → (?!\1 )\d+ requests in 3 s, seed 1; 40 requests /m);
    const one = await kubesem(args, { stdin: loop });
    expect(one.stderr).toMatch(/^\d+ requests in 3 s, seed 1; 40 requests /m);
    const ten = ONE_REQUEST.replace('perSecond: 1', 'perSecond: 10');
    const left = await kubesem([...args, '--compare', few], { stdin: ten });
    expect(left.stderr).toMatch(/^10 requests in 2 s, seed 1; [1-9] → 0 requests /m);
  });
});

describe('objects that the server would change are warnings', () => {
  const marked = SCHEMA.replace(
    'name: all-alike',
    "name: global-default, annotations: { apf.kubernetes.io/autoupdate-spec: 'true' }",
  );
  const [level] = SUGGESTED_PRIORITY_LEVELS;
  test.each<[string, string, string[]]>([
    ['a built-in object that was changed', marked, ['FlowSchema global-default']],
    [
      'a marked object that is not built in',
      marked.replace('global-default', 'mine'),
      ['FlowSchema mine'],
    ],
    [
      'a built-in object without its mark',
      JSON.stringify({ ...level, metadata: { name: level?.metadata?.name } }),
      [],
    ],
    [
      'a flow schema with the name of another one as its priority level',
      SCHEMA.replace('workload-low', 'service-accounts'),
      ['FlowSchema all-alike'],
    ],
  ])('%s', async (_, text, expected) => {
    const run = await kubesem([...SIMULATE, '-f', pathOf(text)], { stdin: ONE_REQUEST });
    expect(run.status).toBe(0);
    const warnings = run.stderr.split('\n').filter((line) => line.startsWith('warning: '));
    expect(warnings).toEqual(expected.map((name) => expect.stringContaining(name)));
  });
});

describe('invalid input is an error with its place, and nothing is simulated', () => {
  test.each<[string, string, RegExp]>([
    ['a value', 'durationSeconds: -1\nflows: []\n', /^<stdin>:1:18: error: .*\[OUT_OF_RANGE\]$/m],
    [
      'a missing field',
      'durationSeconds: 1\nflows:\n  - name: x\n',
      /^<stdin>:3:5: error: flows\[0\]\.request.*\[REQUIRED\]$/m,
    ],
    ['broken YAML', 'flows: [\n', /^<stdin>:2:1: error: /m],
    ['several documents', 'a: 1\n---\nb: 2\n', /^<stdin>:2:1: error: /m],
    ['a boolean', 'true\n', /^<stdin>:1:1: error: .*\[INVALID_TYPE\]$/m],
    ['nothing', '', /^<stdin>:1:1: error: no scenario found; it needs durationSeconds and flows$/m],
    ['null', 'null\n', /^<stdin>:1:1: error: no scenario found/m],
    [
      'too many aliases',
      `a: &a [x]\nb: &b [${'*a,'.repeat(50)}]\nc: [${'*b,'.repeat(50)}]\n`,
      /^<stdin>:1:1: error: /m,
    ],
    [
      'an object that a server would reject',
      `${SCENARIO}config: { flowSchemas: [{ metadata: { name: x } }] }\n`,
      /^error: FlowSchema x: /m,
    ],
  ])('%s', async (_, stdin, problem) => {
    const { status, stdout, stderr } = await kubesem(SIMULATE, { stdin });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(problem);
  });

  test.each<[string, readonly string[]]>([
    ['a scenario', ['/no/such/file']],
    ['an audit log', ['--audit-log', '/no/such/file']],
    ['a configuration', ['-', '-f', '/no/such/file']],
    ['a configuration to compare with', ['-', '--compare', '/no/such/file']],
  ])('%s that does not exist', async (_, args) => {
    const { status, stdout, stderr } = await kubesem(['apf', 'simulate', ...args], {
      stdin: SCENARIO,
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: \/no\/such\/file: /);
  });

  test('an invalid scenario next to a valid audit log', async () => {
    const args = ['apf', 'simulate', pathOf('flows: 7\n'), '--audit-log', '-'];
    const { status, stdout, stderr } = await kubesem(args, { stdin: lines(event()) });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(problemsIn(stderr)).toContain('objects.yaml:1:8 error');
  });
});
