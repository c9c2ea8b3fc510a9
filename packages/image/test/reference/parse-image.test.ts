import { parseImage, safeParseImage } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

// `k8s.io/kubernetes/pkg/util/parsers` v1.37.1 returned every expected value in this file.

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
const identifier = 'f0e1d2c3'.repeat(8);

describe('the examples of the documentation, images.md, "Image names"', () => {
  const documented = 'sha256:1ff6c18fbef2045af6b9c16bf034cc421a29027b800e4f9b68ae9b1cb3e9ae07';

  test('busybox is docker.io/library/busybox:latest', () => {
    const image = parseImage('busybox');
    expect(image).toStrictEqual({
      name: 'docker.io/library/busybox',
      domain: 'docker.io',
      path: 'library/busybox',
      tag: 'latest',
    });
    expect(parseImage('docker.io/library/busybox:latest')).toStrictEqual(image);
  });

  test('busybox:1.32.0 is docker.io/library/busybox:1.32.0', () => {
    const image = parseImage('busybox:1.32.0');
    expect(image.tag).toBe('1.32.0');
    expect(parseImage('docker.io/library/busybox:1.32.0')).toStrictEqual(image);
  });

  test.each([
    ['registry.k8s.io/pause:latest', { tag: 'latest' }],
    ['registry.k8s.io/pause:3.5', { tag: '3.5' }],
    [`registry.k8s.io/pause@${documented}`, { digest: documented }],
    [`registry.k8s.io/pause:3.5@${documented}`, { tag: '3.5', digest: documented }],
  ])('%s', (text, tagAndDigest) => {
    const name = 'registry.k8s.io/pause';
    const expected = { name, domain: 'registry.k8s.io', path: 'pause', ...tagAndDigest };
    expect(parseImage(text)).toStrictEqual(expected);
  });

  test.each([
    ['pause', 'docker.io', 'library/pause'],
    ['example/mycontainer', 'docker.io', 'example/mycontainer'],
    ['fictional.registry.example/imagename', 'fictional.registry.example', 'imagename'],
    ['fictional.registry.example:10443/imagename', 'fictional.registry.example:10443', 'imagename'],
  ])('%s', (text, domain, path) => {
    expect(parseImage(text)).toStrictEqual({
      name: `${domain}/${path}`,
      domain,
      path,
      tag: 'latest',
    });
  });
});

describe('common mistakes', () => {
  test('registry:5000/app has the default tag', () => {
    expect(parseImage('registry:5000/app')).toStrictEqual({
      name: 'registry:5000/app',
      domain: 'registry:5000',
      path: 'app',
      tag: 'latest',
    });
  });

  test('registry.k8s.io/pause:3.9 has no library/', () => {
    expect(parseImage('registry.k8s.io/pause:3.9').name).toBe('registry.k8s.io/pause');
  });

  test('paths can have three segments', () => {
    const { domain, path } = parseImage('ghcr.io/team/project/app:2');
    expect([domain, path]).toEqual(['ghcr.io', 'team/project/app']);
    expect(parseImage('team/project/app:2').path).toBe('team/project/app');
  });

  test('a digest is not a tag', () => {
    const { tag, digest: found } = parseImage(`example.com/app@${digest}`);
    expect([tag, found]).toEqual([undefined, digest]);
  });

  test('a digest does not replace the tag', () => {
    const { tag, digest: found } = parseImage(`example.com/app:7@${digest}`);
    expect([tag, found]).toEqual(['7', digest]);
  });

  test('hosts can be IPv6 addresses', () => {
    const { domain, path, tag } = parseImage('[2001:db8::7]:5000/team/app:1.0');
    expect([domain, path, tag]).toEqual(['[2001:db8::7]:5000', 'team/app', '1.0']);
    expect(parseImage('[::1]/app').domain).toBe('[::1]');
  });

  test('the limit of 255 characters applies only to the path', () => {
    const domain = `${'d'.repeat(300)}.example:5000`;
    const path = `${'p/'.repeat(127)}p`;
    const tag = 't'.repeat(128);
    expect(parseImage(`${domain}/${path}:${tag}@${digest}`)).toStrictEqual({
      name: `${domain}/${path}`,
      domain,
      path,
      tag,
      digest,
    });
    expect(safeParseImage(`${domain}/p${path}`).error?.code).toBe('PATH_TOO_LONG');
  });

  test('a repeated letter and an exclamation mark take linear time', () => {
    const { error } = safeParseImage(`${'a'.repeat(1 << 20)}!`);
    expect([error?.code, error?.offset]).toEqual(['INVALID_PATH', 1 << 20]);
  });
});

describe('the domain', () => {
  test.each([
    // no slash: never
    ['localhost', 'docker.io', 'library/localhost'],
    ['docker.io', 'docker.io', 'library/docker.io'],
    ['example.com:5000', 'docker.io', 'library/example.com'],
    // names with a rule of their own
    ['localhost/app', 'localhost', 'app'],
    ['localhost:5000/app', 'localhost:5000', 'app'],
    ['localhosts/app', 'docker.io', 'localhosts/app'],
    ['locolhost/app', 'docker.io', 'locolhost/app'],
    ['index.docker.io/app', 'docker.io', 'library/app'],
    ['index.docker.io/team/app', 'docker.io', 'team/app'],
    ['indexxdocker.io/app', 'indexxdocker.io', 'app'],
    ['docker.io/app', 'docker.io', 'library/app'],
    ['docker.io/library', 'docker.io', 'library/library'],
    ['docker.io/team/app', 'docker.io', 'team/app'],
    ['library/app', 'docker.io', 'library/app'],
    // a point, a colon or an upper-case letter
    ['team/app', 'docker.io', 'team/app'],
    ['a.b/app', 'a.b', 'app'],
    ['a:1/app', 'a:1', 'app'],
    ['Team/app', 'Team', 'app'],
    ['teaM/app', 'teaM', 'app'],
    ['LOCALHOST/app', 'LOCALHOST', 'app'],
    ['[ABC]/app', '[ABC]', 'app'],
    // an alias has no port and no upper case
    ['docker.io:443/app', 'docker.io:443', 'app'],
    ['index.docker.io:443/app', 'index.docker.io:443', 'app'],
    ['Docker.io/app', 'Docker.io', 'app'],
    ['registry-1.docker.io/app', 'registry-1.docker.io', 'app'],
    ['INDEX.docker.io/app', 'INDEX.docker.io', 'app'],
    // no domain has an underscore
    ['my_team/app', 'docker.io', 'my_team/app'],
    ['my_team.example/app', '', 'my_team.example/app'],
  ])('%s', (text, domain, path) => {
    const image = parseImage(text);
    expect([image.domain, image.path]).toEqual([domain, path]);
    expect(image.name).toBe(domain === '' ? path : `${domain}/${path}`);
  });

  test('brackets without a colon and an upper-case letter are invalid', () => {
    expect(safeParseImage('[abc]/app').error?.code).toBe('INVALID_PATH');
  });
});

describe('the default tag', () => {
  test.each([
    ['busybox', 'latest', undefined],
    ['busybox:stable', 'stable', undefined],
    [`busybox@${digest}`, undefined, digest],
    [`busybox:stable@${digest}`, 'stable', digest],
    [`busybox:latest@${digest}`, 'latest', digest],
  ])('%s', (text, tag, found) => {
    const image = parseImage(text);
    expect([image.tag, image.digest]).toEqual([tag, found]);
    expect(Object.keys(image)).not.toContain(tag === undefined ? 'tag' : 'none');
    expect(Object.keys(image)).not.toContain(found === undefined ? 'digest' : 'none');
  });
});

test.each([
  [
    [
      'busybox',
      'busybox:latest',
      'library/busybox',
      'docker.io/busybox',
      'index.docker.io/busybox',
    ],
  ],
  [['team/app:1', 'docker.io/team/app:1', 'index.docker.io/team/app:1']],
  [[`app@${digest}`, `docker.io/library/app@${digest}`]],
  [['ghcr.io/team/app', 'ghcr.io/team/app:latest']],
])('equal for all spellings: %j', (spellings) => {
  const [first, ...others] = spellings.map(parseImage);
  for (const other of others) {
    expect(other).toStrictEqual(first);
  }
});

test('different images are different', () => {
  const texts = ['app', 'app:1', `app@${digest}`, `app:1@${digest}`, 'a/app', 'a.b/app', 'A/app'];
  expect(new Set(texts.map((text) => JSON.stringify(parseImage(text)))).size).toBe(texts.length);
});

describe('faults and their offsets', () => {
  test.each([
    [identifier, 'IDENTIFIER', 0],
    ['', 'EMPTY', 0],
    ['docker.io/', 'INVALID_PATH', 10],
    ['a.b/', 'INVALID_PATH', 4],
    ['/app', 'INVALID_PATH', 0],
    ['team//app', 'INVALID_PATH', 5],
    ['App', 'UPPERCASE', 0],
    ['team/App:1', 'UPPERCASE', 5],
    ['http://app', 'INVALID_DOMAIN', 5],
    ['https://example.com/app', 'INVALID_DOMAIN', 6],
    ['[::1]', 'INVALID_PATH', 0],
    ['example.com:5000/', 'INVALID_PATH', 17],
    ['app:1:2', 'INVALID_TAG', 5],
    // `library/` counts, and is not in the text
    ['a'.repeat(248), 'PATH_TOO_LONG', 247],
    [`docker.io/${'a'.repeat(248)}:1`, 'PATH_TOO_LONG', 257],
    [`b/${'a'.repeat(254)}`, 'PATH_TOO_LONG', 255],
  ])('%s', (text, code, offset) => {
    const { ok, error } = safeParseImage(text);
    expect([ok, error?.code, error?.offset]).toEqual([false, code, offset]);
  });

  test.each([
    'a'.repeat(247),
    `docker.io/${'a'.repeat(247)}`,
    `b/${'a'.repeat(253)}`,
    `b.c/${'a'.repeat(255)}`,
    identifier.slice(1),
    `${identifier}0`,
    `${identifier}:1`,
    `library/${identifier}`,
    `docker.io/${identifier}`,
    `${identifier.slice(1)}g`,
  ])('accepts %s', (text) => {
    expect(safeParseImage(text).ok).toBe(true);
  });

  test('an identifier with an upper-case digit is an upper-case name', () => {
    expect(safeParseImage(identifier.toUpperCase()).error?.code).toBe('UPPERCASE');
  });
});
