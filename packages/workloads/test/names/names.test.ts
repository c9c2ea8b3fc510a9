import { claimNames, generatedNamePrefix, jobName, podNames } from '@kubesem/workloads';
import { expect, test } from 'vitest';

const db = { metadata: { name: 'db' }, spec: { replicas: 2147483647, ordinals: { start: 3 } } };

test('a StatefulSet with many replicas lists no more Pods than the limit', () => {
  expect(podNames(db, { limit: 2 })).toEqual(['db-3', 'db-4']);
  expect(podNames(db)).toHaveLength(10_000);
  expect(claimNames(db, { limit: 1 })).toEqual([{ pod: 'db-3', claims: [] }]);
});

test.each([
  [{ metadata: 5 }, 'metadata'],
  [{ metadata: { name: 5 } }, 'metadata.name'],
  [{ spec: { replicas: '3' } }, 'spec.replicas'],
  [{ spec: { ordinals: [] } }, 'spec.ordinals'],
  [{ spec: { ordinals: { start: 0.5 } } }, 'spec.ordinals.start'],
  [{ spec: { volumeClaimTemplates: [5] } }, 'spec.volumeClaimTemplates[0]'],
  [
    { spec: { volumeClaimTemplates: [{ metadata: { name: {} } }] } },
    'spec.volumeClaimTemplates[0].metadata.name',
  ],
])('names the field of the wrong type in %j', (statefulSet, path) => {
  const problem = { code: 'INVALID_TYPE', path };
  expect(() => claimNames(statefulSet as {})).toThrow(
    expect.objectContaining({ problem: expect.objectContaining(problem) }),
  );
});

test('the limit is a whole number', () => {
  for (const limit of [-1, 0.5, Number.NaN, 1e9]) {
    expect(() => podNames(db, { limit })).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  }
});

test.each([
  ['web', undefined, 'web-'],
  // The check masks the character before the dash.
  ['WEB', undefined, 'WEB'],
  ['webX', undefined, 'webX-'],
  ['', undefined, ''],
  ['a'.repeat(57), undefined, `${'a'.repeat(57)}-`],
  ['a'.repeat(58), undefined, 'a'.repeat(58)],
  ['a'.repeat(55), 0, `${'a'.repeat(55)}-0-`],
  ['a'.repeat(56), 0, `${'a'.repeat(55)}-0-`],
])('the Pods of %s with index %s start with %s', (name, index, prefix) => {
  expect(generatedNamePrefix(name, { index })).toBe(prefix);
});

test('the name of a Job has the minutes since 1970', () => {
  const cronJob = { metadata: { name: 'backup' } };
  expect(jobName(cronJob, new Date(90_000))).toBe('backup-1');
  expect(jobName(cronJob, '1970-01-01T00:59:59.9Z')).toBe('backup-59');
  expect(() => jobName(cronJob, 'soon')).toThrow(expect.objectContaining({ code: 'INVALID_TYPE' }));
});
