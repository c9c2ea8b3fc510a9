import { type ConfigReference, configReferences } from '@kubesem/config';
import { attempt, type Pod } from '@kubesem/core';
import { placeOf } from '../admission/candidate.js';
import { type Problem, placeProblem } from '../problem.js';
import type { InspectedObject } from '../report/inspected-object.js';
import type { ObjectReport } from '../report/report.js';
import { severityOf } from '../severity.js';
import type { ConfigObjects } from './config-objects.js';

/** Returns the references of a Pod to ConfigMaps and Secrets. */
export function referencesOf(pod: Pod): readonly ConfigReference[] {
  return attempt(() => configReferences(pod)).value ?? [];
}

/** The controllers of which a Pod is known: all their Pods have the same references. */
export class Controllers {
  private readonly uids = new Set<string>();

  /** Adds the controller of an object; returns whether the references of the object matter. */
  add({ controllerUid, pods }: ObjectReport): boolean {
    // Nothing starts from the template of an old ReplicaSet, and no container of a Pod that has ended.
    if (pods.count === 0 || (controllerUid !== undefined && this.uids.has(controllerUid))) {
      return false;
    }
    if (controllerUid !== undefined) {
      this.uids.add(controllerUid);
    }
    return true;
  }
}

/** Lists the references of Pods and workloads to ConfigMaps and Secrets that the files do not satisfy. */
export function missingConfig(
  objects: readonly InspectedObject[],
  configs: ConfigObjects,
): ReadonlyMap<InspectedObject, readonly Problem[]> {
  const found = new Map<InspectedObject, readonly Problem[]>();
  const uids = new Set(objects.flatMap(({ workload }) => workload?.report.uid ?? []));
  const controllers = new Controllers();
  for (const object of objects) {
    const { report, pod, references = pod && referencesOf(pod), kind } = object.workload ?? {};
    // A controller in the files has the same references as its Pods.
    if (report && references && controllers.add(report) && !uids.has(report.controllerUid ?? '')) {
      const place = placeOf(object);
      const problems = [...configs.problems(report.namespace, references)].map((problem) =>
        placeProblem(place, severityOf(problem), problem, kind?.templateSegments),
      );
      found.set(object, problems);
    }
  }
  return found;
}
