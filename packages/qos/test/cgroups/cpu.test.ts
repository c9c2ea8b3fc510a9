import { kubeletCpuWeight, runtimeCpuWeight } from '@kubesem/qos';
import { describe, expect, test } from 'vitest';

describe('cpu weights', () => {
  // The released code gives the same for all shares from 2 to 262144, and the largest weight above.
  test.each([
    [2, 1, 1],
    [3, 1, 2],
    [102, 4, 17],
    [1023, 39, 100],
    [1024, 39, 100],
    [1025, 40, 101],
    [262_143, 9999, 10_000],
    [262_144, 10_000, 10_000],
    [1e9, 10_000, 10_000],
  ])('of %d shares: %d by the kubelet, %d by the runtime', (shares, byKubelet, byRuntime) => {
    expect(kubeletCpuWeight(shares)).toBe(byKubelet);
    expect(runtimeCpuWeight(shares)).toBe(byRuntime);
  });

  test('grow with the shares', () => {
    let falls = 0;
    for (let shares = 3; shares <= 262_144; shares++) {
      falls += kubeletCpuWeight(shares) < kubeletCpuWeight(shares - 1) ? 1 : 0;
      falls += runtimeCpuWeight(shares) < runtimeCpuWeight(shares - 1) ? 1 : 0;
    }
    expect(falls).toBe(0);
  });
});
