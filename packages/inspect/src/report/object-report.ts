import { podLimitRangeViolations } from '@kubesem/admission';
import { type NewPodRules, newPod } from '@kubesem/admission/internal';
import { podConfigWarnings } from '@kubesem/config';
import { attempt, fieldPath, type Pod, storedQosClass } from '@kubesem/core';
import {
  type Fields,
  fields,
  podFields,
  problemOf,
  readController,
  reportTo,
  THROW,
} from '@kubesem/core/internal';
import type { WorkloadKind } from '@kubesem/core/kinds';
import { type ReadImage, readableImages, readImageWarnings } from '@kubesem/image/internal';
import { podLifecycleWarnings } from '@kubesem/lifecycle';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import { podQosClass } from '@kubesem/qos';
import { missingResourceWarnings } from '@kubesem/resources';
import { missingResources } from '@kubesem/resources/internal';
import { type Workload } from '@kubesem/workloads';
import { readCreator, readPodCount, readPodTemplate } from '@kubesem/workloads/internal';
import { podClaimProblems, podClaims } from '../admission/claims.js';
import { limitRangeProblem } from '../admission/limit-ranges.js';
import { rolloutProblems } from '../admission/updates/rollout-problems.js';
import {
  type CreatedPod,
  isUnreadable,
  type PodRejection,
  podRejections,
  resourceWarnings,
  type WrittenPod,
} from '../config/pod-rejections.js';
import { podStatusProblems } from '../pods/pod-status.js';
import type { FoundProblem } from '../problem.js';
import { identify } from './identify.js';
import { type PodReportOptions, reportPod } from './pod-report.js';
import { present } from './present.js';
import {
  ProblemList,
  placeProblems,
  type Rejections,
  type UnplacedProblem,
} from './problem-list.js';
import type { ObjectIdentity, ObjectReport } from './report.js';
import { unknownFieldsOf } from './unserved.js';

/** A Pod, or an object with a Pod template. */
export interface TypedObject {
  readonly placed: ManifestObject;
  readonly kind: WorkloadKind;
  /** Its fields of the wrong type. */
  readonly wrong: readonly FoundProblem[];
}

/** What is found out about an object, wherever it is. */
export interface InspectedObject {
  /** The report without the place and the names of the object. */
  readonly facts: Omit<ObjectReport, keyof ObjectIdentity | 'problems'>;
  readonly problems: readonly UnplacedProblem[];
  /** Why the API server rejects it before it asks quotas. */
  readonly rejections: Rejections;
  /** The Pod or Pod template with its defaults; undefined if it cannot be read. */
  readonly pod: Pod | undefined;
}

/**
 * Inspects an object that is a Pod or has a Pod template.
 *
 * @param typed - the object
 * @param options - what to report
 * @param rules - what admission applies to its Pods; nothing for an object that an API server has stored
 */
export function inspectObject(
  typed: TypedObject,
  options: PodReportOptions,
  rules: NewPodRules,
): InspectedObject {
  const { placed, kind, wrong } = typed;
  const { uid, identity } = identify(placed);
  const isStored = uid !== '';
  const problems = new ProblemList(placed.object, isStored);
  const report = problems.addOwn;
  wrong.forEach(report);
  const workload = placed.object as JSONObject as Workload;
  const read = fields(workload, reportTo(report));
  const metadata = read.at('metadata');
  const controllerUid = readController(metadata)?.uid;
  const creator = readCreator(metadata);
  const pods = readPodCount(read, kind, isStored);
  // The template of a workload gets its defaults when a Pod is created from it, even if it is stored.
  const isStoredPod = isStored && kind.templateSegments.length === 0;
  const template = readTemplate(read, kind, problems);
  const origin = isStoredPod ? 'stored' : kind.templateSegments.length === 0 ? 'new' : 'template';
  const checked = template && checkPod({ template, workload, origin }, kind, problems, rules);
  unknownFieldsOf(placed, isStored).forEach(report);
  if (!isStored) {
    rolloutProblems(placed.object, kind.kind).forEach(report);
  }
  const { pod, limitRangeDefaults = [], rejections = [] } = checked ?? {};
  if (pod && options.missingResources) {
    const missing = isStoredPod
      ? missingResourceWarnings(pod)
      : missingResources(podFields(pod, THROW).spec);
    for (const warning of missing) {
      problems.add(warning, kind.templateSegments);
    }
  }
  for (const { problem, rejected: what } of rejections) {
    problems.add(rejected(problem), kind.templateSegments, what);
  }
  if (pod !== undefined && !isStored && rules.limitRanges.length > 0) {
    const claims = podClaims(workload, pod, kind.templateSegments, identity.namespace);
    const all = [...claims.ofTemplates, ...claims.ephemeral];
    for (const { problem, base } of podClaimProblems(all, rules.limitRanges)) {
      problems.add(problem, base, 'claims');
    }
  }
  const reported = checked && reportPod(checked.pod, checked.images, isStoredPod, options);
  return {
    pod,
    problems: problems.all,
    rejections: problems.rejections,
    facts: {
      origin: isStored ? 'stored' : 'manifest',
      defaulted: !isStoredPod,
      pods,
      pod:
        reported && limitRangeDefaults.length > 0 ? { ...reported, limitRangeDefaults } : reported,
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
  workload: Fields<Workload>,
  kind: WorkloadKind,
  problems: ProblemList,
): Pod | undefined {
  const pod = readPodTemplate(workload, kind);
  const spec = pod?.spec ?? undefined;
  if (problems.all.length === 0 && !spec?.containers?.length) {
    const segments = [...kind.templateSegments, 'spec', ...(spec ? ['containers'] : [])];
    problems.addRequired(segments, 'must have at least one container');
  }
  return spec ? pod : undefined;
}

/** What the API server rejects, although it can be read. */
function rejected<Problem extends object>(problem: Problem): Problem & { apiServer: 'rejects' } {
  return { ...problem, apiServer: 'rejects' };
}

/** A Pod that can be read, with what LimitRanges fill in, its images, and why the API server rejects it. */
interface CheckedPod extends CreatedPod {
  readonly images: readonly ReadImage[];
  readonly rejections: readonly PodRejection[];
}

/** Checks a Pod, and applies the defaults unless it is stored; undefined if it cannot be read. */
function checkPod(
  written: WrittenPod,
  { templateSegments: base }: WorkloadKind,
  problems: ProblemList,
  rules: NewPodRules,
): CheckedPod | undefined {
  const { template: pod, origin } = written;
  const isStored = origin === 'stored';
  const created = isStored ? undefined : attempt(() => newPod(pod, rules)).value;
  const rejections = podRejections(written, created);
  // The defaults stop at the first field that cannot be read; validation lists all of them.
  const unreadable = created === undefined ? rejections.filter(isUnreadable) : [];
  for (const { problem } of unreadable) {
    problems.add(problem, base);
  }
  // So far, these are fields that cannot be read.
  if (problems.all.length > 0) {
    return undefined;
  }
  const images = readableImages(pod);
  const warnings = [
    ...resourceWarnings(written, created),
    ...readImageWarnings(images),
    ...podLifecycleWarnings(pod),
    ...podConfigWarnings(pod),
    ...(isStored ? podStatusProblems(pod) : []),
  ];
  for (const warning of warnings) {
    problems.add(warning, base);
  }
  if (created !== undefined) {
    const { runtimeClassProblem, limitRangeDefaults } = created;
    if (runtimeClassProblem !== undefined) {
      problems.add(rejected(runtimeClassProblem), base, 'pods');
    }
    // Without LimitRanges, it would compute the amounts for nothing.
    const { limitRanges } = rules;
    const violations =
      limitRanges.length === 0 ? [] : podLimitRangeViolations(created.pod, { limitRanges });
    for (const violation of violations) {
      problems.add(limitRangeProblem(violation), base, 'pods');
    }
    return { pod: created.pod, limitRangeDefaults, images, rejections };
  }
  const stored = storedQosClass(pod);
  const computed = podQosClass(pod);
  if (stored !== undefined && stored !== computed) {
    const problem = problemOf({
      code: 'STATUS_DIFFERS',
      severity: 'warning',
      path: fieldPath('status', 'qosClass'),
      value: stored,
      message: `the QoS class ${stored} was stored at creation; a new Pod with this spec would be ${computed}`,
    });
    problems.add(problem, base);
  }
  return { pod, limitRangeDefaults: [], images, rejections };
}
