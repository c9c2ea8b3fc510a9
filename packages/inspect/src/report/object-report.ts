import {
  applyLimitRanges,
  explainLimitRangeDefaults,
  type LimitRangeDefault,
  podLimitRangeViolations,
} from '@kubesem/admission';
import { podConfigWarnings } from '@kubesem/config';
import {
  attempt,
  childPath,
  controllerOf,
  type FieldPathSegment,
  fieldProblem,
  type Pod,
  podParts,
  readObject,
  readString,
  storedQosClass,
  unknownPodFields,
} from '@kubesem/core';
import type { WorkloadKind } from '@kubesem/core/kinds';
import { checkPodImages, type ReadImage, readImageWarnings } from '@kubesem/image';
import { podLifecycleWarnings, validatePodLifecycle } from '@kubesem/lifecycle';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import { podQosClass } from '@kubesem/qos';
import {
  applyPodDefaults,
  missingResources,
  missingResourceWarnings,
  type PodWithWarnings,
  podDefaultsWithWarnings,
  podResourceWarnings,
  validatePodResources,
} from '@kubesem/resources';
import { controllerCreator, podCount, podTemplate, type Workload } from '@kubesem/workloads';
import { limitRangeProblem } from '../admission/limit-ranges.js';
import type { PodRules } from '../admission/rules.js';
import { withRuntimeClass } from '../admission/runtime-classes.js';
import { podConfigRejections } from '../config/pod-config.js';
import { podStatusProblems } from '../pods/pod-status.js';
import { identify } from './identify.js';
import { type PodReportOptions, reportPod } from './pod-report.js';
import { present } from './present.js';
import {
  type FoundProblem,
  fieldPathOf,
  ProblemList,
  placeProblems,
  type UnplacedProblem,
} from './problem-list.js';
import type { ObjectIdentity, ObjectReport } from './report.js';

/** What is found out about an object, wherever it is. */
export interface InspectedObject {
  /** The report without the place and the names of the object. */
  readonly facts: Omit<ObjectReport, keyof ObjectIdentity | 'problems'>;
  readonly problems: readonly UnplacedProblem[];
  /** The Pod or Pod template with its defaults; undefined if it cannot be read. */
  readonly pod: Pod | undefined;
}

/**
 * Inspects an object that is a Pod or has a Pod template.
 *
 * @param placed - the object
 * @param kind - its kind
 * @param options - what to report
 * @param rules - what admission applies to its Pods; nothing for an object that an API server has stored
 */
export function inspectObject(
  placed: ManifestObject,
  kind: WorkloadKind,
  options: PodReportOptions,
  rules: PodRules,
): InspectedObject {
  const found: FoundProblem[] = [];
  const { uid } = identify(placed, (problem) => found.push(problem));
  const isStored = uid !== '';
  const problems = new ProblemList(placed.object, isStored);
  const report = problems.addOwn;
  found.forEach(report);
  const workload = placed.object as JSONObject as Workload;
  const controllerUid = controllerOf(workload, report)?.uid;
  const creator = controllerCreator(workload, report);
  const pods = podCount(workload, { kind, isManifest: !isStored, report });
  // The template of a workload gets its defaults when a Pod is created from it, even if it is stored.
  const isStoredPod = isStored && kind.templateSegments.length === 0;
  const template = readTemplate(workload, kind, problems);
  const filledIn: LimitRangeDefault[] = [];
  const applied = { ...rules, filledIn };
  const checked =
    template && checkPod(template, kind.templateSegments, isStoredPod, problems, applied);
  const pod = checked?.pod;
  if (pod && options.missingResources) {
    const missing = isStoredPod ? missingResourceWarnings(pod) : missingResources(podParts(pod));
    for (const warning of missing) {
      problems.add(warning, kind.templateSegments);
    }
  }
  for (const problem of pod && !isStoredPod ? podConfigRejections(pod, workload) : []) {
    problems.add(rejected(problem), kind.templateSegments);
  }
  const reported = checked && reportPod(checked.pod, checked.images, isStoredPod, options);
  return {
    pod,
    problems: problems.all,
    facts: {
      origin: isStored ? 'stored' : 'manifest',
      defaulted: !isStoredPod,
      pods,
      pod:
        reported && filledIn.length > 0 ? { ...reported, limitRangeDefaults: filledIn } : reported,
      uid: uid || undefined,
      controllerUid: controllerUid || undefined,
      controllerCreator: creator,
    },
  };
}

/** Returns the report on an object at its place. */
export function objectReport(
  placed: ManifestObject,
  identity: ObjectIdentity,
  { facts, problems }: InspectedObject,
): ObjectReport {
  const { file, line, column, item, apiVersion, kind, namespace, name } = identity;
  const { origin, defaulted, pods, pod, uid, controllerUid, controllerCreator } = facts;
  return present<ObjectReport>(
    // Written out: with a spread, it needs several times the memory.
    {
      file,
      line,
      column,
      apiVersion,
      kind,
      namespace,
      name,
      origin,
      defaulted,
      pods,
      problems: placeProblems(placed, problems),
    },
    { item, pod, uid, controllerUid, controllerCreator },
  );
}

/** Returns the Pod or Pod template of an object; undefined if it has no spec. */
function readTemplate(
  workload: Workload,
  kind: WorkloadKind,
  problems: ProblemList,
): Pod | undefined {
  const report = problems.addOwn;
  const pod = podTemplate(workload, { kind, report });
  const specSegments = [...kind.templateSegments, 'spec'];
  const spec = readObject(pod?.spec, fieldPathOf(specSegments), report);
  const containers: unknown = spec?.containers ?? [];
  if (problems.all.length === 0 && Array.isArray(containers) && containers.length === 0) {
    const segments = spec === undefined ? specSegments : [...specSegments, 'containers'];
    problems.addRequired(segments, 'must have at least one container');
  }
  return spec && pod;
}

/**
 * Returns the Pod from which a report was computed: that of the object, with its defaults unless it is stored.
 *
 * @param placed - the object of the report
 * @param kind - its kind
 * @param report - the report, with a Pod
 * @param rules - what admission applies to its Pods
 */
export function reportedPod(
  placed: ManifestObject,
  kind: WorkloadKind,
  { defaulted }: ObjectReport,
  rules: PodRules,
): Pod {
  const pod = podTemplate(placed.object as JSONObject as Workload, { kind }) as Pod;
  return defaulted ? createdPod(pod, rules).pod : pod;
}

/** Adds the defaults of the API server, and what RuntimeClasses and then LimitRanges add. */
function createdPod(
  pod: Pod,
  { limitRanges, runtimeClasses }: PodRules,
  filledIn: LimitRangeDefault[] = [],
): PodWithWarnings {
  if (limitRanges.length + runtimeClasses.length === 0) {
    return podDefaultsWithWarnings(pod);
  }
  const admit = (created: Pod): Pod => {
    const classed = withRuntimeClass(created, runtimeClasses);
    filledIn.push(...explainLimitRangeDefaults(classed, limitRanges));
    return applyLimitRanges(classed, limitRanges);
  };
  const created = applyPodDefaults(pod, { admit });
  // LimitRanges may give a limit that is below a request.
  return { pod: created, warnings: podResourceWarnings(filledIn.length > 0 ? created : pod) };
}

/** What admission applies, and what LimitRanges have filled in. */
interface AppliedRules extends PodRules {
  readonly filledIn: LimitRangeDefault[];
}

/** What the API server rejects, although it can be read. */
function rejected<Problem extends object>(problem: Problem): Problem & { apiServer: 'rejects' } {
  return { ...problem, apiServer: 'rejects' };
}

/** A Pod that can be read, and its images. */
interface CheckedPod {
  readonly pod: Pod;
  readonly images: readonly ReadImage[];
}

/** Checks a Pod, and applies the defaults unless it is stored; undefined if it cannot be read. */
function checkPod(
  pod: Pod,
  base: readonly FieldPathSegment[],
  isStored: boolean,
  problems: ProblemList,
  { filledIn, ...rules }: AppliedRules,
): CheckedPod | undefined {
  const created = isStored ? undefined : attempt(() => createdPod(pod, rules, filledIn)).value;
  const defaulted = created?.pod;
  // The defaults stop at the first field that cannot be read; this lists all of them.
  const unreadable = defaulted === undefined ? validatePodResources(pod) : [];
  const { images, problems: imageProblems } = checkPodImages(pod);
  for (const problem of [...unreadable, ...imageProblems]) {
    problems.add(problem, base);
  }
  const statusPath = childPath(undefined, 'status');
  const classPath = childPath(statusPath, 'qosClass');
  const status = readObject(pod.status, statusPath, problems.addOwn);
  readString(status?.qosClass, classPath, problems.addOwn);
  // So far, these are fields that cannot be read.
  if (problems.all.length > 0) {
    return undefined;
  }
  const warnings = [
    ...unknownPodFields(pod),
    ...(created?.warnings ?? podResourceWarnings(pod)),
    ...readImageWarnings(images),
    ...podLifecycleWarnings(pod),
    ...podConfigWarnings(pod),
    // The API server has accepted a stored Pod.
    ...(isStored ? [] : validatePodLifecycle(pod).map(rejected)),
    ...(isStored ? podStatusProblems(pod) : []),
  ];
  for (const warning of warnings) {
    problems.add(warning, base);
  }
  if (defaulted !== undefined) {
    withRuntimeClass(pod, rules.runtimeClasses, (problem) => problems.add(problem, base));
    // Without LimitRanges, it would compute the amounts for nothing.
    const { limitRanges } = rules;
    const violations =
      limitRanges.length === 0 ? [] : podLimitRangeViolations(defaulted, limitRanges);
    for (const violation of violations) {
      problems.add(limitRangeProblem(violation), base);
    }
    return { pod: defaulted, images };
  }
  const stored = storedQosClass(pod);
  const computed = podQosClass(pod);
  if (stored !== undefined && stored !== computed) {
    const problem = fieldProblem({
      type: 'FieldValueInvalid',
      code: 'STATUS_DIFFERS',
      path: classPath,
      value: stored,
      message: `the QoS class ${stored} was stored at creation; a new Pod with this spec would be ${computed}`,
    });
    problems.add(problem, base);
  }
  return { pod, images };
}
