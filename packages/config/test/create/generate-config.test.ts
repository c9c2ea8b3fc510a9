import { generateConfigMap, generateSecret, parseEnvFile } from '@kubesem/config';
import { describe, expect, test } from 'vitest';

describe('kustomize differs from kubectl', () => {
  test('it removes quotes around a value, on both sides only', () => {
    const literals = [`a="x"`, `b='y'`, `c="z`, `d='`];
    const { data } = generateConfigMap({ name: 'web', literals });
    expect(data).toEqual({ a: 'x', b: 'y', c: '"z', d: "'" });
  });

  test('it accepts any key, and combines env files with other sources', () => {
    const { data } = generateConfigMap({
      name: 'web',
      envFiles: ['export A=1\nB\n=ignored'],
      literals: ['a b=2'],
      files: [{ source: 'dir/c d', content: '3' }],
    });
    expect(data).toEqual({ 'export A': '1', B: '', 'a b': '2', 'c d': '3' });
  });

  test('a line of an env file without a name is skipped', () => {
    expect(parseEnvFile('=x\nA=1', { dialect: 'kustomize' })).toEqual([
      { key: 'A', value: '1', line: 2 },
    ]);
  });

  test('the name has the hash, unless it is disabled', () => {
    const options = { disableNameSuffixHash: true };
    expect(generateConfigMap({ name: 'web' }).metadata?.name).toMatch(/^web-[a-z0-9]{10}$/);
    expect(generateConfigMap({ name: 'web', options }).metadata?.name).toBe('web');
  });
});

test('labels, annotations and immutable do not change the hash', () => {
  const plain = generateConfigMap({ name: 'web', literals: ['a=1'] });
  const options = { labels: { app: 'web' }, annotations: { a: 'b' }, immutable: true };
  const full = generateConfigMap({ name: 'web', namespace: 'shop', literals: ['a=1'], options });
  expect(full).toEqual({
    ...plain,
    metadata: {
      ...plain.metadata,
      namespace: 'shop',
      labels: { app: 'web' },
      annotations: { a: 'b' },
    },
    immutable: true,
  });
});

test('long base64 has a line break after 70 characters, as kustomize writes it', () => {
  const files = [{ source: 'logo', content: new Uint8Array(60).fill(255) }];
  const { data } = generateSecret({ name: 'web', files });
  expect(data?.logo).toBe(`${'/'.repeat(70)}\n${'/'.repeat(10)}\n`);
  expect(generateConfigMap({ name: 'web', files }).binaryData?.logo).toBe(data?.logo);
});

describe('errors', () => {
  test.each([
    [{ name: '' }, 'NAME_MISSING'],
    [{ name: 'web', literals: ['secret'] }, 'LITERAL_SYNTAX'],
    [{ name: 'web', files: [{ source: '=a', content: '' }] }, 'SOURCE_SYNTAX'],
    [{ name: 'web', envFiles: ['a=1'], literals: ['a=1'] }, 'DUPLICATE_KEY'],
    [{ name: 'web', envFiles: [new Uint8Array([0xff])] }, 'ENV_UTF8'],
  ])('%j is %s', (generator, code) => {
    expect(() => generateSecret(generator)).toThrow(expect.objectContaining({ code }));
  });

  test('a literal is not shown, since it may be a secret', () => {
    expect(() => generateSecret({ name: 'db', literals: ['hunter2'] })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }),
    );
  });
});

test('__proto__ is a key like any other', () => {
  const { data } = generateConfigMap({ name: 'web', literals: ['__proto__=x'] });
  expect(Object.entries(data ?? {})).toEqual([['__proto__', 'x']]);
});
