import type { Json, JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { PULL_POLICIES } from './image-pull.js';

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

/** A Pod to be admitted, for the first time or as a change of another. */
export function alwaysPullCase(random: Random): JsonObject {
  const pod = podOfImages(random);
  return random.percent(40) ? { pod } : { pod, oldPod: podOfImages(random) };
}

/** Pods that nobody should have to find by chance. */
export function* alwaysPullCases(): Iterable<JsonObject> {
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

const references = (random: Random): Json[] =>
  random.list(3, () => ({ name: random.pick(['a', 'b', '', 'c']) }));

/** A Pod, and the ServiceAccount that it has. */
export function pullSecretsCase(random: Random): JsonObject {
  const spec: { [field: string]: Json } = {};
  if (random.percent(50)) {
    spec.imagePullSecrets = random.percent(90) ? references(random) : null;
  }
  if (random.percent(40)) {
    spec.serviceAccountName = random.pick(['sa', 'default', '']);
  }
  if (random.percent(20)) {
    spec.serviceAccount = random.pick(['sb', '']);
  }
  return {
    pod: { spec },
    serviceAccount: random.percent(80) ? { imagePullSecrets: references(random) } : {},
  };
}

/** Pods with ServiceAccounts that nobody should have to find by chance. */
export function* pullSecretsCases(): Iterable<JsonObject> {
  const lists: Json[] = [
    [],
    [{ name: 'a' }],
    [{ name: '' }],
    [{}],
    [{ name: 'a' }, { name: 'a' }, { name: 'b' }],
  ];
  for (const imagePullSecrets of lists) {
    for (const other of lists) {
      yield { pod: { spec: { imagePullSecrets } }, serviceAccount: { imagePullSecrets: other } };
    }
  }
}
