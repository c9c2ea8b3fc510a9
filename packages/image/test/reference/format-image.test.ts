import {
  familiarName,
  formatImage,
  type ImageReference,
  parseImage,
  parseReference,
  pullName,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';

const digest = `sha256:${'9e8d7c6b'.repeat(8)}`;

describe('formatImage', () => {
  test.each([
    ['busybox', 'docker.io/library/busybox:latest'],
    ['ghcr.io/team/app:1', 'ghcr.io/team/app:1'],
    [`app@${digest}`, `docker.io/library/app@${digest}`],
    [`[::1]:5000/app:1@${digest}`, `[::1]:5000/app:1@${digest}`],
    ['my_team.example/app', 'my_team.example/app:latest'],
  ])('%s', (text, expected) => {
    const image = parseImage(text);
    expect(formatImage(image)).toBe(expected);
    expect(parseReference(expected)).toStrictEqual(image);
  });

  test('omits empty parts', () => {
    const empty: ImageReference = { name: 'a/b', domain: 'a', path: 'b', tag: '', digest: '' };
    expect(formatImage(empty)).toBe('a/b');
    expect(formatImage({ ...empty, tag: undefined, digest: undefined })).toBe('a/b');
  });
});

describe('familiarName', () => {
  test.each([
    ['busybox:1', 'busybox'],
    ['index.docker.io/library/busybox', 'busybox'],
    [`team/app@${digest}`, 'team/app'],
    ['docker.io/library/team/app', 'library/team/app'],
    ['docker.io/librar/app', 'librar/app'],
    ['docker.io/a/library/app', 'a/library/app'],
    ['localhost/library/app', 'localhost/library/app'],
    ['registry.k8s.io/pause:3.9', 'registry.k8s.io/pause'],
    ['my_team.example/app', 'my_team.example/app'],
    // what does not read as the same image again
    ['docker.io/localhost/app', 'localhost/app'],
    ['docker.io/a.b/app', 'a.b/app'],
  ])('%s', (text, expected) => {
    expect(familiarName(parseImage(text))).toBe(expected);
  });

  test('accepts a reference without defaults', () => {
    expect(familiarName(parseReference('library/busybox'))).toBe('library/busybox');
    expect(familiarName(parseReference('busybox'))).toBe('busybox');
    expect(familiarName(parseReference('docker.io/busybox'))).toBe('busybox');
  });
});

describe('pullName', () => {
  test.each([
    ['busybox', 'docker.io/library/busybox:latest'],
    ['busybox:1', 'docker.io/library/busybox:1'],
    [`busybox@${digest}`, `docker.io/library/busybox@${digest}`],
    // images.md: "Only digest will be used for pulling."
    [`busybox:1@${digest}`, `docker.io/library/busybox@${digest}`],
    ['my_team.example/app', 'my_team.example/app:latest'],
  ])('%s', (text, expected) => {
    expect(pullName(parseImage(text))).toBe(expected);
  });

  test('adds latest to a reference without defaults', () => {
    expect(pullName(parseReference('a.b/app'))).toBe('a.b/app:latest');
    expect(pullName({ ...parseReference('a.b/app'), tag: '' })).toBe('a.b/app:latest');
  });
});

test('the functions do not change their arguments', () => {
  const image = Object.freeze(parseImage(`team/app:1@${digest}`));
  const before = JSON.stringify(image);
  formatImage(image);
  familiarName(image);
  pullName(image);
  expect(JSON.stringify(image)).toBe(before);
});
