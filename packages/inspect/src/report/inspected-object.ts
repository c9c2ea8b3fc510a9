import type { NewPodRules } from '@kubesem/admission/internal';
import type { ConfigReference } from '@kubesem/config';
import type { FieldProblem, Pod, Timestamp } from '@kubesem/core';
import {
  CRON_JOB,
  DAEMON_SET,
  DEPLOYMENT,
  JOB,
  PERSISTENT_VOLUME_CLAIM,
  POD,
  STATEFUL_SET,
  type WorkloadKind,
} from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import { isMeasured, type QuotaCandidate, type ReportedWorkload } from '../admission/candidate.js';
import { claimProblems } from '../admission/claims.js';
import { countedFields, keptFields } from '../admission/stored.js';
import { type Controllers, referencesOf } from '../config/references.js';
import type { ImageCredentials } from '../images/image-credentials.js';
import { type PulledPod, pulledPod } from '../images/pulled-pod.js';
import { type Problem, placeOfFields } from '../problem.js';
import { isStored } from './identify.js';
import type { InspectionMemory } from './memory.js';
import { inspectObject, objectReport } from './object-report.js';
import type { PodReportOptions } from './pod-report.js';
import type { ObjectIdentity, ObjectReport } from './report.js';

/** How objects are inspected. */
export interface ObjectOptions extends PodReportOptions {
  /** Credentials to match against the images. */
  readonly credentials?: ImageCredentials | undefined;
  /** What earlier inspections found out; by default, everything is inspected. */
  readonly memory?: InspectionMemory | undefined;
  /** Tells the objects that exist from those to be created; by default, what an API server has stored exists. */
  readonly exists?: ((object: ObjectIdentity) => boolean) | undefined;
  /** The current time, for Pods that are being deleted. */
  readonly now?: Timestamp | undefined;
  /** Receives each Pod and Pod template that can be read, with its defaults, when the report is made. */
  readonly onPod?: ((pod: Pod, object: ObjectReport) => void) | undefined;
}

/** An object of the files before it is inspected. */
export interface AddedObject {
  readonly placed: ManifestObject;
  readonly identity: ObjectIdentity;
  /** The kind of a Pod, or of an object with a Pod template. */
  readonly kind: WorkloadKind | undefined;
  readonly exists: boolean;
  /** The fields of the wrong type. */
  readonly wrong: readonly FieldProblem<'INVALID_TYPE'>[];
  /** The problems of an object of another kind. */
  readonly problems: readonly Problem[];
}

/** What an inspection finds out about one object. */
export interface InspectedObject extends QuotaCandidate {
  readonly workload?: InspectedWorkload | undefined;
  /** Why LimitRanges reject a claim. */
  readonly problems?: readonly Problem[] | undefined;
}

/** A Pod, or an object with a Pod template. */
export interface InspectedWorkload extends ReportedWorkload {
  /** How its images are pulled; absent without credentials. */
  readonly pulled?: PulledPod | undefined;
  /** The references of a stored object to ConfigMaps and Secrets; none if another Pod of its controller has them. */
  readonly references?: readonly ConfigReference[] | undefined;
}

/** What an update does to the Pods of these depends on the object that exists. */
const UPDATED_KINDS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  [DEPLOYMENT, STATEFUL_SET, DAEMON_SET, JOB, CRON_JOB].map(({ kind }) => kind),
);

/** Whether the LimitRanges and RuntimeClasses of the files apply to an object, wherever in the files they are. */
export function needsRules({ placed, kind }: AddedObject): boolean {
  return !isStored(placed) && (kind !== undefined || isClaim(placed));
}

function isClaim({ kind, apiVersion }: ManifestObject): boolean {
  const claim = PERSISTENT_VOLUME_CLAIM;
  return kind === claim.kind && apiVersion === claim.apiVersion;
}

/**
 * Inspects an object.
 *
 * @param added - the object
 * @param rules - what admission applies to its Pods
 * @param options - what to find out
 */
export function inspectAdded(
  added: AddedObject,
  rules: NewPodRules,
  options: ObjectOptions,
): InspectedObject {
  const { placed, identity, kind, exists, wrong } = added;
  if (kind !== undefined) {
    const workload = inspectWorkload(added, kind, rules, options);
    return { identity, exists, place: placed, workload };
  }
  const isReadable = wrong.length === 0;
  const problems = isReadable && needsRules(added) ? claimProblems(placed, rules.limitRanges) : [];
  const rejection = rejectionIn([...added.problems, ...problems]);
  return isReadable && isMeasured(placed)
    ? { identity, exists, place: placed, measured: placed.object, rejection, problems }
    : { identity, exists, rejection };
}

function inspectWorkload(
  { placed, identity, exists, wrong }: AddedObject,
  kind: WorkloadKind,
  rules: NewPodRules,
  options: ObjectOptions,
): InspectedWorkload {
  const inspect = options.memory?.inspected ?? inspectObject;
  const inspected = inspect({ placed, kind, wrong }, options, rules);
  const { pod, rejections } = inspected;
  const report = objectReport(placed, identity, inspected);
  const pulled =
    pod && options.credentials && pulledPod(pod, report, placed, kind.templateSegments);
  return { object: placed.object, kind, report, pod, exists, rejections, rules, pulled };
}

/** The first error, which the API server answers before it asks quotas. */
function rejectionIn(problems: readonly Problem[]): string | undefined {
  const error = problems.find(({ severity }) => severity === 'error');
  return error && (error.path === '' ? error.message : `${error.path}: ${error.message}`);
}

/**
 * Keeps of a stored object only what the report needs, because a dump has many.
 *
 * @param inspected - the object
 * @param placed - the same with its text, which is not kept
 * @param onPod - the receiver of its Pod
 * @param controllers - those of which a Pod is known
 */
export function keptOfStored(
  { identity, exists, workload, measured, rejection }: InspectedObject,
  placed: ManifestObject,
  onPod: ObjectOptions['onPod'],
  controllers: Controllers,
): InspectedObject {
  if (workload === undefined) {
    return { identity, exists, rejection, measured: measured && keptFields(measured) };
  }
  const { kind, pod, report, rejections, rules, pulled } = workload;
  // A manifest of a Pod is one that no controller creates.
  const isUpdated = UPDATED_KINDS.has(kind.kind) || (kind === POD && !report.controllerUid);
  const isKept = onPod !== undefined || isUpdated;
  const references = pod && (controllers.add(report) ? referencesOf(pod) : []);
  // Written out: with a spread, it needs several times the memory.
  const kept: InspectedWorkload = {
    kind,
    report,
    exists,
    rejections,
    rules,
    pulled,
    references,
    object: isKept ? keptFields(placed.object) : NO_FIELDS,
    pod: onPod && pod,
    counted: pod && countedFields(pod),
  };
  const fields = isKept && references ? references.map(({ segments }) => segments) : [];
  const paths = fields.map((segments) => [...kind.templateSegments, ...segments]);
  const place = paths.length > 0 ? placeOfFields(placed, paths) : undefined;
  return { identity, exists, place, workload: kept };
}

const NO_FIELDS = {};
