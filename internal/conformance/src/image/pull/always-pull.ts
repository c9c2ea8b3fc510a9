import type { Pod } from '@kubesem/core';
import { applyAlwaysPullImages, podImages } from '@kubesem/image';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { PULL_POLICIES } from './images.js';

function container(random: Random): JsonObject {
  const policy = random.pick(PULL_POLICIES);
  const image = random.pick(['a', 'b', 'c', '']);
  return { name: 'x', image, ...(policy !== '' && { imagePullPolicy: policy }) };
}

function podOfImages(random: Random): JsonObject {
  const spec: { [field: string]: Json } = { containers: random.list(2, () => container(random)) };
  if (random.percent(30)) {
    spec.initContainers = random.list(2, () => container(random));
  }
  if (random.percent(30)) {
    spec.ephemeralContainers = random.list(2, () => container(random));
  }
  if (random.percent(40)) {
    spec.volumes = random.list(2, () =>
      random.percent(70)
        ? {
            name: 'v',
            image: { reference: random.pick(['a', 'b']), pullPolicy: random.pick(PULL_POLICIES) },
          }
        : { name: 'v', emptyDir: {} },
    );
  }
  return { spec };
}

/** A Pod to admit, as a new object or as an update of another. */
function alwaysPullCase(random: Random): JsonObject {
  const pod = podOfImages(random);
  return random.percent(40) ? { pod } : { pod, oldPod: podOfImages(random) };
}

/** Hand-picked Pods. */
function* alwaysPullCases(): Iterable<JsonObject> {
  const of = (image: string): JsonObject => ({ name: 'x', image, imagePullPolicy: 'Never' });
  const volumes = [
    { name: 'v', image: { reference: 'z', pullPolicy: 'IfNotPresent' } },
    { name: 'w' },
  ];
  const pod = {
    spec: {
      initContainers: [of('a')],
      containers: [of('b')],
      ephemeralContainers: [of('c')],
      volumes,
    },
  };
  yield { pod };
  yield { pod, oldPod: pod };
  yield { pod, oldPod: { spec: { containers: [of('a'), of('b'), of('c')] } } };
  yield { pod, oldPod: { spec: { containers: [of('a'), of('b')] } } };
  yield {
    pod: { spec: { containers: [of('a')], volumes } },
    oldPod: { spec: { ephemeralContainers: [of('a')] } },
  };
  yield { pod: { spec: { volumes } }, oldPod: { spec: {} } };
  yield { pod: { spec: {} } };
}

const alwaysPull: Operation = {
  name: 'image.alwaysPull',
  program: 'kubernetes',
  examples: alwaysPullCases,
  generate: alwaysPullCase,
  compare(input, theirs, comparison) {
    const { pod, oldPod } = input as unknown as { pod: Pod; oldPod?: Pod };
    const { pod: admitted } = theirs.out as unknown as { pod: Pod };
    const policies = (of: Pod) =>
      podImages(of).map(({ kind, image, pullPolicyRule, pullPolicy }) =>
        // Both sides apply the default policy on read.
        [kind, image, pullPolicyRule, pullPolicy].join(),
      );
    const ours = applyAlwaysPullImages(pod, { old: oldPod });
    comparison.field('policies', policies(admitted).join(' '), policies(ours).join(' '));
  },
  kind(input, theirs) {
    const { pod, oldPod } = input as JsonObject;
    const { isValid } = theirs.out as JsonObject;
    const lengths = Object.entries((pod as { spec: JsonObject }).spec).map(
      ([field, list]) => `${field}${(list as readonly Json[]).length}`,
    );
    return `${isValid},${oldPod === undefined},${lengths}`;
  },
};

/** The AlwaysPullImages admission plugin. */
export const alwaysPullOperations: readonly Operation[] = [alwaysPull];
