import { type QuotaObject, quotaUsage } from '@kubesem/admission';
import type { PersistentVolumeClaim, Pod, PodSpec, ResourceQuotaSpec } from '@kubesem/core';
import { expect, test } from 'vitest';

const pod = (spec: PodSpec, rest: Omit<Pod, 'spec'> = {}): Pod => ({ kind: 'Pod', ...rest, spec });
const claim = (rest: PersistentVolumeClaim): PersistentVolumeClaim => ({
  kind: 'PersistentVolumeClaim',
  ...rest,
});

/** Whether an object counts for a quota with the scopes. */
const isIn = (spec: ResourceQuotaSpec, object: QuotaObject): boolean => {
  const hard = { pods: 5, services: 5, persistentvolumeclaims: 5 };
  return Object.values(quotaUsage({ spec: { ...spec, hard } }, [object])).some(
    (usage) => usage?.used?.isZero() === false,
  );
};
const selector = (scopeName: string, operator: string, ...values: string[]) => ({
  scopeSelector: { matchExpressions: [{ scopeName, operator, values }] },
});

test.each<[string, PodSpec, boolean]>([
  ['Terminating', { activeDeadlineSeconds: 0 }, true],
  ['Terminating', {}, false],
  ['NotTerminating', {}, true],
  ['NotTerminating', { activeDeadlineSeconds: 60 }, false],
  [
    'BestEffort',
    { containers: [{ resources: { limits: { cpu: 0, 'nvidia.com/gpu': 1 } } }] },
    true,
  ],
  ['BestEffort', { initContainers: [{ resources: { limits: { memory: 1 } } }] }, false],
  [
    'BestEffort',
    {
      resources: { requests: { 'hugepages-2Mi': '2Mi' } },
      containers: [{ resources: { limits: { cpu: 1 } } }],
    },
    true,
  ],
  ['BestEffort', { ephemeralContainers: [{ resources: { requests: { cpu: 1 } } }] }, true],
  ['NotBestEffort', { containers: [{ resources: { requests: { cpu: 1 } } }] }, true],
  ['NotBestEffort', {}, false],
  ['PriorityClass', { priorityClassName: 'high' }, true],
  ['PriorityClass', {}, false],
  [
    'CrossNamespacePodAffinity',
    {
      affinity: {
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            {},
            null as unknown as object,
            { namespaceSelector: {} },
          ],
        },
      },
    },
    true,
  ],
  [
    'CrossNamespacePodAffinity',
    {
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            null as unknown as object,
            { podAffinityTerm: { namespaces: ['a'] } },
          ],
        },
      },
    },
    true,
  ],
  [
    'CrossNamespacePodAffinity',
    {
      affinity: {
        podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaces: [] }] },
      },
    },
    false,
  ],
  ['VolumeAttributesClass', {}, false],
  ['Unknown', {}, false],
])('%s of %j: %s', (scope, spec, expected) => {
  expect(isIn({ scopes: [scope] }, pod(spec))).toBe(expected);
});

test.each<[string, string[], string | undefined, boolean]>([
  ['In', ['high', 'low'], 'low', true],
  ['In', ['high', 'low'], 'none', false],
  ['In', ['high'], undefined, false],
  ['NotIn', ['high'], 'low', true],
  ['NotIn', ['high'], 'high', false],
  ['NotIn', ['high'], undefined, true],
  ['Exists', [], 'low', true],
  ['DoesNotExist', [], 'low', false],
  ['DoesNotExist', [], undefined, true],
  ['DoesNotExist', ['high'], undefined, false],
  ['In', [], 'low', false],
  ['NotIn', ['a b'], 'low', false],
  ['Like', ['low'], 'low', false],
  ['Like', ['low'], undefined, false],
])('PriorityClass %s %j of %s: %s', (operator, values, priorityClassName, expected) => {
  expect(isIn(selector('PriorityClass', operator, ...values), pod({ priorityClassName }))).toBe(
    expected,
  );
});

test('all scopes must match', () => {
  const both = { scopes: ['NotTerminating'], ...selector('PriorityClass', 'In', 'high') };
  expect(isIn(both, pod({ priorityClassName: 'high' }))).toBe(true);
  expect(isIn(both, pod({ priorityClassName: 'high', activeDeadlineSeconds: 1 }))).toBe(false);
  expect(isIn(both, pod({}))).toBe(false);
});

test('Services are in no scope', () => {
  expect(isIn({ scopes: ['NotTerminating'] }, { kind: 'Service' })).toBe(false);
});

test('claims are in the scope of their VolumeAttributesClass', () => {
  const moving = claim({
    spec: { volumeAttributesClassName: 'new' },
    status: {
      currentVolumeAttributesClassName: 'old',
      modifyVolumeStatus: { targetVolumeAttributesClassName: 'next' },
    },
  });
  for (const name of ['new', 'old', 'next']) {
    expect(isIn(selector('VolumeAttributesClass', 'In', name), moving)).toBe(true);
  }
  expect(isIn(selector('VolumeAttributesClass', 'In', 'other'), moving)).toBe(false);
  expect(isIn(selector('VolumeAttributesClass', 'NotIn', 'new'), moving)).toBe(true);
  expect(isIn(selector('VolumeAttributesClass', 'NotIn', 'new', 'old', 'next'), moving)).toBe(
    false,
  );
  expect(isIn({ scopes: ['VolumeAttributesClass'] }, claim({}))).toBe(false);
  expect(isIn(selector('VolumeAttributesClass', 'DoesNotExist'), claim({}))).toBe(true);
  expect(isIn({ scopes: ['BestEffort'] }, moving)).toBe(false);
});

test('the QoS class in the status of a Pod counts, if it has one', () => {
  const isBestEffort = (qosClass: string) =>
    isIn({ scopes: ['BestEffort'] }, pod({}, { status: { qosClass } }));
  expect(['', 'BestEffort', 'Burstable', 'Unknown'].map(isBestEffort)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('an expression that is null has no scope', () => {
  const matchExpressions = [null as never];
  expect(isIn({ scopeSelector: { matchExpressions } }, pod({}))).toBe(false);
});
