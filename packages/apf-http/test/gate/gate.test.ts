import { VirtualClock } from '@kubesem/apf';
import { type Entry, Gate, type GateOptions } from '@kubesem/apf-http';
import { describe, expect, test } from 'vitest';
import { level, oneSeat, schema, total } from '../node/server.js';

type Text = { readonly name: string };
const arrival = (name = 'jane', url = '/hello', method = 'GET') => {
  return { request: { name }, method, url };
};
const options = { serverConcurrencyLimit: 1, priorityLevels: [], flowSchemas: [] };
const one = oneSeat() as unknown as GateOptions<Text>;
const release = (entry: Entry): void => {
  if (!entry.ok) {
    throw new Error(entry.code);
  }
  entry.release();
};

test('a request is admitted without a promise, and leaves once', async () => {
  const gate = new Gate({ ...options, clock: new VirtualClock() });
  const entry = gate.enter(arrival());
  expect(entry).toMatchObject({ ok: true, priorityLevel: 'catch-all', headers: {} });
  release(entry as Entry);
  release(entry as Entry);
  await gate[Symbol.asyncDispose]();
  expect(await gate.enter(arrival())).toMatchObject({ ok: false, status: 503, code: 'CLOSED' });
});

describe('hooks', () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const failing: [string, Partial<GateOptions<Text>>][] = [
    ['user throws', { user: () => JSON.parse('{') }],
    ['user rejects', { user: () => Promise.reject(new Error('no')) }],
    [
      'flow throws after user returned a promise',
      {
        user: () => Promise.reject(new Error('no')),
        flow: () => JSON.parse('{'),
      },
    ],
    [
      'work is invalid',
      { work: () => ({ initialSeats: -1, finalSeats: 0, additionalLatencyNs: 0 }) },
    ],
    ['isLongRunning throws', { isLongRunning: () => JSON.parse('{') }],
    ['objects throws', { kubernetes: { objects: () => JSON.parse('{') } }],
    ['user has no name', { user: () => ({}) as never }],
    ['user has a number as its name', { user: () => ({ name: 7 }) as never }],
    ['request is a text', { request: () => 'GET /' as never }],
    [
      'request is a watch of something else than text',
      {
        request: () =>
          ({ isResourceRequest: false, path: '/', verb: 'watch', namespace: BigInt(1) }) as never,
      },
    ],
  ];
  test.each(failing)('%s: status 500, no seat is lost', async (_name, hooks) => {
    errors.length = 0;
    const gate = new Gate<Text>({ ...options, onError, ...hooks });
    const url = '/api/v1/pods';
    expect(await gate.enter(arrival('jane', url))).toMatchObject({
      ok: false,
      status: 500,
      code: 'HOOK_FAILED',
    });
    expect(errors).toHaveLength(1);
    expect(total(gate, 'seatsInUse')).toBe(0);
    await gate.drain();
  });

  test('that are wrong about a request that waits: status 500, no seat is lost', async () => {
    errors.length = 0;
    const request = ({ name }: Text) =>
      ({ isResourceRequest: false, path: '/', verb: 'watch', namespace: BigInt(name) }) as never;
    const gate = new Gate<Text>({ ...one, onError, request });
    const first = await gate.enter({ ...arrival('1'), signal: undefined });
    expect(first).toMatchObject({ status: 500 });
    const plain = new Gate<Text>({
      ...one,
      onError,
      request: (each) => (each.name === 'plain' ? undefined : request(each)),
    });
    const holder = await plain.enter(arrival('plain'));
    const waiting = plain.enter(arrival('1'));
    expect(total(plain, 'waitingRequests')).toBe(1);
    release(holder);
    expect(await waiting).toMatchObject({ status: 500, code: 'HOOK_FAILED' });
    expect(total(plain, 'seatsInUse')).toBe(0);
    expect(errors).toHaveLength(2);
    await plain.drain();
    await gate.drain();
  });

  test('that never end: status 500 after their timeout', async () => {
    const clock = new VirtualClock();
    const never = new Promise<never>(() => undefined);
    const gate = new Gate<Text>({
      ...options,
      onError,
      clock,
      user: () => never,
      hookTimeoutMs: 50,
    });
    const entry = gate.enter(arrival());
    clock.run(49e6);
    expect(await Promise.race([entry, 'pending'])).toBe('pending');
    clock.run(50e6);
    expect(await entry).toMatchObject({ status: 500, code: 'HOOK_FAILED' });
    await gate.drain();
  });

  test('take their time from the time that a request may wait', async () => {
    const clock = new VirtualClock();
    let known: (value: undefined) => void = () => undefined;
    const user = ({ name }: Text) =>
      name === 'slow' ? new Promise<undefined>((resolve) => (known = resolve)) : undefined;
    const gate = new Gate<Text>({ ...one, clock, user, requestTimeoutMs: 4000 });
    const first = await gate.enter(arrival());
    const second = gate.enter(arrival('slow'));
    clock.run(900e6);
    known(undefined);
    await Promise.resolve();
    while (total(gate, 'waitingRequests') === 0) {
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    clock.run(999e6);
    expect(total(gate, 'waitingRequests')).toBe(1);
    clock.run(1000e6);
    expect(await second).toMatchObject({ status: 429, code: 'TIME_OUT' });
    release(first);
    await gate.drain();
  });

  test.each(['__proto__', 'constructor', '', '\0', 'a\nb'])(
    'the user %j is just a name',
    async (name) => {
      const gate = new Gate<Text>({ ...one, user: (request) => request });
      const entry = (await gate.enter(arrival(name))) as Entry;
      const { requests } = gate.dump({ includeRequestDetails: true }).priorityLevels.one ?? {};
      expect(requests?.[0]?.userName).toBe(name);
      expect(entry).toMatchObject({ ok: true, flowSchema: 'all' });
      release(entry);
      await gate.drain();
    },
  );

  test('decide what a request is for, and which flow it belongs to', async () => {
    const sharded = level('one', 10);
    const queuing = { queues: 8, handSize: 1, queueLengthLimit: 10 };
    const limited = { ...sharded.spec.limited, limitResponse: { type: 'Queue', queuing } };
    const gate = new Gate<Text>({
      ...one,
      priorityLevels: [{ ...sharded, spec: { ...sharded.spec, limited } }],
      request: () => ({ isResourceRequest: false, path: '/reports', verb: 'read' }),
      flow: ({ name }) => name,
    });
    const entry = await gate.enter(arrival('__proto__'));
    const { requests } = gate.dump({ includeRequestDetails: true }).priorityLevels.one ?? {};
    expect(requests?.[0]).toMatchObject({
      flowDistinguisher: '__proto__',
      requestInfo: { path: '/reports', verb: 'read' },
    });
    release(entry);
    await gate.drain();
  });

  test('may know nothing', async () => {
    const nothing = () => null as never;
    const hooks = { user: nothing, flow: nothing, request: nothing, work: nothing };
    const gate = new Gate<Text>({ ...one, ...hooks });
    const entry = await gate.enter(arrival());
    const { requests } = gate.dump({ includeRequestDetails: true }).priorityLevels.one ?? {};
    expect(requests?.[0]).toMatchObject({ userName: 'system:anonymous', initialSeats: 1 });
    release(entry);
    await gate.drain();
  });

  test('may promise', async () => {
    const gate = new Gate<Text>({
      ...one,
      user: async ({ name }) => ({ name }),
      work: async () => ({ initialSeats: 1, finalSeats: 0, additionalLatencyNs: 0 }),
    });
    release(await gate.enter(arrival()));
    await gate.drain();
  });
});

test.each([
  ['requestTimeoutMs', Number.NaN],
  ['requestTimeoutMs', -1],
  ['requestTimeoutMs', '5s'],
  ['hookTimeoutMs', Number.NaN],
  ['hookTimeoutMs', -1],
  ['executionLimitMs', Number.NaN],
  ['serverConcurrencyLimit', 0.5],
])('the option %s cannot be %j', (option, value) => {
  expect(() => new Gate({ ...options, [option]: value })).toThrow(
    expect.objectContaining({
      code: 'INVALID_LIMIT',
      problem: expect.objectContaining({ segments: [option] }),
    }),
  );
});

test.each([
  ['of an application', {}, false],
  ['of an application, with them', { uidHeaders: true }, true],
  ['of Kubernetes', { kubernetes: {} }, true],
  ['of Kubernetes, without them', { kubernetes: {}, uidHeaders: false }, false],
])('UIDs in the headers of a request %s', async (_name, more, expected) => {
  const gate = new Gate<Text>({ ...oneSeat(0), ...more } as unknown as GateOptions<Text>);
  const first = await gate.enter(arrival());
  const second = await gate.enter(arrival());
  expect(second).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
  for (const { headers } of [first, second]) {
    expect('X-Kubernetes-PF-FlowSchema-UID' in headers).toBe(expected);
    expect('X-Kubernetes-PF-PriorityLevel-UID' in headers).toBe(expected);
  }
  release(first);
  await gate.drain();
});

describe('drain', () => {
  test('finishes what waits and executes, and refuses what arrives', async () => {
    const gate = new Gate(one);
    const first = await gate.enter(arrival());
    const second = gate.enter(arrival());
    let isDrained = false;
    const drained = gate.drain().then(() => {
      isDrained = true;
    });
    expect(await gate.enter(arrival())).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1', Connection: 'close' },
    });
    release(first);
    const entry = await second;
    expect(entry.ok).toBe(true);
    expect(isDrained).toBe(false);
    release(entry);
    await drained;
  });

  test('waits for requests whose hooks are still asked', async () => {
    let known: (value: undefined) => void = () => undefined;
    const user = () => new Promise<undefined>((resolve) => (known = resolve));
    const gate = new Gate({ ...one, user });
    const entry = gate.enter(arrival());
    const drained = gate.drain();
    known(undefined);
    release(await entry);
    await drained;
  });

  test('twice is as good as once, and close refuses what waits', async () => {
    const gate = new Gate(one);
    const first = await gate.enter(arrival());
    const second = gate.enter(arrival());
    const drained = Promise.all([gate.drain(), gate.drain()]);
    gate.close();
    expect(await second).toMatchObject({ status: 503, code: 'CLOSED' });
    release(first);
    await drained;
  });
});

describe('reconfigure', () => {
  test('changes the seats while requests wait', async () => {
    const gate = new Gate(one);
    await gate.enter(arrival());
    const second = gate.enter(arrival());
    gate.reconfigure({ serverConcurrencyLimit: 4 });
    expect((await second).ok).toBe(true);
    gate.close();
  });

  test('keeps the old configuration if the new one is invalid', async () => {
    const gate = new Gate(one);
    const bad = [{ metadata: { name: 'bad' }, spec: { type: 'Limited' } }];
    expect(() => gate.reconfigure({ priorityLevels: bad })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
    );
    expect(() => gate.reconfigure({ serverConcurrencyLimit: 0.5 })).toThrow(
      expect.objectContaining({ code: 'INVALID_LIMIT' }),
    );
    gate.reconfigure({});
    expect(await gate.enter(arrival())).toMatchObject({ ok: true, priorityLevel: 'one' });
    gate.close();
  });

  test('a level that is removed finishes its requests, with their UIDs', async () => {
    const gate = new Gate({ ...one, uidHeaders: true });
    const first = await gate.enter(arrival());
    const second = gate.enter(arrival());
    gate.reconfigure({ priorityLevels: [level('two', 1)], flowSchemas: [schema('all', 'two')] });
    release(first);
    expect((await second).headers).toEqual({
      'X-Kubernetes-PF-PriorityLevel-UID': 'level-one',
      'X-Kubernetes-PF-FlowSchema-UID': 'schema-all',
    });
    release(await second);
    const third = await gate.enter(arrival());
    expect(third.headers).toMatchObject({ 'X-Kubernetes-PF-PriorityLevel-UID': 'level-two' });
    gate.close();
  });
});

test('requests that application code calls long-running are not limited', async () => {
  const gate = new Gate({ ...one, isLongRunning: ({ path }) => path === '/events' });
  const entries = await Promise.all([1, 2, 3].map(() => gate.enter(arrival('jane', '/events'))));
  expect(entries.map(({ ok, priorityLevel }) => [ok, priorityLevel])).toEqual([
    [true, undefined],
    [true, undefined],
    [true, undefined],
  ]);
  await gate.drain();
});

test('a path of an application is no resource of Kubernetes', async () => {
  const gate = new Gate(one);
  const entry = await gate.enter(arrival('jane', '/api/v1/users?watch=1'));
  const [found] = gate.dump({ includeRequestDetails: true }).priorityLevels.one?.requests ?? [];
  expect(found?.requestInfo).toEqual({
    isResourceRequest: false,
    path: '/api/v1/users',
    verb: 'get',
  });
  release(entry);
  await gate.drain();
});
