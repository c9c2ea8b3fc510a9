import {
  applyAlwaysPullImages,
  applyPullPolicyDefaults,
  decideImagePull,
  defaultPullPolicy,
  explainPullPolicy,
  needsPull,
  podImages,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';

const digest = `@sha256:${'b7'.repeat(32)}`;

describe('the policy that is filled in', () => {
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
    expect(defaultPullPolicy(image)).toBe(policy);
    expect(explainPullPolicy({ image })).toMatchObject({ pullPolicy: policy, rule });
  });

  test.each([undefined, null, 7 as unknown as string])('%s is no image', (image) => {
    expect(defaultPullPolicy(image)).toBe('IfNotPresent');
  });

  test('one that is set stays, whatever the image has become', () => {
    const container = { image: 'app:latest', imagePullPolicy: 'IfNotPresent' };
    expect(explainPullPolicy(container)).toEqual({
      pullPolicy: 'IfNotPresent',
      rule: 'SET',
      defaultPolicy: 'Always',
    });
    expect(explainPullPolicy({ image: 'app:1', imagePullPolicy: 'Always' }).defaultPolicy).toBe(
      'IfNotPresent',
    );
  });

  test.each([undefined, null, ''])('%j is none that is set', (imagePullPolicy) => {
    expect(explainPullPolicy({ image: 'app:1', imagePullPolicy }).rule).toBe('OTHER_TAG');
  });
});

const spec = {
  initContainers: [
    { name: 'mesh', image: 'mesh:2', restartPolicy: 'Always' },
    { name: 'migrate', image: 'migrate', imagePullPolicy: 'Never' },
  ],
  containers: [{ name: 'app', image: 'example.com/app:3', tty: true }],
  ephemeralContainers: [{ name: 'debug', image: 'Debug' }],
  volumes: [
    { name: 'data', emptyDir: {} },
    { name: 'model', image: { reference: 'model:latest' } },
  ],
};

describe('the images of a Pod', () => {
  test('all of them, in the order in which Kubernetes visits them', () => {
    const images = podImages({ kind: 'Pod', spec });
    expect(
      images.map(({ kind, name, image, path, pullPolicyPath }) => [
        kind,
        name,
        image,
        path,
        pullPolicyPath,
      ]),
    ).toEqual([
      [
        'sidecar',
        'mesh',
        'mesh:2',
        'spec.initContainers[0].image',
        'spec.initContainers[0].imagePullPolicy',
      ],
      [
        'init',
        'migrate',
        'migrate',
        'spec.initContainers[1].image',
        'spec.initContainers[1].imagePullPolicy',
      ],
      [
        'app',
        'app',
        'example.com/app:3',
        'spec.containers[0].image',
        'spec.containers[0].imagePullPolicy',
      ],
      [
        'ephemeral',
        'debug',
        'Debug',
        'spec.ephemeralContainers[0].image',
        'spec.ephemeralContainers[0].imagePullPolicy',
      ],
      [
        'volume',
        'model',
        'model:latest',
        'spec.volumes[1].image.reference',
        'spec.volumes[1].image.pullPolicy',
      ],
    ]);
    expect(images.map(({ pullPolicy, pullPolicyRule }) => [pullPolicy, pullPolicyRule])).toEqual([
      ['IfNotPresent', 'OTHER_TAG'],
      ['Never', 'SET'],
      ['IfNotPresent', 'OTHER_TAG'],
      ['IfNotPresent', 'INVALID_IMAGE'],
      ['Always', 'LATEST_TAG'],
    ]);
    expect(images.map(({ reference, error }) => reference?.name ?? error?.code)).toEqual([
      'docker.io/library/mesh',
      'docker.io/library/migrate',
      'example.com/app',
      'UPPERCASE',
      'docker.io/library/model',
    ]);
  });

  test('only an init container that is restarted is a sidecar', () => {
    const containers = [{ name: 'a', image: 'a:1', restartPolicy: 'Always' }];
    const images = podImages({ initContainers: containers, containers });
    expect(images.map(({ kind }) => kind)).toEqual(['sidecar', 'app']);
  });

  test('a spec has paths of its own, and null in a list is a container without fields', () => {
    const images = podImages({ containers: [null as never, { name: 'b' }] });
    expect(images.map(({ path, image, name }) => [path, image, name])).toEqual([
      ['containers[0].image', '', ''],
      ['containers[1].image', '', 'b'],
    ]);
  });

  test.each<[string, unknown, string]>([
    ['a list', { containers: {} }, 'containers'],
    ['an object', { containers: ['x'] }, 'containers[0]'],
    ['an image', { containers: [{ image: 5 }] }, 'containers[0].image'],
    [
      'a policy',
      { initContainers: [{ imagePullPolicy: true }] },
      'initContainers[0].imagePullPolicy',
    ],
    ['a volume', { volumes: [7] }, 'volumes[0]'],
    ['an image volume', { volumes: [{ image: 'busybox' }] }, 'volumes[0].image'],
    ['a reference', { volumes: [{ image: { reference: [] } }] }, 'volumes[0].image.reference'],
  ])('what is not %s is refused with its path', (_, wrong, path) => {
    expect(() => podImages(wrong as never)).toThrowError(
      expect.objectContaining({ code: 'INVALID_TYPE', path }),
    );
  });

  test('another kind is refused', () => {
    expect(() => podImages({ kind: 'Deployment' })).toThrowError(
      expect.objectContaining({ code: 'NOT_A_POD' }),
    );
  });
});

const policies = (pod: Parameters<typeof podImages>[0]) =>
  podImages(pod).map(({ pullPolicy, pullPolicyRule }) => `${pullPolicy} ${pullPolicyRule}`);

describe('what is written into a Pod', () => {
  test('the defaults, and nothing else', () => {
    const before = JSON.stringify(spec);
    const pod = applyPullPolicyDefaults({ metadata: { name: 'web' }, spec });
    expect(policies(pod)).toEqual([
      'IfNotPresent SET',
      'Never SET',
      'IfNotPresent SET',
      'IfNotPresent SET',
      'Always SET',
    ]);
    expect(pod.metadata).toEqual({ name: 'web' });
    expect(pod.spec?.containers).toEqual([
      { name: 'app', image: 'example.com/app:3', tty: true, imagePullPolicy: 'IfNotPresent' },
    ]);
    expect(pod.spec?.volumes?.[0]).toBe(spec.volumes[0]);
    expect(JSON.stringify(spec)).toBe(before);
    expect(applyPullPolicyDefaults(pod)).toEqual(pod);
    expect(applyPullPolicyDefaults({ metadata: {} })).toEqual({ metadata: {}, spec: {} });
  });

  test('AlwaysPullImages makes all of them Always', () => {
    const before = JSON.stringify(spec);
    const pod = applyAlwaysPullImages(spec);
    expect(policies(pod)).toEqual(Array(5).fill('Always SET'));
    expect(JSON.stringify(spec)).toBe(before);
  });

  test('AlwaysPullImages leaves an update alone that brings no new image', () => {
    const old = { containers: [{ image: 'a:1' }, { image: 'b:1' }] };
    const swapped = { containers: [{ image: 'b:1' }, { image: 'a:1' }] };
    expect(policies(applyAlwaysPullImages(swapped, old))).toEqual(
      Array(2).fill('IfNotPresent OTHER_TAG'),
    );
    const changed = { containers: [{ image: 'a:1' }, { image: 'b:2' }] };
    expect(policies(applyAlwaysPullImages(changed, old))).toEqual(Array(2).fill('Always SET'));
    const debugged = { ...old, ephemeralContainers: [{ image: 'debug:1' }] };
    expect(policies(applyAlwaysPullImages(debugged, old))).toEqual(Array(3).fill('Always SET'));
    const withVolume = { ...old, volumes: [{ name: 'v', image: { reference: 'c:1' } }] };
    expect(policies(applyAlwaysPullImages(withVolume, old))).toEqual(
      Array(3).fill('IfNotPresent OTHER_TAG'),
    );
  });
});

describe('whether the kubelet pulls', () => {
  test.each<[string, boolean, boolean]>([
    ['Always', true, true],
    ['Always', false, true],
    ['IfNotPresent', true, false],
    ['IfNotPresent', false, true],
    ['Never', true, false],
    ['Never', false, false],
    ['', true, true],
    ['always', true, true],
  ])('%s, there: %s: %s', (policy, isPresent, pulls) => {
    expect(needsPull(policy, isPresent)).toBe(pulls);
  });

  const image = 'example.com/app:1';
  test.each<[string, Partial<Parameters<typeof decideImagePull>[0]>, string]>([
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
    } = decideImagePull({
      image,
      pullPolicy: 'IfNotPresent',
      isPresent: false,
      ...request,
    });
    expect(`${action} ${rule} ${waitReason}`).toBe(expected);
  });
});
