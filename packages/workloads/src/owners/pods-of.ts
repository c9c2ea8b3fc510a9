import { type OwnedObject, type Pod } from '@kubesem/core';
import { readController } from '@kubesem/core/internal';
import { OwnerIndex, type OwnerProblem } from './owner-index.js';

/** Options of {@link podsOf}. */
export interface PodsOfOptions<P extends Pod = Pod> {
  /** The Pods of the cluster. */
  readonly pods: readonly P[];
  /** The objects between the workload and its Pods, such as ReplicaSets and Jobs; there can be others. */
  readonly objects?: readonly OwnedObject[] | undefined;
}

/** The result of {@link podsOf}. */
export interface OwnedPods<P extends Pod = Pod> {
  /** The Pods of the workload, in their order. */
  readonly pods: readonly P[];
  /** Why Pods may be missing; fields of Pods are under `pods`, and those of other objects under `objects`. */
  readonly problems: readonly OwnerProblem[];
}

/**
 * Finds the Pods that a workload controls directly, or through other objects such as ReplicaSets.
 *
 * The function compares uids of controllers, not labels, so the result omits Pods that the workload would adopt.
 *
 * @param workload - a Deployment, a CronJob, or any other controller; it is not changed
 * @param options - the Pods and the objects of the cluster
 * @returns the Pods, and the problems; never throws because of them
 *
 * @example
 * ```ts
 * import { podsOf } from '@kubesem/workloads';
 *
 * const controlledBy = (kind: string, name: string, uid: string) => [{ kind, name, uid, controller: true }];
 * const web = { metadata: { name: 'web', uid: 'd1' } };
 * const objects = [{ metadata: { name: 'web-1', uid: 'r1', ownerReferences: controlledBy('Deployment', 'web', 'd1') } }];
 * const pods = [
 *   { metadata: { name: 'web-1-x', uid: 'p1', ownerReferences: controlledBy('ReplicaSet', 'web-1', 'r1') } },
 *   { metadata: { name: 'other', uid: 'p2' } },
 * ];
 * podsOf(web, { pods, objects }).pods.map(({ metadata }) => metadata.name) // => ['web-1-x']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `getPodMapForDeployment`.
 */
export function podsOf<P extends Pod>(
  workload: OwnedObject,
  { pods, objects = [] }: PodsOfOptions<P>,
): OwnedPods<P> {
  const index = new OwnerIndex(objects);
  const target = index.locate(workload);
  if (target.uid === '') {
    const message = 'the workload has no uid; pass it as the API server stores it';
    index.add('UID_MISSING', target, 'uid', message);
    return { pods: [], problems: index.problems };
  }
  const isBelow = new Map([[target.uid, true]]);
  const found = index
    .locateAll(pods, 'pods')
    .filter((pod) => leadsToWorkload(pod, index, isBelow))
    .map(({ object }) => object);
  return { pods: found, problems: index.problems };
}

/** Whether a controller of an object is the workload or below it. Remembers the answers for the controllers on the way. */
function leadsToWorkload(
  object: ReturnType<OwnerIndex<OwnedObject>['locate']>,
  index: OwnerIndex<OwnedObject>,
  isBelow: Map<string, boolean>,
): boolean {
  const passed = new Set<string>();
  let answer: boolean | undefined;
  let at: typeof object | undefined = object;
  while (at !== undefined && answer === undefined) {
    const controller = readController(at.metadata);
    if (controller === undefined) {
      break;
    }
    answer = isBelow.get(controller.uid);
    if (answer === undefined && passed.has(controller.uid)) {
      index.addCycle(at, controller);
      break;
    }
    passed.add(controller.uid);
    const next = index.find(controller);
    if (answer === undefined && next === undefined) {
      index.addNotFound(at, controller);
    }
    at = next;
  }
  for (const uid of passed) {
    isBelow.set(uid, answer ?? false);
  }
  return answer ?? false;
}
