import { applyPriorityLevelDefaults } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';

const preserveZero = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

describe('shares in all versions', () => {
  const sharesOf = (version: string | undefined, shares: object, annotations: object = {}) => {
    const { metadata, apiVersion, spec } = applyPriorityLevelDefaults({
      ...(version && { apiVersion: `flowcontrol.apiserver.k8s.io/${version}` }),
      metadata: { name: 'mine', annotations: { other: 'x', ...annotations } },
      spec: { type: 'Limited', limited: { ...shares, limitResponse: { type: 'Reject' } } },
    });
    expect(apiVersion).toBe(version && 'flowcontrol.apiserver.k8s.io/v1');
    expect(metadata?.annotations).toMatchObject({ other: 'x' });
    return spec?.limited?.nominalConcurrencyShares;
  };
  const both = { assuredConcurrencyShares: 7, nominalConcurrencyShares: 9 };

  test.each<[string | undefined, object, number]>([
    ['v1beta1', both, 7],
    ['v1beta2', both, 7],
    ['v1beta2', { assuredConcurrencyShares: 0 }, 30],
    ['v1beta3', both, 9],
    ['v1beta3', { nominalConcurrencyShares: 0 }, 30],
    ['v1', both, 9],
    ['v1', { nominalConcurrencyShares: 0 }, 0],
    ['xv1beta2', both, 9],
    ['v1beta2x', both, 9],
    [undefined, both, 9],
    [undefined, {}, 30],
  ])('of the version %s, %j are %d', (version, shares, expected) => {
    expect(sharesOf(version, shares)).toBe(expected);
  });

  test('zero is kept if an annotation says so, whatever it says', () => {
    for (const text of ['', 'true', 'false']) {
      expect(sharesOf('v1beta3', { nominalConcurrencyShares: 0 }, { [preserveZero]: text })).toBe(
        0,
      );
    }
  });

  test('an API without a version has its name kept as v1', () => {
    expect(applyPriorityLevelDefaults({ apiVersion: 'v1', spec: {} }).apiVersion).toBe(
      'flowcontrol.apiserver.k8s.io/v1',
    );
  });
});
