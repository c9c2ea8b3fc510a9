import type { NewPodRules, QuotaObject } from '@kubesem/admission';
import type { Pod } from '@kubesem/core';
import type { WorkloadKind } from '@kubesem/core/kinds';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import type { Workload } from '@kubesem/workloads';
import type { Problem } from '../problem.js';
import { ProblemList, placeProblems, type Rejections } from '../report/problem-list.js';
import type { ObjectIdentity, ObjectReport } from '../report/report.js';
import { type PodClaim, podClaims } from './claims.js';
import { claimRejections } from './limit-ranges.js';
import type { NewObject, QuotaCandidate, QuotaUnit } from './quotas.js';

/** The kinds of which quotas count more than the number of objects. */
const MEASURED_KINDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'Service',
  'PersistentVolumeClaim',
]);

/** What decides about a candidate besides its fields. */
export interface Existence {
  /** Whether it uses the quotas already, instead of being created. */
  readonly exists: boolean;
  /** Why the API server rejects it before it asks quotas. */
  readonly rejection?: (() => string | undefined) | undefined;
}

/** Whether quotas count more of a kind without Pods than the number of its objects. */
export function isMeasured({ apiVersion, kind }: ManifestObject): boolean {
  return apiVersion === 'v1' && MEASURED_KINDS.has(kind);
}

/** Keeps of a stored object what quotas count, without its text. */
export function keptObject(
  { apiVersion, kind, segments, object }: ManifestObject,
  { file, line, column, item = '' }: ObjectIdentity,
): () => ManifestObject {
  const { metadata, spec, status } = object;
  return () => ({
    ...{ apiVersion, kind, file, line, column, segments, item },
    positionOf: () => ({ line, column }),
    object: { metadata, spec, status } as JSONObject,
  });
}

/** What is created for an object of which quotas count the fields. */
export function measuredCandidate(
  identity: ObjectIdentity,
  { exists, rejection }: Existence,
  again: () => ManifestObject,
): QuotaCandidate {
  const { apiVersion, kind } = identity;
  const read = () => {
    const placed = again();
    return { placed, units: [unitOf({ ...placed.object, apiVersion, kind }, rejection?.())] };
  };
  return { identity, exists, read };
}

/** What is created for an object of which quotas count only the number. */
export function countedCandidate(
  identity: ObjectIdentity,
  { exists, rejection }: Existence,
): QuotaCandidate {
  const { apiVersion, kind, namespace, name } = identity;
  const object = { apiVersion, kind, metadata: { namespace, name } };
  const read = () => ({ placed: placeOf(identity), units: [unitOf(object, rejection?.())] });
  return { identity, exists, read };
}

/** The place of an object that is not read again. */
export function placeOf(identity: ObjectIdentity): Pick<ManifestObject, 'file' | 'positionOf'> {
  return { file: identity.file, positionOf: () => identity };
}

function unitOf(object: QuotaObject, rejection: string | undefined): QuotaUnit {
  return { objects: [{ object, rejection }], count: 1, creates: 'object', base: [] };
}

/**
 * The object that a controller creates before the Pods of another one.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment`, `…/cronjob`, `…/statefulset` and `…/daemon` v1.37.1.
 */
const BETWEEN: ReadonlyMap<
  string,
  Pick<QuotaObject, 'apiVersion' | 'kind'>
> = /* @__PURE__ */ new Map([
  ['Deployment', { apiVersion: 'apps/v1', kind: 'ReplicaSet' }],
  ['StatefulSet', { apiVersion: 'apps/v1', kind: 'ControllerRevision' }],
  ['DaemonSet', { apiVersion: 'apps/v1', kind: 'ControllerRevision' }],
  ['CronJob', { apiVersion: 'batch/v1', kind: 'Job' }],
]);

/** An object with a report, and what decides about the objects that are created for it. */
export interface ReportedWorkload {
  readonly object: JSONObject;
  readonly kind: WorkloadKind;
  readonly report: ObjectReport;
  /** Its Pod, or the template of its Pods; undefined if it cannot be read. */
  readonly pod: Pod | undefined;
  readonly exists: boolean;
  readonly rejections: Rejections;
  readonly rules: NewPodRules;
}

/** What is created for a Pod, or for an object with a Pod template: the object, what is in between, and then its Pods. */
export function workloadUnits(workload: ReportedWorkload): readonly QuotaUnit[] {
  const { kind, report, rejections } = workload;
  const { apiVersion, kind: name, namespace, origin } = report;
  if (kind.templateSegments.length === 0) {
    return podUnits(workload, 1);
  }
  const own = { apiVersion, kind: name, metadata: { namespace, name: report.name } };
  const { count } = report.pods;
  // What a stored object has created are objects of their own.
  if (origin === 'stored') {
    return [{ ...unitOf(own, rejections.object), pods: count }];
  }
  const between = { ...BETWEEN.get(name), metadata: { namespace } };
  return [
    unitOf(own, rejections.object),
    ...(BETWEEN.has(name) && report.pods.reason !== 'SUSPENDED'
      ? [{ ...unitOf(between, undefined), creates: 'pods' as const, between: between.kind ?? '' }]
      : []),
    ...podUnits(workload, count),
  ].map((unit) => ({ ...unit, pods: count }));
}

/** The Pods, each with the claims of its StatefulSet before it, and its ephemeral claims after it. */
function podUnits(
  { object, kind, report, pod, exists, rejections, rules }: ReportedWorkload,
  count: number,
): readonly QuotaUnit[] {
  const { templateSegments: base } = kind;
  const isPod = base.length === 0;
  if (pod === undefined || count === 0) {
    return isPod && rejections.object ? [unitOf({ kind: 'Pod' }, rejections.object)] : [];
  }
  const { namespace } = report;
  const claims = podClaims(object as Workload, pod, base, namespace);
  const created = {
    ...pod,
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { ...pod.metadata, namespace } },
    // The API server drops the status of a new object.
    ...(!exists && { status: undefined }),
  } as QuotaObject;
  const claimOf = ({ claim }: PodClaim): NewObject => ({
    object: claim,
    rejection: exists ? undefined : claimRejections(claim, rules.limitRanges)[0]?.message,
  });
  const podObject = { object: created, rejection: rejections.object ?? rejections.pods };
  return [
    {
      objects: [...claims.ofTemplates.map(claimOf), podObject],
      ...{ count, creates: isPod ? 'object' : 'pods', base },
      ephemeral: claims.ephemeral.map((claim) => ({ ...claimOf(claim), name: claim.name })),
    },
  ];
}

/** Why LimitRanges reject a claim. */
export function claimProblems(
  placed: ManifestObject,
  limitRanges: NewPodRules['limitRanges'],
): readonly Problem[] {
  const problems = new ProblemList(placed.object, false);
  claimRejections(placed.object, limitRanges).forEach(problems.addOwn);
  return placeProblems(placed, problems.all);
}
