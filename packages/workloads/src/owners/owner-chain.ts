import { type Controller, type OwnedObject } from '@kubesem/core';
import { readController } from '@kubesem/core/internal';
import { OwnerIndex, type OwnerProblem } from './owner-index.js';

/** Options of {@link ownerChain}. */
export interface OwnerChainOptions<T extends OwnedObject = OwnedObject> {
  /** The objects of the cluster that can be owners, of any kinds. */
  readonly objects: readonly T[];
}

/** A controller of an object, or the controller of that. */
export interface Owner<T extends OwnedObject = OwnedObject> extends Controller {
  /** The object itself; undefined if it is not among the objects. */
  readonly object: T | undefined;
}

/** The result of {@link ownerChain}. */
export interface OwnerChain<T extends OwnedObject = OwnedObject> {
  /** The controller of the object, the controller of that, and so on. */
  readonly owners: readonly Owner<T>[];
  /** Why owners may be missing; fields of the objects are under `objects`. */
  readonly problems: readonly OwnerProblem[];
}

/**
 * Finds the controller of an object, the controller of that, and so on: for a Pod its ReplicaSet, and then its Deployment.
 *
 * The function compares uids: an object that was deleted and created again under the same name is a different one.
 *
 * @param object - an object of any kind; it is not changed
 * @param options - the objects of the cluster
 * @returns the chain, as far as it is known, and the problems; never throws because of them
 *
 * @example
 * ```ts
 * import { ownerChain } from '@kubesem/workloads';
 *
 * const controlledBy = (kind: string, name: string, uid: string) => [{ kind, name, uid, controller: true }];
 * const pod = { metadata: { name: 'web-1-x', uid: 'p1', ownerReferences: controlledBy('ReplicaSet', 'web-1', 'r1') } };
 * const replicaSet = { metadata: { name: 'web-1', uid: 'r1', ownerReferences: controlledBy('Deployment', 'web', 'd1') } };
 *
 * const { owners, problems } = ownerChain(pod, { objects: [replicaSet] });
 * owners.map(({ kind, name }) => `${kind}/${name}`) // => ['ReplicaSet/web-1', 'Deployment/web']
 * problems.map(({ code, path }) => [code, path]) // => [
 * //   ['OWNER_NOT_FOUND', 'objects[0].metadata.ownerReferences'],
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `resolveControllerRef`.
 */
export function ownerChain<T extends OwnedObject>(
  object: OwnedObject,
  { objects }: OwnerChainOptions<T>,
): OwnerChain<T> {
  const index = new OwnerIndex(objects);
  const first = index.locate(object);
  const owners: Owner<T>[] = [];
  const seen = new Set([first.uid]);
  let at: typeof first | undefined = first;
  while (at !== undefined) {
    const controller = readController(at.metadata);
    if (controller === undefined) {
      break;
    }
    if (controller.uid !== '' && seen.has(controller.uid)) {
      index.addCycle(at, controller);
      break;
    }
    seen.add(controller.uid);
    const found = index.find(controller);
    owners.push({ ...controller, object: found?.object });
    if (found === undefined) {
      index.addNotFound(at, controller);
    }
    at = found;
  }
  return { owners, problems: index.problems };
}
