import { activeDeadline } from '@kubesem/lifecycle';
import { expect, test } from 'vitest';

const POD = {
  spec: { activeDeadlineSeconds: 60 },
  status: { startTime: '1970-01-01T00:00:00Z' },
};

test.each([
  [59_999, false, 1],
  [60_000, true, 0],
  [60_001, true, 0],
])('at %s ms', (nowMs, exceeded, remainingMs) => {
  const expected = { endsAtMs: 60_000, remainingMs, exceeded };
  expect(activeDeadline(POD, { now: new Date(nowMs) })).toEqual(expected);
});

test.each([
  ['a deadline', { ...POD, spec: {} }],
  ['a start', { ...POD, status: {} }],
])('is undefined without %s', (_name, pod) => {
  expect(activeDeadline(pod, { now: new Date(0) })).toBeUndefined();
});

test('reports a wrong time', () => {
  expect(() => activeDeadline(POD, { now: '' })).toThrow(
    expect.objectContaining({ code: 'INVALID_TYPE' }),
  );
});
