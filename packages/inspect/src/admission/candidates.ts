import { claimLimitRangeViolations, type QuotaObject } from '@kubesem/admission';
import {
  attempt,
  FieldError,
  type LimitRange,
  type PersistentVolumeClaim,
  type Pod,
} from '@kubesem/core';
import type { ManifestObject } from '@kubesem/manifests';
import type { WorkloadKind } from '@kubesem/workloads';
import type { Problem } from '../problem.js';
import { type FoundProblem, ProblemList } from '../report/problem-list.js';
import type { ObjectIdentity, ObjectReport } from '../report/report.js';
import { limitRangeProblem } from './limit-ranges.js';
import type { QuotaCandidate, QuotaUnit } from './quotas.js';

/** The kinds of which quotas count more than the number of objects. */
const MEASURED_KINDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'Service',
  'PersistentVolumeClaim',
]);

/** What is created for an object of a kind without Pods. It keeps only what quotas read. */
export function otherCandidate(
  { file, positionOf, apiVersion, kind, object }: ManifestObject,
  identity: ObjectIdentity,
  exists: boolean,
): QuotaCandidate {
  const { namespace, name } = identity;
  const counted: QuotaObject =
    apiVersion === 'v1' && MEASURED_KINDS.has(kind)
      ? { ...object, apiVersion, kind }
      : { apiVersion, kind, metadata: { namespace, name } };
  const units: readonly QuotaUnit[] = [{ object: counted, count: 1, creates: 'object', base: [] }];
  return { placed: { file, positionOf }, identity, exists, units };
}

/** What is created for a Pod, or for an object with a Pod template: the object, and then its Pods. */
export function workloadCandidate(
  placed: ManifestObject,
  { templateSegments }: WorkloadKind,
  report: ObjectReport,
  pod: Pod | undefined,
  exists: boolean,
): QuotaCandidate {
  const { namespace, origin, pods } = report;
  const { apiVersion, kind } = placed;
  const isPod = templateSegments.length === 0;
  const metadata = { ...pod?.metadata, namespace };
  const podUnit: QuotaUnit = {
    object: { ...pod, apiVersion: 'v1', kind: 'Pod', metadata } as QuotaObject,
    count: pods.count,
    creates: isPod ? 'object' : 'pods',
    base: templateSegments,
  };
  const own: QuotaObject = { apiVersion, kind, metadata: { namespace, name: report.name } };
  const ownUnit: QuotaUnit = { object: own, count: 1, creates: 'object', base: [] };
  // The Pods of a stored workload are objects of their own.
  const hasPods = pod !== undefined && pods.count > 0 && (isPod || origin === 'manifest');
  const units = [...(isPod ? [] : [ownUnit]), ...(hasPods ? [podUnit] : [])];
  return { placed, identity: identityOf(report), exists, units };
}

function identityOf(report: ObjectReport): ObjectIdentity {
  const { file, line, column, item, apiVersion, kind, namespace, name } = report;
  return { file, line, column, ...(item && { item }), apiVersion, kind, namespace, name };
}

/** Why LimitRanges reject a claim. */
export function claimProblems(
  placed: ManifestObject,
  limitRanges: readonly LimitRange[],
): readonly Problem[] {
  const problems = new ProblemList(placed, false);
  const claim: PersistentVolumeClaim = placed.object;
  const { value = [], error } = attempt(() => claimLimitRangeViolations(claim, limitRanges));
  value.map(limitRangeProblem).forEach(problems.addOwn);
  if (error instanceof FieldError) {
    problems.addOwn(error.problem as FoundProblem);
  }
  return problems.all;
}
