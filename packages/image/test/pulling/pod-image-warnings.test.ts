import { podImagePullSecrets, podImageWarnings, validatePodImages } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

const digest = `@sha256:${'f6'.repeat(32)}`;
const codes = (image: string, imagePullPolicy?: string) =>
  podImageWarnings({ containers: [{ image, imagePullPolicy }] }).map(({ code }) => code);

describe('podImageWarnings', () => {
  test.each<[string, string[]]>([
    ['app:1', []],
    [`app${digest}`, []],
    ['', []],
    ['app', ['IMAGE_TAG_MISSING']],
    ['registry:5000/app', ['IMAGE_TAG_MISSING']],
    ['app:latest', ['IMAGE_TAG_LATEST']],
    [`app:1${digest}`, ['IMAGE_TAG_IGNORED']],
    [`app:latest${digest}`, ['IMAGE_TAG_IGNORED']],
    ['App:latest', ['IMAGE_INVALID']],
    ['app:1 ', ['IMAGE_INVALID']],
  ])('%s: %j', (image, expected) => {
    expect(codes(image)).toEqual(expected);
  });

  test.each<[string, string, string[]]>([
    ['app', 'IfNotPresent', ['IMAGE_TAG_MISSING', 'IMAGE_LATEST_NOT_PULLED']],
    ['app:latest', 'Never', ['IMAGE_TAG_LATEST', 'IMAGE_LATEST_NOT_PULLED']],
    ['app:latest', 'Always', ['IMAGE_TAG_LATEST']],
    [`app:latest${digest}`, 'IfNotPresent', ['IMAGE_TAG_IGNORED']],
    ['app:1', 'Never', []],
    ['app:1', 'always', ['UNKNOWN_PULL_POLICY']],
    ['App', 'Sometimes', ['IMAGE_INVALID', 'UNKNOWN_PULL_POLICY']],
  ])('%s with %s: %j', (image, policy, expected) => {
    expect(codes(image, policy)).toEqual(expected);
  });

  test('have type, path, value and the reaction of the API server', () => {
    const warnings = podImageWarnings({
      spec: {
        containers: [{ image: 'a:1 ' }, { image: 'b', imagePullPolicy: 'Never' }, { image: 'D' }],
        volumes: [
          { image: { reference: 'c:3', pullPolicy: 'x' } },
          { image: { reference: 'e:1 ' } },
        ],
      },
    });
    expect(
      warnings.map(({ type, segments, value, apiServer, code }) =>
        [type, segments.join('.'), value, apiServer, code].join(' '),
      ),
    ).toEqual([
      'INVALID spec.containers.0.image a:1  rejects IMAGE_INVALID',
      ' spec.containers.1.image b accepts IMAGE_TAG_MISSING',
      ' spec.containers.1.imagePullPolicy Never accepts IMAGE_LATEST_NOT_PULLED',
      ' spec.containers.2.image D accepts IMAGE_INVALID',
      'NOT_SUPPORTED spec.volumes.0.image.pullPolicy x rejects UNKNOWN_PULL_POLICY',
      ' spec.volumes.1.image.reference e:1  accepts IMAGE_INVALID',
    ]);
  });

  test('shorten the value to 80 characters', () => {
    const values = ['x'.repeat(80), 'x'.repeat(81)].flatMap((imagePullPolicy) =>
      podImageWarnings({ containers: [{ image: 'a:1', imagePullPolicy }] }),
    );
    expect(values.map(({ value }) => value)).toEqual(['x'.repeat(80), `${'x'.repeat(80)}…`]);
  });

  test('skip fields of the wrong type, which validatePodImages reports', () => {
    const wrong = {
      containers: [{ image: 5, imagePullPolicy: [] }, 'x', { image: 'app' }],
      volumes: 3,
      imagePullSecrets: ['a'],
      serviceAccountName: 1,
      serviceAccount: {},
    };
    expect(podImageWarnings(wrong as object).map(({ code, path }) => `${path} ${code}`)).toEqual([
      'containers[2].image IMAGE_TAG_MISSING',
    ]);
    const problem = { type: 'TYPE_INVALID', code: 'INVALID_TYPE' };
    expect(validatePodImages(wrong as object)).toMatchObject([
      { ...problem, segments: ['containers', 1] },
      { ...problem, segments: ['containers', 0, 'image'], value: '5' },
      { ...problem, segments: ['containers', 0, 'imagePullPolicy'], value: '[array]' },
      { ...problem, segments: ['volumes'], value: '3' },
      { ...problem, segments: ['imagePullSecrets', 0] },
      { ...problem, segments: ['serviceAccountName'], value: '1' },
      { ...problem, segments: ['serviceAccount'], value: '[object]' },
    ]);
  });

  test('and validatePodImages are empty for an object that is not a Pod', () => {
    for (const object of [{ kind: 'Service' }, null, 'web', { spec: 7 }]) {
      expect(podImageWarnings(object as object)).toEqual([]);
      expect(validatePodImages(object as object)).toEqual([]);
    }
  });

  test('and validatePodImages report a status of the wrong type once', () => {
    const pod = { spec: { containers: [{ image: 'app' }] }, status: 7 as never };
    expect(podImageWarnings(pod).map(({ code }) => code)).toEqual(['IMAGE_TAG_MISSING']);
    expect(validatePodImages(pod).map(({ segments }) => segments)).toEqual([['status']]);
  });

  test.each([
    [{ metadata: 7 }, ['metadata']],
    [{ metadata: { annotations: 'a' } }, ['metadata', 'annotations']],
  ])('and validatePodImages report %j', (pod, segments) => {
    expect(validatePodImages(pod as object).map((problem) => problem.segments)).toEqual([segments]);
    expect(() => podImagePullSecrets(pod as object)).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  });
});
