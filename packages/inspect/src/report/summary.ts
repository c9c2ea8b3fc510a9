import { Quantity } from '@kubesem/quantity';
import type { ResourceQuantities } from '@kubesem/resources';
import { findDuplicates, objectKey } from './duplicates.js';
import type { Amounts, ObjectReport, Summary, Totals } from './report.js';

type Sums = { [name: string]: Quantity | undefined };

class Adder {
  private pods = 0;
  private readonly requests: Sums = Object.create(null) as Sums;
  private readonly limits: Sums = Object.create(null) as Sums;

  add(amounts: Amounts, pods: number): void {
    this.pods += pods;
    addTimes(this.requests, amounts.requests, pods);
    addTimes(this.limits, amounts.limits, pods);
  }

  result(): Amounts & { readonly pods: number } {
    return { pods: this.pods, requests: this.requests, limits: this.limits };
  }
}

function addTimes(sums: Sums, amounts: ResourceQuantities, times: number): void {
  for (const name of Object.keys(amounts)) {
    const amount = amounts[name];
    if (amount !== undefined && times > 0) {
      const product = amount.mul(times);
      sums[name] = sums[name]?.add(product) ?? product;
    }
  }
}

/**
 * Adds up requests and limits of objects, each multiplied by its number of Pods.
 *
 * A stored object is skipped if another one names it as its controller, or as the workload that created its controller: a
 * Deployment and its Pods are not counted twice, with or without the ReplicaSet. DaemonSets are added up separately, for
 * one node. A CronJob counts as one run. If an object is defined several times, the last definition counts, as with
 * `kubectl apply`.
 *
 * @param objects - reports of {@link inspectObjects}; objects without `pod` are skipped
 * @returns the sums, for all objects and by namespace
 *
 * @example
 * ```ts
 * import { inspectObjects, summarize } from '@kubesem/inspect';
 * import { parseObjects } from '@kubesem/manifests';
 *
 * const text = `
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: { name: web }
 * spec:
 *   replicas: 3
 *   template:
 *     spec:
 *       containers: [{ name: app, resources: { requests: { cpu: 250m } } }]
 * `;
 * const { objects } = inspectObjects([parseObjects({ name: 'web.yaml', text })]);
 * const { pods, requests } = summarize(objects);
 * pods // => 3
 * requests // => { cpu: '750m' }
 * ```
 */
export function summarize(objects: readonly ObjectReport[]): Summary {
  const replaced = new Set(findDuplicates(objects).values());
  const last = objects.filter((_, index) => !replaced.has(index));
  const controllers = new Set(last.flatMap(controllerKeys));
  const isController = (object: ObjectReport) =>
    object.uid !== undefined &&
    (controllers.has(object.uid) || controllers.has(objectKey(object.namespace, object)));
  const counted = last.filter((object) => !isController(object));
  const groups = new Map<string, ObjectReport[]>();
  for (const object of counted) {
    const group = groups.get(object.namespace);
    if (group === undefined) {
      groups.set(object.namespace, [object]);
    } else {
      group.push(object);
    }
  }
  return {
    ...addUp(counted),
    namespaces: [...groups.keys()].sort().map((namespace) => ({
      namespace,
      ...addUp(groups.get(namespace) ?? []),
    })),
    controllersSkipped: last.length - counted.length,
  };
}

function controllerKeys({ namespace, controllerUid, controllerCreator }: ObjectReport) {
  return [controllerUid, controllerCreator && objectKey(namespace, controllerCreator)];
}

function addUp(objects: readonly ObjectReport[]): Totals {
  const all = new Adder();
  const perNode = new Adder();
  for (const { pod, pods } of objects) {
    if (pod !== undefined) {
      (pods.per === 'node' ? perNode : all).add(pod, pods.count);
    }
  }
  return { ...all.result(), perNode: perNode.result() };
}
