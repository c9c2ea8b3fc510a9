import { arrivalsFromAuditLog, auditLogReader } from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';
import { event } from './event.js';

describe('what was rejected', () => {
  const lasting = (seconds: number, requestURI: string, more: object = {}) => ({
    ...event,
    requestURI,
    requestReceivedTimestamp: '2026-03-04T05:06:00Z',
    stageTimestamp: `2026-03-04T05:06:${String(seconds).padStart(2, '0')}Z`,
    ...more,
  });
  const rejected = (requestURI: string, more: object = {}) =>
    lasting(50, requestURI, { responseStatus: { code: 429 }, ...more });
  const durationsOf = (...log: object[]) =>
    arrivalsFromAuditLog(log).arrivals.map(({ durationSeconds }) => durationSeconds);

  test('is like others of its verb, group, resource and subresource', () => {
    const log = [
      lasting(1, '/api/v1/pods'),
      lasting(2, '/apis/metrics.k8s.io/v1beta1/pods'),
      lasting(4, '/api/v1/nodes'),
      lasting(8, '/api/v1/nodes/a/status', { verb: 'get' }),
      lasting(16, '/api/v1/nodes/a', { verb: 'get' }),
      lasting(29, '/api/v1/nodes/a', { verb: 'update' }),
    ];
    const lost = [
      rejected('/api/v1/namespaces/a/pods'),
      rejected('/apis/metrics.k8s.io/v1beta1/pods'),
      rejected('/api/v1/nodes'),
      rejected('/api/v1/nodes/b/status', { verb: 'get' }),
      rejected('/api/v1/nodes/b', { verb: 'get' }),
      rejected('/api/v1/nodes/b', { verb: 'update' }),
      rejected('/api/v1/services'),
    ];
    const { arrivals, assumedDurations } = arrivalsFromAuditLog([...log, ...lost]);
    expect(arrivals.map(({ durationSeconds }) => durationSeconds)).toEqual([
      ...[1, 2, 4, 8, 16, 29],
      ...[1, 2, 4, 8, 16, 29, 10],
    ]);
    expect(assumedDurations).toBe(7);
  });

  test('takes no time if nothing did', () => {
    expect(durationsOf(rejected('/api/v1/pods'))).toEqual([0]);
    expect(durationsOf(lasting(3, '/api/v1/pods', { responseStatus: null }))).toEqual([3]);
  });
});

test('what a reader has told stays as it was', () => {
  const reader = auditLogReader();
  reader.add(null);
  const { arrivals, skipped } = reader.finish();
  reader.add(null);
  reader.add(event);
  expect(arrivals).toEqual([]);
  expect(skipped.NOT_AN_EVENT).toBe(1);
  expect(reader.finish().skipped).toEqual({
    NOT_AN_EVENT: 2,
    OTHER_STAGE: 0,
    LONG_RUNNING: 0,
    UNAUTHENTICATED: 0,
    INVALID_TIME: 0,
    INVALID_REQUEST: 0,
  });
});
