import { ApfController, requestFromUrl, VirtualClock } from '@kubesem/apf';
import { expect, test } from 'vitest';
import { configuration } from '../configuration.js';

const queuing = { queues: 4, handSize: 2, queueLengthLimit: 2 };
const request = (group = 'team') =>
  requestFromUrl('GET', '/version', { name: 'jane', groups: [group] });

test('a server without seats executes what is exempt, and of each level one that need not wait', () => {
  const clock = new VirtualClock();
  const seats = { serverConcurrencyLimit: 0, ...configuration(queuing) };
  const apf = new ApfController({ clock, ...seats });
  const groups = ['system:masters', 'team', 'strangers', 'strangers'];
  expect(groups.map((group) => apf.request(request(group)).state)).toEqual([
    'executing',
    'waiting',
    'executing',
    'rejected',
  ]);
  apf.close();
});

test.each([-1, 1.5, Number.NaN, Infinity, 1e308])('a server of %s seats is refused', (limit) => {
  const clock = new VirtualClock();
  const make = () =>
    new ApfController({
      clock,
      serverConcurrencyLimit: limit,
      priorityLevels: [],
      flowSchemas: [],
    });
  expect(make).toThrow(
    expect.objectContaining({
      code: 'INVALID_LIMIT',
      problem: expect.objectContaining({ segments: ['serverConcurrencyLimit'] }),
    }),
  );
});

test.each([Number.NaN, -1, '5' as never, null as never])(
  'an execution limit of %j is rejected',
  (limit) => {
    const make = () =>
      new ApfController({
        clock: new VirtualClock(),
        serverConcurrencyLimit: 1,
        executionLimitMs: limit,
        priorityLevels: [],
        flowSchemas: [],
      });
    expect(make).toThrow(
      expect.objectContaining({
        code: 'INVALID_LIMIT',
        problem: expect.objectContaining({ segments: ['executionLimitMs'] }),
      }),
    );
  },
);
