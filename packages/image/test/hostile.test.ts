import { attempt, type FieldError } from '@kubesem/core';
import {
  matchesImageGlob,
  parseImage,
  safeParseDockerConfig,
  safeParseImage,
  safeParseReference,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';

/** The result as one word: true, false, or the code and the invalid argument. */
function answer(pattern: string, image: string): boolean | string {
  const { value, error } = attempt(() => matchesImageGlob(pattern, image));
  return error === undefined ? value : `${error.code} ${(error as FieldError).problem.path}`;
}

// Quadratic or exponential time would exceed the time limit of the test.
describe('a mebibyte of hostile text', () => {
  const mebibyte = 2 ** 20;
  const fill = (unit: string) => unit.repeat(Math.ceil(mebibyte / unit.length));
  test.each([
    ['a', ''],
    ['a', '!'],
    ['a', '/!'],
    ['a.', '!'],
    ['a-', '/b!'],
    ['-', ''],
    ['a/', ''],
    ['a/', 'A'],
    ['a__', '!'],
    ['_', ''],
    ['A', '/a!'],
    ['A.', '_/a'],
    [':', ''],
    ['a:', ''],
    ['a:1', '/'],
    ['[', ']/a'],
    ['@', ''],
    ['a@sha256:', ''],
    ['\ud800', ''],
    ['\u0000', '/'],
  ])('references of %j and %j', (unit, end) => {
    const text = fill(unit) + end;
    for (const parse of [safeParseReference, safeParseImage]) {
      expect(parse(text).ok).toBe(false);
      expect(parse(`[${text}`).ok).toBe(false);
      expect(parse(`a:${text}`).ok).toBe(false);
      expect(parse(`a@sha256:${text}`).ok).toBe(false);
    }
  });

  test('domains', () => {
    const domain = `${fill('a-b.')}c:${fill('5')}`;
    expect(parseImage(`${domain}/app`).domain).toBe(domain);
    expect(parseImage(`[${fill(':f')}]/app`).path).toBe('app');
  });

  test.each([
    ['a', 'a'.repeat(mebibyte), false],
    ['*', '*'.repeat(mebibyte), true],
    ['*a', '*a'.repeat(mebibyte / 2), false],
    ['%', '%'.repeat(mebibyte), 'INVALID_ESCAPE pattern'],
    ['@', '@'.repeat(mebibyte), false],
    ['.', '.'.repeat(mebibyte), false],
    [':', ':'.repeat(mebibyte), 'INVALID_PORT pattern'],
    ['[', '['.repeat(mebibyte), 'INVALID_HOST pattern'],
    ['é', 'é'.repeat(mebibyte), false],
    ['a zone', `[::1%25${'a*'.repeat(mebibyte / 2)}]`, true],
    ['a port', `a:${'1'.repeat(mebibyte)}a`, 'INVALID_PORT pattern'],
  ])('a mebibyte of %s as a pattern or an image', (_, text, expected) => {
    expect(answer(text, 'a/b')).toBe(expected);
    expect(answer('a/b', text)).toBe('IMAGE_TOO_LONG image');
  });

  test('patterns with many wildcards take bounded time', () => {
    const image = `${'a'.repeat(4000)}b.io/app`;
    for (const label of ['*a'.repeat(2000), `*${'a'.repeat(2000)}c`, `${'*a'.repeat(100)}*c`]) {
      expect(matchesImageGlob(`${label}.io`, image)).toBe(false);
    }
  });

  test.each([
    ['levels', '['.repeat(2 ** 20)],
    ['quotes', '"'.repeat(2 ** 20)],
    ['backslashes', `"${'\\'.repeat(2 ** 20)}`],
    ['spaces', ' '.repeat(2 ** 20)],
    ['entries', `{"auths":{${'"a":{"username":"u"},'.repeat(2 ** 16)}"b":{}}}`],
    ['fields', `{"auths":{"a":{${'"username":"u",'.repeat(2 ** 16)}"email":""}}}`],
    ['line ends', `{"auths":{"a":{"auth":"${'=\\n'.repeat(2 ** 18)}"}}}`],
  ])('a config.json of %s', (_, json) => {
    const { ok } = safeParseDockerConfig(json);
    expect(ok).toBe(json.endsWith('{}}}') || json.endsWith('""}}}'));
  });
});

test('safe functions return an error for values that throw when they are read', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const getter = Object.defineProperty({}, 'name', {
    get() {
      throw new TypeError('no');
    },
  });
  for (const value of [proxy, getter, Object.create(null), Symbol('x'), () => 1, null]) {
    for (const parse of [safeParseImage, safeParseReference]) {
      expect(parse(value).error?.code).toBe('INVALID_TYPE');
    }
    expect(attempt(() => matchesImageGlob(value, 'a/b')).error?.code).toBe('INVALID_TYPE');
    expect(attempt(() => matchesImageGlob('a', value)).error?.code).toBe('INVALID_TYPE');
  }
});
