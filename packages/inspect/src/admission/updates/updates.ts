import { type QuotaObject } from '@kubesem/admission';
import { newPod } from '@kubesem/admission/internal';
import {
  attempt,
  type Deployment,
  type KubernetesObject,
  type Pod,
  type PodTemplateSpec,
  type StatefulSet,
} from '@kubesem/core';
import { ABSENT, COUNT_RANGE, fields, THROW } from '@kubesem/core/internal';
import { CRON_JOB, DAEMON_SET, DEPLOYMENT, POD, STATEFUL_SET } from '@kubesem/core/kinds';
import type { JSONObject } from '@kubesem/manifests';
import {
  isSameTemplate,
  podCount,
  podTemplate,
  rollingUpdateLimits,
  type Workload,
} from '@kubesem/workloads';
import type { ReportedWorkload } from '../candidate.js';
import type { QuotaUnit } from '../quota-unit.js';
import type { ReplacedPods } from '../replacement.js';
import { betweenUnits, isPaused, ownUnit, podUnits } from '../workload-units.js';
import { appliedObject } from './apply.js';
import { updateRefusal } from './refusals.js';
import { rolloutProblems } from './rollout-problems.js';

/**
 * What an update of a Pod or a workload creates and deletes. The controllers replace the Pods of a changed template.
 *
 * @param after - the manifest
 * @param before - the object that exists
 */
export function updateUnits(
  after: ReportedWorkload,
  before: ReportedWorkload,
): readonly QuotaUnit[] {
  const { kind, report, rejections } = after;
  const { apiVersion, kind: name } = report;
  const live = before.object;
  const object: JSONObject = { ...appliedObject(live, after.object), apiVersion, kind: name };
  const isRejected = rejections.object !== undefined;
  const [invalid] = isRejected ? [] : rolloutProblems(object, name);
  const refusal = updateRefusal(name, live, object) ?? invalid;
  if (refusal !== undefined || isRejected) {
    return [{ ...ownUnit(after), refusal, pods: report.pods.count }];
  }
  if (kind.templateSegments.length === 0) {
    return podUpdate(object, live, report.namespace);
  }
  const next = { ...after, object, pod: podOf(after, object) ?? after.pod };
  const update = {
    next,
    live,
    old: podOf(after, live),
    running: before.report.pods.count,
    total: podCount(object as Workload, { kind }).count,
    isChanged: isChanged(after, live, object),
  };
  return unitsOf(update).map((unit) => ({ ...unit, pods: update.total }));
}

/** An update of a Pod, which can move it into the scopes of other quotas. */
function podUpdate(object: JSONObject, live: JSONObject, namespace: string): readonly QuotaUnit[] {
  // Only the report on some stored objects is kept.
  if (live.spec === undefined) {
    return [];
  }
  const type = { apiVersion: POD.apiVersion, kind: POD.kind };
  const updated = { ...object, ...type, metadata: { namespace } };
  const unit = { objects: [{ object: updated }], count: 1, creates: 'object' as const, base: [] };
  return [{ ...unit, before: { ...live, ...type, metadata: { namespace } } }];
}

/**
 * What an update of a Service or a claim adds.
 *
 * @param unit - the manifest, as if it were created
 * @param before - the object that exists
 */
export function measuredUpdate(unit: QuotaUnit, before: QuotaObject | undefined): QuotaUnit {
  const [created] = unit.objects;
  const live = (before ?? {}) as JSONObject;
  if (created === undefined || live.spec === undefined) {
    return { ...unit, before };
  }
  const manifest = created.object as unknown as JSONObject;
  // The manifest changes annotations, and adds some.
  const annotations = { ...annotationsOf(live), ...annotationsOf(manifest) };
  const object = {
    ...manifest,
    ...appliedObject(live, manifest),
    metadata: { ...fields<AnyObject>(manifest, ABSENT).at('metadata').value, annotations },
  };
  const refusal = updateRefusal(created.object.kind ?? '', live, object as JSONObject);
  return { ...unit, objects: [{ ...created, object: object as QuotaObject }], before, refusal };
}

type AnyObject = KubernetesObject<object, object>;

function annotationsOf(object: JSONObject): object {
  return fields<AnyObject>(object, ABSENT).at('metadata').at('annotations').value;
}

interface Update {
  /** The object after the update. */
  readonly next: ReportedWorkload;
  readonly live: JSONObject;
  /** A Pod of the object before; undefined if it cannot be read. */
  readonly old: Pod | undefined;
  /** How many Pods the object has had. */
  readonly running: number;
  /** How many it has after the update. */
  readonly total: number;
  /** Whether its Pod template changes. */
  readonly isChanged: boolean;
}

function unitsOf(update: Update): readonly QuotaUnit[] {
  const { next, running, total, isChanged } = update;
  switch (next.report.kind) {
    case CRON_JOB.kind:
      // Its next Job is created from the new template; a Job that runs stays.
      return isChanged || total > running ? [...betweenUnits(next), ...podUnits(next, total)] : [];
    case DEPLOYMENT.kind:
    case STATEFUL_SET.kind:
    case DAEMON_SET.kind:
      return isChanged ? rolloutUnits(update) : scaleUnits(update);
    default:
      return scaleUnits(update);
  }
}

/** More Pods, or fewer. */
function scaleUnits({ next, old, running, total }: Update): readonly QuotaUnit[] {
  return total > running
    ? podUnits(next, total - running, running)
    : replacement(next, old, { running, total, unavailable: 0, kept: total });
}

/**
 * New Pods in place of old ones.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/deployment`, `…/statefulset` and `…/daemon` v1.37.1.
 */
function rolloutUnits(update: Update): readonly QuotaUnit[] {
  const { next, live, old, total } = update;
  if (isPaused(next)) {
    return scaleUnits({ ...update, next: { ...next, object: live, pod: old } });
  }
  const { kind } = next.report;
  const { type, partition } = strategyOf(next.object as Deployment & StatefulSet, kind);
  const revision = betweenUnits(next);
  if (type === 'OnDelete') {
    return [...revision, ...scaleUnits(update)];
  }
  const running = Math.min(update.running, replicasIn(live));
  const { unavailable } = rollingUpdateLimits(next.object as Deployment, { nodes: total });
  if (kind !== STATEFUL_SET.kind) {
    const all = type === 'Recreate' ? total : unavailable;
    return [...revision, ...replacement(next, old, { running, total, unavailable: all, kept: 0 })];
  }
  // It creates Pods that are missing, and then replaces those from the partition on.
  const same = Math.min(running, total);
  const ofMissing = partition > running ? { ...next, pod: old } : next;
  const kept = Math.min(partition, same);
  return [
    ...revision,
    ...podUnits(ofMissing, total - same, running),
    ...replacement(next, old, { running, total: same, unavailable, kept }),
  ];
}

type Replaced = Omit<ReplacedPods, 'objects'>;

/** Pods of a version before that new ones replace. */
function replacement(
  next: ReportedWorkload,
  old: Pod | undefined,
  replaced: Replaced,
): readonly QuotaUnit[] {
  const { running, total, kept } = replaced;
  if (old === undefined || (total === running && kept >= total)) {
    return [];
  }
  const unitOf = (pod: Pod | undefined) => podUnits({ ...next, object: {}, pod }, 1);
  return unitOf(next.pod).flatMap((unit) => {
    const count = Math.max(total - kept, 0);
    return unitOf(old).map(({ objects, ephemeral = [] }) => ({
      ...unit,
      count,
      replaces: { ...replaced, objects: [...objects, ...ephemeral].map(({ object }) => object) },
    }));
  });
}

/** The Pod of an object that exists, as it would be created again. */
function podOf({ kind, rules }: ReportedWorkload, object: JSONObject): Pod | undefined {
  return attempt(() => {
    const template = podTemplate(object as Workload, { kind });
    return template?.spec ? newPod(template, rules).pod : undefined;
  }).value;
}

function isChanged({ kind }: ReportedWorkload, live: JSONObject, next: JSONObject): boolean {
  const templateOf = (object: JSONObject) =>
    attempt(() => podTemplate(object as Workload, { kind })).value as PodTemplateSpec | undefined;
  const before = templateOf(live);
  return before !== undefined && !isSameTemplate(before, templateOf(next));
}

/** The update strategy of an object. The API server rejects a partition that is not a count. */
function strategyOf(workload: Deployment & StatefulSet, kind: string) {
  const spec = fields(workload, THROW).at('spec');
  const { type } = spec.at(kind === DEPLOYMENT.kind ? 'strategy' : 'updateStrategy').value;
  const rolling = spec.at('updateStrategy').at('rollingUpdate');
  return { type, partition: rolling.integer('partition', COUNT_RANGE) ?? 0 };
}

/** How many Pods there are, by the status; infinite without a status. */
function replicasIn(live: Deployment): number {
  return fields(live, ABSENT).at('status').integer('replicas', COUNT_RANGE) ?? Infinity;
}
