import {
  ApfConfigurationError,
  ApfController,
  applyPriorityLevelDefaults,
  collisionProbability,
  effectiveConfiguration,
  VirtualClock,
} from '@kubesem/apf';
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

test('a configuration that is refused is told of object by object', () => {
  const level = { metadata: { name: 'twice' }, spec: { type: 'Other' } };
  const schema = { metadata: { name: 'mine' }, spec: { matchingPrecedence: 1 } };
  const clock = new VirtualClock();
  let error: unknown;
  try {
    new ApfController({
      clock,
      serverConcurrencyLimit: 10,
      priorityLevels: [level, level],
      flowSchemas: [schema],
    });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ApfConfigurationError);
  const { problems } = error as ApfConfigurationError;
  expect(
    problems.map(({ kind, name, type, path, value, code }) => [
      kind,
      name,
      type,
      path,
      value,
      code,
    ]),
  ).toEqual([
    ...[1, 2].map(() => [
      'PriorityLevelConfiguration',
      'twice',
      'FieldValueNotSupported',
      'spec.type',
      'Other',
      'NOT_SUPPORTED',
    ]),
    [
      'PriorityLevelConfiguration',
      'twice',
      'FieldValueInvalid',
      'metadata.name',
      'twice',
      'DUPLICATE',
    ],
    ['FlowSchema', 'mine', 'FieldValueInvalid', 'spec.matchingPrecedence', 1, 'RESERVED'],
    [
      'FlowSchema',
      'mine',
      'FieldValueRequired',
      'spec.priorityLevelConfiguration.name',
      undefined,
      'REQUIRED',
    ],
  ]);
});

test('schemas that name no level are not used', () => {
  const flowSchemas = [
    { metadata: { name: 'a' } },
    { metadata: { name: 'b' }, spec: null },
    { metadata: { name: 'c' }, spec: { priorityLevelConfiguration: null } },
    { metadata: { name: 'd' }, spec: { priorityLevelConfiguration: {} } },
  ];
  const { dangling, flowSchemas: used } = effectiveConfiguration(
    { priorityLevels: [], flowSchemas },
    10,
  );
  expect(dangling).toEqual(['a', 'b', 'c', 'd']);
  expect(used.map(({ metadata }) => metadata?.name)).toEqual(['exempt', 'catch-all']);
});

test.each([-1, 1.5, Number.NaN, Infinity])('%d flows fill no queues', (elephants) => {
  expect(() => collisionProbability(4, 16, elephants)).toThrow(
    expect.objectContaining({ code: 'NOT_POSITIVE' }),
  );
});
