import type { QuotaObject } from '@kubesem/admission';
import { type CronJob, type Deployment, type StatefulSet } from '@kubesem/core';
import { ABSENT, COUNT_RANGE, fields } from '@kubesem/core/internal';
import {
  CONTROLLER_REVISION,
  CRON_JOB,
  DAEMON_SET,
  DEPLOYMENT,
  JOB,
  type Kind,
  POD,
  REPLICA_SET,
  STATEFUL_SET,
} from '@kubesem/core/kinds';
import type { Workload } from '@kubesem/workloads';
import type { QuotaCandidate, ReportedWorkload } from './candidate.js';
import { type PodClaim, podClaims } from './claims.js';
import { claimRejections } from './limit-ranges.js';
import { type NewObject, objectUnit, type QuotaUnit } from './quota-unit.js';
import { quotaPod } from './stored.js';

/**
 * The object that a controller creates before the Pods of another one.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment`, `…/cronjob`, `…/statefulset` and `…/daemon` v1.37.1.
 */
const BETWEEN: ReadonlyMap<Kind, Kind> = /* @__PURE__ */ new Map<Kind, Kind>([
  [DEPLOYMENT, REPLICA_SET],
  [STATEFUL_SET, CONTROLLER_REVISION],
  [DAEMON_SET, CONTROLLER_REVISION],
  [CRON_JOB, JOB],
]);

/** What is created for a candidate, in this order. */
export function createdUnits(candidate: QuotaCandidate): readonly QuotaUnit[] {
  const { identity, workload, measured, rejection } = candidate;
  if (workload !== undefined) {
    return workloadUnits(workload);
  }
  const { apiVersion, kind, namespace, name } = identity;
  const object: QuotaObject = measured ?? { metadata: { namespace, name } };
  return [objectUnit({ ...object, apiVersion, kind }, rejection)];
}

/** What is created for a Pod, or for an object with a Pod template: the object, what is in between, and then its Pods. */
function workloadUnits(workload: ReportedWorkload): readonly QuotaUnit[] {
  const { kind, report } = workload;
  const { count } = report.pods;
  if (kind.templateSegments.length === 0) {
    return podUnits({ ...workload, pod: quotaPod(workload) }, 1);
  }
  const own = ownUnit(workload);
  // What a stored object has created are objects of their own.
  const isAlone = report.origin === 'stored' || isPaused(workload);
  const units = isAlone ? [own] : [own, ...betweenUnits(workload), ...podUnits(workload, count)];
  return units.map((unit) => ({ ...unit, pods: count }));
}

/**
 * Whether the controller creates nothing for an object: a Deployment that is paused gets no new ReplicaSet, and a CronJob that
 * is suspended no Job.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment` v1.37.1, `sync`; `…/cronjob`, `syncCronJob`.
 */
export function isPaused({ object, report }: ReportedWorkload): boolean {
  const spec = fields(object as Deployment & CronJob, ABSENT).at('spec');
  return report.kind === DEPLOYMENT.kind
    ? spec.flag('paused') === true
    : report.kind === CRON_JOB.kind && spec.flag('suspend') === true;
}

/** The object itself. */
export function ownUnit({ report, rejections, kind }: ReportedWorkload): QuotaUnit {
  const { apiVersion, kind: name, namespace } = report;
  const object = { apiVersion, kind: name, metadata: { namespace, name: report.name } };
  const rejection = rejections.object;
  return objectUnit(
    kind.templateSegments.length === 0 ? { ...object, kind: POD.kind } : object,
    rejection,
  );
}

/** What its controller creates before its Pods. */
export function betweenUnits({ kind, report }: ReportedWorkload): readonly QuotaUnit[] {
  const between = BETWEEN.get(kind);
  if (between === undefined) {
    return [];
  }
  const { apiVersion, kind: name } = between;
  const object = { apiVersion, kind: name, metadata: { namespace: report.namespace } };
  return [{ ...objectUnit(object, undefined), creates: 'pods', between: name }];
}

/**
 * The Pods, each with the claims of its StatefulSet before it, and its ephemeral claims after it.
 *
 * @param workload - the object, and its Pod
 * @param count - how many Pods are created
 * @param first - how many Pods the object has already
 */
export function podUnits(
  { object, kind, report, pod, exists, rejections, rules }: ReportedWorkload,
  count: number,
  first = 0,
): readonly QuotaUnit[] {
  const { templateSegments: base } = kind;
  const isPod = base.length === 0;
  if (pod === undefined || count === 0) {
    return isPod && rejections.object ? [objectUnit({ kind: POD.kind }, rejections.object)] : [];
  }
  const { namespace, name } = report;
  const claims = podClaims(object as Workload, pod, base, namespace);
  const created = {
    ...pod,
    ...{ apiVersion: POD.apiVersion, kind: POD.kind, metadata: { ...pod.metadata, namespace } },
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
      claims: {
        prefixes: claims.ofTemplates.map((claim) => `${claim.name}-${name}-`),
        first: first + startOf(object as StatefulSet),
      },
      ephemeral: claims.ephemeral.map((claim) => ({ ...claimOf(claim), name: claim.name })),
    },
  ];
}

/** The ordinal of the first Pod of a StatefulSet. */
function startOf(object: StatefulSet): number {
  return fields(object, ABSENT).at('spec').at('ordinals').integer('start', COUNT_RANGE) ?? 0;
}
