import { dockerKeyring, podCredentialWarnings } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

describe('podCredentialWarnings', () => {
  const keyring = dockerKeyring({
    node: [
      { server: 'example.com/images', username: 'a' },
      { server: 'closed.example.com/images/', username: 'b' },
      { server: '*.example.org', username: 'c' },
      { server: 'https://index.docker.io/v1/', username: 'd' },
      { server: 'two.example.net/te', username: 'e' },
      { server: 'two.example.net', username: 'f' },
      { server: 'store.example.com' },
      { server: 'store.example.com/token', password: 'g' },
    ],
  });
  test.each<[string, string[]]>([
    ['example.com/images/app:1', []],
    ['example.com/images:1', []],
    ['example.com/images2:1', ['PATH_ENDS_WITHIN_SEGMENT']],
    ['example.com/images2/app:1', ['PATH_ENDS_WITHIN_SEGMENT']],
    ['example.com/image:1', ['CREDENTIALS_MISSING']],
    ['closed.example.com/images/app:1', []],
    ['closed.example.com/images2/app:1', ['CREDENTIALS_MISSING']],
    ['eu.example.org/app:1', []],
    ['a.eu.example.org/app:1', ['CREDENTIALS_MISSING']],
    ['busybox:1', []],
    ['two.example.net/team/app:1', ['PATH_ENDS_WITHIN_SEGMENT']],
    // Such entries are what a credential store leaves.
    ['store.example.com/app:1', ['CREDENTIALS_MISSING']],
    ['store.example.com/token/app:1', []],
    [`${'a.'.repeat(3000)}io/app:1`, []],
  ])('%s: %j', (image, expected) => {
    const warnings = podCredentialWarnings({ containers: [{ image }] }, keyring);
    expect(warnings.map(({ code }) => code)).toEqual(expected);
  });

  test('skips images that are never pulled', () => {
    const images = [{ image: 'a.io/b:1', imagePullPolicy: 'Never' }, { image: 'a.io/c:1' }];
    const warnings = podCredentialWarnings({ containers: images }, dockerKeyring({}));
    expect(warnings.map(({ value }) => value)).toEqual(['a.io/c:1']);
  });
});
