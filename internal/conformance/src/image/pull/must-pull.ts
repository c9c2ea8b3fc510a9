import {
  type ImagePullCredentialsVerificationPolicy,
  type ImagePullVerificationRequest,
  verifyImagePull,
} from '@kubesem/image';
import { attempt } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { imageText } from '../reference/generator.js';
import { IMAGES, PATTERNS, WRONG_PATTERNS } from './images.js';

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
    // From 100 recorded Secrets on, the kubelet no longer accepts another hash of the same Secret.
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
  const noHash = { ...MINE, credentialHash: '' };
  const noHashes = { credentialMapping: { a: { kubernetesSecrets: [noHash] } } };
  yield {
    policy: 'AlwaysVerify',
    image: 'a',
    record: noHashes,
    podSecrets: [{ ...noHash, uid: 'u2' }],
  };
}

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
    const ours = attempt(() => verifyImagePull(request, settings));
    const code = ours.code === 'INVALID_SETTINGS' ? 'Policy' : ours.code;
    comparison.field('must pull', theirs.out ?? theirs.err, ours.value?.mustPull ?? code);
  },
  kind(input, theirs) {
    const { policy, record, podServiceAccount } = input as JsonObject;
    return `${policy},${theirs.out ?? theirs.err},${record === undefined},${podServiceAccount === undefined}`;
  },
};

/** Which Pods may use an image that is on the node. */
export const mustPullOperations: readonly Operation[] = [mustPull];
