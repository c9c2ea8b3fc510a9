import { describe, expect, test } from 'vitest';
import { filesOf, json, kubesem, problemsIn } from '../../support/run.js';
import { event, lines, ONE_REQUEST } from '../../support/simulate.js';

const REPLAY = ['apf', 'simulate', '--audit-log', '-'];

describe('an audit log', () => {
  test('is replayed', async () => {
    const stdin = lines(
      event({ stage: 'RequestReceived' }),
      event(),
      event({ verb: 'watch', requestURI: '/api/v1/nodes?watch=1' }),
      event({ responseStatus: { code: 429 }, requestReceivedTimestamp: '2026-03-04T05:06:06Z' }),
    );
    const { status, output, stderr } = await json(REPLAY, { stdin });
    expect(status).toBe(0);
    expect(output.auditLog).toMatchObject({
      requests: 2,
      assumedDurations: 1,
      skipped: { LONG_RUNNING: 1, OTHER_STAGE: 1 },
    });
    expect(output.flows.jane).toMatchObject({
      arrived: 2,
      dispatched: 2,
      execution: { meanSeconds: 0.25 },
    });
    expect(stderr).toMatch(/^2 requests from the audit log; .*1 long-running; 1 rejected request /);
  });

  test('the note counts only what there is', async () => {
    const skipped = lines(event(), event({ user: {} }));
    expect((await kubesem(REPLAY, { stdin: skipped })).stderr).toMatch(
      /^1 .*; skipped 1 unauth\w+\n/,
    );
    const one = await kubesem(REPLAY, { stdin: `\n \r\n${lines(event())}\n` });
    expect(one.stderr).toMatch(/^1 request [^;]*\n1 request in \S+ s, seed 1\n$/);
  });

  test('invalid lines are errors with their place, and the rest is used', async () => {
    const wrong = [event({ requestURI: 'x' }), event({ stageTimestamp: 'x' })];
    const stdin = `${lines(event())}{"half":\n\n${lines(...wrong, event())}`;
    const { status, output, stderr } = await json(REPLAY, { stdin });
    expect(status).toBe(1);
    expect(output.flows.jane.arrived).toBe(2);
    expect(problemsIn(stderr)).toEqual([2, 4, 5].map((line) => `<stdin>:${line}:1 error`));
  });

  test('is used up to the point where it cannot be read', async () => {
    const path = filesOf({ 'scenario.yaml': ONE_REQUEST });
    const chunks = [Buffer.from(lines(event()).repeat(1000)), Buffer.of(0, 0)];
    const args = ['apf', 'simulate', path('scenario.yaml'), '--audit-log', '-'];
    const { status, output, stderr } = await json(args, { stdin: chunks });
    expect(status).toBe(1);
    expect(problemsIn(stderr)).toEqual(['error']);
    expect(output.flows).toMatchObject({ one: { arrived: 1 }, jane: { arrived: 1000 } });
  });

  test.each([
    ['', 1],
    [Buffer.of(0, 0), 1],
  ])(
    'without events is an error, and nothing is simulated but a scenario: %j',
    async (stdin, errors) => {
      const alone = await kubesem(REPLAY, { stdin });
      expect(alone).toMatchObject({ status: 1, stdout: '' });
      expect(problemsIn(alone.stderr)).toHaveLength(errors);
      const path = filesOf({ 'scenario.yaml': ONE_REQUEST });
      const both = await json(['apf', 'simulate', path('scenario.yaml'), '--audit-log', '-'], {
        stdin,
      });
      expect(both.status).toBe(1);
      expect(both.output.total.arrived).toBe(1);
    },
  );

  test('can have lines longer than what is read at a time', async () => {
    const long = lines(event({ annotations: { long: 'x'.repeat(300_000) } }), event());
    const path = filesOf({ 'audit.log': long.trimEnd() });
    const { output } = await json(['apf', 'simulate', '--audit-log', path('audit.log')]);
    expect(output.total.arrived).toBe(2);
  });

  test('of many users shows those with the most problems', async () => {
    const log = Array.from({ length: 40 }, (_, index) =>
      event({
        user: { username: `user-${index}`, groups: ['system:authenticated'] },
        requestReceivedTimestamp: `2026-03-04T05:06:07.0000${10 + index}Z`,
      }),
    );
    const { stdout } = await kubesem(
      [...REPLAY, '--server-concurrency', '20', '--duration', '14s'],
      { stdin: lines(...log) },
    );
    expect(stdout.match(/^user-\d+ +global-default/gm)).toHaveLength(30);
    expect(stdout).toMatch(/^10 more flows /m);
    // The first ones got a seat at once.
    expect(stdout).not.toMatch(/^user-[01] /m);
  });
});
