import { dockerKeyring, podPullCredentials, registryCredentials } from '@kubesem/image';
import { expect, test } from 'vitest';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const secretOf = (uid: string, credentials: object) => ({
  metadata: { uid, namespace: `ns-${uid}`, name: `name-${uid}` },
  type: 'kubernetes.io/dockerconfigjson',
  data: { '.dockerconfigjson': base64(JSON.stringify({ auths: { 'example.com': credentials } })) },
});

// The hashes are those of the released code: credentialprovider.NewTrackedAuthConfig.
test.each([
  [
    { username: 'anna', password: 'katze', email: 'a@example.com' },
    'ff2c8239002f162313b29a989f45d647b2d6f840d835c8edd7a3ee4e4aa0913e',
  ],
  [
    { username: 'anna', password: 'katze' },
    '57ff373a3835e7fc61ec2f38dc60e4bc92eb610e5bd45d95ada88f2a07f47044',
  ],
  [{}, '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'],
  [
    { username: '<ä>&\u2028', password: '"\\\n\t\u0001\u007f', email: 'é😀' },
    '00f6a7a3cf682d2fc4498794965cac3bb893340b0172e71f9b8738bb451c397d',
  ],
])('the hash of %j', (credentials, credentialHash) => {
  const keyring = dockerKeyring({ secrets: [secretOf('u1', credentials)] });
  expect(podPullCredentials(registryCredentials('example.com/app', keyring))).toEqual({
    podSecrets: [{ uid: 'u1', namespace: 'ns-u1', name: 'name-u1', credentialHash }],
  });
});

test.each([
  [
    'a byte that is not UTF-8',
    [0xff],
    '928f55a49f50a6e9dd969f7fee0e0078dab5a6f3aed0506b7183e9cd51f7d215',
  ],
  ['another one', [0xc3], '928f55a49f50a6e9dd969f7fee0e0078dab5a6f3aed0506b7183e9cd51f7d215'],
  [
    'U+FFFD',
    [0xef, 0xbf, 0xbd],
    'fab425b2207aa68ac0a65f00bf0f16b3dbe4857aebd7f027845d250196a125fb',
  ],
])('the hash of an auth with %s', (_, bytes, credentialHash) => {
  const auth = Buffer.from([0x75, ...bytes, 0x3a, ...bytes, 0x3c]).toString('base64');
  const secrets = [secretOf('u1', { auth, email: '\ufffd' })];
  const found = registryCredentials('example.com/app', dockerKeyring({ secrets }));
  expect(found[0]).toMatchObject({ username: 'u\ufffd', password: '\ufffd<' });
  expect(podPullCredentials(found).podSecrets).toMatchObject([{ credentialHash }]);
});

test('returns the Secrets in order and the first ServiceAccount, without the node', () => {
  const entries = [{ server: 'example.com', username: 'x' }];
  const accountOf = (uid: string) => ({ uid, namespace: `ns-${uid}`, name: `name-${uid}` });
  const keyring = dockerKeyring({
    secrets: [secretOf('u1', { username: 'a' }), secretOf('u2', { username: 'b' })],
    node: entries,
    providers: [
      { entries },
      { entries, serviceAccount: accountOf('u3') },
      { entries, serviceAccount: accountOf('u4') },
    ],
  });
  const found = registryCredentials('example.com/app', keyring);
  expect(found).toHaveLength(6);
  const { podSecrets, podServiceAccount } = podPullCredentials(found);
  expect(podSecrets.map(({ uid }) => uid)).toEqual(['u1', 'u2']);
  expect(new Set(podSecrets.map(({ credentialHash }) => credentialHash)).size).toBe(2);
  expect(podServiceAccount).toEqual(accountOf('u3'));
});
