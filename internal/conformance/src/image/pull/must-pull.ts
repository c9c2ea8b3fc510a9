import {
  type ImagePullCredentialsVerificationPolicy,
  type ImagePullSecret,
  type ImagePullVerificationRequest,
  type ImagePullVerificationRule,
  imagePullVerification,
} from '@kubesem/image';
import { attempt } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { imageText } from '../reference/generator.js';
import { IMAGES, PATTERNS, WRONG_PATTERNS } from './images.js';

/** A field, sometimes absent, null or empty, which is the same in Go. */
function field(random: Random, name: string, values: readonly string[]): JsonObject {
  return random.percent(85)
    ? { [name]: random.pick(values) }
    : random.pick([{}, { [name]: null }, { [name]: '' }]);
}

function object(random: Random): JsonObject {
  return {
    ...field(random, 'uid', ['u1', 'u2']),
    ...field(random, 'namespace', ['ns', 'ns', 'ns', 'ns', 'other']),
    ...field(random, 'name', ['s1', 's2']),
  };
}

function secret(random: Random): JsonObject {
  return { ...object(random), ...field(random, 'credentialHash', ['h1', 'h2', 'h3', '']) };
}

/** A list in which few entries are null, which is an object without fields in Go. */
function objects(random: Random, most: number, make: () => JsonObject): Json[] {
  return random.list(most, () => (random.percent(97) ? make() : null));
}

function pullCredentials(random: Random): JsonObject {
  const kubernetesSecrets = objects(random, 3, () => secret(random));
  if (random.percent(4)) {
    // From 100 recorded Secrets on, the kubelet no longer accepts another hash of the same Secret.
    for (let index = kubernetesSecrets.length; index < 98 + random.below(4); index++) {
      const filler = { uid: `f${index}`, namespace: 'ns', name: 'f', credentialHash: `f${index}` };
      kubernetesSecrets.splice(random.below(2), 0, filler);
    }
  }
  return {
    nodePodsAccessible: random.pick([true, false, false, false, false, false, null]),
    kubernetesSecrets,
    kubernetesServiceAccounts: objects(random, 2, () => object(random)),
  };
}

/** An image on the node, the record of its pull, and a Pod that uses it. */
function mustPullCase(random: Random): JsonObject {
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
  const pod: { [field: string]: Json } = { podSecrets: objects(random, 3, () => secret(random)) };
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
    ...random.maybe(75, () => ({ record: { credentialMapping } })),
    hasPullIntent: random.percent(20),
    ...pod,
  };
}

const MINE = { uid: 'u1', namespace: 'ns', name: 's1', credentialHash: 'h1' };

/** Hand-picked decisions. */
function* mustPullCases(): Iterable<JsonObject> {
  const policies = [
    'NeverVerify',
    'NeverVerifyPreloadedImages',
    'NeverVerifyAllowlistedImages',
    'AlwaysVerify',
  ];
  const records: (JsonObject | undefined)[] = [
    undefined,
    {},
    { kubernetesSecrets: [MINE] },
    { nodePodsAccessible: true },
  ];
  for (const policy of [...policies, 'Other']) {
    for (const credentials of records) {
      for (const hasPullIntent of [true, false]) {
        for (const podSecrets of [
          [],
          [MINE],
          [{ ...MINE, credentialHash: 'h2' }],
          [{ ...MINE, uid: 'u2' }],
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
  yield* recordedPulls();
}

/** Pulls that were recorded with many Secrets, with a ServiceAccount, and without a hash. */
function* recordedPulls(): Iterable<JsonObject> {
  const fillers = Array.from({ length: 99 }, (_, index) => ({
    uid: `f${index}`,
    namespace: 'ns',
    name: 'f',
    credentialHash: 'f',
  }));
  for (const count of [98, 99]) {
    const kubernetesSecrets = [MINE, ...fillers.slice(0, count)];
    const record = { credentialMapping: { a: { kubernetesSecrets } } };
    yield {
      policy: 'AlwaysVerify',
      image: 'a',
      record,
      podSecrets: [{ ...MINE, credentialHash: 'h2' }],
    };
    yield { policy: 'AlwaysVerify', image: 'a', record, podSecrets: [{ ...MINE, uid: 'u2' }] };
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
  yield* absentFields();
}

/** Absent hashes are never equal; absent coordinates are equal to empty ones. */
function* absentFields(): Iterable<JsonObject> {
  const { uid, namespace, name } = MINE;
  const secrets: Json[] = [
    { ...MINE, credentialHash: '' },
    { uid, namespace, name },
    { ...MINE, credentialHash: null },
    { uid: 'u2', namespace, name },
    { credentialHash: 'h1' },
    { uid: '', namespace: '', name: '', credentialHash: 'h2' },
    { uid: null, name: '' },
    {},
    null,
  ];
  for (const used of secrets) {
    const record = { credentialMapping: { a: { kubernetesSecrets: [used] } } };
    for (const podSecret of secrets) {
      yield { policy: 'AlwaysVerify', image: 'a', record, podSecrets: [podSecret] };
    }
  }
  const accounts: Json[] = [
    {},
    null,
    { uid: '' },
    { uid: null, namespace: '', name: '' },
    { name },
  ];
  for (const used of accounts) {
    const record = { credentialMapping: { a: { kubernetesServiceAccounts: [used] } } };
    for (const podServiceAccount of accounts) {
      yield { policy: 'AlwaysVerify', image: 'a', record, podServiceAccount };
    }
  }
}

/** The rules by what the kubelet decides, and whether it needs the credentials of the Pod for that. */
const RULES: { readonly [answer: string]: readonly ImagePullVerificationRule[] } = {
  'use without': ['POLICY_NEVER', 'PRELOADED', 'ALLOWLISTED', 'NODE_WIDE'],
  'use with': ['SAME_CREDENTIALS', 'SAME_SECRET', 'SAME_SERVICE_ACCOUNT'],
  'pull without': ['NO_RECORD', 'OTHER_NAME', 'UNKNOWN_CREDENTIALS'],
  'pull with': ['NOT_MATCHED'],
};

interface Decision {
  readonly mustPull: boolean;
  readonly asked: boolean;
  readonly added?: readonly string[];
}

const answerOf = ({ mustPull, asked }: Decision) =>
  `${mustPull ? 'pull' : 'use'} ${asked ? 'with' : 'without'}`;

const textOf = ({ uid, namespace, name, credentialHash }: ImagePullSecret) =>
  [uid, namespace, name, credentialHash].map((value) => value ?? '').join();

const mustPull: Operation = {
  name: 'image.mustPull',
  program: 'kubernetes',
  examples: mustPullCases,
  generate: mustPullCase,
  compare(input, theirs, comparison) {
    const { policy, allowlist, ...request } = input as unknown as ImagePullVerificationRequest & {
      policy: ImagePullCredentialsVerificationPolicy;
      allowlist?: string[];
    };
    const settings = {
      imagePullCredentialsVerificationPolicy: policy,
      preloadedImagesVerificationAllowlist: allowlist,
    };
    const ours = attempt(() => imagePullVerification(request, settings));
    if (theirs.out === undefined || ours.value === undefined) {
      const code = ours.code === 'INVALID_SETTINGS' ? 'Policy' : ours.code;
      comparison.field('error', theirs.err, code);
      return;
    }
    const decision = theirs.out as unknown as Decision;
    const { mustPull, rule, secret } = ours.value;
    comparison.field('must pull', decision.mustPull, mustPull);
    const isRule = RULES[answerOf(decision)]?.includes(rule) ?? false;
    comparison.field('rule', isRule ? rule : answerOf(decision), rule);
    if (decision.added !== undefined) {
      comparison.field('added', decision.added.join(), secret && textOf(secret));
    }
  },
  kind(input, theirs) {
    const { policy, record, podServiceAccount } = input as JsonObject;
    const { added, ...decision } = (theirs.out ?? {}) as unknown as Decision;
    const answer = theirs.err ?? `${answerOf(decision)},${added !== undefined}`;
    return `${policy},${answer},${record === undefined},${podServiceAccount === undefined}`;
  },
};

/** Which Pods may use an image that is on the node. */
export const mustPullOperations: readonly Operation[] = [mustPull];
