import { containerPullPolicy, imagePullDecision } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

const digest = `@sha256:${'b7'.repeat(32)}`;

describe('the default policy', () => {
  test.each([
    ['busybox', 'Always', 'NO_TAG_NO_DIGEST'],
    ['registry:5000/app', 'Always', 'NO_TAG_NO_DIGEST'],
    ['[::1]:5000/app', 'Always', 'NO_TAG_NO_DIGEST'],
    ['example.com/latest', 'Always', 'NO_TAG_NO_DIGEST'],
    ['busybox:latest', 'Always', 'LATEST_TAG'],
    [`busybox:latest${digest}`, 'Always', 'LATEST_TAG'],
    ['busybox:1.36', 'IfNotPresent', 'OTHER_TAG'],
    ['busybox:Latest', 'IfNotPresent', 'OTHER_TAG'],
    ['busybox:latest-2', 'IfNotPresent', 'OTHER_TAG'],
    [`busybox:1.36${digest}`, 'IfNotPresent', 'OTHER_TAG'],
    [`busybox${digest}`, 'IfNotPresent', 'DIGEST_ALONE'],
    ['', 'IfNotPresent', 'INVALID_IMAGE'],
    [' busybox', 'IfNotPresent', 'INVALID_IMAGE'],
    ['Busybox:latest', 'IfNotPresent', 'INVALID_IMAGE'],
    ['busybox:latest@sha256:12', 'IfNotPresent', 'INVALID_IMAGE'],
    ['a1'.repeat(32), 'IfNotPresent', 'INVALID_IMAGE'],
  ])('%s: %s', (image, policy, rule) => {
    expect(containerPullPolicy({ image }).pullPolicy).toBe(policy);
    expect(containerPullPolicy({ image })).toMatchObject({ pullPolicy: policy, rule });
  });

  test.each([undefined, null, 7 as unknown as string])('%s is not an image', (image) => {
    expect(containerPullPolicy({ image }).pullPolicy).toBe('IfNotPresent');
  });

  test('a stored policy stays, whatever the image is', () => {
    const container = { image: 'app:latest', imagePullPolicy: 'IfNotPresent' };
    expect(containerPullPolicy(container)).toEqual({
      pullPolicy: 'IfNotPresent',
      rule: 'SET',
      defaultPolicy: 'Always',
    });
    expect(containerPullPolicy({ image: 'app:1', imagePullPolicy: 'Always' }).defaultPolicy).toBe(
      'IfNotPresent',
    );
  });

  test.each([undefined, null, ''])('%j counts as absent', (imagePullPolicy) => {
    expect(containerPullPolicy({ image: 'app:1', imagePullPolicy }).rule).toBe('OTHER_TAG');
  });
});

describe('imagePullDecision', () => {
  test.each<[string, boolean, boolean]>([
    ['Always', true, true],
    ['Always', false, true],
    ['IfNotPresent', true, false],
    ['IfNotPresent', false, true],
    ['Never', true, false],
    ['Never', false, false],
    ['', true, true],
    ['always', true, true],
  ])('%s, present: %s, pulls: %s', (policy, isPresent, pulls) => {
    const { action } = imagePullDecision({ image: 'app:1', pullPolicy: policy, isPresent });
    expect(action === 'PULL').toBe(pulls);
  });

  const image = 'example.com/app:1';
  test.each<[string, Partial<Parameters<typeof imagePullDecision>[0]>, string]>([
    [
      'an image that cannot be parsed',
      { image: 'A', isPresent: true },
      'WAIT INVALID_IMAGE InvalidImageName',
    ],
    ['Always', { pullPolicy: 'Always', isPresent: true }, 'PULL ALWAYS '],
    ['an unknown policy', { pullPolicy: 'never', isPresent: true }, 'PULL ALWAYS '],
    ['an absent image', {}, 'PULL ABSENT '],
    ['a present one', { isPresent: true }, 'USE PRESENT '],
    ['one to verify', { isPresent: true, mustVerify: true }, 'PULL NOT_VERIFIED '],
    ['an absent one that is never pulled', { pullPolicy: 'Never' }, 'WAIT NEVER ErrImageNeverPull'],
    [
      'a present one that is never pulled',
      { pullPolicy: 'Never', isPresent: true },
      'USE PRESENT ',
    ],
    [
      'never pulled and to verify',
      { pullPolicy: 'Never', isPresent: true, mustVerify: true },
      'WAIT NEVER ErrImageNeverPull',
    ],
    ['back-off', { backOffRemainingMs: 1 }, 'WAIT BACK_OFF ImagePullBackOff'],
    [
      'back-off, verifying',
      { isPresent: true, mustVerify: true, backOffRemainingMs: 1 },
      'WAIT BACK_OFF ImagePullBackOff',
    ],
    [
      'back-off of an image that is there now',
      { isPresent: true, backOffRemainingMs: 1 },
      'USE PRESENT ',
    ],
    [
      'back-off with Never',
      { pullPolicy: 'Never', backOffRemainingMs: 1 },
      'WAIT NEVER ErrImageNeverPull',
    ],
  ])('%s', (_, request, expected) => {
    const {
      action,
      rule,
      waitReason = '',
    } = imagePullDecision({
      image,
      pullPolicy: 'IfNotPresent',
      isPresent: false,
      ...request,
    });
    expect(`${action} ${rule} ${waitReason}`).toBe(expected);
  });
});
