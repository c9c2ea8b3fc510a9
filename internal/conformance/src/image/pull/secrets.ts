import type { Pod, ServiceAccount } from '@kubesem/core';
import { podImagePullSecrets, podServiceAccountName } from '@kubesem/image/internal';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';

const references = (random: Random): Json[] =>
  random.list(3, () =>
    random.percent(85)
      ? { name: random.pick(['a', 'b', '', 'c']) }
      : random.pick<Json>([null, {}, { name: null }]),
  );

/** Metadata, sometimes of a Pod that mirrors a static one; its value does not matter. */
function metadata(random: Random): JsonObject {
  const name = random.pick(['kubernetes.io/config.mirror', 'kubernetes.io/config.source']);
  return { annotations: random.percent(90) ? { [name]: random.pick(['x', '']) } : null };
}

/** A Pod and its ServiceAccount. */
function pullSecretsCase(random: Random): JsonObject {
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
    pod: { spec, ...random.maybe(20, () => ({ metadata: metadata(random) })) },
    serviceAccount: random.maybe(80, () => ({
      imagePullSecrets: random.percent(95) ? references(random) : null,
    })),
  };
}

/** Hand-picked Pods and ServiceAccounts. */
function* pullSecretsCases(): Iterable<JsonObject> {
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

const pullSecrets: Operation = {
  name: 'image.pullSecrets',
  program: 'kubernetes',
  examples: pullSecretsCases,
  generate: pullSecretsCase,
  compare(input, theirs, comparison) {
    const { pod, serviceAccount } = input as unknown as {
      pod: Pod;
      serviceAccount: ServiceAccount;
    };
    const isMirror = pod.metadata?.annotations?.['kubernetes.io/config.mirror'] !== undefined;
    if (theirs.out === undefined) {
      // Such a Pod cannot have a ServiceAccount.
      comparison.field('error', theirs.err, isMirror ? 'Forbidden' : undefined);
      return;
    }
    const { imagePullSecrets, serviceAccountName } = theirs.out as JsonObject;
    const ours = podImagePullSecrets(pod, serviceAccount);
    comparison.field('names', JSON.stringify(imagePullSecrets), JSON.stringify(ours.names));
    if (!isMirror) {
      comparison.field('service account', serviceAccountName, podServiceAccountName(pod));
    }
  },
  kind: (_input, theirs) => theirs.err ?? JSON.stringify(theirs.out),
};

/** Image pull secrets of a Pod. */
export const pullSecretsOperations: readonly Operation[] = [pullSecrets];
