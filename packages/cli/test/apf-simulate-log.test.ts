import { describe, expect, test } from 'vitest';
import { event, filesOf, json, lines, ONE_REQUEST, SCENARIO } from './apf-simulate-input.js';
import { painted } from './painted.js';
import { kubesem } from './terminal.js';

describe('an audit log', () => {
  test('is simulated again', async () => {
    const log = lines(
      event({ stage: 'RequestReceived' }),
      event(),
      event({ verb: 'watch', requestURI: '/api/v1/nodes?watch=1' }),
      event({ responseStatus: { code: 429 }, requestReceivedTimestamp: '2026-03-04T05:06:06Z' }),
    );
    const { status, output } = await json(['--audit-log', '-'], log);
    expect(status).toBe(0);
    expect(output.auditLog).toMatchObject({
      requests: 2,
      assumedDurations: 1,
      skipped: { LONG_RUNNING: 1, OTHER_STAGE: 1 },
    });
    expect(output.flows.jane).toMatchObject({ arrived: 2, dispatched: 2 });
    expect(output.flows.jane.execution.meanSeconds).toBe(0.25);
    const { stderr } = await kubesem(['apf', 'simulate', '--audit-log', '-'], { stdin: log });
    expect(stderr).toContain('2 requests from the audit log; left out: 1 that ran for long; of 1');
    const more = lines(
      event(),
      event({ user: {} }),
      event({ verb: 'watch', requestURI: '/api/v1/nodes?watch=1' }),
    );
    const { stderr: left } = await kubesem(['apf', 'simulate', '--audit-log', '-'], {
      stdin: more,
      colors: true,
    });
    expect(painted(left)).toContain(
      '<dim>1 request from the audit log; left out: 1 that ran for long, 1 of nobody</>\n',
    );
  });

  test('lines that are wrong are named, and the rest is used', async () => {
    const log = `${lines(event())}{"half":\n\n${lines(event({ requestURI: 'x' }), event())}`;
    const path = filesOf({ 'audit.log': log });
    const { status, stdout, stderr } = await kubesem([
      'apf',
      'simulate',
      '--audit-log',
      path('audit.log'),
    ]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^jane +global-default +2 +0/m);
    expect(stderr).toMatch(/audit\.log:2:1: error: expected an Event/);
    expect(stderr).toMatch(/audit\.log:4:1: error: expected a requestURI/);
    expect(stderr.match(/error: /g)).toHaveLength(2);
  });

  test('of many wrong lines, ten are named', async () => {
    const log = `${'no\n'.repeat(25)}${lines(event())}`;
    const { stderr } = await kubesem(['apf', 'simulate', '--audit-log', '-'], { stdin: log });
    expect(stderr.match(/expected an Event/g)).toHaveLength(10);
    expect(stderr).toContain('15 more such lines');
    const eleven = await kubesem(['apf', 'simulate', '--audit-log', '-'], {
      stdin: `${'no\n'.repeat(11)}${lines(event())}`,
    });
    expect(eleven.stderr).toMatch(/1 more such line$/m);
  });

  test('of a log that cannot be read to its end, what there is counts', async () => {
    const path = filesOf({ 'scenario.yaml': ONE_REQUEST });
    const good = Buffer.from(lines(event()).repeat(1000));
    const chunks = [good, Buffer.of(0xff, 0xff)];
    const args = ['apf', 'simulate', path('scenario.yaml'), '--audit-log', '-', '-o', 'json'];
    const { status, stdout, stderr } = await kubesem(args, { stdin: chunks });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: <stdin>: expected text in UTF-8/);
    expect(stderr.match(/error: /g)).toHaveLength(1);
    expect(JSON.parse(stdout).flows).toMatchObject({
      one: { arrived: 1 },
      jane: { arrived: 1000 },
    });
    const none = await kubesem(args, { stdin: '' });
    expect(none.status).toBe(1);
    expect(JSON.parse(none.stdout).total.arrived).toBe(1);
  });

  test('one request is no several', async () => {
    const { stderr } = await kubesem(['apf', 'simulate', '--audit-log', '-'], {
      stdin: `\n \r\n${lines(event())}\n`,
    });
    expect(stderr).toMatch(/^1 request from the audit log\n1 request in \S+ s, seed 1\n$/);
  });

  test('a line longer than what is read at a time is one line', async () => {
    const log = lines(event({ annotations: { long: 'x'.repeat(300_000) } }), event());
    const path = filesOf({ 'audit.log': log.trimEnd() });
    const { output } = await json(['--audit-log', path('audit.log')]);
    expect(output.total.arrived).toBe(2);
  });

  test('of many users those are shown that fare worst', async () => {
    const log = Array.from({ length: 40 }, (_, index) =>
      event({
        user: { username: `user-${index}`, groups: ['system:authenticated'] },
        requestReceivedTimestamp: `2026-03-04T05:06:07.0000${10 + index}Z`,
      }),
    );
    const { stdout } = await kubesem(
      ['apf', 'simulate', '--audit-log', '-', '--server-concurrency', '20', '--duration', '14s'],
      { stdin: lines(...log) },
    );
    const shown = stdout.match(/^user-\d+ +global-default/gm) ?? [];
    expect(shown).toHaveLength(30);
    expect(stdout).toMatch(/^and 10 more that fare better; -o json has all$/m);
    // Those that came first found a seat at once.
    expect(stdout).not.toMatch(/^user-[01] /m);
  });

  test('comes beside the flows of a scenario', async () => {
    const path = filesOf({ 'audit.log': lines(event()), 'scenario.yaml': SCENARIO });
    const { output } = await json([path('scenario.yaml'), '--audit-log', path('audit.log')]);
    expect(Object.keys(output.flows).sort()).toEqual(['flood', 'jane', 'others']);
    expect(output.durationSeconds).toBe(30);
  });
});
