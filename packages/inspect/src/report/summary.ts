import { bareObject } from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import type { ResourceQuantities } from '@kubesem/resources';
import type { PodCount } from '@kubesem/workloads';
import { findDuplicates, objectKey } from './duplicates.js';
import type { Amounts, ObjectReport, Summary, Totals } from './report.js';

type Sums = Map<string, Quantity>;

class Adder {
  private pods = 0;
  private readonly requests: Sums = new Map();
  private readonly limits: Sums = new Map();

  add({ requests, limits }: Amounts, pods: number): void {
    this.pods += pods;
    addAmounts(this.requests, requests);
    addAmounts(this.limits, limits);
  }

  result(): Amounts & { readonly pods: number } {
    const [requests, limits] = [this.requests, this.limits].map((sums) =>
      bareObject(sums, (sum) => sum),
    ) as [ResourceQuantities, ResourceQuantities];
    return { pods: this.pods, requests, limits };
  }
}

/** Adds what DaemonSets need on each node separately. */
class TotalsAdder {
  private readonly all = new Adder();
  private readonly perNode = new Adder();

  add(amounts: Amounts, { count, per }: PodCount): void {
    (per === 'node' ? this.perNode : this.all).add(amounts, count);
  }

  result(): Totals {
    return { ...this.all.result(), perNode: this.perNode.result() };
  }
}

function addAmounts(sums: Sums, amounts: ResourceQuantities): void {
  for (const name of Object.keys(amounts)) {
    const amount = amounts[name];
    if (amount !== undefined) {
      sums.set(name, sums.get(name)?.add(amount) ?? amount);
    }
  }
}

/** The amounts of all Pods of an object together; most objects are Pods. */
function multiplied(amounts: ResourceQuantities, pods: number): ResourceQuantities {
  if (pods === 1) {
    return amounts;
  }
  return bareObject(pods === 0 ? [] : Object.entries(amounts), (amount) => amount?.mul(pods));
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
  const total = new TotalsAdder();
  const groups = new Map<string, TotalsAdder>();
  for (const { namespace, pod, pods } of counted) {
    const group = groups.get(namespace) ?? new TotalsAdder();
    groups.set(namespace, group);
    if (pod !== undefined) {
      const amounts = {
        requests: multiplied(pod.requests, pods.count),
        limits: multiplied(pod.limits, pods.count),
      };
      total.add(amounts, pods);
      group.add(amounts, pods);
    }
  }
  return {
    ...total.result(),
    namespaces: [...groups].sort(byName).map(([namespace, group]) => ({
      namespace,
      ...group.result(),
    })),
    controllersSkipped: last.length - counted.length,
  };
}

function controllerKeys({ namespace, controllerUid, controllerCreator }: ObjectReport) {
  return [controllerUid, controllerCreator && objectKey(namespace, controllerCreator)];
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
