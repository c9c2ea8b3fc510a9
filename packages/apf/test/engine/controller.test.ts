import {
  ApfController,
  type ApfTicket,
  type QueuedRequest,
  requestFromUrl,
  VirtualClock,
} from '@kubesem/apf';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const seconds = 1e9;

function level(
  name: string,
  nominalConcurrencyShares: number,
  lendablePercent = 0,
  queuing: object | undefined = { queues: 8, handSize: 2, queueLengthLimit: 3 },
): PriorityLevelConfiguration {
  const limitResponse = queuing === undefined ? { type: 'Reject' } : { type: 'Queue', queuing };
  const limited = { nominalConcurrencyShares, lendablePercent, limitResponse };
  return { metadata: { name }, spec: { type: 'Limited', limited } };
}

function schema(
  name: string,
  priorityLevel: string,
  group: string,
  matchingPrecedence: number,
): FlowSchema {
  return {
    metadata: { name },
    spec: {
      priorityLevelConfiguration: { name: priorityLevel },
      matchingPrecedence,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [{ kind: 'Group', group: { name: group } }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        },
      ],
    },
  };
}

const request = (group: string, name = 'jane') =>
  requestFromUrl('GET', '/version', { name, groups: [group] });

function controller(configuration: {
  priorityLevels?: readonly PriorityLevelConfiguration[];
  flowSchemas?: readonly FlowSchema[];
  serverConcurrencyLimit?: number;
}): { apf: ApfController; clock: VirtualClock } {
  const clock = new VirtualClock();
  const apf = new ApfController({
    clock,
    serverConcurrencyLimit: 4,
    priorityLevels: [level('work', 15)],
    flowSchemas: [schema('workers', 'work', 'team', 700)],
    ...configuration,
  });
  return { apf, clock };
}

describe('a request', () => {
  test('waits for a seat, and executes when one is free', async () => {
    const { apf } = controller({});
    // 15 of 20 shares of 4 seats; the mandatory level has the others.
    const running = [1, 2, 3].map(() => apf.request(request('team')));
    expect(running.map(({ state }) => state)).toEqual(['executing', 'executing', 'executing']);
    const waiting = apf.request(request('team'));
    expect([
      waiting.state,
      waiting.priorityLevel,
      waiting.flowSchema,
      waiting.flowDistinguisher,
    ]).toEqual(['waiting', 'work', 'workers', 'jane']);
    running[0]?.done();
    await waiting.admitted;
    expect(waiting.state).toBe('executing');
    apf.close();
  });

  test('times out after a quarter of its time, and after a minute at most', async () => {
    const { apf, clock } = controller({});
    for (let i = 0; i < 3; i++) {
      apf.request(request('team'));
    }
    const short = apf.request(request('team'), { timeoutMs: 8000 });
    const long = apf.request(request('team'), { timeoutMs: 600_000 });
    clock.run(2 * seconds - 1);
    expect(short.state).toBe('waiting');
    clock.run(2 * seconds);
    expect(short.rejection).toMatchObject({
      code: 'TIME_OUT',
      reason: 'time-out',
      priorityLevel: 'work',
    });
    await expect(short.admitted).rejects.toMatchObject({ code: 'TIME_OUT' });
    clock.run(60 * seconds - 1);
    expect(long.state).toBe('waiting');
    clock.run(60 * seconds);
    expect(long.state).toBe('rejected');
    apf.close();
  });

  test('of no schema goes to catch-all, whose level does not queue', () => {
    const { apf } = controller({});
    const first = apf.request(request('strangers'));
    expect([first.flowSchema, first.priorityLevel, first.state]).toEqual([
      'catch-all',
      'catch-all',
      'executing',
    ]);
    expect(apf.request(request('strangers')).rejection).toMatchObject({
      code: 'CONCURRENCY_LIMIT',
      retryAfterSeconds: 1,
    });
    apf.close();
  });

  test('of an exempt level always executes', () => {
    const { apf } = controller({});
    const tickets = Array.from({ length: 50 }, () => apf.request(request('system:masters')));
    expect(new Set(tickets.map(({ state }) => state))).toEqual(new Set(['executing']));
    apf.close();
  });

  test('is taken back by a signal, whether it came before or while the request waits', () => {
    const { apf } = controller({});
    for (let i = 0; i < 3; i++) {
      apf.request(request('team'));
    }
    const aborted = new AbortController();
    aborted.abort();
    expect(apf.request(request('team'), { signal: aborted.signal }).rejection?.code).toBe(
      'CANCELLED',
    );
    const later = new AbortController();
    const ticket = apf.request(request('team'), { signal: later.signal });
    expect(ticket.state).toBe('waiting');
    later.abort();
    expect(ticket.rejection).toMatchObject({ code: 'CANCELLED', reason: 'time-out' });
    apf.close();
  });

  test('gives its seat back whatever comes of it', async () => {
    const { apf } = controller({});
    const fail = async (): Promise<never> => {
      throw new RangeError('handler');
    };
    for (let i = 0; i < 10; i++) {
      await expect(apf.run(request('team'), fail)).rejects.toThrow(RangeError);
    }
    await expect(apf.run(request('team'), () => 7)).resolves.toBe(7);
    apf.close();
  });
});

describe('tickets that are used wrongly', () => {
  test('given back twice, they free one seat and a warning comes', () => {
    const { apf } = controller({});
    const codes: string[] = [];
    apf.on({ warned: (_, { code }) => codes.push(code) });
    const [first] = [1, 2, 3].map(() => apf.request(request('team')));
    first?.done();
    first?.done();
    expect(codes).toEqual(['DONE_TWICE']);
    expect(apf.request(request('team')).state).toBe('executing');
    expect(apf.request(request('team')).state).toBe('waiting');
    apf.close();
  });

  test('never given back, they free their seat after ten minutes', () => {
    const { apf, clock } = controller({});
    const codes: string[] = [];
    apf.on({ warned: (_, { code }) => codes.push(code) });
    for (let i = 0; i < 3; i++) {
      apf.request(request('team'));
    }
    clock.run(611 * seconds);
    expect(codes).toEqual(['NOT_DONE', 'NOT_DONE', 'NOT_DONE']);
    expect(apf.request(request('team')).state).toBe('executing');
    apf.close();
  });
});

test('clients are sent away for longer when many of a level are rejected within a second', () => {
  const { apf, clock } = controller({});
  apf.request(request('strangers'));
  const secondsAfter = (nowNs: number) => {
    clock.run(nowNs);
    return apf.request(request('strangers')).rejection?.retryAfterSeconds;
  };
  expect([0.1, 0.3, 0.9, 1, 1.5, 4].map((at) => secondsAfter(at * seconds))).toEqual([
    1, 1, 1, 2, 2, 1,
  ]);
  apf.close();
});

test('what executes for longer than it may is looked for every ten seconds', () => {
  const clock = new VirtualClock();
  const apf = new ApfController({
    clock,
    serverConcurrencyLimit: 4,
    executionLimitMs: 10_000,
    priorityLevels: [],
    flowSchemas: [],
  });
  const codes: string[] = [];
  apf.on({ warned: (_, { code }) => codes.push(code) });
  apf.request(request('strangers'));
  clock.run(10 * seconds);
  expect(codes).toEqual([]);
  clock.run(20 * seconds);
  expect(codes).toEqual(['NOT_DONE']);
  apf.close();
});

describe('a configuration', () => {
  test('that the API server would refuse is refused with all that is wrong, and the running one stays', () => {
    const { apf } = controller({});
    const broken = [level('work', -1), level('work', 1, 101)];
    const refused = () => apf.updateConfig({ priorityLevels: broken, flowSchemas: [] });
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIGURATION',
        problems: expect.arrayContaining([
          expect.objectContaining({ name: 'work', code: 'DUPLICATE' }),
        ]),
      }),
    );
    expect(apf.request(request('team')).priorityLevel).toBe('work');
    apf.close();
  });

  test('an object whose name is still to be made is not stored', () => {
    const { apf } = controller({});
    const update = (metadata: object) =>
      apf.updateConfig({ priorityLevels: [{ ...level('', 1), metadata }], flowSchemas: [] });
    expect(() => update({ generateName: 'work-' })).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ path: 'metadata.name', code: 'REQUIRED' })],
      }),
    );
    update({ name: 'work', generateName: 'Work' });
    apf.close();
  });

  test('a level that is removed drains: what waits is executed, what comes goes elsewhere', () => {
    const { apf } = controller({});
    const removed: string[] = [];
    apf.on({ removed: (name) => removed.push(name) });
    const tickets = [1, 2, 3, 4].map(() => apf.request(request('team')));
    apf.updateConfig({ priorityLevels: [], flowSchemas: [] });
    expect(apf.request(request('team')).priorityLevel).toBe('catch-all');
    for (const ticket of tickets.slice(0, 3)) {
      ticket.done();
    }
    expect([tickets[3]?.state, removed]).toEqual(['executing', []]);
    tickets[3]?.done();
    expect(removed).toEqual(['work']);
    apf.close();
  });

  test('lends the seats of a level that does not need them', () => {
    const { apf, clock } = controller({
      serverConcurrencyLimit: 45,
      priorityLevels: [level('work', 10, 50), level('rest', 30, 50)],
      flowSchemas: [schema('workers', 'work', 'team', 700)],
    });
    const limits: { [level: string]: number } = {};
    apf.on({
      adjusted: (name, { currentLimit }) => Object.assign(limits, { [name]: currentLimit }),
    });
    for (let i = 0; i < 20; i++) {
      apf.request(request('team', `user-${i}`), { timeoutMs: 240_000 });
    }
    clock.run(10 * seconds);
    // 10, 30 and 5 seats by the shares. Wanted are 20, and what the others keep, 15 and 5: all get 45/40 of that.
    expect(limits).toEqual({ work: 23, rest: 17, 'catch-all': 6, exempt: 0 });
    apf.close();
  });
});

test('close rejects what waits and takes nothing more', () => {
  const { apf, clock } = controller({});
  for (let i = 0; i < 3; i++) {
    apf.request(request('team'));
  }
  const ticket = apf.request(request('team'));
  apf.close();
  expect(ticket.rejection?.code).toBe('CLOSED');
  expect(apf.request(request('team')).rejection?.code).toBe('CLOSED');
  expect(clock.step()).toBe(false);
});

test('nothing is lost: arrivals, dispatches and rejections add up, whatever is cancelled', () => {
  const { apf, clock } = controller({ serverConcurrencyLimit: 12 });
  let state = 20261121;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const counts = { arrived: 0, dispatched: 0, rejected: 0, finished: 0, released: 0 };
  apf.on({
    arrived: () => counts.arrived++,
    dispatched: (_, each: QueuedRequest) => {
      counts.dispatched++;
      clock.schedule(random(50e6), () => (each.context as ApfTicket).done());
    },
    rejected: () => counts.rejected++,
    finished: () => counts.finished++,
    released: () => counts.released++,
  });
  for (let i = 0; i < 2000; i++) {
    const work = {
      initialSeats: 1 + random(3),
      finalSeats: random(3),
      additionalLatencyNs: random(5e6),
    };
    const ticket = apf.request(request('team', `user-${random(30)}`), {
      work,
      timeoutMs: 1 + random(200),
    });
    if (random(10) === 0) {
      clock.schedule(random(20e6), () => ticket.cancel());
    }
    clock.run(clock.nowNs() + random(5e6));
  }
  clock.run(clock.nowNs() + 60 * seconds);
  expect(counts.arrived).toBe(2000);
  expect(counts.dispatched + counts.rejected).toBe(2000);
  expect([counts.finished, counts.released]).toEqual([counts.dispatched, counts.dispatched]);
  expect(counts.rejected).toBeGreaterThan(50);
  apf.close();
});
