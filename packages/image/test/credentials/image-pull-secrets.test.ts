import { attempt } from '@kubesem/core';
import { resolveImagePullSecrets } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

describe('resolveImagePullSecrets', () => {
  const secret = (name: string, type: string | null, data: object = {}, namespace?: string) => ({
    metadata: { name, namespace },
    type,
    ...data,
  });
  const json = 'kubernetes.io/dockerconfigjson';
  const good = secret('good', json, { data: { '.dockerconfigjson': 'e30=' } });
  const legacy = secret('legacy', 'kubernetes.io/dockercfg', {
    stringData: { '.dockercfg': '{}' },
  });
  const secrets = [
    { type: json },
    secret('good', json, { data: { '.dockerconfigjson': 'W10=' } }, 'other'),
    good,
    legacy,
    secret('opaque', null, { data: { '.dockerconfigjson': 'e30=' } }),
    secret('crossed', json, { data: { '.dockercfg': 'e30=' } }),
    secret('empty', json, { data: { '.dockerconfigjson': '' } }),
    secret('odd', 'constructor'),
    secret('bare', json),
  ];

  test('finds Secrets of both types, in order and with duplicates', () => {
    const { secrets: found, problems } = resolveImagePullSecrets(
      ['legacy', '', 'good', 'legacy'],
      { secrets },
      { namespace: 'default' },
    );
    expect(found).toEqual([legacy, good, legacy]);
    expect(problems).toEqual([]);
  });

  test.each([
    ['missing', 'NOT_FOUND', 'FailedToRetrieveImagePullSecret'],
    ['opaque', 'WRONG_TYPE', undefined],
    ['odd', 'WRONG_TYPE', undefined],
    ['crossed', 'CREDENTIALS_MISSING', undefined],
    ['empty', 'CREDENTIALS_MISSING', undefined],
    ['bare', 'CREDENTIALS_MISSING', undefined],
  ])('%s has the problem %s', (name, code, event) => {
    const { secrets: found, problems } = resolveImagePullSecrets(
      [name],
      { secrets },
      { namespace: 'default' },
    );
    expect(found).toEqual([]);
    expect(problems).toMatchObject([{ name, code, value: name, segments: ['names', 0] }]);
    expect(problems[0]?.event).toBe(event);
  });

  test.each([['S3CRET'], [json], { a: 'S3CRET' }])('does not show the type %j', (...type) => {
    const { problems } = resolveImagePullSecrets(
      ['s'],
      { secrets: [{ metadata: { name: 's' }, type: type as never }] },
      { namespace: 'default' },
    );
    expect(problems.map(({ code }) => code)).toEqual(['WRONG_TYPE']);
    expect(JSON.stringify(problems)).not.toContain('S3CRET');
  });

  test('null is no Secret, and other types are an error', () => {
    const resolve = (names: unknown, known: unknown) =>
      attempt(() =>
        resolveImagePullSecrets(names as never, { secrets: known as never }, { namespace: 'ns' }),
      );
    expect(resolve(['s'], [null]).value?.problems).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect(resolve(['s'], [5]).error).toMatchObject({ problem: { path: 'secrets[0]' } });
    expect(resolve(['s'], 5).error).toMatchObject({ problem: { path: 'secrets' } });
    expect(resolve([5], []).error).toMatchObject({ code: 'INVALID_TYPE' });
  });

  test.each([
    [['metadata'], 5],
    [['metadata', 'name'], { name: {} }],
    [['metadata', 'namespace'], { name: 'a', namespace: 5 }],
  ])('%j of the wrong type is an error', (segments, metadata) => {
    const resolve = () =>
      resolveImagePullSecrets(
        ['a'],
        { secrets: [{}, { metadata: metadata as never }] },
        { namespace: 'ns' },
      );
    expect(attempt(resolve).error).toMatchObject({
      code: 'INVALID_TYPE',
      problem: { segments: ['secrets', 1, ...segments] },
    });
  });

  test('ignores Secrets of other namespaces', () => {
    const { problems } = resolveImagePullSecrets(['legacy'], { secrets }, { namespace: 'other' });
    expect(problems[0]?.code).toBe('NOT_FOUND');
  });
});
