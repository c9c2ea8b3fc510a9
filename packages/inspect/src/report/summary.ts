import { bareObject } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import type { ResourceQuantities } from '@kubesem/resources';
import type { PodCount } from '@kubesem/workloads';
import { type Duplicate, findDuplicates, objectKey } from './duplicates.js';
import type { Amounts, ObjectReport, PodTotals, Summary, Totals } from './report.js';

type Sums = Map<string, Quantity>;

class Adder {
  private pods = 0;
  private readonly requests: Sums = new Map();
  private readonly limits: Sums = new Map();

  /** Adds so many Pods with these amounts each. */
  add({ requests, limits }: Amounts, pods: number): void {
    this.addTotals({
      pods,
      requests: multiplied(requests, pods),
      limits: multiplied(limits, pods),
    });
  }

  addTotals({ pods, requests, limits }: PodTotals): void {
    this.pods += pods;
    addAmounts(this.requests, requests);
    addAmounts(this.limits, limits);
  }

  result(): PodTotals {
    const [requests, limits] = [this.requests, this.limits].map((sums) =>
      bareObject(sums, (sum) => sum),
    ) as [ResourceQuantities, ResourceQuantities];
    return { pods: this.pods, requests, limits };
  }
}

/** The amounts of a Pod, and how many there are. */
type Counted = readonly [amounts: Amounts, pods: PodCount];

/** Adds what DaemonSets need on each node separately, and what autoscalers can change. */
class TotalsAdder {
  private readonly fixed = new Adder();
  private readonly perNode = new Adder();
  private readonly autoscaled: Counted[] = [];

  add(amounts: Amounts, pods: PodCount): void {
    if (pods.autoscaled !== undefined) {
      this.autoscaled.push([amounts, pods]);
    } else {
      (pods.per === 'node' ? this.perNode : this.fixed).add(amounts, pods.count);
    }
  }

  result(): Totals {
    const fixed = this.fixed.result();
    const perNode = this.perNode.result();
    if (this.autoscaled.length === 0) {
      return { ...fixed, perNode };
    }
    const totals = (numberOf: (pods: PodCount) => number) => {
      const adder = new Adder();
      adder.addTotals(fixed);
      for (const [amounts, pods] of this.autoscaled) {
        adder.add(amounts, numberOf(pods));
      }
      return adder.result();
    };
    const min = totals(({ autoscaled, count }) => autoscaled?.min ?? count);
    const max = totals(({ autoscaled, count }) => autoscaled?.max ?? count);
    return { ...totals(({ count }) => count), perNode, autoscaled: { min, max } };
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
 * one node. A CronJob counts as one run. The range of HorizontalPodAutoscalers is added up at both of its ends. If an object is
 * defined several times, the last definition counts, as with `kubectl apply`; a manifest updates a stored object, in any order.
 *
 * @param objects - reports of {@link inspectObjects}; objects without `pod` are skipped
 * @returns the sums, for all objects and by namespace
 *
 * @example
 * ```ts
 * import { inspectObjects, reportSummary } from '@kubesem/inspect';
 * import { parseObjects } from '@kubesem/manifests';
 *
 * const text = `
 * apiVersion: apps/v1
 * kind: Deployment
 * metadata: { name: web }
 * spec:
 *   replicas: 3
 *   selector: { matchLabels: { app: web } }
 *   template:
 *     metadata: { labels: { app: web } }
 *     spec:
 *       containers: [{ name: app, image: 'app:1.2', resources: { requests: { cpu: 250m } } }]
 * `;
 * const { objects } = inspectObjects([parseObjects({ name: 'web.yaml', text })]);
 * const { pods, requests } = reportSummary(objects);
 * pods // => 3
 * requests // => { cpu: '750m' }
 * ```
 */
export function reportSummary(objects: readonly ObjectReport[]): Summary {
  return summarizeLast(objects, findDuplicates(objects));
}

/** The same for objects whose duplicates are known. */
export function summarizeLast(
  objects: readonly ObjectReport[],
  duplicates: readonly Duplicate[],
): Summary {
  const replaced = new Set(duplicates.map((each) => each.replaced));
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
      total.add(pod, pods);
      group.add(pod, pods);
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
