import type { Pod } from '@kubesem/core';
import { type QosCgroups, qosCgroups } from '@kubesem/qos';
import { podRequests } from '@kubesem/resources';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { explainAmounts } from '../../quantity/int64.js';
import { appContainer, nodePod, podOf } from '../pod.js';
import { NO_SETTINGS, randomSettings, settingsOf, type TheirCgroup } from './kubelet.js';

/** The Pods of a node and the settings of a kubelet. */
function tiersCase(random: Random): Json {
  return { pods: random.list(5, () => nodePod(random)), settings: randomSettings(random, true) };
}

/** No Pods, and one of each class. */
function* tiersCases(): Iterable<Json> {
  const even = { cpu: '2', memory: '3Gi' };
  const pods = [
    podOf({ containers: [appContainer(even, even)] }),
    podOf({ containers: [appContainer({ cpu: '1500m', memory: '1Gi' })] }),
    podOf({ containers: [{ name: 'app' }] }),
  ];
  for (const chosen of [NO_SETTINGS, { memoryReservationPolicy: 'TieredReservation' }]) {
    yield { pods: [], settings: chosen };
    yield { pods, settings: chosen };
  }
  const unknown = { ...(pods[1] as JsonObject), status: { qosClass: 'Unknown' } };
  yield {
    pods: [...pods, ...pods, unknown],
    settings: { memoryReservationPolicy: 'TieredReservation' },
  };
}

const tiers: Operation = {
  name: 'qos.tiers',
  program: 'kubernetes',
  examples: tiersCases,
  generate: tiersCase,
  compare(input, theirs, comparison) {
    const { pods } = input as unknown as { readonly pods: readonly Pod[] };
    const ours: QosCgroups = qosCgroups(pods, settingsOf(input));
    const found = theirs.out as unknown as { readonly [name: string]: TheirCgroup };
    const requests = pods.map((pod) => podRequests(pod));
    const explainCpu = explainAmounts(-3, ...requests.map(({ cpu }) => cpu));
    const explainMemory = explainAmounts(0, ...requests.map(({ memory }) => memory));
    for (const [name, values] of [
      ['burstable', ours.burstable],
      ['besteffort', ours.bestEffort],
    ] as const) {
      comparison.field(
        `${name}.shares`,
        Number(found[name]?.cpuShares),
        values.cpuShares,
        explainCpu,
      );
      comparison.field(`${name}.weight`, found[name]?.cpuWeight, values.cpuWeight, explainCpu);
      const low = Number(found[name]?.unified?.['memory.low'] ?? 0);
      comparison.field(`${name}.low`, low, values.memoryLowBytes, explainMemory);
    }
    const { unified } = found.kubepods ?? {};
    const { memoryMinBytes, memoryLowBytes } = ours.kubepods;
    comparison.field('min', Number(unified?.['memory.min'] ?? 0), memoryMinBytes, explainMemory);
    comparison.field('low', Number(unified?.['memory.low'] ?? 0), memoryLowBytes, explainMemory);
  },
  kind(input, theirs) {
    const { pods } = input as unknown as { readonly pods: readonly Pod[] };
    const found = theirs.out as unknown as { readonly [name: string]: TheirCgroup };
    const { memoryReservationPolicy } = settingsOf(input);
    const magnitude = found.burstable?.cpuShares?.length;
    return `${pods.length},${memoryReservationPolicy},${magnitude},${found.kubepods?.unified?.['memory.low'] === '0'}`;
  },
};

/** Cgroups of the QoS classes. */
export const tierOperations: readonly Operation[] = [tiers];
