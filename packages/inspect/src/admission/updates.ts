import { newPod } from '@kubesem/admission';
import {
  ABSENT,
  attempt,
  COUNT_RANGE,
  type Deployment,
  fieldProblem,
  fields,
  type Pod,
  type PodTemplateSpec,
  type StatefulSet,
  THROW,
} from '@kubesem/core';
import { CRON_JOB, DAEMON_SET, DEPLOYMENT, JOB, POD, STATEFUL_SET } from '@kubesem/core/kinds';
import type { JSONObject } from '@kubesem/manifests';
import {
  podCount,
  podTemplate,
  rollingUpdateLimits,
  templatesEqual,
  type Workload,
} from '@kubesem/workloads';
import { type FoundProblem, fieldPathOf } from '../report/problem-list.js';
import { appliedObject } from './apply.js';
import { betweenUnits, isPaused, ownUnit, podUnits } from './candidates.js';
import type { QuotaUnit, ReportedWorkload } from './quota-unit.js';
import type { ReplacedPods } from './replacement.js';

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
  const refusal = updateRefusal(name, live, object);
  if (refusal !== undefined || rejections.object !== undefined) {
    return [{ ...ownUnit(after), refusal, pods: report.pods.count }];
  }
  if (kind.templateSegments.length === 0) {
    return [];
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
  return before !== undefined && !templatesEqual(before, templateOf(next));
}

type Fields = { readonly [name: string]: unknown };

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** The update strategy of an object. The API server rejects a partition that is no count. */
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

/** The fields of a spec that an update cannot change. */
const IMMUTABLE: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ new Map([
  [DEPLOYMENT.kind, ['selector']],
  [DAEMON_SET.kind, ['selector']],
  [STATEFUL_SET.kind, ['selector', 'volumeClaimTemplates', 'serviceName', 'podManagementPolicy']],
  [
    JOB.kind,
    [
      ...['template', 'selector', 'completionMode', 'podFailurePolicy', 'successPolicy'],
      ...['backoffLimitPerIndex', 'managedBy'],
    ],
  ],
]);

/** The fields of a Pod spec that an update can change. */
const POD_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['activeDeadlineSeconds', 'terminationGracePeriodSeconds', 'tolerations', 'schedulingGates'],
]);

/**
 * Why validation rejects an update.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidatePodUpdate`;
 * `k8s.io/kubernetes/pkg/apis/apps/validation` v1.37.1, `ValidateDeploymentUpdate` and those of the other kinds;
 * `k8s.io/kubernetes/pkg/apis/batch/validation` v1.37.1, `ValidateJobSpecUpdate`.
 */
function updateRefusal(
  kind: string,
  { spec: live }: JSONObject,
  { spec: next }: JSONObject,
): FoundProblem | undefined {
  // Only the report on some stored objects is kept.
  if (live === undefined) {
    return undefined;
  }
  const [before, after] = [fieldsOf(live), fieldsOf(next)];
  if (kind === POD.kind) {
    return podRefusal(before, after);
  }
  const field = (IMMUTABLE.get(kind) ?? []).find(
    (name) =>
      !(name === 'template' && before.suspend === true) &&
      !isSame({ [name]: before[name] }, { [name]: after[name] }),
  );
  return field === undefined
    ? undefined
    : immutable('FieldValueInvalid', ['spec', field], 'field is immutable');
}

function podRefusal(before: Fields, after: Fields): FoundProblem | undefined {
  for (const list of ['containers', 'initContainers']) {
    if (listIn(before, list).length !== listIn(after, list).length) {
      const message = 'pod updates may not add or remove containers';
      return immutable('FieldValueForbidden', ['spec', list], message);
    }
  }
  const message =
    'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';
  return isSame(fixedFields(before), fixedFields(after))
    ? undefined
    : immutable('FieldValueForbidden', ['spec'], message);
}

function fixedFields(spec: Fields): Fields {
  const withoutImages = (list: string) =>
    listIn(spec, list).map((container) => ({ ...fieldsOf(container), image: undefined }));
  const fixed = Object.entries(spec).filter(([name]) => !POD_FIELDS.has(name));
  const lists = ['containers', 'initContainers'].map(
    (list) => [list, withoutImages(list)] as const,
  );
  return Object.fromEntries([...fixed, ...lists]);
}

function listIn(spec: Fields, name: string): readonly unknown[] {
  const list = spec[name];
  return Array.isArray(list) ? list : [];
}

/** Whether two specs are the same once they are stored. */
function isSame(before: Fields, after: Fields): boolean {
  return templatesEqual({ spec: before } as PodTemplateSpec, { spec: after } as PodTemplateSpec);
}

function immutable(
  type: FoundProblem['type'],
  segments: readonly string[],
  message: string,
): FoundProblem {
  const path = fieldPathOf(segments);
  return { ...fieldProblem({ type, code: 'IMMUTABLE', path, message }), apiServer: 'rejects' };
}
