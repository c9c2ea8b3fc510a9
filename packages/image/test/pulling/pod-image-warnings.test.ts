import { podImageWarnings } from '@kubesem/image';
import { podImagePullSecrets } from '@kubesem/image/internal';
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
    // The API server rejects it.
    ['app:1 ', []],
  ])('%s: %j', (image, expected) => {
    expect(codes(image)).toEqual(expected);
  });

  test.each<[string, string, string[]]>([
    ['app', 'IfNotPresent', ['IMAGE_TAG_MISSING', 'IMAGE_LATEST_NOT_PULLED']],
    ['app:latest', 'Never', ['IMAGE_TAG_LATEST', 'IMAGE_LATEST_NOT_PULLED']],
    ['app:latest', 'Always', ['IMAGE_TAG_LATEST']],
    [`app:latest${digest}`, 'IfNotPresent', ['IMAGE_TAG_IGNORED']],
    ['app:1', 'Never', []],
    ['app', 'always', ['IMAGE_TAG_MISSING']],
  ])('%s with %s: %j', (image, policy, expected) => {
    expect(codes(image, policy)).toEqual(expected);
  });

  test('have severity, path and value', () => {
    const warnings = podImageWarnings({
      spec: {
        containers: [{ image: 'a:1' }, { image: 'b', imagePullPolicy: 'Never' }, { image: 'D' }],
        volumes: [{ image: { reference: 'e:1 ' } }],
      },
    });
    expect(
      warnings.map(({ severity, segments, value, code }) =>
        [severity, segments.join('.'), value, code].join(' '),
      ),
    ).toEqual([
      'warning spec.containers.1.image b IMAGE_TAG_MISSING',
      'warning spec.containers.1.imagePullPolicy Never IMAGE_LATEST_NOT_PULLED',
      'warning spec.containers.2.image D IMAGE_INVALID',
      'warning spec.volumes.0.image.reference e:1  IMAGE_INVALID',
    ]);
  });

  test('shorten the value to 80 characters', () => {
    const values = ['x'.repeat(80), 'x'.repeat(81)].flatMap((image) =>
      podImageWarnings({ containers: [{ image }] }),
    );
    expect(values.map(({ value }) => value)).toEqual(['x'.repeat(80), `${'x'.repeat(80)}…`]);
  });

  test('skip fields of the wrong type', () => {
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
  });

  test('are empty for an object that is not a Pod', () => {
    for (const object of [{ kind: 'Service' }, null, 'web', { spec: 7 }]) {
      expect(podImageWarnings(object as object)).toEqual([]);
    }
  });
});

test.each([{ metadata: 7 }, { metadata: { annotations: 'a' } }])(
  'podImagePullSecrets rejects %j',
  (pod) => {
    expect(() => podImagePullSecrets(pod as object)).toThrow(
      expect.objectContaining({ code: 'INVALID_TYPE' }),
    );
  },
);
