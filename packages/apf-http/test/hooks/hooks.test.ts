import type { IncomingMessage } from 'node:http';
import {
  apiKeyUser,
  bearerUser,
  certificateUser,
  firstUser,
  pathFlow,
  type RequestWithHeaders,
} from '@kubesem/apf-http';
import { addressFlow } from '@kubesem/apf-http/address';
import { generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';

/** The same headers as each kind of server has them. */
const requestsWith = (name: string, value: string): readonly [string, RequestWithHeaders][] => [
  ['a Node request', { headers: { [name]: value } }],
  ['a fetch request', new Request('http://x/', { headers: { [name]: value } })],
  ['a hono context', { req: { header: (asked) => (asked === name ? value : undefined) } }],
];

describe('apiKeyUser', () => {
  const user = apiKeyUser<RequestWithHeaders>(
    async (key) => (key === 'k1' ? { name: 'shop' } : undefined),
    { header: 'X-Key' },
  );

  test.each(requestsWith('x-key', 'k1'))('finds the user of a key in %s', async (_, request) => {
    expect(await user(request)).toEqual({ name: 'shop' });
  });

  test.each<[string, RequestWithHeaders]>([
    ['an unknown key', { headers: { 'x-key': 'k2' } }],
    ['an empty key', { headers: { 'x-key': '' } }],
    ['a repeated header', { headers: { 'x-key': ['k1', 'k1'] } }],
    ['no header', new Request('http://x/')],
    ['a header of every object', { headers: {} }],
  ])('%s is an anonymous user', async (_, request) => {
    expect(await user(request)).toBeUndefined();
    expect(
      await apiKeyUser(() => ({ name: 'x' }), { header: 'constructor' })({ headers: {} }),
    ).toBe(undefined);
  });
});

describe('bearerUser', () => {
  test('uses the claims of a token that jose verifies, and of no other', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const { privateKey: otherKey } = await generateKeyPair('ES256');
    const verify = async (token: string) =>
      (await jwtVerify(token, publicKey, { issuer: 'me', audience: 'shop' })).payload;
    const user = bearerUser<RequestWithHeaders>(verify);
    const token = (key: CryptoKey, expires: string) =>
      new SignJWT({ groups: ['dev', 7, ''] })
        .setProtectedHeader({ alg: 'ES256' })
        .setSubject('jane')
        .setIssuer('me')
        .setAudience('shop')
        .setExpirationTime(expires)
        .sign(key);
    const asked = async (text: string) => user({ headers: { authorization: text } });
    const good = await token(privateKey, '1h');
    expect(await asked(`Bearer ${good}`)).toEqual({ name: 'jane', groups: ['dev'] });
    expect(await asked(`bearer ${good}`)).toEqual({ name: 'jane', groups: ['dev'] });
    expect(await asked(`Bearer ${await token(otherKey, '1h')}`)).toBeUndefined();
    expect(await asked(`Bearer ${await token(privateKey, '1s ago')}`)).toBeUndefined();
    expect(await asked(`Basic ${good}`)).toBeUndefined();
    expect(await asked('Bearer')).toBeUndefined();
    const [header, payload] = good.split('.');
    expect(await asked(`Bearer ${header}.${payload}.`)).toBeUndefined();
  });

  test.each([
    [
      { email: 'a@b', roles: 'ops' },
      { name: 'a@b', groups: ['ops'] },
    ],
    [{ email: 'a@b' }, { name: 'a@b', groups: [] }],
    [{ email: '' }, undefined],
    [{ email: 7 }, undefined],
    [{ sub: 'jane' }, undefined],
    [undefined, undefined],
  ])('reads other claims: %j', async (claims, expected) => {
    const user = bearerUser(() => claims, { nameClaim: 'email', groupsClaim: 'roles' });
    expect(await user({ headers: { authorization: 'Bearer x' } })).toEqual(expected);
  });
});

test.each([
  ['the last of several names', { CN: ['old', 'jane'], O: 'dev' }, true, ['jane', 'dev']],
  ['no name', { O: 'dev' }, true, undefined],
  ['a certificate of another authority', { CN: 'jane' }, false, undefined],
  ['no certificate', undefined, true, undefined],
])('certificateUser: %s', (_, subject, authorized, expected) => {
  const user = certificateUser({ socket: { authorized, getPeerCertificate: () => ({ subject }) } });
  expect(user && [user.name, ...(user.groups ?? [])]).toEqual(expected);
  expect(certificateUser({ socket: {} })).toBeUndefined();
});

test('firstUser asks the hooks in their order', async () => {
  const asked: string[] = [];
  const hook = (name: string, knows: boolean) => async () => {
    asked.push(name);
    return knows ? { name } : undefined;
  };
  expect(await firstUser(hook('a', false), hook('b', true), hook('c', true))({})).toEqual({
    name: 'b',
  });
  expect(asked).toEqual(['a', 'b']);
});

test('firstUser asks on if a hook returns null', async () => {
  expect(
    await firstUser(
      () => null,
      () => ({ name: 'b' }),
    )({}),
  ).toEqual({ name: 'b' });
});

describe('addressFlow', () => {
  test.each([-1, 129, 1.5, Number.NaN])('rejects %d bits', (ipv6Bits) => {
    expect(() => addressFlow({ ipv6Bits })).toThrow(
      expect.objectContaining({ code: 'INVALID_LIMIT' }),
    );
  });

  const from = (remoteAddress: string | undefined, forwarded?: string) =>
    ({
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress },
    }) as unknown as IncomingMessage;

  test.each([
    ['a client', [], '192.0.2.7', undefined, '192.0.2.7'],
    ['a client that pretends to be a proxy', [], '192.0.2.7', '198.51.100.1', '192.0.2.7'],
    ['a proxy', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['two proxies', ['10.0.0.0/8'], '10.1.2.3', '6.6.6.6, 192.0.2.7, 10.9.9.9', '192.0.2.7'],
    ['IPv4 in IPv6', [], '::ffff:192.0.2.7', undefined, '192.0.2.7'],
    ['IPv6', [], '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
    ['IPv6 with a zone', [], 'fe80::1%eth0', undefined, 'fe80::/64'],
    ['nonsense of a proxy', ['loopback'], '127.0.0.1', '<script>', 'invalid'],
    ['a closed socket', [], undefined, undefined, undefined],
  ])('%s', (_, trust, remote, forwarded, expected) => {
    expect(addressFlow({ trust })(from(remote, forwarded))).toBe(expected);
  });

  test('the network of an IPv6 client can be larger', () => {
    expect(addressFlow({ ipv6Bits: 48 })(from('2001:db8:1:2::7'))).toBe('2001:db8:1::/48');
  });

  test('an invalid proxy is an error', () => {
    expect(() => addressFlow({ trust: 'my-proxy' })).toThrow(
      expect.objectContaining({ code: 'INVALID_LIMIT' }),
    );
  });
});

test.each([
  ['/api/users/7?x=1', 1, '/api'],
  ['/api/users/7?x=1', 9, '/api/users/7'],
  ['/', 1, '/'],
  ['http://host/a/b', 1, '/a'],
  ['/%', 1, undefined],
])('pathFlow of %s with %i segments', (url, segments, expected) => {
  expect(pathFlow({ segments })({ url })).toBe(expected);
});
