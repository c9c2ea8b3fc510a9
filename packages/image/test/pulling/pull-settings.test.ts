import { imagePullSettingsProblems, maxConcurrentImagePulls } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

const codes = (settings: object) =>
  imagePullSettingsProblems(settings).map(({ path, code, type }) => {
    expect(type).toBe(code === 'INVALID_TYPE' ? 'TYPE_INVALID' : 'INVALID');
    return `${path} ${code}`;
  });

describe('the number of parallel pulls', () => {
  test.each<[object, string[], number | undefined]>([
    [{}, [], 1],
    [{ serializeImagePulls: null, maxParallelImagePulls: null }, [], 1],
    [{ serializeImagePulls: true }, [], 1],
    [{ serializeImagePulls: false }, [], undefined],
    [{ maxParallelImagePulls: 1 }, [], 1],
    [{ maxParallelImagePulls: 2 }, [], 2],
    [{ maxParallelImagePulls: 2147483647 }, [], 2147483647],
    [{ serializeImagePulls: true, maxParallelImagePulls: 1 }, [], 1],
    [{ serializeImagePulls: false, maxParallelImagePulls: 1 }, [], 1],
    [{ serializeImagePulls: false, maxParallelImagePulls: 7 }, [], 7],
    [
      { serializeImagePulls: true, maxParallelImagePulls: 2 },
      ['maxParallelImagePulls SERIALIZED'],
      1,
    ],
    [{ maxParallelImagePulls: 0 }, ['maxParallelImagePulls NOT_POSITIVE'], 1],
    [
      { serializeImagePulls: true, maxParallelImagePulls: -3 },
      ['maxParallelImagePulls NOT_POSITIVE'],
      1,
    ],
  ])('%j: %j', (settings, problems, atOnce) => {
    expect(codes(settings)).toEqual(problems);
    if (problems.length === 0) {
      expect(maxConcurrentImagePulls(settings)).toBe(atOnce);
    }
  });

  test.each([1.5, Number.NaN, 2147483648, '2', {}])('rejects %j as a 32-bit integer', (value) => {
    expect(codes({ maxParallelImagePulls: value })).toEqual(['maxParallelImagePulls INVALID_TYPE']);
  });

  test('does not show the contents of an object', () => {
    const [problem] = imagePullSettingsProblems({ maxParallelImagePulls: {} as never });
    expect(problem?.value).toBe('[object]');
  });

  test('rejects yes as a boolean', () => {
    expect(codes({ serializeImagePulls: 'yes' })).toEqual(['serializeImagePulls INVALID_TYPE']);
  });
});

describe('the verification of credentials', () => {
  test.each([
    '',
    'NeverVerify',
    'NeverVerifyPreloadedImages',
    'NeverVerifyAllowlistedImages',
    'AlwaysVerify',
  ])('accepts the policy %j', (policy) => {
    expect(codes({ imagePullCredentialsVerificationPolicy: policy })).toEqual([]);
  });

  test.each(['neververify', 'NeverVerifyAllowListedImages', 'Always'])(
    'rejects the policy %s',
    (policy) => {
      expect(codes({ imagePullCredentialsVerificationPolicy: policy })).toEqual([
        'imagePullCredentialsVerificationPolicy UNKNOWN_POLICY',
      ]);
    },
  );

  test('an allowlist requires its policy', () => {
    const path = 'preloadedImagesVerificationAllowlist';
    expect(codes({ [path]: ['a'] })).toEqual([`${path} ALLOWLIST_NOT_USED`]);
    expect(codes({ [path]: [] })).toEqual([]);
    expect(codes({ [path]: 'a' })).toEqual([`${path} INVALID_TYPE`]);
  });

  const allowlist = (...patterns: unknown[]) => ({
    imagePullCredentialsVerificationPolicy: 'NeverVerifyAllowlistedImages',
    preloadedImagesVerificationAllowlist: patterns as string[],
  });

  test.each([
    'busybox',
    'registry:5000/app',
    'example.com/a/*',
    'a/*',
    '\ufeffa/*',
    'Foo bar/*',
    '//*',
  ])('accepts the pattern %j', (pattern) => {
    expect(codes(allowlist(pattern))).toEqual([]);
  });

  test.each([
    '',
    '*',
    '/*',
    'a*',
    'a/*/b',
    'a/*/*',
    ' a',
    'a/* ',
    '\u0085a/*',
    'busybox:1',
    `busybox@sha256:${'d4'.repeat(32)}`,
    'Busybox',
    'example.com/a/**',
  ])('rejects the pattern %j', (pattern) => {
    expect(codes(allowlist('good', pattern))).toEqual([
      'preloadedImagesVerificationAllowlist[1] INVALID_PATTERN',
    ]);
  });

  test('reports the other problems if a type is wrong', () => {
    expect(codes({ ...allowlist('a', 7, {}, 'B'), maxParallelImagePulls: 0 })).toEqual([
      'preloadedImagesVerificationAllowlist[1] INVALID_TYPE',
      'preloadedImagesVerificationAllowlist[2] INVALID_TYPE',
      'maxParallelImagePulls NOT_POSITIVE',
      'preloadedImagesVerificationAllowlist[3] INVALID_PATTERN',
    ]);
    expect(codes({ imagePullCredentialsVerificationPolicy: 7 })).toEqual([
      'imagePullCredentialsVerificationPolicy INVALID_TYPE',
    ]);
    expect(codes([])).toEqual([' INVALID_TYPE']);
  });

  test('null counts as an empty pattern, as in Go', () => {
    expect(codes(allowlist(null))).toEqual([
      'preloadedImagesVerificationAllowlist[0] INVALID_PATTERN',
    ]);
  });
});
