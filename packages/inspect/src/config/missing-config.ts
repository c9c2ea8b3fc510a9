import { placeOf } from '../admission/candidate.js';
import { type Problem, placeProblem } from '../problem.js';
import type { InspectedObject } from '../report/inspected-object.js';
import type { ConfigObjects } from './config-objects.js';
import { Controllers, referencesOf } from './references.js';

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
        placeProblem(place, problem, kind?.templateSegments),
      );
      found.set(object, problems);
    }
  }
  return found;
}
