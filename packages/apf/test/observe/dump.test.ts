import { ApfController, type LevelConcurrency, requestFromUrl, VirtualClock } from '@kubesem/apf';
import { expect, test } from 'vitest';
import { configuration } from '../configuration.js';

const user = { name: 'jane', groups: ['team'] };
const request = requestFromUrl(
  'PATCH',
  '/apis/apps/v1/namespaces/prod/deployments/web/scale',
  user,
);
const work = { initialSeats: 2, finalSeats: 3, additionalLatencyNs: 5_000_000 };

function running() {
  const clock = new VirtualClock();
  const queuing = { queues: 1, handSize: 1, queueLengthLimit: 2 };
  const apf = new ApfController({ clock, serverConcurrencyLimit: 4, ...configuration(queuing) });
  clock.run(7);
  const first = apf.request(request, { work });
  clock.run(11);
  apf.request(request, { work });
  apf.request(request, { timeoutMs: 1 });
  apf.request(request);
  clock.run(1_000_000);
  return { apf, clock, first };
}

test('a dump tells of every level, queue and request', () => {
  const { apf } = running();
  const dump = apf.dump();
  expect(Reflect.ownKeys(Object.getPrototypeOf(dump.priorityLevels))).toEqual([Symbol.toPrimitive]);
  expect(Object.keys(dump.priorityLevels)).toEqual(['catch-all', 'exempt', 'work']);
  expect(dump.priorityLevels.work).toEqual({
    activeQueues: 1,
    isIdle: false,
    isQuiescing: false,
    waitingRequests: 1,
    executingRequests: 1,
    dispatchedRequests: 1,
    rejectedRequests: 2,
    cancelledRequests: 1,
    seatsInUse: 3,
    seatsWaiting: 3,
    queues: [
      {
        pendingRequests: 1,
        executingRequests: 1,
        seatsInUse: 3,
        // Two seats for three milliseconds, and three for five.
        nextDispatchR: 0.021,
        initialSeatsSum: 2,
        maxSeatsSum: 3,
        totalWorkSum: 0.021,
      },
    ],
    requests: [
      {
        flowSchema: 'workers',
        flowDistinguisher: '',
        queueIndex: 0,
        requestIndexInQueue: 0,
        arrivalNs: 11,
        startNs: -1,
        ...work,
      },
      {
        flowSchema: 'workers',
        flowDistinguisher: '',
        queueIndex: 0,
        requestIndexInQueue: -1,
        arrivalNs: 7,
        startNs: 7,
        ...work,
      },
    ],
  });
  expect(JSON.parse(JSON.stringify(dump))).toEqual({ priorityLevels: { ...dump.priorityLevels } });
  apf.close();
});

test('who asked for what is told on request, without the groups of the user', () => {
  const { apf } = running();
  const { work: level } = apf.dump({ includeRequestDetails: true }).priorityLevels;
  expect(level?.requests[1]).toMatchObject({
    userName: 'jane',
    requestInfo: {
      verb: 'patch',
      namespace: 'prod',
      name: 'web',
      apiGroup: 'apps',
      apiVersion: 'v1',
      resource: 'deployments',
      subresource: 'scale',
    },
  });
  expect(JSON.stringify(level)).not.toContain('team');
  const version = requestFromUrl('GET', '/version', { name: 'root', groups: ['system:masters'] });
  apf.request(version);
  const { exempt } = apf.dump({ includeRequestDetails: true }).priorityLevels;
  expect(exempt?.requests).toMatchObject([
    { queueIndex: -1, requestIndexInQueue: -1, userName: 'root', requestInfo: { verb: 'get' } },
  ]);
  apf.close();
});

test('a level that drains is quiescing, and gone when it is idle', () => {
  const { apf, clock, first } = running();
  apf.updateConfig({ priorityLevels: [], flowSchemas: [] });
  expect(apf.dump().priorityLevels.work).toMatchObject({ isQuiescing: true, isIdle: false });
  apf.close();
  first.done();
  expect(apf.dump().priorityLevels.work).toMatchObject({
    isIdle: true,
    seatsInUse: 0,
    rejectedRequests: 3,
  });
  expect(clock.step()).toBe(false);
});

test('requests of a queue have their places in it; queues in which none waits are not active', () => {
  const clock = new VirtualClock();
  const queuing = { queues: 4, handSize: 1, queueLengthLimit: 5 };
  const apf = new ApfController({ clock, serverConcurrencyLimit: 4, ...configuration(queuing) });
  for (let i = 0; i < 3; i++) {
    apf.request(request, { work: { ...work, initialSeats: 3 } });
  }
  const { work: level } = apf.dump({ includeRequestDetails: true }).priorityLevels;
  expect(level?.queues).toHaveLength(4);
  expect(level?.activeQueues).toBe(1);
  expect(level?.requests.map((each) => each.requestIndexInQueue)).toEqual([0, 1, -1]);
  apf.close();
});

test.each([
  [4, 1],
  [46, 5],
])('of %i seats, a level without any is measured by %i', (serverConcurrencyLimit, denominator) => {
  const clock = new VirtualClock();
  const queuing = { queues: 1, handSize: 1, queueLengthLimit: 1 };
  const apf = new ApfController({ clock, serverConcurrencyLimit, ...configuration(queuing) });
  const measured = new Map<string, LevelConcurrency>();
  apf.on({ adjusted: (name, concurrency) => measured.set(name, concurrency) });
  clock.run(10_000_000_000);
  expect(measured.get('exempt')).toMatchObject({ currentLimit: 0, denominator });
  const work = measured.get('work');
  expect(work?.currentLimit).toBeGreaterThan(1);
  expect(work?.denominator).toBe(work?.currentLimit);
  apf.close();
});

test('levels of any name are told of', () => {
  const { apf } = running();
  const { work: level } = apf.dump().priorityLevels;
  expect(level).toBeDefined();
  expect('constructor' in apf.dump().priorityLevels).toBe(false);
  apf.close();
});
