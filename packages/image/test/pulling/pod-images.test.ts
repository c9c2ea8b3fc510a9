import { applyAlwaysPullImages, podImages } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

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

describe('podImages', () => {
  test('lists all images in the order of Kubernetes', () => {
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
    expect(images[4]?.segments).toEqual(['spec', 'volumes', 1, 'image', 'reference']);
    expect(images[4]?.pullPolicySegments).toEqual(['spec', 'volumes', 1, 'image', 'pullPolicy']);
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

  test('only an init container with restartPolicy Always is a sidecar', () => {
    const containers = [{ name: 'a', image: 'a:1', restartPolicy: 'Always' }];
    const images = podImages({ initContainers: containers, containers });
    expect(images.map(({ kind }) => kind)).toEqual(['sidecar', 'app']);
  });

  test('accepts a Pod spec, and null as an empty container', () => {
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
  ])('rejects what is not %s', (_, wrong, path) => {
    expect(() => podImages(wrong as never)).toThrowError(
      expect.objectContaining({
        code: 'INVALID_TYPE',
        problem: expect.objectContaining({ path }),
      }),
    );
  });

  test('rejects another kind', () => {
    expect(() => podImages({ kind: 'Deployment' })).toThrowError(
      expect.objectContaining({ code: 'NOT_A_POD' }),
    );
  });
});

const policies = (pod: Parameters<typeof podImages>[0]) =>
  podImages(pod).map(({ pullPolicy, pullPolicyRule }) => `${pullPolicy} ${pullPolicyRule}`);

describe('applyAlwaysPullImages', () => {
  test('AlwaysPullImages sets every policy to Always', () => {
    const before = JSON.stringify(spec);
    const pod = applyAlwaysPullImages(spec);
    expect(policies(pod)).toEqual(Array(5).fill('Always SET'));
    expect(JSON.stringify(spec)).toBe(before);
  });

  test('AlwaysPullImages ignores an update without a new image', () => {
    const old = { containers: [{ image: 'a:1' }, { image: 'b:1' }] };
    const swapped = { containers: [{ image: 'b:1' }, { image: 'a:1' }] };
    expect(policies(applyAlwaysPullImages(swapped, { old }))).toEqual(
      Array(2).fill('IfNotPresent OTHER_TAG'),
    );
    const changed = { containers: [{ image: 'a:1' }, { image: 'b:2' }] };
    expect(policies(applyAlwaysPullImages(changed, { old }))).toEqual(Array(2).fill('Always SET'));
    const debugged = { ...old, ephemeralContainers: [{ image: 'debug:1' }] };
    expect(policies(applyAlwaysPullImages(debugged, { old }))).toEqual(Array(3).fill('Always SET'));
    const withVolume = { ...old, volumes: [{ name: 'v', image: { reference: 'c:1' } }] };
    expect(policies(applyAlwaysPullImages(withVolume, { old }))).toEqual(
      Array(3).fill('IfNotPresent OTHER_TAG'),
    );
  });
});
