import { explainImage, parseImage, pullName } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

const digest = `sha256:${'5a4b3c2d'.repeat(8)}`;

describe('the domain', () => {
  test.each([
    ['busybox', undefined, 'docker.io', 'NO_SLASH'],
    ['example.com:5000', undefined, 'docker.io', 'NO_SLASH'],
    ['team/app', undefined, 'docker.io', 'PLAIN'],
    ['my_team/app', undefined, 'docker.io', 'PLAIN'],
    ['localhost/app', 'localhost', 'localhost', 'LOCALHOST'],
    ['index.docker.io/app', 'index.docker.io', 'docker.io', 'DOCKER_HUB_ALIAS'],
    ['docker.io/app', 'docker.io', 'docker.io', 'DOT_OR_COLON'],
    ['registry:5000/app', 'registry:5000', 'registry:5000', 'DOT_OR_COLON'],
    ['Registry.example/app', 'Registry.example', 'Registry.example', 'DOT_OR_COLON'],
    ['Team/app', 'Team', 'Team', 'UPPERCASE'],
    ['my_team.example/app', undefined, undefined, 'UNDERSCORE'],
  ])('of %s', (text, written, value, rule) => {
    expect(explainImage(text).domain).toStrictEqual({ written, value, rule });
  });
});

describe('the path', () => {
  test.each([
    ['busybox', 'busybox', 'library/busybox', 'OFFICIAL_IMAGE'],
    ['library', 'library', 'library/library', 'OFFICIAL_IMAGE'],
    [`index.docker.io/app@${digest}`, 'app', 'library/app', 'OFFICIAL_IMAGE'],
    ['library/app', 'library/app', 'library/app', 'AS_WRITTEN'],
    ['docker.io/library/app:1', 'library/app', 'library/app', 'AS_WRITTEN'],
    ['registry.k8s.io/pause:3.9', 'pause', 'pause', 'AS_WRITTEN'],
    ['my_team.example/app:1', 'my_team.example/app', 'my_team.example/app', 'AS_WRITTEN'],
  ])('of %s', (text, written, value, rule) => {
    expect(explainImage(text).path).toStrictEqual({ written, value, rule });
  });
});

describe('tag and digest', () => {
  test.each([
    ['app', undefined, 'latest', 'DEFAULT_TAG', undefined, 'NOT_WRITTEN'],
    ['app:latest', 'latest', 'latest', 'AS_WRITTEN', undefined, 'NOT_WRITTEN'],
    ['a.b/app:2', '2', '2', 'AS_WRITTEN', undefined, 'NOT_WRITTEN'],
    ['my_team.b/app', undefined, 'latest', 'DEFAULT_TAG', undefined, 'NOT_WRITTEN'],
    [`app@${digest}`, undefined, undefined, 'DIGEST_ONLY', digest, 'AS_WRITTEN'],
    [`app:2@${digest}`, '2', '2', 'DIGEST_WINS', digest, 'AS_WRITTEN'],
  ])('of %s', (text, written, value, rule, digestValue, digestRule) => {
    const explanation = explainImage(text);
    expect(explanation.tag).toStrictEqual({ written, value, rule });
    expect(explanation.digest).toStrictEqual({
      written: digestValue,
      value: digestValue,
      rule: digestRule,
    });
  });
});

test.each([
  'busybox',
  'team/app:1',
  `Team/app@${digest}`,
  `[::1]:5000/a/b:1@${digest}`,
  'my_team.example/app:2',
  'index.docker.io/app',
])('the written parts of %s make up the text, and the image is that of parseImage', (text) => {
  const { image, pullName: pulled, domain, path, tag, digest: hash } = explainImage(text);
  const before = domain.written === undefined ? '' : `${domain.written}/`;
  const colon = tag.written === undefined ? '' : `:${tag.written}`;
  const at = hash.written === undefined ? '' : `@${hash.written}`;
  expect(before + path.written + colon + at).toBe(text);
  expect(image).toStrictEqual(parseImage(text));
  expect(pulled).toBe(pullName(image));
});

test('throws the errors of parseImage', () => {
  expect(() => explainImage('App')).toThrow(expect.objectContaining({ code: 'UPPERCASE' }));
});
