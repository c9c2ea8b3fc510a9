import { type ImagePullVerificationRequest, imagePullVerification } from '@kubesem/image';
import { describe, expect, test } from 'vitest';

const image = 'example.com/team/app:1.2';
const secret = { uid: 'u1', namespace: 'n1', name: 's1', credentialHash: 'h1' };
const account = { uid: 'u2', namespace: 'n2', name: 'a2' };
const recordOf = (credentials: object, name = 'example.com/team/app') => ({
  imageRef: 'sha256:1a',
  credentialMapping: { [name]: credentials },
});
const withSecrets = recordOf({ kubernetesSecrets: [secret] });
const withAccounts = recordOf({ kubernetesServiceAccounts: [account] });

const decide = (
  request: Omit<ImagePullVerificationRequest, 'image'>,
  policy = 'AlwaysVerify',
  allowlist: string[] = [],
) => {
  const { mustPull, rule } = imagePullVerification(
    { image, ...request },
    {
      imagePullCredentialsVerificationPolicy: policy,
      preloadedImagesVerificationAllowlist: allowlist,
    },
  );
  return `${mustPull ? 'pull' : 'use'} ${rule}`;
};

describe('the four policies', () => {
  const ways: readonly (readonly [string, Omit<ImagePullVerificationRequest, 'image'>])[] = [
    ['preloaded', {}],
    ['a pull that has begun', { hasPullIntent: true }],
    ['pulled by other credentials', { record: withSecrets }],
    ['pulled with those of the node', { record: recordOf({ nodePodsAccessible: true }) }],
    ['pulled with the same', { record: withSecrets, podSecrets: [secret] }],
  ];
  test.each([
    ['NeverVerify', Array(5).fill('use POLICY_NEVER')],
    [
      'NeverVerifyPreloadedImages',
      [
        'use PRELOADED',
        'pull NO_RECORD',
        'pull NOT_MATCHED',
        'use NODE_WIDE',
        'use SAME_CREDENTIALS',
      ],
    ],
    [
      'NeverVerifyAllowlistedImages',
      [
        'pull NO_RECORD',
        'pull NO_RECORD',
        'pull NOT_MATCHED',
        'use NODE_WIDE',
        'use SAME_CREDENTIALS',
      ],
    ],
    [
      'AlwaysVerify',
      [
        'pull NO_RECORD',
        'pull NO_RECORD',
        'pull NOT_MATCHED',
        'use NODE_WIDE',
        'use SAME_CREDENTIALS',
      ],
    ],
  ])('%s', (policy, decisions) => {
    expect(ways.map(([, way]) => decide(way, policy))).toEqual(decisions);
  });

  test('NeverVerifyPreloadedImages is the default', () => {
    expect(imagePullVerification({ image })).toEqual({ mustPull: false, rule: 'PRELOADED' });
    expect(imagePullVerification({ image, record: withSecrets }).mustPull).toBe(true);
  });

  test('invalid settings are rejected', () => {
    expect(() => decide({}, 'Never')).toThrowError(
      expect.objectContaining({
        code: 'INVALID_SETTINGS',
        problem: expect.objectContaining({
          code: 'INVALID_SETTINGS',
          segments: ['imagePullCredentialsVerificationPolicy'],
        }),
      }),
    );
  });
});

describe('the allowlist', () => {
  test.each<[string, string, boolean]>([
    ['example.com/team/app', image, true],
    ['example.com/team/app', 'example.com/team/app', true],
    ['example.com/team/app', `example.com/team/app:2@sha256:${'e5'.repeat(32)}`, true],
    ['example.com/team/*', image, true],
    ['example.com/*', image, true],
    ['example.com/tea', image, false],
    ['example.com/team/ap', image, false],
    ['example.com/tea/*', image, false],
    ['example.com/team/app/*', image, false],
    ['docker.io/library/busybox', 'busybox', false],
    ['busybox', 'busybox:1', true],
    ['busybox', 'docker.io/library/busybox', false],
    ['Foo/*', 'Foo/Bar:1', true],
  ])('%s, %s: %s', (pattern, image, isAllowed) => {
    const settings = {
      imagePullCredentialsVerificationPolicy: 'NeverVerifyAllowlistedImages',
      preloadedImagesVerificationAllowlist: ['other', pattern],
    };
    expect(imagePullVerification({ image, record: withSecrets }, settings)).toEqual(
      isAllowed
        ? { mustPull: false, rule: 'ALLOWLISTED', pattern }
        : { mustPull: true, rule: expect.any(String) },
    );
  });
});

describe('the record', () => {
  test.each<[string, Omit<ImagePullVerificationRequest, 'image'>, string]>([
    ['no record', { record: null }, 'pull NO_RECORD'],
    ['an empty one', { record: {} }, 'pull OTHER_NAME'],
    [
      'of another name',
      { record: recordOf({ nodePodsAccessible: true }, 'other') },
      'pull OTHER_NAME',
    ],
    ['of no credentials', { record: recordOf({}) }, 'pull UNKNOWN_CREDENTIALS'],
    [
      'of null',
      { record: { credentialMapping: { 'example.com/team/app': null } } },
      'pull UNKNOWN_CREDENTIALS',
    ],
    [
      'of empty lists',
      { record: recordOf({ kubernetesSecrets: [] }), podSecrets: [secret] },
      'pull UNKNOWN_CREDENTIALS',
    ],
    [
      'the same credentials in another Secret',
      {
        record: withSecrets,
        podSecrets: [{ uid: 'x', namespace: 'y', name: 'z', credentialHash: 'h1' }],
      },
      'use SAME_CREDENTIALS',
    ],
    [
      'a rotated password in the same Secret',
      { record: withSecrets, podSecrets: [{ ...secret, credentialHash: 'h9' }] },
      'use SAME_SECRET',
    ],
    [
      'a Secret that was made anew',
      { record: withSecrets, podSecrets: [{ ...secret, uid: 'u9', credentialHash: 'h9' }] },
      'pull NOT_MATCHED',
    ],
    [
      'one of another namespace',
      { record: withSecrets, podSecrets: [{ ...secret, namespace: 'n9', credentialHash: 'h9' }] },
      'pull NOT_MATCHED',
    ],
    [
      'one of another name',
      { record: withSecrets, podSecrets: [{ ...secret, name: 's9', credentialHash: 'h9' }] },
      'pull NOT_MATCHED',
    ],
    ['no Secret', { record: withSecrets }, 'pull NOT_MATCHED'],
    [
      'the same ServiceAccount',
      { record: withAccounts, podServiceAccount: account },
      'use SAME_SERVICE_ACCOUNT',
    ],
    [
      'one that was made anew',
      { record: withAccounts, podServiceAccount: { ...account, uid: 'u9' } },
      'pull NOT_MATCHED',
    ],
    [
      'one of several',
      {
        record: recordOf({
          kubernetesSecrets: [secret],
          kubernetesServiceAccounts: [{ ...account, uid: 'u8' }, account],
        }),
        podServiceAccount: account,
      },
      'use SAME_SERVICE_ACCOUNT',
    ],
    [
      'as many Secrets as ServiceAccounts, and none of the Pod',
      { record: recordOf({ kubernetesSecrets: [secret], kubernetesServiceAccounts: [account] }) },
      'pull NOT_MATCHED',
    ],
    [
      'a Secret where a ServiceAccount was used',
      { record: withAccounts, podSecrets: [{ ...account, credentialHash: 'h1' }] },
      'pull NOT_MATCHED',
    ],
  ])('%s', (_, request, expected) => {
    expect(decide(request)).toBe(expected);
  });

  test('an empty hash matches only the same Secret', () => {
    const unhashed = { ...secret, credentialHash: '' };
    const record = recordOf({ kubernetesSecrets: [unhashed] });
    expect(decide({ record, podSecrets: [{ ...unhashed, uid: 'u9' }] })).toBe('pull NOT_MATCHED');
    expect(decide({ record, podSecrets: [unhashed] })).toBe('use SAME_SECRET');
  });

  test.each([[{}], [{ credentialHash: null }], [{ credentialHash: undefined }]])(
    'an absent hash matches only the same Secret: %j',
    (hash) => {
      const { credentialHash: _, ...coordinates } = secret;
      const used = { ...coordinates, ...hash };
      const record = recordOf({ kubernetesSecrets: [used] });
      expect(decide({ record, podSecrets: [{ ...used, uid: 'u9' }] })).toBe('pull NOT_MATCHED');
      expect(decide({ record, podSecrets: [used] })).toBe('use SAME_SECRET');
    },
  );

  test('an absent UID, namespace or name equals an empty one', () => {
    for (const field of ['uid', 'namespace', 'name']) {
      for (const value of ['', null, undefined]) {
        const record = recordOf({ kubernetesSecrets: [{ ...secret, [field]: value }] });
        for (const other of ['', null, undefined]) {
          const podSecrets = [{ ...secret, [field]: other, credentialHash: 'h9' }];
          expect(decide({ record, podSecrets })).toBe('use SAME_SECRET');
        }
        expect(decide({ record, podSecrets: [{ ...secret, credentialHash: 'h9' }] })).toBe(
          'pull NOT_MATCHED',
        );
        const accounts = recordOf({ kubernetesServiceAccounts: [{ ...account, [field]: value }] });
        const podServiceAccount = { ...account, [field]: '' };
        expect(decide({ record: accounts, podServiceAccount })).toBe('use SAME_SERVICE_ACCOUNT');
      }
    }
  });

  test('null in a list is an object without fields', () => {
    const record = recordOf({ kubernetesSecrets: [null], kubernetesServiceAccounts: [null] });
    expect(decide({ record, podSecrets: [null] })).toBe('use SAME_SECRET');
    expect(decide({ record, podServiceAccount: {} })).toBe('use SAME_SERVICE_ACCOUNT');
    expect(decide({ record, podServiceAccount: null })).toBe('pull NOT_MATCHED');
  });

  const mapping = ['record', 'credentialMapping'];
  const entry = [...mapping, 'example.com/team/app'];
  test.each<[readonly (string | number)[], object]>([
    [['image'], { image: 5 }],
    [['record'], { record: 'x' }],
    [mapping, { record: { credentialMapping: [] } }],
    [entry, { record: recordOf('x' as never) }],
    [[...entry, 'nodePodsAccessible'], { record: recordOf({ nodePodsAccessible: 'true' }) }],
    [[...entry, 'kubernetesSecrets'], { record: recordOf({ kubernetesSecrets: {} }) }],
    [
      [...entry, 'kubernetesSecrets', 0, 'credentialHash'],
      { record: recordOf({ kubernetesSecrets: [{ credentialHash: 5 }] }) },
    ],
    [
      [...entry, 'kubernetesServiceAccounts', 1, 'uid'],
      { record: recordOf({ kubernetesServiceAccounts: [null, { uid: {} }] }) },
    ],
    [['podSecrets', 0], { record: withSecrets, podSecrets: ['x'] }],
    [['podServiceAccount', 'name'], { record: withSecrets, podServiceAccount: { name: true } }],
  ])('the field %j of the wrong type is an error', (segments, request) => {
    expect(() => decide(request)).toThrowError(
      expect.objectContaining({
        code: 'INVALID_TYPE',
        problem: expect.objectContaining({ segments }),
      }),
    );
  });

  test('the result names the matching Secret', () => {
    const podSecrets = [{ ...secret, uid: 'u7', credentialHash: 'h7' }, secret];
    expect(imagePullVerification({ image, record: withSecrets, podSecrets }).secret).toBe(secret);
  });

  test('a changed password is not accepted in a record of 100 Secrets', () => {
    const many = (count: number) =>
      recordOf({
        kubernetesSecrets: Array.from({ length: count }, (_, index) => ({
          ...secret,
          uid: `u${index}`,
          credentialHash: `h${index}`,
        })),
      });
    const podSecrets = [{ ...secret, uid: 'u42', credentialHash: 'new' }];
    expect(decide({ record: many(99), podSecrets })).toBe('use SAME_SECRET');
    expect(decide({ record: many(100), podSecrets })).toBe('pull NOT_MATCHED');
    const same = [{ ...secret, uid: 'other', credentialHash: 'h42' }];
    expect(decide({ record: many(100), podSecrets: same })).toBe('use SAME_CREDENTIALS');
  });

  test.each(['__proto__', 'constructor', 'toString'])('%s is not a recorded name', (name) => {
    const settings = { imagePullCredentialsVerificationPolicy: 'AlwaysVerify' };
    expect(imagePullVerification({ image: name, record: withSecrets }, settings).mustPull).toBe(
      true,
    );
  });

  test('an invalid image has no record', () => {
    const record = recordOf({ nodePodsAccessible: true }, 'undefined');
    expect(imagePullVerification({ image: 'undefined', record }).rule).toBe('NODE_WIDE');
    expect(imagePullVerification({ image: 'Undefined', record }).rule).toBe('OTHER_NAME');
  });
});
