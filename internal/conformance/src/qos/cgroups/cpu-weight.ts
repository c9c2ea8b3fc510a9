import { kubeletCpuWeight, runtimeCpuWeight } from '@kubesem/qos';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';

/** The bounds, and each power of two. */
function* sharesCases(): Iterable<Json> {
  for (const shares of [2, 3, 102, 1023, 1024, 1025, 262_143, 262_144, 262_145, 1e9]) {
    yield { shares };
  }
  for (let shares = 4; shares < 262_144; shares *= 2) {
    yield { shares };
  }
}

const cpuWeight: Operation = {
  name: 'qos.cpuWeight',
  program: 'kubernetes',
  examples: sharesCases,
  generate: (random) => ({ shares: 2 + random.below(262_143) }),
  compare(input, theirs, comparison) {
    const { shares } = input as unknown as { readonly shares: number };
    const { kubelet, runtime } = theirs.out as JsonObject;
    comparison.field('kubelet', kubelet, kubeletCpuWeight(shares));
    comparison.field('runtime', runtime, runtimeCpuWeight(shares));
  },
  kind: (_input, theirs) =>
    String(Math.floor(8 * Math.log2((theirs.out as { readonly kubelet: number }).kubelet))),
};

/** CPU shares as CPU weights. */
export const cpuWeightOperations: readonly Operation[] = [cpuWeight];
