import { attempt, type FieldError } from '@kubesem/core';
import { type ImageGlobErrorCode, matchesImageGlob } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

/** The result as one word: true, false, or the code and the invalid argument. */
function answer(pattern: string, image: string): boolean | string {
  const { value, error } = attempt(() => matchesImageGlob(pattern, image));
  return error === undefined ? value : `${error.code} ${(error as FieldError).problem.path}`;
}

describe('the examples of the documentation about config.json', () => {
  // docs/concepts/containers/images.md, "Interpretation of config.json".
  test.each([
    ['*.kubernetes.io', 'kubernetes.io', false],
    ['*.kubernetes.io', 'abc.kubernetes.io', true],
    ['*.*.kubernetes.io', 'abc.kubernetes.io', false],
    ['*.*.kubernetes.io', 'abc.def.kubernetes.io', true],
    ['prefix.*.io', 'prefix.kubernetes.io', true],
    ['*-good.kubernetes.io', 'prefix-good.kubernetes.io', true],
  ])('%s, %s: %s', (pattern, image, expected) => {
    expect(matchesImageGlob(pattern, image)).toBe(expected);
  });

  test.each([
    ['my-registry.io/images', true],
    ['my-registry.io/images/my-image', true],
    ['my-registry.io/images/another-image', true],
    ['sub.my-registry.io/images/my-image', true],
    ['a.sub.my-registry.io/images/my-image', false],
    ['a.b.sub.my-registry.io/images/my-image', false],
  ])('my-registry.io/images and *.my-registry.io/images, %s: %s', (image, expected) => {
    const patterns = ['my-registry.io/images', '*.my-registry.io/images'];
    expect(patterns.some((pattern) => matchesImageGlob(pattern, image))).toBe(expected);
  });

  test('two patterns can match the same image', () => {
    const image = 'my-registry.io/images/subpath/my-image';
    expect(matchesImageGlob('my-registry.io/images', image)).toBe(true);
    expect(matchesImageGlob('my-registry.io/images/subpath', image)).toBe(true);
  });
});

describe('the examples of matchImages in the type CredentialProvider', () => {
  // k8s.io/kubelet/config/v1 v0.37.1.
  test.each([
    [
      '123456789.dkr.ecr.us-east-1.amazonaws.com',
      '123456789.dkr.ecr.us-east-1.amazonaws.com/a',
      true,
    ],
    ['*.azurecr.io', 'team.azurecr.io/app', true],
    ['gcr.io', 'gcr.io/project/app', true],
    ['*.*.registry.io', 'a.b.registry.io/app', true],
    ['registry.io:8080/path', 'registry.io:8080/path/app', true],
    ['registry.io:8080/path', 'registry.io/path/app', false],
    ['k8s.*', 'k8s.io/app', true],
    ['app*.k8s.io', 'app1.k8s.io/app', true],
    ['*.io', '*.k8s.io/app', false],
  ])('%s, %s: %s', (pattern, image, expected) => {
    expect(matchesImageGlob(pattern, image)).toBe(expected);
  });
});

describe('hosts', () => {
  test.each([
    ['*', 'localhost/app', true],
    ['*', 'a.io/app', false],
    ['**.io', 'quay.io/app', true],
    ['q*y.io', 'qy.io/app', true],
    ['q*a*y.io', 'quaay.io/app', true],
    ['q*a*y.io', 'quay.io/app', true],
    ['*a.io', 'ab.io/app', false],
    ['*ab.io', 'aab.io/app', true],
    ['*ab*.io', 'ba.io/app', false],
    ['a*.io', 'ba.io/app', false],
    ['quay.io', 'Quay.io/app', false],
    ['quay.io', 'quay.iox/app', false],
    ['', '', true],
    ['', '/app', true],
    ['', 'localhost/app', false],
    ['.', '.', true],
    ['bücher.example', 'b\u00fccher.example/app', true],
    ['b%C3%BCcher.example', 'bücher.example/app', true],
    ['a%25b.io', 'a%25b.io/app', true],
    ['a].io', 'a].io/app', true],
  ])('%s, %s: %s', (pattern, image, expected) => {
    expect(answer(pattern, image)).toBe(expected);
  });
});

describe('ports', () => {
  test.each([
    ['quay.io', 'quay.io:443/app', false],
    ['quay.io:443', 'quay.io/app', false],
    ['quay.io:443', 'quay.io:443/app', true],
    ['quay.io:', 'quay.io/app', true],
    ['quay.io:0443', 'quay.io:443/app', false],
    [':', '/app', true],
    [':443', '/app', false],
    ['*:443', 'quay]:443/app', false],
    ['*:443', ']:443/app', false],
    ['[::1]:5000', '[::1]:5000/app', true],
    ['[::1]:5000', '[::2]:5000/app', false],
    ['[fe80::1%25*]:5000', '[fe80::1%25eth0]:5000/app', true],
  ])('%s, %s: %s', (pattern, image, expected) => {
    expect(answer(pattern, image)).toBe(expected);
  });
});

describe('an IPv6 address without a port is a list of characters', () => {
  test.each([
    ['[::1]', '[::1]/app', false],
    ['[::1]', '1/app', true],
    ['[::1]', '2/app', false],
    ['[::1]', '/app', false],
    ['[::1]', '11/app', false],
    ['[F::1]', 'F/app', true],
    ['[::1%25a-z]', 'k/app', true],
    ['[::1%25a-z]', 'K/app', false],
    ['[::1%25a-é]', 'à/app', true],
    ['[::1%25a-é]', 'ê/app', false],
    ['[::1%25\u{1f600}]', '\u{1f600}/app', true],
    ['[::1%25*]', '*/app', true],
    ['[::1%25*]', 'a/app', false],
    ['[::1%25*]*', 'a/app', 'INVALID_PORT pattern'],
    ['[::1%25]]', '1]/app', true],
    ['[::1%25]]', '1/app', false],
    ['[::ffff:1.2.3.4]', '1.2.3.4/app', 'INVALID_GLOB pattern'],
    ['[::ffff:1.2.3.4]', '1.2.3/app', false],
    ['[::1]', '\ufffd/app', false],
    ['[::1%25\ufffd]', '\ufffd/app', true],
    ['[::1%25\ufffd]', '/app', false],
    ['[::1%25a-]', 'a/app', 'INVALID_GLOB pattern'],
    ['[::1%25a-]]', 'a/app', 'INVALID_GLOB pattern'],
    ['[::1%25--]', 'a/app', 'INVALID_GLOB pattern'],
    ['[::1%25%5B]', '[/app', 'INVALID_HOST image'],
    ['[::1%25.*a%5B*a]', '1.xa/app', 'INVALID_GLOB pattern'],
    ['[::1%25]*]', '1xx]/app', true],
    ['[::1%25]*]', '1xx/app', false],
  ])('%s, %s: %s', (pattern, image, expected) => {
    expect(answer(pattern, image)).toBe(expected);
  });
});

describe('paths are plain prefixes', () => {
  test.each([
    ['quay.io/images', 'quay.io/images2', true],
    ['quay.io/images/', 'quay.io/images', false],
    ['quay.io/', 'quay.io/app', true],
    ['quay.io/', 'quay.io', false],
    ['quay.io/*', 'quay.io/app', false],
    ['quay.io/*', 'quay.io/*/app', true],
    ['quay.io/%61pp', 'quay.io/app', true],
    ['quay.io/%C3', 'quay.io/é', true],
    ['quay.io/app?x', 'quay.io/app', true],
    ['quay.io?x', 'quay.io/app', true],
    ['quay.i?', 'quay.io/app', false],
    ['quay.io/app#x', 'quay.io/app', true],
    ['quay.io/app#\u0001', 'quay.io/app', true],
    ['quay.io/app?%#x', 'quay.io/app', true],
    ['quay.io/app?%zz#x', 'quay.io/app', true],
    ['anna:katze@quay.io/app', 'quay.io/app', true],
    ['a@b@quay.io/app', 'quay.io/app', true],
    ['https://quay.io', 'quay.io/app', false],
    ['https://quay.io', 'https//quay.io', true],
  ])('%s, %s: %s', (pattern, image, expected) => {
    expect(answer(pattern, image)).toBe(expected);
  });
});

describe('invalid URLs', () => {
  test.each<[string, ImageGlobErrorCode]>([
    ['quay.io/\u0000', 'CONTROL_CHARACTER'],
    ['quay.io?\u007f', 'CONTROL_CHARACTER'],
    ['quay.io/%4', 'INVALID_ESCAPE'],
    ['quay.io/%zz', 'INVALID_ESCAPE'],
    ['quay.io#%', 'INVALID_ESCAPE'],
    ['%4@quay.io', 'INVALID_ESCAPE'],
    ['%41.io', 'INVALID_ESCAPE'],
    ['[::1%25%2F]', 'INVALID_ESCAPE'],
    ['[::1%25%C3]', 'INVALID_ESCAPE'],
    ['[::1%25%4]', 'INVALID_ESCAPE'],
    ['[%25%C3]', 'INVALID_ESCAPE'],
    ['[%3A:1]', 'INVALID_ESCAPE'],
    ['quay io', 'INVALID_HOST'],
    ['quay\\.io', 'INVALID_HOST'],
    ['quay^.io', 'INVALID_HOST'],
    ['quay.io:[::1]', 'INVALID_HOST'],
    ['q[a-z].io', 'INVALID_HOST'],
    ['[a-z].io', 'INVALID_PORT'],
    ['[a-z]', 'INVALID_HOST'],
    ['[::1', 'INVALID_HOST'],
    ['[]', 'INVALID_HOST'],
    ['[1.2.3.4]', 'INVALID_HOST'],
    ['[::1%25]', 'INVALID_HOST'],
    ['[::1%25 ]', 'INVALID_HOST'],
    ['[%25%20]', 'INVALID_HOST'],
    ['quay.io:port', 'INVALID_PORT'],
    ['quay.io:1:2', 'INVALID_PORT'],
    ['::1', 'INVALID_PORT'],
    ['[::1]x', 'INVALID_PORT'],
    ['a b@quay.io', 'INVALID_USER_INFO'],
    ['änne@quay.io', 'INVALID_USER_INFO'],
  ])('%s: %s', (text, code) => {
    expect(answer(text, 'quay.io/app')).toBe(`${code} pattern`);
    expect(answer('quay.io', text)).toBe(`${code} image`);
  });

  test.each([undefined, null, 1, {}, ['quay.io']])('%s is not a string', (value) => {
    expect(attempt(() => matchesImageGlob(value as string, 'quay.io')).error?.code).toBe(
      'INVALID_TYPE',
    );
    expect(
      (attempt(() => matchesImageGlob('quay.io', value as string)).error as FieldError).problem
        .segments,
    ).toEqual(['image']);
  });

  test('the tag of a name without a path counts as a port', () => {
    expect(() => matchesImageGlob('quay.io', 'busybox:latest')).toThrowError(
      expect.objectContaining({
        code: 'INVALID_PORT',
        problem: expect.objectContaining({ segments: ['image'] }),
      }),
    );
    expect(matchesImageGlob('quay.io/app', 'quay.io/app:latest')).toBe(true);
  });
});

describe('IPv6 addresses', () => {
  test.each([
    '::',
    '1::',
    '::1',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    'ABCD:ef01::',
    '::1.2.3.4',
    '1:2:3:4:5:6:1.2.3.4',
    '::255.250.199.0',
    '::249.240.10.9',
    '::1%25eth0',
    '::1%25%20%41',
    '::1%25é',
  ])('[%s] is valid', (address) => {
    expect(answer(`[${address}]:80`, `[${address}]:80`)).toBe(true);
  });

  test.each([
    ':',
    ':::',
    '1:2:3:4:5:6:7',
    ':1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4::5:6:7:8',
    '1::2::3',
    '12345::',
    'g::',
    '::1.2.3',
    '::1.2.3.4.5',
    '::1.2.3.256',
    '::01.2.3.4',
    '::1.2.3.',
    '1.2.3.4::',
    '1:2:3:4:5:6:7:1.2.3.4',
    '1:2:3:4:5:6::1.2.3.4',
    '::é',
  ])('[%s] is invalid', (address) => {
    expect(answer(`[${address}]:80`, 'quay.io')).toBe('INVALID_HOST pattern');
  });
});

test('an image has at most 4,096 bytes of UTF-8', () => {
  expect(matchesImageGlob('a', `a/${'x'.repeat(4094)}`)).toBe(true);
  expect(answer('a', `a/${'x'.repeat(4095)}`)).toBe('IMAGE_TOO_LONG image');
  expect(matchesImageGlob('a', `a/${'é'.repeat(2047)}`)).toBe(true);
  expect(answer('a', `a/${'é'.repeat(2048)}`)).toBe('IMAGE_TOO_LONG image');
  expect(answer('a', `a/é${'x'.repeat(4093)}`)).toBe('IMAGE_TOO_LONG image');
});
