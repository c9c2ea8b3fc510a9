import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { words } from '../words.js';
import { imageText } from './image-reference.js';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
/** Images near to each other, and some that are none. */
export const IMAGES: readonly string[] = [
  ...['a', 'a:1', 'a:latest', `a@${DIGEST}`, `a:1@${DIGEST}`],
  ...words('b docker.io/library/a library/a:1 a/b a/bc:1 a/b/c x.io/a x.io:80/a:1 A'),
  ...['a b', '', 'a_b.c/d', 'X/a', `a@md5:${'0'.repeat(32)}`],
];
const ELAPSED_MS: readonly number[] = [
  ...[0, 0, 1, 5000, 9999, 10_000, 10_001, 19_999, 20_000, 39_999, 40_000, 79_999, 80_000, 160_000],
  ...[299_999, 300_000, 300_001, 599_999, 600_000, 600_001, 600_001, 1_200_000],
];
const PULL_ERRORS: readonly string[] = [
  ...[
    'no such image',
    'RegistryUnavailable',
    'RegistryUnavailable: x',
    'SignatureValidationFailed: x',
  ],
  ...['', ' RegistryUnavailable', 'registryUnavailable', 'SignatureValidationFaile'],
];
/** Pull policies, and what is none. */
export const PULL_POLICIES: readonly string[] = [
  'Always',
  'IfNotPresent',
  'Never',
  '',
  'Sometimes',
];

/** One container that is to start time and again. */
export function ensureCase(random: Random): JsonObject {
  let atMs = 0;
  const steps = Array.from({ length: 1 + random.below(12) }, () => {
    atMs += random.pick(ELAPSED_MS);
    const step = { atMs, isPresent: random.percent(25) };
    return random.percent(20) ? step : { ...step, pullError: random.pick(PULL_ERRORS) };
  });
  return {
    image: random.percent(85) ? random.pick(IMAGES) : imageText(random),
    pullPolicy: random.pick(random.percent(90) ? PULL_POLICIES.slice(0, 3) : PULL_POLICIES),
    mustVerify: random.percent(30),
    steps,
  };
}

/** Starts that nobody should have to find by chance. */
export function* ensureCases(): Iterable<JsonObject> {
  for (const image of IMAGES) {
    for (const pullPolicy of PULL_POLICIES) {
      for (const mustVerify of [true, false]) {
        const steps = [true, false].map((isPresent, index) => ({
          atMs: 10_000 * index,
          isPresent,
          pullError: 'x',
        }));
        yield {
          image,
          pullPolicy,
          mustVerify,
          steps: [...steps, { atMs: 30_000, isPresent: true }],
        };
      }
    }
  }
  for (const edge of [-1, 0, 1]) {
    for (const last of [300_000, 600_000]) {
      const delays = [
        0,
        10_000,
        20_000,
        40_000,
        80_000,
        160_000,
        300_000,
        300_000,
        last,
        10_000,
        20_000,
        20_000,
      ];
      let atMs = 0;
      const steps = delays.map((delay) => {
        atMs += delay === 0 ? 0 : delay + edge;
        return { atMs, isPresent: false, pullError: 'x' };
      });
      yield { image: 'a', pullPolicy: 'Always', mustVerify: false, steps };
    }
  }
  for (const pullError of PULL_ERRORS) {
    yield {
      image: 'a',
      pullPolicy: 'Always',
      mustVerify: false,
      steps: [{ atMs: 0, isPresent: true, pullError }],
    };
  }
}

/** Entries of an allowlist. */
export const PATTERNS: readonly string[] = [
  ...words('a b a/* a/b a/b/* docker.io/library/a x.io/* x.io:80/* X/*'),
  ...['a b/*', 'A/*'],
];
/** What no allowlist may hold. */
export const WRONG_PATTERNS: readonly string[] = [
  ...[
    '',
    '*',
    '/*',
    '//*',
    'a*',
    'a/**',
    '*/a',
    'a:1',
    `a@${DIGEST}`,
    ' a',
    'a/* ',
    'a/*\u0085',
    '\u00a0a',
    'A',
  ],
  ...['\ufeffa/*', 'a b', '\u3000a', '\u180ea/*', '\u200ba/*', '/a/*', '* /*', '\u2028a'],
];

function object(random: Random): JsonObject {
  return {
    uid: random.pick(['u1', 'u2']),
    namespace: random.percent(90) ? 'ns' : 'other',
    name: random.pick(['s1', 's2']),
  };
}

function secret(random: Random): JsonObject {
  return { ...object(random), credentialHash: random.pick(['h1', 'h2', 'h3', '']) };
}

function pullCredentials(random: Random): JsonObject {
  const kubernetesSecrets = random.list(3, () => secret(random));
  if (random.percent(4)) {
    // From 100 recorded ones on, another hash of the same Secret does not do.
    for (let index = kubernetesSecrets.length; index < 98 + random.below(4); index++) {
      const filler = { uid: `f${index}`, namespace: 'ns', name: 'f', credentialHash: `f${index}` };
      kubernetesSecrets.splice(random.below(2), 0, filler);
    }
  }
  return {
    nodePodsAccessible: random.percent(10),
    kubernetesSecrets,
    kubernetesServiceAccounts: random.list(2, () => object(random)),
  };
}

/** An image that is on the node, how it came there, and a Pod that wants it. */
export function mustPullCase(random: Random): JsonObject {
  const policy = random.pick([
    'NeverVerify',
    'NeverVerifyPreloadedImages',
    'NeverVerifyAllowlistedImages',
    'AlwaysVerify',
    'AlwaysVerify',
  ]);
  const isListed = policy === 'NeverVerifyAllowlistedImages';
  const credentialMapping: { [image: string]: Json } = {};
  for (const name of random.list(3, () =>
    random.pick(['a', 'a', 'a/b', 'b', 'docker.io/library/a', 'x.io/a', 'a:1']),
  )) {
    credentialMapping[name] = pullCredentials(random);
  }
  const pod: { [field: string]: Json } = { podSecrets: random.list(3, () => secret(random)) };
  if (random.percent(40)) {
    pod.podServiceAccount = object(random);
  }
  return {
    policy: random.percent(98)
      ? policy
      : random.pick(['Never', 'alwaysVerify', 'NeverVerifyAllowListedImages']),
    ...(isListed && {
      allowlist: random.list(3, () => random.pick(random.percent(90) ? PATTERNS : WRONG_PATTERNS)),
    }),
    image: random.percent(90) ? random.pick(IMAGES) : imageText(random),
    ...(random.percent(75) && { record: { credentialMapping } }),
    hasPullIntent: random.percent(20),
    ...pod,
  };
}

/** Decisions that nobody should have to find by chance. */
export function* mustPullCases(): Iterable<JsonObject> {
  const policies = [
    'NeverVerify',
    'NeverVerifyPreloadedImages',
    'NeverVerifyAllowlistedImages',
    'AlwaysVerify',
  ];
  const mine = { uid: 'u1', namespace: 'ns', name: 's1', credentialHash: 'h1' };
  const records: (JsonObject | undefined)[] = [
    undefined,
    {},
    { kubernetesSecrets: [mine] },
    { nodePodsAccessible: true },
  ];
  for (const policy of [...policies, 'Other']) {
    for (const credentials of records) {
      for (const hasPullIntent of [true, false]) {
        for (const podSecrets of [
          [],
          [mine],
          [{ ...mine, credentialHash: 'h2' }],
          [{ ...mine, uid: 'u2' }],
        ]) {
          const record = credentials && { record: { credentialMapping: { a: credentials } } };
          yield { policy, image: 'a:1', ...record, hasPullIntent, podSecrets };
        }
      }
    }
  }
  for (const pattern of [...PATTERNS, ...WRONG_PATTERNS]) {
    for (const image of ['a', 'a/b:1', 'a/bc', 'docker.io/library/a', 'A', 'a b/c', 'x.io:80/a']) {
      yield { policy: 'NeverVerifyAllowlistedImages', allowlist: [pattern], image };
    }
  }
  for (const image of IMAGES) {
    for (const name of ['a', 'docker.io/library/a', image]) {
      const record = { credentialMapping: { [name]: { nodePodsAccessible: true } } };
      yield { policy: 'AlwaysVerify', image, record };
    }
  }
  const fillers = Array.from({ length: 99 }, (_, index) => ({
    uid: `f${index}`,
    namespace: 'ns',
    name: 'f',
    credentialHash: 'f',
  }));
  for (const count of [98, 99]) {
    const kubernetesSecrets = [mine, ...fillers.slice(0, count)];
    const record = { credentialMapping: { a: { kubernetesSecrets } } };
    yield {
      policy: 'AlwaysVerify',
      image: 'a',
      record,
      podSecrets: [{ ...mine, credentialHash: 'h2' }],
    };
    yield { policy: 'AlwaysVerify', image: 'a', record, podSecrets: [{ ...mine, uid: 'u2' }] };
  }
  const account = { uid: 'u1', namespace: 'ns', name: 'sa' };
  const record = { credentialMapping: { a: { kubernetesServiceAccounts: [account] } } };
  for (const podServiceAccount of [
    account,
    { ...account, uid: 'u2' },
    { ...account, name: 'sb' },
  ]) {
    yield { policy: 'AlwaysVerify', image: 'a', record, podServiceAccount };
  }
  const noHash = { ...mine, credentialHash: '' };
  const noHashes = { credentialMapping: { a: { kubernetesSecrets: [noHash] } } };
  yield {
    policy: 'AlwaysVerify',
    image: 'a',
    record: noHashes,
    podSecrets: [{ ...noHash, uid: 'u2' }],
  };
}
