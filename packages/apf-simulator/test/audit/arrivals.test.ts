import {
  arrivalsFromAuditLog,
  auditLogReader,
  requestFromAuditEvent,
  simulateServer,
} from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';
import { event } from './event.js';

describe('an event that ends a request is an arrival', () => {
  test('to the microsecond', () => {
    const later = {
      ...event,
      requestReceivedTimestamp: '2026-03-04T06:06:08.000125+01:00',
      stageTimestamp: '2026-03-04T05:06:08.000125Z',
    };
    const { arrivals, startUnixMs } = arrivalsFromAuditLog([later, event]);
    expect(startUnixMs).toBe(Date.UTC(2026, 2, 4, 5, 6, 7) + 0.1);
    expect(arrivals.map(({ atSeconds }) => atSeconds)).toEqual([0, 1.000025]);
    expect(arrivals.map(({ durationSeconds }) => durationSeconds)).toEqual([0.04025, 0]);
  });

  test('times may be Dates', () => {
    const dated = {
      ...event,
      requestReceivedTimestamp: new Date(1000),
      stageTimestamp: new Date(1750),
    };
    expect(arrivalsFromAuditLog([dated]).arrivals[0]?.durationSeconds).toBe(0.75);
  });

  test.each<[string, object, object]>([
    ['list', {}, { verb: 'list', resource: 'configmaps', namespace: 'prod' }],
    [
      'create',
      { verb: 'create', requestURI: '/apis/apps/v1/namespaces/a/deployments' },
      { verb: 'create', apiGroup: 'apps', namespace: 'a' },
    ],
    [
      'delete of all',
      { verb: 'deletecollection', requestURI: '/api/v1/namespaces/a/pods' },
      { verb: 'deletecollection', resource: 'pods' },
    ],
    ['a path', { verb: 'post', requestURI: '/x', objectRef: null }, { verb: 'post', path: '/x' }],
  ])('what is asked: %s', (_, changed, info) => {
    const [arrival] = arrivalsFromAuditLog([{ ...event, ...changed }]).arrivals;
    expect(arrival?.request.requestInfo).toMatchObject(info);
    expect(arrival?.request.user).toEqual({ name: 'jane', groups: event.user.groups });
  });

  test('who is impersonated is who asks', () => {
    const impersonatedUser = { username: 'system:serviceaccount:ci:runner', groups: ['ci'] };
    const [arrival] = arrivalsFromAuditLog([{ ...event, impersonatedUser }]).arrivals;
    expect(arrival?.flow).toBe('system:serviceaccount:ci:runner');
    expect(arrival?.request.user.groups).toEqual(['ci']);
  });

  test.each([
    ['39.5ms', 0.00075],
    ['0s', 0.04025],
    ['1m2.5s', 0],
    ['soon', 0.04025],
    ['35000µs', 0.00525],
  ])('what it waited, %s, does not count as execution', (wait, seconds) => {
    const annotations = { 'apiserver.latency.k8s.io/apf-queue-wait': wait };
    const [arrival] = arrivalsFromAuditLog([{ ...event, annotations }]).arrivals;
    expect(arrival?.durationSeconds).toBeCloseTo(seconds, 9);
  });

  test('of what was rejected, the duration is that of others like it', () => {
    const other = { ...event, verb: 'get', requestURI: '/api/v1/nodes/n' };
    const slow = { ...event, stageTimestamp: '2026-03-04T05:06:07.100100Z' };
    const rejected = { responseStatus: { code: 429 } };
    const { arrivals, assumedDurations } = arrivalsFromAuditLog([
      slow,
      { ...event, stageTimestamp: '2026-03-04T05:06:07.300100Z' },
      { ...other, stageTimestamp: '2026-03-04T05:06:08.700100Z' },
      { ...event, ...rejected },
      { ...event, ...rejected, requestURI: '/version', verb: 'get' },
    ]);
    expect(assumedDurations).toBe(2);
    expect(arrivals[3]?.durationSeconds).toBeCloseTo(0.2, 9);
    expect(arrivals[4]?.durationSeconds).toBeCloseTo(0.7, 9);
  });

  test('an eviction that the budget forbids has executed', () => {
    const eviction = {
      ...event,
      verb: 'create',
      requestURI: '/api/v1/namespaces/a/pods/b/eviction',
      responseStatus: { code: 429 },
    };
    expect(arrivalsFromAuditLog([eviction])).toMatchObject({
      assumedDurations: 0,
      arrivals: [{ durationSeconds: 0.04025 }],
    });
  });
});

describe('what is no arrival is counted', () => {
  test.each<[string, unknown, string]>([
    ['another stage', { ...event, stage: 'ResponseStarted' }, 'OTHER_STAGE'],
    ['a watch', { ...event, verb: 'watch', requestURI: '/api/v1/pods?watch=true' }, 'LONG_RUNNING'],
    [
      'a log',
      { ...event, verb: 'get', requestURI: '/api/v1/namespaces/a/pods/b/log' },
      'LONG_RUNNING',
    ],
    ['nobody', { ...event, user: {}, responseStatus: { code: 401 } }, 'UNAUTHENTICATED'],
    ['no time', { ...event, stageTimestamp: null }, 'INVALID_TIME'],
    ['a bad time', { ...event, requestReceivedTimestamp: 'yesterday' }, 'INVALID_TIME'],
    [
      'an end before the beginning',
      { ...event, stageTimestamp: '2026-03-04T05:06:06Z' },
      'INVALID_TIME',
    ],
    ['a bad URL', { ...event, requestURI: 'pods' }, 'INVALID_REQUEST'],
    ['no verb', { ...event, verb: undefined }, 'NOT_AN_EVENT'],
    ['groups that are none', { ...event, user: { username: 'x', groups: [1] } }, 'NOT_AN_EVENT'],
    ['another object', { kind: 'Pod' }, 'NOT_AN_EVENT'],
    ['no object', null, 'NOT_AN_EVENT'],
  ])('%s', (_, value, code) => {
    const reader = auditLogReader();
    expect(reader.add(value)).toBe(code);
    expect(reader.add(event)).toBe(undefined);
    const { arrivals, skipped } = reader.finish();
    expect(arrivals).toHaveLength(1);
    expect(skipped).toMatchObject({ [code]: 1 });
    expect(Object.values(skipped).reduce((sum, count) => sum + count, 0)).toBe(1);
  });
});

test('requests that are alike share one digest, and can be simulated', () => {
  const { arrivals } = arrivalsFromAuditLog([event, { ...event }, { ...event, verb: 'get' }]);
  expect(arrivals[0]?.request).toBe(arrivals[1]?.request);
  expect(simulateServer({ arrivals }).flows['jane']).toMatchObject({ arrived: 3, dispatched: 3 });
});

describe('times', () => {
  const durationTo = (stageTimestamp: unknown) =>
    arrivalsFromAuditLog([
      { ...event, requestReceivedTimestamp: '2026-03-04T05:06:07Z', stageTimestamp },
    ]).arrivals[0]?.durationSeconds;

  test.each([
    ['2026-03-04T05:06:08Z', 1],
    ['2026-03-04T05:06:07.5Z', 0.5],
    ['2026-03-04T05:06:07.123456789Z', 0.123456],
    ['2026-03-04T04:06:10+23:00', undefined],
    ['2026-03-04T06:36:07+01:30', 0],
    ['2026-03-04T04:06:17.25-01:00', 10.25],
  ])('%s is a time', (time, seconds) => {
    expect(durationTo(time)).toBe(seconds);
  });

  test.each([
    ' 2026-03-04T05:06:08Z',
    '2026-03-04T05:06:08Z ',
    'x2026-03-04T05:06:08Z',
    '2026-03-04T05:06:08',
    '2026-03-04T05:06:08.Z',
    '2026-03-04T05:06:08.1234567890Z',
    '2026-03-04',
    1_800_000_000_000,
    true,
    undefined,
    null,
    {},
  ])('%j is none', (time) => {
    expect(auditLogReader().add({ ...event, stageTimestamp: time })).toBe('INVALID_TIME');
    expect(auditLogReader().add({ ...event, requestReceivedTimestamp: time })).toBe('INVALID_TIME');
  });

  test('count from the first one, in whatever order they come', () => {
    const at = (second: number) => ({
      ...event,
      requestReceivedTimestamp: `2026-03-04T05:06:0${second}Z`,
      stageTimestamp: '2026-03-04T05:06:09Z',
    });
    const { arrivals, startUnixMs } = arrivalsFromAuditLog([at(5), at(3), at(8), at(4)]);
    expect(arrivals.map(({ atSeconds }) => atSeconds)).toEqual([0, 1, 2, 5]);
    expect(arrivals.map(({ durationSeconds }) => durationSeconds)).toEqual([6, 5, 4, 1]);
    expect(startUnixMs).toBe(Date.UTC(2026, 2, 4, 5, 6, 3));
    expect(arrivalsFromAuditLog([])).toMatchObject({ arrivals: [], startUnixMs: 0 });
  });
});

test.each([
  ['2h', 7200],
  ['1h2m3.5s', 3723.5],
  ['1.25s', 1.25],
  ['250ms', 0.25],
  ['7000us', 0.007],
  ['7000µs', 0.007],
  ['7000μs', 0.007],
  ['9000000ns', 0.009],
  ['5', 0],
  ['1.5.2s', 0],
  ['1s and more', 0],
  ['at most 1s', 0],
  [' 1s', 0],
  ['', 0],
  [7, 0],
  [null, 0],
  [['1s'], 0],
])('a request that is noted to have waited for %j executed so much less', (wait, seconds) => {
  const slow = { ...event, stageTimestamp: '2026-03-04T09:06:07.000100Z' };
  const annotations = { 'apiserver.latency.k8s.io/apf-queue-wait': wait };
  const [arrival] = arrivalsFromAuditLog([{ ...slow, annotations }]).arrivals;
  expect(arrival?.durationSeconds).toBeCloseTo(14_400 - seconds, 9);
});

describe('who asks', () => {
  const userOf = (more: object) => arrivalsFromAuditLog([{ ...event, ...more }]).arrivals[0];

  test('may be in no groups', () => {
    for (const groups of [undefined, null, []]) {
      expect(userOf({ user: { username: 'max', groups } })?.request.user).toEqual({
        name: 'max',
        groups: [],
      });
    }
  });

  test('is not impersonated by nobody', () => {
    for (const impersonatedUser of [null, {}, { username: '' }, { groups: ['ci'] }]) {
      expect(userOf({ impersonatedUser })?.request.user).toEqual({
        name: 'jane',
        groups: event.user.groups,
      });
    }
  });

  test.each([
    [{ username: 7 }, 'NOT_AN_EVENT'],
    [{ username: {} }, 'NOT_AN_EVENT'],
    [{ username: 'max', groups: 'devs' }, 'NOT_AN_EVENT'],
    [{ username: 'max', groups: {} }, 'NOT_AN_EVENT'],
    [{ username: 'max', groups: ['devs', null] }, 'NOT_AN_EVENT'],
    [{ username: '' }, 'UNAUTHENTICATED'],
    [{ username: null }, 'UNAUTHENTICATED'],
    [null, 'UNAUTHENTICATED'],
  ])('is %j: %s', (user, code) => {
    expect(auditLogReader().add({ ...event, user })).toBe(code);
  });

  test('is told from others by all groups', () => {
    const log = [['a'], ['a', 'b'], ['ab'], ['b', 'a'], [], ['a']].map((groups) => ({
      ...event,
      user: { username: 'max', groups },
    }));
    const { arrivals } = arrivalsFromAuditLog(log);
    expect(arrivals.map(({ request }) => request.user.groups)).toEqual([
      ['a'],
      ['a', 'b'],
      ['ab'],
      ['b', 'a'],
      [],
      ['a'],
    ]);
    expect(arrivals[0]?.request).toBe(arrivals[5]?.request);
  });

  test('is one object for all requests, and not that of the log', () => {
    const user = { username: 'max', groups: ['a'] };
    const { arrivals } = arrivalsFromAuditLog([
      { ...event, user },
      { ...event, user, verb: 'get' },
      { ...event, user, requestURI: '/version', verb: 'get' },
    ]);
    user.groups.push('b');
    expect(new Set(arrivals.map(({ request }) => request.user)).size).toBe(1);
    expect(arrivals[0]?.request.user).toEqual({ name: 'max', groups: ['a'] });
    expect(new Set(arrivals.map(({ request }) => request)).size).toBe(3);
  });
});

test.each([
  ['stage', undefined],
  ['stage', 7],
  ['verb', 7],
  ['requestURI', null],
  ['requestURI', 7],
])('an event whose %s is %j is none', (field, value) => {
  expect(auditLogReader().add({ ...event, [field]: value })).toBe('NOT_AN_EVENT');
});

test('an event that is a text, a number or a function is none', () => {
  for (const value of ['ResponseComplete', 7, undefined, () => event]) {
    expect(auditLogReader().add(value)).toBe('NOT_AN_EVENT');
  }
});

test('a request that ends in a panic has ended', () => {
  expect(auditLogReader().add({ ...event, stage: 'Panic' })).toBeUndefined();
});

test.each([
  ['get', '/api/v1/nodes/a', 'get'],
  ['list', '/api/v1/nodes', 'list'],
  ['list', '/api/v1/nodes?watch=1', 'watch'],
  ['watch', '/api/v1/nodes?watch=1', 'watch'],
  ['watch', '/api/v1/nodes', 'list'],
  ['proxy', '/api/v1/proxy/nodes/a', 'proxy'],
  ['proxy', '/version', 'get'],
  ['get', '/version', 'get'],
  ['constructor', '/version', 'constructor'],
  ['head', '/version', 'head'],
  ['update', '/api/v1/nodes/a', 'update'],
  ['delete', '/api/v1/nodes/a', 'delete'],
  ['create', '/api/v1/nodes', 'create'],
  ['patch', '/api/v1/nodes/a', 'patch'],
  ['deletecollection', '/api/v1/nodes', 'deletecollection'],
  ['__proto__', '/version', '__proto__'],
  ['post', '/api/v1/nodes', 'create'],
])('a %s of %s is a %s', (verb, requestURI, read) => {
  expect(requestFromAuditEvent({ verb, requestURI }).requestInfo.verb).toBe(read);
});

test('an event tells who asks for what, as far as it does', () => {
  const requestURI = '/api/v1/pods';
  const nobody = { name: '', groups: [] };
  expect(requestFromAuditEvent({ requestURI })).toMatchObject({
    requestInfo: { verb: '', resource: 'pods' },
    user: nobody,
  });
  expect(requestFromAuditEvent({ requestURI: '/version' }).requestInfo.verb).toBe('');
  const user = { username: 'max', groups: ['devs', 7] as string[] };
  expect(requestFromAuditEvent({ requestURI, user }).user).toEqual(nobody);
  expect(requestFromAuditEvent({ requestURI, user: { username: 'max' } }).user).toEqual({
    name: 'max',
    groups: [],
  });
  expect(requestFromAuditEvent({ requestURI, user: { groups: ['devs'] } }).user).toEqual({
    name: '',
    groups: ['devs'],
  });
  expect(() => requestFromAuditEvent({ verb: 'get' })).toThrow(
    expect.objectContaining({ code: 'INVALID_URL' }),
  );
});

test('an arrival tells its URL and its flow', () => {
  expect(arrivalsFromAuditLog([event]).arrivals[0]).toMatchObject({
    url: event.requestURI,
    flow: 'jane',
  });
});
