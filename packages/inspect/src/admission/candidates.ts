import { claimLimitRangeViolations, type QuotaObject } from '@kubesem/admission';
import {
  attempt,
  FieldError,
  type LimitRange,
  type PersistentVolumeClaim,
  type Pod,
} from '@kubesem/core';
import type { WorkloadKind } from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import type { Problem } from '../problem.js';
import { type FoundProblem, ProblemList, placeProblems } from '../report/problem-list.js';
import type { ObjectIdentity, ObjectReport } from '../report/report.js';
import { limitRangeProblem } from './limit-ranges.js';
import type { QuotaCandidate, QuotaUnit } from './quotas.js';

/** The kinds of which quotas count more than the number of objects. */
const MEASURED_KINDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'Service',
  'PersistentVolumeClaim',
]);

/** What is created for an object of a kind without Pods. */
export function otherCandidate(
  { apiVersion, kind }: ManifestObject,
  identity: ObjectIdentity,
  exists: boolean,
  again: () => ManifestObject,
): QuotaCandidate {
  const { file, namespace, name } = identity;
  if (apiVersion === 'v1' && MEASURED_KINDS.has(kind)) {
    const read = () => {
      const placed = again();
      return { placed, units: [unitOf({ ...placed.object, apiVersion, kind })] };
    };
    return { identity, exists, read };
  }
  const unit = unitOf({ apiVersion, kind, metadata: { namespace, name } });
  const read = () => ({ placed: { file, positionOf: () => identity }, units: [unit] });
  return { identity, exists, read };
}

function unitOf(object: QuotaObject): QuotaUnit {
  return { object, count: 1, creates: 'object', base: [] };
}

/** What is created for a Pod, or for an object with a Pod template: the object, and then its Pods. */
export function workloadUnits(
  { templateSegments }: WorkloadKind,
  { apiVersion, kind, namespace, name, origin, pods }: ObjectReport,
  pod: Pod | undefined,
): readonly QuotaUnit[] {
  const isPod = templateSegments.length === 0;
  const metadata = { ...pod?.metadata, namespace };
  const podUnit: QuotaUnit = {
    object: { ...pod, apiVersion: 'v1', kind: 'Pod', metadata } as QuotaObject,
    count: pods.count,
    creates: isPod ? 'object' : 'pods',
    base: templateSegments,
  };
  const ownUnit = unitOf({ apiVersion, kind, metadata: { namespace, name } });
  // The Pods of a stored workload are objects of their own.
  const hasPods = pod !== undefined && pods.count > 0 && (isPod || origin === 'manifest');
  return [...(isPod ? [] : [ownUnit]), ...(hasPods ? [podUnit] : [])];
}

/** Why LimitRanges reject a claim. */
export function claimProblems(
  placed: ManifestObject,
  limitRanges: readonly LimitRange[],
): readonly Problem[] {
  const problems = new ProblemList(placed.object, false);
  const claim: PersistentVolumeClaim = placed.object;
  const { value = [], error } = attempt(() => claimLimitRangeViolations(claim, limitRanges));
  value.map(limitRangeProblem).forEach(problems.addOwn);
  if (error instanceof FieldError) {
    problems.addOwn(error.problem as FoundProblem);
  }
  return placeProblems(placed, problems.all);
}
