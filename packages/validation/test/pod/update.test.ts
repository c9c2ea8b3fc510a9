import type { Pod, PodSpec } from '@kubesem/core';
import { validatePodUpdate } from '@kubesem/validation/pod';
import { expect, test } from 'vitest';

const pod = (spec: PodSpec): Pod => ({
  spec: { containers: [{ name: 'app', image: 'app:1' }], ...spec },
});
const gated = { schedulingGates: [{ name: 'a' }] };

// https://kubernetes.io/docs/concepts/workloads/pods/#pod-update-and-replacement
test.each<[string, PodSpec, PodSpec]>([
  ['an image', {}, { containers: [{ name: 'app', image: 'app:2' }] }],
  [
    'a deadline that is set or becomes earlier',
    { activeDeadlineSeconds: 5 },
    { activeDeadlineSeconds: 4 },
  ],
  ['a toleration more', {}, { tolerations: [{ key: 'a', operator: 'Exists' }] }],
  ['a scheduling gate less', gated, {}],
  ['labels of nodes more while there is a gate', gated, { ...gated, nodeSelector: { a: 'x' } }],
  [
    'a grace period of 1 after a negative one',
    { terminationGracePeriodSeconds: -1 },
    { terminationGracePeriodSeconds: 1 },
  ],
  ['an amount in other words', { overhead: { cpu: '1' } }, { overhead: { cpu: '1000m' } }],
])('the API server accepts %s', (_, before, after) => {
  expect(validatePodUpdate(pod(after), { before: pod(before) })).toEqual([]);
});

test.each<[string, PodSpec, PodSpec, string]>([
  ['another field', {}, { hostNetwork: true }, 'FORBIDDEN spec'],
  ['a container more', {}, { containers: [{}, {}] }, 'FORBIDDEN spec.containers'],
  ['no deadline', { activeDeadlineSeconds: 5 }, {}, 'INVALID spec.activeDeadlineSeconds'],
  [
    'a gate more',
    gated,
    { schedulingGates: [{ name: 'b' }] },
    'FORBIDDEN spec.schedulingGates[0].name',
  ],
  ['labels of nodes more without a gate', {}, { nodeSelector: { a: 'x' } }, 'FORBIDDEN spec'],
])('the API server rejects %s', (_, before, after, problem) => {
  const problems = validatePodUpdate(pod(after), { before: pod(before) });
  expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([problem]);
});

test('a field of the wrong type is a problem of the new Pod alone', () => {
  const wrong = JSON.parse('{ "spec": { "tolerations": 5 } }');
  expect(validatePodUpdate({}, { before: wrong })).toEqual([]);
  expect(validatePodUpdate(wrong, { before: {} })).toMatchObject([{ code: 'INVALID_TYPE' }]);
});

test.each(['tolerations', 'containers'] as const)(
  'a Pod with 20,000 %s is compared in time that grows with their number',
  (list) => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({
      name: `a${index}`,
      key: `a${index}`,
    }));
    const start = performance.now();
    const after = pod({ [list]: [...many].reverse() });
    const problems = validatePodUpdate(after, { before: pod({ [list]: many }) });
    expect(problems).toHaveLength(list === 'tolerations' ? 0 : 1);
    expect(performance.now() - start).toBeLessThan(4000);
  },
);

test('annotations for AppArmor and of mirror Pods cannot change', () => {
  const appArmor = 'container.apparmor.security.beta.kubernetes.io/app';
  const mirror = 'kubernetes.io/config.mirror';
  const { spec } = pod({});
  const withAll = (annotations: Record<string, string>) => ({ metadata: { annotations }, spec });
  const before = withAll({ [appArmor]: 'unconfined', a: 'x' });
  const after = withAll({ [mirror]: 'y', a: 'z' });
  expect(validatePodUpdate(before, { before })).toEqual([]);
  const problems = validatePodUpdate(after, { before });
  expect(problems.map(({ code, path, message }) => `${code} ${path}: ${message}`)).toEqual([
    `FORBIDDEN metadata.annotations[${appArmor}]: may not remove or update AppArmor annotations`,
    `FORBIDDEN metadata.annotations[${mirror}]: may not add mirror pod annotation`,
  ]);
});

test('options that are no object never end in a TypeError', () => {
  const problem = { code: 'FORBIDDEN', path: 'spec.containers' };
  expect(validatePodUpdate(pod({}), null as never)).toMatchObject([problem]);
  const error = expect.objectContaining({ code: 'INVALID_TYPE' });
  expect(() => validatePodUpdate(pod({}), 'before' as never)).toThrow(error);
});
