import {
  formatImage,
  type ImageErrorCode,
  ImageParseError,
  type ImageReference,
  parseImage,
  parseReference,
  safeParseImage,
  safeParseReference,
} from '@kubesem/image';
import { describe, expect, expectTypeOf, test } from 'vitest';

// `github.com/distribution/reference` v0.6.0 accepts and rejects the same texts, with the same parts.

const HEX = '0123456789abcdef'.repeat(8);
const hex = (length: number) => HEX.slice(0, length);
const sha256 = `sha256:${hex(64)}`;

type Parts = [domain: string, path: string, tag?: string | undefined, digest?: string];

describe('the parts of a reference', () => {
  const cases: [text: string, ...parts: Parts][] = [
    // without a slash there is no domain
    ['app', '', 'app'],
    ['localhost', '', 'localhost'],
    ['192.168.7.1', '', '192.168.7.1'],
    ['example.com:5000', '', 'example.com', '5000'],
    [`sha256:${hex(64)}`, '', 'sha256', hex(64)],
    [hex(64), '', hex(64)],
    // the first part is the domain wherever it can be one
    ['team/app', 'team', 'app'],
    ['Team/app', 'Team', 'app'],
    ['0/1', '0', '1'],
    ['a--b/app', 'a--b', 'app'],
    ['a-b.c-d.e/app', 'a-b.c-d.e', 'app'],
    ['10.0.0.1:80/app', '10.0.0.1:80', 'app'],
    ['team:5000/app:2', 'team:5000', 'app', '2'],
    ['team:00099999999999999999999/app', 'team:00099999999999999999999', 'app'],
    ['[::1]/app', '[::1]', 'app'],
    ['[:]/app', '[:]', 'app'],
    ['[afAF09:]:1/app', '[afAF09:]:1', 'app'],
    // and part of the path where an underscore keeps it from being one
    ['my_team/app', '', 'my_team/app'],
    ['my__team.x/sub/app:3', '', 'my__team.x/sub/app', '3'],
    // paths
    ['x/a.b', 'x', 'a.b'],
    ['x/a_b', 'x', 'a_b'],
    ['x/a__b', 'x', 'a__b'],
    ['x/a-b', 'x', 'a-b'],
    ['x/a----b', 'x', 'a----b'],
    ['x/a.b_c__d-e/f/0', 'x', 'a.b_c__d-e/f/0'],
    // tags
    ['x/a:A', 'x', 'a', 'A'],
    ['x/a:_', 'x', 'a', '_'],
    ['x/a:9.-_Z', 'x', 'a', '9.-_Z'],
    [`x/a:${'t'.repeat(128)}`, 'x', 'a', 't'.repeat(128)],
    // digests
    [`x/a@${sha256}`, 'x', 'a', undefined, sha256],
    [`x/a:1@${sha256}`, 'x', 'a', '1', sha256],
    [`a@sha384:${hex(96)}`, '', 'a', undefined, `sha384:${hex(96)}`],
    [`a@sha512:${hex(128)}`, '', 'a', undefined, `sha512:${hex(128)}`],
    // lengths
    [`x/${'p'.repeat(255)}`, 'x', 'p'.repeat(255)],
    ['p'.repeat(255), '', 'p'.repeat(255)],
    [`${'d'.repeat(999)}/p`, 'd'.repeat(999), 'p'],
  ];
  test.each(cases)('%s', (text, domain, path, tag, digest) => {
    const name = domain === '' ? path : `${domain}/${path}`;
    const reference = parseReference(text);
    expect(reference).toStrictEqual({
      name,
      domain,
      path,
      ...(tag === undefined ? {} : { tag }),
      ...(digest === undefined ? {} : { digest }),
    });
    expect(formatImage(reference)).toBe(text);
  });
});

describe('faults and their offsets', () => {
  const cases: [text: string, code: ImageErrorCode, offset: number][] = [
    ['', 'EMPTY', 0],
    // domains
    ['a:/b', 'INVALID_DOMAIN', 2],
    ['a:b/c', 'INVALID_DOMAIN', 2],
    ['a:80b/c', 'INVALID_DOMAIN', 4],
    ['a:80:81/c', 'INVALID_DOMAIN', 4],
    ['A../b', 'INVALID_DOMAIN', 2],
    ['A-/b', 'INVALID_DOMAIN', 2],
    ['A.-b/c', 'INVALID_DOMAIN', 2],
    ['A-.b/c', 'INVALID_DOMAIN', 2],
    ['A b/c', 'INVALID_DOMAIN', 1],
    ['[]/a', 'INVALID_DOMAIN', 1],
    ['[::1/a', 'INVALID_DOMAIN', 4],
    ['[::g]/a', 'INVALID_DOMAIN', 3],
    ['[::1]5/a', 'INVALID_DOMAIN', 5],
    ['[::1]:/a', 'INVALID_DOMAIN', 6],
    ['[::1]:5a/b', 'INVALID_DOMAIN', 7],
    ['[fe80::1%eth0]/a', 'INVALID_DOMAIN', 8],
    ['A\u212a/b', 'INVALID_DOMAIN', 1],
    // first parts that are neither
    ['/a', 'INVALID_PATH', 0],
    ['-a/b', 'INVALID_PATH', 0],
    ['a-/b', 'INVALID_PATH', 2],
    ['a..b/c', 'INVALID_PATH', 2],
    ['a b/c', 'INVALID_PATH', 1],
    ['a_b:80/c', 'INVALID_TAG', 6],
    ['a___b/c', 'INVALID_PATH', 3],
    ['A_b/c', 'UPPERCASE', 0],
    ['a_B/c', 'UPPERCASE', 2],
    // paths
    ['a/', 'INVALID_PATH', 2],
    ['a//b', 'INVALID_PATH', 2],
    ['a/b/', 'INVALID_PATH', 4],
    ['a/.b', 'INVALID_PATH', 2],
    ['a/b.', 'INVALID_PATH', 4],
    ['a/b_:1', 'INVALID_PATH', 4],
    ['a/b-@', 'INVALID_PATH', 4],
    ['a/b._c', 'INVALID_PATH', 4],
    ['a/b-_c', 'INVALID_PATH', 4],
    ['a/b_-c', 'INVALID_PATH', 4],
    ['a/b___c', 'INVALID_PATH', 5],
    ['a/b+c', 'INVALID_PATH', 3],
    ['a\n', 'INVALID_PATH', 1],
    [' a', 'INVALID_PATH', 0],
    ['a\u0000', 'INVALID_PATH', 1],
    ['a\u017f', 'INVALID_PATH', 1],
    ['\u{1f433}', 'INVALID_PATH', 0],
    ['\ud83d', 'INVALID_PATH', 0],
    ['[::1]', 'INVALID_PATH', 0],
    [':1', 'INVALID_PATH', 0],
    [`@${sha256}`, 'INVALID_PATH', 0],
    ['Abc', 'UPPERCASE', 0],
    ['abC', 'UPPERCASE', 2],
    ['a/bZ', 'UPPERCASE', 3],
    ['a/b/Z', 'UPPERCASE', 4],
    [`a/${'b'.repeat(256)}`, 'PATH_TOO_LONG', 257],
    [`a_b/${'c'.repeat(252)}:1`, 'PATH_TOO_LONG', 255],
    [`a/${'b'.repeat(300)}@`, 'PATH_TOO_LONG', 257],
    // tags
    ['a:', 'INVALID_TAG', 2],
    ['a:-b', 'INVALID_TAG', 2],
    ['a:.b', 'INVALID_TAG', 2],
    ['a:b+c', 'INVALID_TAG', 3],
    ['a:b:c', 'INVALID_TAG', 3],
    ['a/b:c/d', 'INVALID_TAG', 5],
    [`a:@${sha256}`, 'INVALID_TAG', 2],
    ['a:b\n', 'INVALID_TAG', 3],
    ['a:é', 'INVALID_TAG', 2],
    [`a:${'b'.repeat(129)}`, 'TAG_TOO_LONG', 130],
    [`a:${'b'.repeat(200)}@${sha256}`, 'TAG_TOO_LONG', 130],
    // digests
    ['a@', 'INVALID_DIGEST', 2],
    ['a@sha256', 'INVALID_DIGEST', 8],
    ['a:1@sha512', 'INVALID_DIGEST', 10],
    [`a@sha256:${hex(63)}g`, 'INVALID_DIGEST', 72],
    [`a@sha256:${hex(63)}A`, 'INVALID_DIGEST', 72],
    [`a@${sha256}@`, 'INVALID_DIGEST', 73],
    [`a@${sha256}:1`, 'INVALID_DIGEST', 73],
    ['a@md5', 'UNSUPPORTED_DIGEST', 2],
    [`a@sha1:${hex(40)}`, 'UNSUPPORTED_DIGEST', 2],
    [`a@SHA256:${hex(64)}`, 'UNSUPPORTED_DIGEST', 2],
    [`a@sha256+b64:${hex(64)}`, 'UNSUPPORTED_DIGEST', 2],
    [`a@sha256${hex(64)}`, 'UNSUPPORTED_DIGEST', 2],
    [`a@sha2567:${hex(64)}`, 'UNSUPPORTED_DIGEST', 2],
    [`a:1@constructor:${hex(64)}`, 'UNSUPPORTED_DIGEST', 4],
    ['a@:', 'UNSUPPORTED_DIGEST', 2],
    [`a@@${sha256}`, 'UNSUPPORTED_DIGEST', 2],
    ['a@sha256:', 'INVALID_DIGEST_LENGTH', 9],
    [`a@sha256:${hex(63)}`, 'INVALID_DIGEST_LENGTH', 72],
    [`a@sha256:${hex(65)}`, 'INVALID_DIGEST_LENGTH', 73],
    [`a@sha256:${hex(70)}g`, 'INVALID_DIGEST_LENGTH', 73],
    [`a@sha384:${hex(64)}`, 'INVALID_DIGEST_LENGTH', 73],
    [`a@sha384:${hex(97)}`, 'INVALID_DIGEST_LENGTH', 105],
    [`a@sha512:${hex(127)}`, 'INVALID_DIGEST_LENGTH', 136],
    [`a@sha512:${hex(128)}0`, 'INVALID_DIGEST_LENGTH', 137],
  ];
  test.each(cases)('%s', (text, code, offset) => {
    const { ok, error, value } = safeParseReference(text);
    expect([ok, error?.code, error?.offset, value]).toEqual([false, code, offset, undefined]);
  });

  test('every character alone, in a path, in a domain, in a tag and in a digest', () => {
    const accepted = (wrap: (character: string) => string) =>
      Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
        .filter((character) => safeParseReference(wrap(character)).ok)
        .join('');
    const digits = '0123456789';
    const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const lower = upper.toLowerCase();
    expect(accepted((c) => c)).toBe(digits + lower);
    expect(accepted((c) => `x/a${c}b`)).toBe(`-./${digits}:_${lower}`);
    expect(accepted((c) => `a${c}b/x`)).toBe(`-./${digits}${upper}_${lower}`);
    expect(accepted((c) => `[${c}]/x`)).toBe(`${digits}:ABCDEFabcdef`);
    expect(accepted((c) => `a:1${c}/x`)).toBe(digits);
    expect(accepted((c) => `a:${c}`)).toBe(`${digits}${upper}_${lower}`);
    expect(accepted((c) => `a:b${c}`)).toBe(`-.${digits}${upper}_${lower}`);
    expect(accepted((c) => `a@sha256:${hex(63)}${c}`)).toBe(`${digits}abcdef`);
  });
});

describe('the error', () => {
  test('has a name, and the shortened input', () => {
    const error = safeParseImage('A'.repeat(1000)).error as ImageParseError;
    expect(error).toBeInstanceOf(ImageParseError);
    expect(error.name).toBe('ImageParseError');
    expect(error.input).toBe(`${'A'.repeat(80)}…`);
    expect(Object.keys(error)).not.toContain('input');
    expect(error.message.length).toBeLessThan(200);
  });

  test.each([undefined, null, 7, {}, ['busybox'], new String('busybox'), Symbol('busybox')])(
    'of a value that is not a string: %s',
    (input) => {
      for (const parse of [safeParseReference, safeParseImage]) {
        const { ok, error } = parse(input);
        expect([ok, error?.code, error?.offset]).toEqual([false, 'INVALID_TYPE', 0]);
      }
      expect(() => parseReference(input as string)).toThrow(ImageParseError);
      expect(() => parseImage(input as string)).toThrow(ImageParseError);
    },
  );
});

test('the types include absent parts', () => {
  expectTypeOf(parseImage('app')).toEqualTypeOf<ImageReference>();
  expectTypeOf<ImageReference['tag']>().toEqualTypeOf<string | undefined>();
  const result = safeParseImage('app');
  if (result.ok) {
    expectTypeOf(result.value).toEqualTypeOf<ImageReference>();
  } else {
    expectTypeOf(result.error.code).toEqualTypeOf<ImageErrorCode>();
  }
  expect(result.ok).toBe(true);
});
