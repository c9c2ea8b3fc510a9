import {
  type CredentialProvider,
  credentialProviderConfigProblems,
  credentialProvidersFor,
  type ServiceAccountTokenAttributes,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';

const FILE = { apiVersion: 'kubelet.config.k8s.io/v1', kind: 'CredentialProviderConfig' };
const valid: CredentialProvider = {
  name: 'ecr',
  matchImages: ['*.example.com'],
  defaultCacheDuration: '12h',
  apiVersion: 'credentialprovider.kubelet.k8s.io/v1',
};

const token: ServiceAccountTokenAttributes = {
  serviceAccountTokenAudience: 'registry',
  cacheType: 'Token',
  requireServiceAccount: true,
};

/** The problems of one provider that differs from a valid one, as texts. */
function problems(changes: CredentialProvider): readonly string[] {
  const config = { ...FILE, providers: [{ ...valid, ...changes }] };
  return credentialProviderConfigProblems(config).map(
    ({ type, path, code }) => `${type} ${path.replace('providers[0].', '')} ${code}`,
  );
}

const tokenProblems = (changes: ServiceAccountTokenAttributes): readonly string[] =>
  problems({ tokenAttributes: { ...token, ...changes } }).map((text) =>
    text.replace('tokenAttributes.', ''),
  );

describe('credentialProvidersFor', () => {
  const config = {
    ...FILE,
    providers: [
      { ...valid, name: 'last', matchImages: ['quay.io', '*.io/team', '*.*'] },
      { ...valid, name: 'first', matchImages: ['[::ffff:1.2.3.4]', 'quay.io/team'] },
      { ...valid, name: 'other', matchImages: ['quay.io/other', 'docker.io/library'] },
    ],
  };
  const names = (image: string | { name: string }): string[] =>
    credentialProvidersFor(config, image).map(
      ({ provider, matchImage }) => `${provider.name} ${matchImage}`,
    );

  test('returns the providers in the order of the configuration, with their first matching patterns', () => {
    expect(names('quay.io/team/app:1.0')).toEqual(['last quay.io', 'first quay.io/team']);
    expect(names('ghcr.io/team/app')).toEqual(['last *.io/team']);
    expect(names('eu.ghcr.io/team/app')).toEqual([]);
  });

  test('matches the name with its defaults', () => {
    expect(names('busybox')).toEqual(['last *.*', 'other docker.io/library']);
    expect(names({ name: 'busybox' })).toEqual([]);
    expect(names({ name: 'quay.io:x' })).toEqual([]);
    expect(() => names('Busybox')).toThrowError(expect.objectContaining({ code: 'UPPERCASE' }));
  });

  test('treats null as an empty pattern, which matches a name without a host', () => {
    const nullable = { ...FILE, providers: [{ ...valid, matchImages: [null as never] }] };
    expect(credentialProvidersFor(nullable, { name: '/app' })).toHaveLength(1);
    expect(credentialProvidersFor(nullable, { name: 'app' })).toEqual([]);
  });

  test('returns the provider itself', () => {
    expect(credentialProvidersFor(config, 'ghcr.io/team')[0]?.provider).toBe(config.providers[0]);
  });

  test('rejects a configuration with which the kubelet does not start', () => {
    const broken = { ...FILE, providers: [valid, { ...valid, apiVersion: 'v1' }] };
    expect(() => credentialProvidersFor(broken, 'busybox')).toThrowError(
      expect.objectContaining({
        name: 'CredentialProviderConfigError',
        code: 'INVALID_CONFIG',
        problems: [
          expect.objectContaining({
            code: 'DUPLICATE',
            segments: ['providers', 1, 'name'],
            value: 'ecr',
          }),
          expect.objectContaining({ code: 'UNKNOWN_API_VERSION', value: 'v1' }),
        ],
      }),
    );
  });
});

describe('credentialProviderConfigProblems', () => {
  test.each([FILE, { ...FILE, providers: null }, { ...FILE, providers: [] }])(
    '%j has no provider',
    (config) => {
      expect(credentialProviderConfigProblems(config as object)).toMatchObject([
        { type: 'REQUIRED', segments: ['providers'], code: 'REQUIRED' },
      ]);
    },
  );

  test.each([
    ['', []],
    ['providers', { ...FILE, providers: {} }],
    ['providers', { ...FILE, providers: 'ecr' }],
    ['providers[1]', { ...FILE, providers: [{}, []] }],
    ['providers[0].name', { ...FILE, providers: [{ ...valid, name: 1 }] }],
    ['providers[0].matchImages', { ...FILE, providers: [{ ...valid, matchImages: 'quay.io' }] }],
    ['providers[0].matchImages[1]', { ...FILE, providers: [{ matchImages: ['', {}] }] }],
    ['providers[0].defaultCacheDuration', { ...FILE, providers: [{ defaultCacheDuration: 5 }] }],
    [
      'providers[0].tokenAttributes.requireServiceAccount',
      { ...FILE, providers: [{ tokenAttributes: { requireServiceAccount: 'true' } }] },
    ],
  ])('reports only the types if %s has the wrong one', (path, config) => {
    expect(credentialProviderConfigProblems(config as never)).toMatchObject([
      { type: 'TYPE_INVALID', path, code: 'INVALID_TYPE' },
    ]);
  });

  test('does not show patterns, which may have a password', () => {
    for (const matchImages of [
      'anna:katze@quay.io',
      [['anna:katze@quay.io']],
      ['anna:katze@a b'],
    ]) {
      const config = { ...FILE, providers: [{ ...valid, matchImages: matchImages as never }] };
      const problems = credentialProviderConfigProblems(config);
      expect(problems).toHaveLength(1);
      expect(problems[0]).not.toHaveProperty('value');
      expect(JSON.stringify(problems)).not.toContain('katze');
    }
  });

  test('null counts as absent', () => {
    const keys = [null] as never;
    const attributes = { ...token, requiredServiceAccountAnnotationKeys: keys };
    const config = {
      ...FILE,
      providers: [null, { ...valid, matchImages: keys, tokenAttributes: attributes }],
    };
    expect(
      credentialProviderConfigProblems(config as never).map(({ code, path }) => `${code} ${path}`),
    ).toEqual([
      'REQUIRED providers[0].apiVersion',
      'REQUIRED providers[0].matchImages',
      'REQUIRED providers[0].defaultCacheDuration',
      'INVALID_KEY providers[1].tokenAttributes.requiredServiceAccountAnnotationKeys[0]',
      'INVALID_KEY providers[1].tokenAttributes.requiredServiceAccountAnnotationKeys[0]',
    ]);
  });

  test.each<CredentialProvider>([
    {},
    { name: '...' },
    { name: 'a\\b' },
    { apiVersion: 'credentialprovider.kubelet.k8s.io/v1beta1' },
    { apiVersion: 'credentialprovider.kubelet.k8s.io/v1alpha1' },
    { matchImages: ['[::ffff:1.2.3.4]', ''] },
    { tokenAttributes: token },
    { tokenAttributes: { ...token, cacheType: 'ServiceAccount', requireServiceAccount: false } },
  ])('accepts %j', (changes) => {
    expect(problems(changes)).toEqual([]);
  });

  test.each<[CredentialProvider, readonly string[]]>([
    [{ name: 'a/b' }, ['INVALID name INVALID_NAME']],
    [{ name: 'a b' }, ['INVALID name INVALID_NAME']],
    [{ name: '/ ' }, ['INVALID name INVALID_NAME', 'INVALID name INVALID_NAME']],
    [{ name: '.' }, ['INVALID name INVALID_NAME']],
    [{ name: '..' }, ['INVALID name INVALID_NAME']],
    [{ apiVersion: '' }, ['REQUIRED apiVersion REQUIRED']],
    [{ apiVersion: null }, ['REQUIRED apiVersion REQUIRED']],
    [{ apiVersion: 'v1' }, ['NOT_SUPPORTED apiVersion UNKNOWN_API_VERSION']],
    [{ matchImages: [] }, ['REQUIRED matchImages REQUIRED']],
    [{ matchImages: ['a', 'a b'] }, ['INVALID matchImages[1] INVALID_PATTERN']],
    [{ defaultCacheDuration: undefined }, ['REQUIRED defaultCacheDuration REQUIRED']],
    [
      { tokenAttributes: token, apiVersion: 'credentialprovider.kubelet.k8s.io/v1beta1' },
      ['FORBIDDEN tokenAttributes TOKEN_NEEDS_V1'],
    ],
  ])('%j: %j', (changes, expected) => {
    expect(problems(changes)).toEqual(expected);
  });

  test('requires unique names, also empty ones', () => {
    const nameless = { ...valid, name: undefined };
    const config = { ...FILE, providers: [valid, nameless, { ...valid, name: '' }, valid] };
    expect(
      credentialProviderConfigProblems(config).map(({ code, path }) => `${code} ${path}`),
    ).toEqual(['DUPLICATE providers[2].name', 'DUPLICATE providers[3].name']);
  });

  test.each([
    '0',
    '+0',
    '-0',
    '12h',
    '1h2m3.5s4ms5us6µs7μs8ns',
    '.5s',
    '.55s',
    '5.s',
    '0000000000000000000000000001s',
    '-0s',
    '-0.1ns',
    '2562047h',
  ])('accepts the duration %s', (defaultCacheDuration) => {
    expect(problems({ defaultCacheDuration })).toEqual([]);
  });

  test.each([
    '',
    '-',
    '5',
    '1d',
    '.s',
    '1 s',
    '1e3s',
    '-1s',
    '-1.5ns',
    '1.2.3s',
    '2562048h',
    '99999999999999999999ns',
    's',
  ])('rejects the duration %j', (defaultCacheDuration) => {
    expect(problems({ defaultCacheDuration })).toEqual([
      'INVALID defaultCacheDuration INVALID_DURATION',
    ]);
  });

  test('requires audience, requireServiceAccount and cacheType of token attributes', () => {
    expect(problems({ tokenAttributes: {} })).toEqual([
      'REQUIRED tokenAttributes.serviceAccountTokenAudience REQUIRED',
      'REQUIRED tokenAttributes.requireServiceAccount REQUIRED',
      'REQUIRED tokenAttributes.cacheType REQUIRED',
    ]);
    expect(tokenProblems({ cacheType: 'token' })).toEqual([
      'NOT_SUPPORTED cacheType UNKNOWN_CACHE_TYPE',
    ]);
  });

  test('requires a ServiceAccount if annotations are required', () => {
    const keys = { requiredServiceAccountAnnotationKeys: ['example.com/a'] };
    expect(tokenProblems(keys)).toEqual([]);
    expect(tokenProblems({ ...keys, requireServiceAccount: false })).toEqual([
      'FORBIDDEN requiredServiceAccountAnnotationKeys KEYS_WITHOUT_SERVICE_ACCOUNT',
    ]);
  });

  test('requires valid and unique keys of annotations, each in one list', () => {
    expect(
      tokenProblems({
        requiredServiceAccountAnnotationKeys: ['Example.com/A', '/a b', 'x', '\u0130', '\u212a'],
        optionalServiceAccountAnnotationKeys: ['y', 'y', 'x', 'é'],
      }),
    ).toEqual([
      'INVALID requiredServiceAccountAnnotationKeys[1] INVALID_KEY',
      'INVALID requiredServiceAccountAnnotationKeys[1] INVALID_KEY',
      'DUPLICATE optionalServiceAccountAnnotationKeys[1] DUPLICATE',
      'INVALID optionalServiceAccountAnnotationKeys[3] INVALID_KEY',
      'INVALID tokenAttributes REQUIRED_AND_OPTIONAL',
    ]);
  });

  test.each<[string[], object | null]>([
    [['kind', 'apiVersion'], null],
    [['kind', 'apiVersion'], { providers: [valid] }],
    [['kind'], { ...FILE, kind: 'KubeletConfiguration', extra: 1 }],
    [['kind'], { ...FILE, kind: 5 }],
    [['apiVersion'], { ...FILE, apiVersion: 'kubelet.config.k8s.io/v2' }],
    [['apiVersion'], { ...FILE, apiVersion: 'v1' }],
  ])('reports %j of another file', (paths, config) => {
    const found = credentialProviderConfigProblems(config as never);
    expect(found.map(({ code, path }) => `${code} ${path}`)).toEqual(
      paths.map((path) => `NOT_PROVIDER_CONFIG ${path}`),
    );
  });

  test('reports all unknown fields, without their values, and nothing else', () => {
    const provider = {
      ...valid,
      name: '/',
      Name: 'S3CRET',
      env: [{ name: 'A', valueFrom: 'S3CRET' }],
    };
    const tokenAttributes = { ...token, audience: 'S3CRET' };
    const config = { ...FILE, metadata: {}, providers: [{ ...provider, tokenAttributes }] };
    const found = credentialProviderConfigProblems(config);
    expect(found.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'UNKNOWN_FIELD metadata',
      'UNKNOWN_FIELD providers[0].Name',
      'UNKNOWN_FIELD providers[0].env[0].valueFrom',
      'UNKNOWN_FIELD providers[0].tokenAttributes.audience',
    ]);
    expect(JSON.stringify(found)).not.toContain('S3CRET');
    const proto = JSON.parse(
      `{"__proto__":1,${JSON.stringify({ ...FILE, providers: [valid] }).slice(1)}`,
    );
    expect(credentialProviderConfigProblems(proto)).toMatchObject([{ segments: ['__proto__'] }]);
  });

  test('knows tokenAttributes only in v1', () => {
    for (const version of ['v1alpha1', 'v1beta1']) {
      const apiVersion = `kubelet.config.k8s.io/${version}`;
      const withToken = { ...FILE, apiVersion, providers: [{ ...valid, tokenAttributes: null }] };
      expect(credentialProviderConfigProblems(withToken)).toMatchObject([
        { code: 'UNKNOWN_FIELD', path: 'providers[0].tokenAttributes' },
      ]);
      const without = {
        ...FILE,
        apiVersion,
        providers: [{ ...valid, tokenAttributes: undefined }],
      };
      expect(credentialProviderConfigProblems(without)).toEqual([]);
    }
  });

  test.each<[string, object]>([
    ['args', { args: '4711' }],
    ['args[1]', { args: ['get', 4711] }],
    ['env', { env: {} }],
    ['env[0]', { env: ['4711'] }],
    ['env[0].value', { env: [{ name: 'A', value: 4711 }] }],
  ])('reports %s of the wrong type, without the value', (field, changes) => {
    const found = credentialProviderConfigProblems({
      ...FILE,
      providers: [{ ...valid, ...changes }],
    });
    expect(found).toMatchObject([{ code: 'INVALID_TYPE', path: `providers[0].${field}` }]);
    expect(JSON.stringify(found)).not.toContain('4711');
  });

  test('reports keys in both lists once, sorted', () => {
    const tokenAttributes = {
      ...token,
      requiredServiceAccountAnnotationKeys: ['a', 'b', 'c'],
      optionalServiceAccountAnnotationKeys: ['c', 'd', 'b', 'c'],
    };
    const problems = credentialProviderConfigProblems({
      ...FILE,
      providers: [{ ...valid, tokenAttributes }],
    });
    expect(problems.map(({ code, value }) => `${code} ${value}`)).toEqual([
      'DUPLICATE c',
      'REQUIRED_AND_OPTIONAL b,c',
    ]);
  });
});
