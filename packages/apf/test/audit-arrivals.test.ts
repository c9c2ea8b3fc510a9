import {
  arrivalsFromAuditLog,
  auditLogReader,
  requestFromAuditEvent,
  simulate,
} from '@kubesem/apf';
import { describe, expect, test } from 'vitest';

const event = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'Metadata',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/prod/configmaps?limit=500',
  verb: 'list',
  user: { username: 'jane', groups: ['devs', 'system:authenticated'] },
  objectRef: { resource: 'configmaps', namespace: 'prod', apiVersion: 'v1' },
  responseStatus: { metadata: {}, code: 200 },
  requestReceivedTimestamp: '2026-03-04T05:06:07.000100Z',
  stageTimestamp: '2026-03-04T05:06:07.040350Z',
};

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
  expect(simulate({ arrivals }).flows['jane']).toMatchObject({ arrived: 3, dispatched: 3 });
});

test.each([
  ['get', '/version', 'get'],
  ['constructor', '/version', 'constructor'],
  ['head', '/version', 'head'],
  ['update', '/api/v1/nodes/a', 'update'],
  ['delete', '/api/v1/nodes/a', 'delete'],
])('of the verb %s and the path %s the verb is %s again', (verb, requestURI, again) => {
  expect(requestFromAuditEvent({ verb, requestURI }).requestInfo.verb).toBe(again);
});
