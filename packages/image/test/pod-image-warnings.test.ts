import {
  applyStringData,
  createDockerKeyring,
  dockerConfigSecret,
  lookup,
  podCredentialWarnings,
  podImageWarnings,
  podKeyring,
  readDockerConfigSecret,
  validatePodImages,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';

const digest = `@sha256:${'f6'.repeat(32)}`;
const codes = (image: string, imagePullPolicy?: string) =>
  podImageWarnings({ containers: [{ image, imagePullPolicy }] }).map(({ code }) => code);

describe('warnings of an image', () => {
  test.each<[string, string[]]>([
    ['app:1', []],
    [`app${digest}`, []],
    ['', []],
    ['app', ['NO_TAG']],
    ['registry:5000/app', ['NO_TAG']],
    ['app:latest', ['LATEST_TAG']],
    [`app:1${digest}`, ['TAG_AND_DIGEST']],
    [`app:latest${digest}`, ['TAG_AND_DIGEST']],
    ['App:latest', ['UNPARSABLE_IMAGE']],
    ['app:1 ', ['UNPARSABLE_IMAGE']],
  ])('%s: %j', (image, expected) => {
    expect(codes(image)).toEqual(expected);
  });

  test.each<[string, string, string[]]>([
    ['app', 'IfNotPresent', ['NO_TAG', 'LATEST_NOT_PULLED']],
    ['app:latest', 'Never', ['LATEST_TAG', 'LATEST_NOT_PULLED']],
    ['app:latest', 'Always', ['LATEST_TAG']],
    [`app:latest${digest}`, 'IfNotPresent', ['TAG_AND_DIGEST']],
    ['app:1', 'Never', []],
    ['app:1', 'always', ['UNKNOWN_PULL_POLICY']],
    ['App', 'Sometimes', ['UNPARSABLE_IMAGE', 'UNKNOWN_PULL_POLICY']],
  ])('%s with %s: %j', (image, policy, expected) => {
    expect(codes(image, policy)).toEqual(expected);
  });

  test('path, value, type and what the API server does', () => {
    const warnings = podImageWarnings({
      spec: {
        containers: [{ image: 'a:1 ' }, { image: 'b', imagePullPolicy: 'Never' }, { image: 'D' }],
        volumes: [
          { image: { reference: 'c:3', pullPolicy: 'x' } },
          { image: { reference: 'e:1 ' } },
        ],
      },
    });
    expect(warnings.map(({ message, ...warning }) => Object.values(warning).join(' '))).toEqual([
      'FieldValueInvalid spec.containers[0].image a:1  refuses UNPARSABLE_IMAGE',
      'FieldValueInvalid spec.containers[1].image b accepts NO_TAG',
      'FieldValueInvalid spec.containers[1].imagePullPolicy Never accepts LATEST_NOT_PULLED',
      'FieldValueInvalid spec.containers[2].image D accepts UNPARSABLE_IMAGE',
      'FieldValueNotSupported spec.volumes[0].image.pullPolicy x refuses UNKNOWN_PULL_POLICY',
      'FieldValueInvalid spec.volumes[1].image.reference e:1  accepts UNPARSABLE_IMAGE',
    ]);
  });

  test('of a value, 80 characters are shown', () => {
    const values = ['x'.repeat(80), 'x'.repeat(81)].flatMap((imagePullPolicy) =>
      podImageWarnings({ containers: [{ image: 'a:1', imagePullPolicy }] }),
    );
    expect(values.map(({ value }) => value)).toEqual(['x'.repeat(80), `${'x'.repeat(80)}…`]);
  });

  test('what is no Pod has none, and what cannot be read is a problem of its own', () => {
    expect(podImageWarnings({ kind: 'Service' })).toEqual([]);
    const wrong = {
      containers: [{ image: 5, imagePullPolicy: [] }, 'x', { image: 'app' }],
      volumes: 3,
      imagePullSecrets: ['a'],
    };
    expect(podImageWarnings(wrong as object).map(({ code, path }) => `${path} ${code}`)).toEqual([
      'containers[2].image NO_TAG',
    ]);
    expect(validatePodImages(wrong as object)).toMatchObject([
      { path: 'containers[0].image', value: '5', type: 'FieldValueTypeInvalid' },
      { path: 'containers[0].imagePullPolicy', value: '[array]' },
      { path: 'containers[1]', value: 'x' },
      { path: 'volumes', value: '3', code: 'INVALID_TYPE', message: 'expected a list' },
      { path: 'imagePullSecrets[0]', value: 'a' },
    ]);
    expect(validatePodImages({ kind: 'Service' })).toEqual([]);
  });
});

describe('warnings of credentials', () => {
  const keyring = createDockerKeyring({
    node: [
      { server: 'example.com/images', username: 'a' },
      { server: 'closed.example.com/images/', username: 'b' },
      { server: '*.example.org', username: 'c' },
      { server: 'https://index.docker.io/v1/', username: 'd' },
      { server: 'two.example.net/te', username: 'e' },
      { server: 'two.example.net', username: 'f' },
    ],
  });
  test.each<[string, string[]]>([
    ['example.com/images/app:1', []],
    ['example.com/images:1', []],
    ['example.com/images2:1', ['PATH_ENDS_WITHIN_SEGMENT']],
    ['example.com/images2/app:1', ['PATH_ENDS_WITHIN_SEGMENT']],
    ['example.com/image:1', ['NO_CREDENTIALS']],
    ['closed.example.com/images/app:1', []],
    ['closed.example.com/images2/app:1', ['NO_CREDENTIALS']],
    ['eu.example.org/app:1', []],
    ['a.eu.example.org/app:1', ['NO_CREDENTIALS']],
    ['busybox:1', []],
    ['two.example.net/team/app:1', ['PATH_ENDS_WITHIN_SEGMENT']],
    [`${'a.'.repeat(3000)}io/app:1`, []],
  ])('%s: %j', (image, expected) => {
    const warnings = podCredentialWarnings({ containers: [{ image }] }, keyring);
    expect(warnings.map(({ code }) => code)).toEqual(expected);
  });
});

test('an image that is never pulled needs no credentials', () => {
  const images = [{ image: 'a.io/b:1', imagePullPolicy: 'Never' }, { image: 'a.io/c:1' }];
  const warnings = podCredentialWarnings({ containers: images }, createDockerKeyring({}));
  expect(warnings.map(({ value }) => value)).toEqual(['a.io/c:1']);
});

describe('what a Pod is pulled with', () => {
  const secretOf = (name: string, server: string, namespace = 'shop') =>
    dockerConfigSecret({ name, namespace, server, username: `${name}-user`, password: 'katze' });
  const broken = {
    metadata: { name: 'broken', namespace: 'shop' },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': 'W10=' },
  };
  const odd = applyStringData({
    metadata: { name: 'odd', namespace: 'shop' },
    type: 'kubernetes.io/dockercfg',
    stringData: { '.dockercfg': '{"a b":{"username":"x"},"example.net":{"username":"y"}}' },
  });
  const secrets = [
    secretOf('one', 'example.com'),
    secretOf('two', 'example.com/team'),
    secretOf('two', 'example.com/other', 'elsewhere'),
    broken,
    odd,
    { metadata: { name: 'opaque', namespace: 'shop' }, type: 'Opaque' },
  ];
  const users = (keyring: Parameters<typeof lookup>[0], image: string) =>
    lookup(keyring, image).map(({ username }) => username);

  test('its own Secrets, then the node', () => {
    const pod = { imagePullSecrets: [{ name: 'one' }, { name: 'two' }], containers: [] };
    const node = [{ server: 'example.com', username: 'node', password: 'maus' }];
    const { keyring, warnings, kubeletRefuses } = podKeyring(pod, {
      namespace: 'shop',
      secrets,
      node,
    });
    expect(users(keyring, 'example.com/team/app')).toEqual(['two-user', 'one-user', 'node']);
    expect({ warnings, kubeletRefuses }).toEqual({ warnings: [], kubeletRefuses: false });
  });

  test('those of its ServiceAccount', () => {
    const serviceAccount = { imagePullSecrets: [{ name: 'one' }, { name: 'gone' }] };
    const sources = { namespace: 'shop', secrets, serviceAccount };
    const { keyring, warnings } = podKeyring({ spec: {} }, sources);
    expect(users(keyring, 'example.com/app')).toEqual(['one-user']);
    expect(warnings).toMatchObject([
      { path: 'spec.serviceAccountName', value: 'gone', code: 'PULL_SECRET_NOT_FOUND' },
    ]);
  });

  test('what is wrong with them, and that the kubelet would refuse', () => {
    const names = ['gone', 'opaque', 'broken', 'odd', 'one'];
    const pod = { spec: { imagePullSecrets: names.map((name) => ({ name })) } };
    const { keyring, warnings, kubeletRefuses } = podKeyring(pod, { namespace: 'shop', secrets });
    expect(warnings.map(({ message, ...warning }) => Object.values(warning).join(' '))).toEqual([
      'FieldValueNotFound spec.imagePullSecrets[0].name gone PULL_SECRET_NOT_FOUND accepts',
      'FieldValueInvalid spec.imagePullSecrets[1].name opaque PULL_SECRET_IGNORED accepts',
      'FieldValueInvalid spec.imagePullSecrets[2].name broken PULL_SECRET_UNDECODABLE accepts',
      'FieldValueInvalid spec.imagePullSecrets[3].name odd CREDENTIALS_IGNORED accepts',
    ]);
    expect(kubeletRefuses).toBe(true);
    expect(users(keyring, 'example.com/app')).toEqual(['one-user']);
    expect(JSON.stringify({ keyring, warnings })).not.toContain('katze');
  });

  test('of many, that of the eleventh is told of the eleventh', () => {
    const imagePullSecrets = [...Array(10).fill({ name: 'one' }), { name: 'odd' }];
    const { warnings } = podKeyring({ imagePullSecrets }, { namespace: 'shop', secrets });
    expect(warnings.map(({ path, value, code }) => `${path} ${value} ${code}`)).toEqual([
      'imagePullSecrets[10].name odd CREDENTIALS_IGNORED',
    ]);
  });

  test('an entry of the node is no Secret, whatever its name', () => {
    const node = [{ server: 'secrets[0].a b' }];
    const pod = { imagePullSecrets: [{ name: 'one' }] };
    expect(podKeyring(pod, { namespace: 'shop', secrets, node }).warnings).toEqual([]);
  });
});

describe('Secrets as they are stored', () => {
  test('text takes the place of data of the same key', () => {
    const secret = {
      type: 'kubernetes.io/dockercfg',
      data: { '.dockercfg': 'W10=', b: 'Yg==' },
      stringData: { '.dockercfg': '{"é":{}}', __proto__x: null },
    };
    const before = JSON.stringify(secret);
    const stored = applyStringData(secret);
    expect(readDockerConfigSecret(stored).map(({ server }) => server)).toEqual(['é']);
    expect(stored).not.toHaveProperty('stringData');
    expect(stored.data).toMatchObject({ b: 'Yg==', __proto__x: '' });
    expect(JSON.stringify(secret)).toBe(before);
  });

  test('what is no text is refused, and not shown', () => {
    const wrong = { stringData: { 'a.b': ['katze'] as never } };
    expect(() => applyStringData(wrong)).toThrowError(
      expect.objectContaining({ code: 'INVALID_TYPE', path: 'stringData[a.b]' }),
    );
    expect(() => applyStringData(wrong)).not.toThrowError(/katze/);
  });

  test('__proto__ is a key', () => {
    const stored = applyStringData(JSON.parse('{"stringData":{"__proto__":"a"}}'));
    expect(JSON.stringify(stored)).toBe('{"data":{"__proto__":"YQ=="}}');
  });

  test.each([{ data: { a: 'YQ==' } }, { stringData: null }])(
    '%j has no text and stays the same',
    (secret) => {
      expect(applyStringData(secret)).toBe(secret);
    },
  );
});
