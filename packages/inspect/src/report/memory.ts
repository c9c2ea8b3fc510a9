import type { NewPodRules } from '@kubesem/admission/internal';
import type { WorkloadKind } from '@kubesem/core/kinds';
import { type InspectedObject, inspectObject } from './object-report.js';
import type { PodReportOptions } from './pod-report.js';

/** What inspections have found out about objects, for the next one. */
export interface InspectionMemory {
  /**
   * Inspects an object unless it is known.
   *
   * @internal
   */
  readonly inspected: typeof inspectObject;
}

/** What was found out, and what it depends on besides the object. */
interface Known {
  readonly kind: WorkloadKind;
  readonly options: PodReportOptions;
  readonly rules: NewPodRules;
  readonly found: InspectedObject;
}

/**
 * Creates a memory for apps that inspect their objects again after each change, such as an editor or a dashboard that
 * watches a cluster.
 *
 * With the same memory, an inspection computes the report on a Pod or workload again only if the object is another value
 * than before, or the LimitRanges or RuntimeClasses have changed. The report is the same as without a memory. Places may
 * have changed, and everything that depends on several objects is computed again. Forgotten objects free their memory.
 *
 * Objects must not be changed: replace an object to change it, as a watch does.
 *
 * @returns the memory, for the option `memory`
 *
 * @example
 * ```ts
 * import { createInspectionMemory, inspectObjects, parsedObjects } from '@kubesem/inspect';
 *
 * const memory = createInspectionMemory();
 * const type = { apiVersion: 'v1', kind: 'Pod' };
 * const known = { metadata: { name: 'a' }, spec: { containers: [{ name: 'app' }] } };
 * const before = inspectObjects([parsedObjects([known], type)], { memory });
 * const resources = { limits: { cpu: 1, memory: '1Gi' } };
 * const added = { metadata: { name: 'b' }, spec: { containers: [{ name: 'app', resources }] } };
 * const after = inspectObjects([parsedObjects([known, added], type)], { memory });
 * after.objects.map(({ pod }) => pod?.qosClass) // => ['BestEffort', 'Guaranteed']
 * after.objects[0]?.pod === before.objects[0]?.pod // => true
 * ```
 */
export function createInspectionMemory(): InspectionMemory {
  const objects = new WeakMap<object, Known>();
  return {
    inspected: (typed, options, rules) => {
      const { kind } = typed;
      const { object } = typed.placed;
      const known = objects.get(object);
      if (
        known?.kind === kind &&
        areSameOptions(known.options, options) &&
        areSame(known.rules.limitRanges, rules.limitRanges) &&
        areSame(known.rules.runtimeClasses, rules.runtimeClasses)
      ) {
        return known.found;
      }
      const found = inspectObject(typed, options, rules);
      const { explain, amountsOnly, missingResources } = options;
      const asked = { explain, amountsOnly, missingResources };
      objects.set(object, { kind, options: asked, rules, found });
      return found;
    },
  };
}

function areSameOptions(a: PodReportOptions, b: PodReportOptions): boolean {
  return (
    a.explain === b.explain &&
    a.amountsOnly === b.amountsOnly &&
    a.missingResources === b.missingResources
  );
}

function areSame(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
