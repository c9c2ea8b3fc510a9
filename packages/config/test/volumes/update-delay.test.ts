import { configUpdateDelay } from '@kubesem/config';
import { expect, test } from 'vitest';

test('the kubelet watches by default; the documentation says that it caches for a minute', () => {
  expect(configUpdateDelay({}, 5000)).toEqual({
    maxSeconds: 90,
    syncSeconds: { min: 60, max: 90 },
    cacheSeconds: { min: 0, max: 0 },
  });
});

test.each([
  [89, 0, 0],
  [90, 0, 15],
  [100, 0, 15],
  [101, 15, 15],
  [450, 15, 30],
  [501, 30, 30],
  [1001, 60, 60],
  [1800, 60, 300],
  [2001, 300, 300],
])('with %i nodes, the kubelet caches objects for %i to %i seconds', (nodes, min, max) => {
  const kubelet = { configMapAndSecretChangeDetectionStrategy: 'Cache' } as const;
  expect(configUpdateDelay(kubelet, nodes).cacheSeconds).toEqual({ min, max });
});

test('the frequency of the syncs counts, and zero means the default', () => {
  expect(configUpdateDelay({ syncFrequencySeconds: 10 }, 1).maxSeconds).toBe(15);
  expect(configUpdateDelay({ syncFrequencySeconds: 0 }, 1).maxSeconds).toBe(90);
});

test.each([
  ['UNKNOWN_STRATEGY', { configMapAndSecretChangeDetectionStrategy: 'Push' }, 1],
  ['INVALID_TYPE', { syncFrequencySeconds: -1 }, 1],
  ['INVALID_TYPE', {}, 1.5],
])('rejects bad input with %s', (code, kubelet, nodes) => {
  expect(() => configUpdateDelay(kubelet as never, nodes)).toThrow(
    expect.objectContaining({ code }),
  );
});
