import { containerStateText, formatProbe } from '@kubesem/lifecycle';
import { describe, expect, test } from 'vitest';

const text = (status: object) =>
  containerStateText(status).map(({ label, value, lines }) =>
    [`${label}: ${value}`, ...lines.map((line) => `${line.label}: ${line.value}`)].join(', '),
  );

describe('containerStateText', () => {
  test('a state with nothing set is waiting', () => {
    expect(text({})).toEqual(['State: Waiting', 'Ready: False', 'Restart Count: 0']);
    expect(text({ state: { waiting: { reason: 'ErrImagePull' } } })[0]).toBe(
      'State: Waiting, Reason: ErrImagePull',
    );
  });

  test('the last state counts only if it was terminated', () => {
    expect(text({ lastState: { running: {} } })).toHaveLength(3);
    const terminated = { reason: 'Error', message: 'no disk', exitCode: 1, signal: 9 };
    expect(text({ lastState: { terminated } })[1]).toBe(
      'Last State: Terminated, Reason: Error, Message: no disk, Exit Code: 1, Signal: 9, ' +
        'Started: Mon, 01 Jan 0001 00:00:00 +0000, Finished: Mon, 01 Jan 0001 00:00:00 +0000',
    );
  });

  test('times are in UTC and without fractions', () => {
    const running = { startedAt: '2026-11-22T14:00:00.999999999+02:00' };
    expect(text({ state: { running } })[0]).toBe(
      'State: Running, Started: Sun, 22 Nov 2026 12:00:00 +0000',
    );
  });

  test.each([[null], [{ state: 'running' }], [{ state: { running: 5 }, restartCount: 'many' }]])(
    'reads %j',
    (status) => {
      expect(text(status as never).at(-1)).toBe('Restart Count: 0');
    },
  );
});

describe('faults of other tools', () => {
  test('Freelens does not show gRPC probes', () => {
    const probe = { grpc: { port: 9090, service: 'ready' }, periodSeconds: 5 };
    expect(formatProbe(probe)).toMatch(/^grpc <pod>:9090 ready delay=0s/);
  });
});
