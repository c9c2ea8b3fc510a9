import { applyStringData } from '@kubesem/core';
import {
  collectDockerKeyring,
  type DockerKeyring,
  dockerConfigSecret,
  podKeyring,
  registryCredentials,
} from '@kubesem/image';
import { describe, expect, test } from 'vitest';

describe('podKeyring', () => {
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
  const users = (keyring: DockerKeyring, image: string) =>
    registryCredentials(image, keyring).map(({ username }) => username);

  test('contains the credentials of the Secrets, then those of the node', () => {
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

  test("contains those of the ServiceAccount's Secrets", () => {
    const serviceAccount = { imagePullSecrets: [{ name: 'one' }, { name: 'gone' }] };
    const sources = { namespace: 'shop', secrets, serviceAccount };
    const { keyring, warnings } = podKeyring({ spec: {} }, sources);
    expect(users(keyring, 'example.com/app')).toEqual(['one-user']);
    expect(warnings).toMatchObject([
      { segments: ['spec', 'serviceAccountName'], value: 'gone', code: 'PULL_SECRET_NOT_FOUND' },
    ]);
  });

  test('warns about the problems of Secrets, and reports that the kubelet would refuse', () => {
    const names = ['gone', 'opaque', 'broken', 'odd', 'one'];
    const pod = { spec: { imagePullSecrets: names.map((name) => ({ name })) } };
    const { keyring, warnings, kubeletRefuses } = podKeyring(pod, { namespace: 'shop', secrets });
    expect(
      warnings.map(({ severity, segments, value, code }) =>
        [severity, segments.join('.'), value, code].join(' '),
      ),
    ).toEqual([
      'warning spec.imagePullSecrets.0.name gone PULL_SECRET_NOT_FOUND',
      'warning spec.imagePullSecrets.1.name opaque PULL_SECRET_IGNORED',
      'warning spec.imagePullSecrets.2.name broken PULL_SECRET_UNDECODABLE',
      'warning spec.imagePullSecrets.3.name odd CREDENTIALS_IGNORED',
    ]);
    expect(kubeletRefuses).toBe(true);
    expect(users(keyring, 'example.com/app')).toEqual(['one-user']);
    expect(JSON.stringify({ keyring, warnings })).not.toContain('katze');
  });

  test.each(['data', 'stringData'])(
    'warns about the credential stores in %s of a Secret',
    (field) => {
      const text = '{"auths":{"quay.io":{}},"credHelpers":{"quay.io":"hund"},"CredsStore":"hund"}';
      const value = field === 'data' ? Buffer.from(text).toString('base64') : text;
      const store = {
        metadata: { name: 'store', namespace: 'shop' },
        type: 'kubernetes.io/dockerconfigjson',
        [field]: { '.dockerconfigjson': value },
      };
      const pod = { spec: { imagePullSecrets: [{ name: 'one' }, { name: 'store' }] } };
      const all = { namespace: 'shop', secrets: [...secrets, store] };
      const { warnings, kubeletRefuses } = podKeyring(pod, all);
      expect(kubeletRefuses).toBe(false);
      expect(warnings.map(({ segments, value, code }) => [...segments, value, code])).toEqual(
        new Array(2).fill(['spec', 'imagePullSecrets', 1, 'name', 'store', 'CREDENTIAL_STORE']),
      );
      expect(JSON.stringify(warnings)).not.toContain('hund');
      expect(collectDockerKeyring({ secrets: [store] }).warnings).toMatchObject([
        { segments: ['secrets', 0, field, '.dockerconfigjson', 'CredsStore'] },
        { segments: ['secrets', 0, field, '.dockerconfigjson', 'credHelpers'] },
      ]);
    },
  );

  test('reads stringData as the API server stores it, and places its faults there', () => {
    const type = 'kubernetes.io/dockerconfigjson';
    const textOf = (name: string, text: string, data = {}) => ({
      metadata: { name, namespace: 'shop' },
      type,
      stringData: { '.dockerconfigjson': text },
      data,
    });
    const auths = (username: string) => JSON.stringify({ auths: { 'example.com': { username } } });
    const pod = { imagePullSecrets: [{ name: 'new' }, { name: 'none' }, { name: 'bad' }] };
    const data = { '.dockerconfigjson': Buffer.from(auths('old')).toString('base64') };
    const { keyring, warnings } = podKeyring(pod, {
      namespace: 'shop',
      secrets: [
        textOf('new', auths('fresh')),
        textOf('none', '', data),
        textOf('bad', '{"auths":{"example.com":1}}'),
      ],
    });
    expect(users(keyring, 'example.com/app')).toEqual(['fresh']);
    expect(warnings.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'imagePullSecrets[1].name PULL_SECRET_IGNORED',
      'imagePullSecrets[2].name PULL_SECRET_UNDECODABLE',
    ]);
    expect(warnings[1]?.message).toContain('stringData[.dockerconfigjson].auths[example.com]');
  });

  test('a Secret whose base64 is empty is ignored, and does not count as an entry', () => {
    const data = { '.dockerconfigjson': '\n' };
    const empty = { ...broken, data };
    const pod = { imagePullSecrets: [{ name: 'broken' }] };
    const { warnings, kubeletRefuses } = podKeyring(pod, { namespace: 'shop', secrets: [empty] });
    expect(warnings.map(({ code }) => code)).toEqual(['PULL_SECRET_IGNORED']);
    expect(kubeletRefuses).toBe(false);
  });

  test('shortens names and keys in messages, but not in segments', () => {
    const long = 'x'.repeat(2 ** 20);
    const stringData = { '.dockercfg': JSON.stringify({ [long]: 1, [`${long} y`]: {} }) };
    const type = 'kubernetes.io/dockercfg';
    const secret = { metadata: { name: long, namespace: long }, type, stringData };
    const pod = { imagePullSecrets: [{ name: long }, { name: 'gone' }] };
    const { warnings } = podKeyring(pod, { namespace: long, secrets: [secret] });
    expect(warnings.map(({ code }) => code)).toEqual([
      'PULL_SECRET_NOT_FOUND',
      'PULL_SECRET_UNDECODABLE',
      'CREDENTIALS_IGNORED',
    ]);
    for (const { message } of warnings) {
      expect(message.length).toBeLessThan(800);
    }
  });

  test('names the right Secret among many', () => {
    const imagePullSecrets = [{}, ...Array(9).fill({ name: 'one' }), { name: 'odd' }];
    const { warnings } = podKeyring({ imagePullSecrets }, { namespace: 'shop', secrets });
    expect(warnings.map(({ path, value, code }) => `${path} ${value} ${code}`)).toEqual([
      'imagePullSecrets[10].name odd CREDENTIALS_IGNORED',
    ]);
  });

  test('does not warn about entries of the node', () => {
    const node = [{ server: 'secrets[0].a b' }];
    const pod = { imagePullSecrets: [{ name: 'one' }] };
    expect(podKeyring(pod, { namespace: 'shop', secrets, node }).warnings).toEqual([]);
  });
});
