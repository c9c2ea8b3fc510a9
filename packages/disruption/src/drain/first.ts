// The evictions that are rejected when the drain of a node starts.
import type { Pod } from '@kubesem/core';
import { readNow } from '@kubesem/core/internal';
import { decide } from '../eviction/answer.js';
import { nameOf } from '../stored.js';
import { EventQueue } from './event-queue.js';
import { LiveCluster, type LivePod } from './live-cluster.js';
import { type DrainOptions, daemonSetKeys, planPods } from './plan.js';
import type { DrainCluster } from './timeline.js';

/** Why the eviction of a Pod is rejected. */
export interface EvictionRejection {
  /** HTTP status. kubectl tries again only after 429; all others are errors of the drain. */
  readonly code: number;
  /** Names of the budgets that select the Pod. */
  readonly pdbs: readonly string[];
  /** The message of the API server, as kubectl prints it. */
  readonly message: string;
  /** The cause in the words of the API server; the message if it names none. */
  readonly cause: string;
}

/**
 * Finds the evictions that the API server rejects when kubectl starts to drain nodes. kubectl requests all evictions of a node
 * at once, so they share what budgets allow; here they are in the order of {@link simulateDrain}. It starts with the next
 * node when the Pods of the one before are gone, so each node starts with the Pods as they are now.
 *
 * @param nodes - names of the nodes
 * @param cluster - Pods, their controllers and budgets; they are not changed
 * @param options - the options of the command, and the current time
 * @returns the rejected Pods, and why. Empty if the node has a Pod that kubectl does not evict
 * @throws the errors of {@link drainPlan} and {@link evictionAnswer}
 */
export function firstRejections(
  nodes: readonly string[],
  cluster: DrainCluster,
  options: DrainOptions,
): ReadonlyMap<Pod, EvictionRejection> {
  const never = () => undefined;
  const live = new LiveCluster(cluster, readNow(options.now), new EventQueue(), () => 0, never);
  const daemonSets = daemonSetKeys(cluster);
  const rejections = new Map<Pod, EvictionRejection>();
  for (const node of nodes) {
    const byPod = new Map([...(live.podsByNode.get(node) ?? [])].map((each) => [each.first, each]));
    const { pods, errors } = planPods(node, [...byPod.keys()], daemonSets, options);
    const evicted: LivePod[] = [];
    for (const { pod, action } of errors.length > 0 ? [] : pods) {
      const found = action === 'evict' ? byPod.get(pod) : undefined;
      const rejection = found && rejectionOf(found, live);
      if (rejection !== undefined) {
        rejections.set(pod, rejection);
      } else if (found?.isHealthy) {
        live.setHealthy(found, false);
        evicted.push(found);
      }
    }
    for (const each of evicted) {
      live.setHealthy(each, true);
    }
  }
  return rejections;
}

function rejectionOf({ now, budgets }: LivePod, live: LiveCluster): EvictionRejection | undefined {
  for (const budget of budgets) {
    live.sync(budget);
  }
  const { failure } = decide(
    now,
    budgets.map(({ pdb }) => pdb),
  );
  if (failure === undefined) {
    return undefined;
  }
  const { code = 500, message = '', details } = failure;
  return {
    code,
    pdbs: budgets.map(({ pdb }) => nameOf(pdb)),
    message,
    cause: details?.causes?.[0]?.message ?? message,
  };
}
