import type { NewPodRules } from '@kubesem/admission';
import { type ConfigReference, configReferences } from '@kubesem/config';
import { attempt, type Pod, type Timestamp } from '@kubesem/core';
import {
  CRON_JOB,
  DAEMON_SET,
  DEPLOYMENT,
  JOB,
  PERSISTENT_VOLUME_CLAIM,
  STATEFUL_SET,
  type WorkloadKind,
} from '@kubesem/core/kinds';
import type { ManifestObject } from '@kubesem/manifests';
import {
  claimProblems,
  countedCandidate,
  type Existence,
  isMeasured,
  keptObject,
  measuredCandidate,
  placeOf,
  workloadUnits,
} from '../admission/candidates.js';
import type { CreatedObjects, QuotaCandidate } from '../admission/quota-unit.js';
import { type AdmissionRules, NO_RULES } from '../admission/rules.js';
import { type CountedFields, countedFields, countedPod } from '../admission/stored-pod.js';
import type { ConfigObjects } from '../config/config-objects.js';
import type { ImageCredentials } from '../images/image-credentials.js';
import { type PulledPod, pulledPod } from '../images/pulled-pod.js';
import { type Problem, placeProblem } from '../problem.js';
import { severityOf } from '../severity.js';
import { isStored } from './identify.js';
import type { InspectionMemory } from './memory.js';
import { type InspectedObject, inspectObject, objectReport, reportedPod } from './object-report.js';
import type { PodReportOptions } from './pod-report.js';
import { NOTHING_REJECTED } from './problem-list.js';
import type { ObjectIdentity, ObjectReport } from './report.js';
import type { Rereader } from './rereader.js';

/** What an inspection finds out about one object. */
export interface Entry {
  readonly identity: ObjectIdentity;
  /** The report on a Pod or workload. */
  readonly object?: ObjectReport | undefined;
  /** How its images are pulled; absent without credentials. */
  readonly pulled?: PulledPod | undefined;
  /** The problems of an object without a report. */
  readonly problems?: readonly Problem[] | undefined;
  /** What quotas count. */
  readonly candidate?: QuotaCandidate | undefined;
  /** Reads the Pod or Pod template with its defaults; undefined if it cannot be read. */
  pod?(): Pod | undefined;
  /** Makes the report again if LimitRanges or RuntimeClasses have been added. */
  update?(): void;
  /** Lists the references to ConfigMaps and Secrets that the files do not satisfy. */
  missingConfig?(objects: ConfigObjects): readonly Problem[];
}

/** Options of {@link workloadEntry} and {@link otherEntry}. */
export interface EntryOptions extends PodReportOptions {
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

/** What the entries of one inspection share. */
export interface EntryContext {
  readonly rules: AdmissionRules;
  readonly rereader: Rereader;
  /** The controllers of which a Pod is known: all their Pods have the same references. */
  readonly controllers: Set<string>;
  readonly options: EntryOptions;
}

/** What an update does to the Pods of these depends on the object that exists. */
const UPDATED_KINDS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  [DEPLOYMENT, STATEFUL_SET, DAEMON_SET, JOB, CRON_JOB].map(({ kind }) => kind),
);

/**
 * A Pod or workload. A file may define LimitRanges and RuntimeClasses after the objects, and quotas count all objects in the
 * end, so manifests can be read again.
 */
export class WorkloadEntry implements Entry {
  object: ObjectReport | undefined;
  pulled: PulledPod | undefined;
  private rules = NO_RULES;
  private references: readonly ConfigReference[] = [];
  private readonly isStored: boolean;
  private readonly exists: boolean;
  private rejections = NOTHING_REJECTED;
  /** What quotas count of a stored Pod that is not read again. */
  private readonly counted: CountedFields | undefined;
  /** Reads the object again; undefined if only the report on it is needed. */
  private readonly again: (() => ManifestObject) | undefined;

  constructor(
    placed: ManifestObject,
    private readonly kind: WorkloadKind,
    readonly identity: ObjectIdentity,
    private readonly context: EntryContext,
  ) {
    const { rereader, options } = context;
    this.isStored = isStored(placed);
    this.exists = existence(placed, identity, options);
    const isOnlyReported =
      this.isStored && this.exists && !options.onPod && !UPDATED_KINDS.has(kind.kind);
    this.again = isOnlyReported ? undefined : rereader.later(placed);
    const pod = this.inspect(placed);
    this.counted = pod && this.isStored && this.exists ? countedFields(pod) : undefined;
    if (pod !== undefined && this.isFirstOfController()) {
      this.references = attempt(() => configReferences(pod)).value ?? [];
    }
  }

  missingConfig(objects: ConfigObjects): readonly Problem[] {
    const { identity, references, kind } = this;
    const missing = [...objects.problems(identity.namespace, references)];
    if (missing.length === 0) {
      return [];
    }
    // The text of a stored object is not kept.
    const placed = this.again?.() ?? { file: identity.file, positionOf: () => identity };
    return missing.map((problem) =>
      placeProblem(placed, severityOf(problem), problem, kind.templateSegments),
    );
  }

  update(): void {
    if (this.again !== undefined && this.rules !== this.knownRules()) {
      this.inspect(this.again());
    }
  }

  pod(): Pod | undefined {
    return this.again && this.podOf(this.again());
  }

  get candidate(): QuotaCandidate {
    const { exists, identity } = this;
    return { identity, exists, read: () => this.created() };
  }

  private created(): CreatedObjects {
    const { again, exists, identity, isStored: isAdmitted, kind, object, rejections, rules } = this;
    if (object === undefined) {
      return { placed: placeOf(identity), units: [] };
    }
    const known = { kind, report: object, exists, rejections, rules };
    // Of a stored object, the report has what quotas count.
    if (again === undefined || (isAdmitted && exists)) {
      const isPod = kind.templateSegments.length === 0;
      const pod = isPod ? countedPod(object, this.counted) : undefined;
      const units = workloadUnits({ ...known, pod, object: {} });
      // Only an update needs it.
      const workload = () => ({ ...known, pod, object: again?.().object ?? {} });
      return { placed: placeOf(identity), units, workload };
    }
    const placed = again();
    const workload = { ...known, object: placed.object, pod: this.podOf(placed) };
    return { placed, units: workloadUnits(workload), workload: () => workload };
  }

  private isFirstOfController(): boolean {
    const { object, context } = this;
    const { controllerUid, pods } = object ?? {};
    // Nothing starts from the template of an old ReplicaSet, and no container of a Pod that has ended.
    if (pods?.count === 0 || context.controllers.has(controllerUid ?? '')) {
      return false;
    }
    if (controllerUid !== undefined) {
      context.controllers.add(controllerUid);
    }
    return true;
  }

  private inspect(placed: ManifestObject): Pod | undefined {
    const { kind, identity, context } = this;
    const { options } = context;
    this.rules = this.knownRules();
    const inspected = this.inspected(placed);
    const report = objectReport(placed, identity, inspected);
    const { pod } = inspected;
    this.object = report;
    this.rejections = inspected.rejections;
    this.pulled =
      pod && options.credentials && pulledPod(pod, report, placed, kind.templateSegments);
    return pod;
  }

  private inspected(placed: ManifestObject): InspectedObject {
    const { kind, rules, context } = this;
    const { options } = context;
    const inspect = options.memory?.inspected ?? inspectObject;
    return inspect(placed, kind, options, rules);
  }

  private knownRules(): NewPodRules {
    const { isStored: isAdmitted, context, identity } = this;
    return isAdmitted ? NO_RULES : context.rules.podRules(identity.namespace);
  }

  private podOf(placed: ManifestObject): Pod | undefined {
    const { object, kind, rules, context } = this;
    if (object?.pod === undefined) {
      return undefined;
    }
    return context.options.memory
      ? this.inspected(placed).pod
      : reportedPod(placed, kind, object, rules);
  }
}

/** Creates the entry of an object of a kind without Pods. */
export function otherEntry(
  placed: ManifestObject,
  identity: ObjectIdentity,
  { rules, rereader, options }: EntryContext,
  problems: readonly Problem[],
): Entry {
  const exists = existence(placed, identity, options);
  const rejection = problems.length === 0 ? undefined : () => rejectionIn(problems);
  if (!isMeasured(placed)) {
    return { identity, candidate: countedCandidate(identity, { exists, rejection }) };
  }
  const isAdmitted = isStored(placed);
  const again = isAdmitted && exists ? keptObject(placed, identity) : rereader.later(placed);
  return placed.kind === PERSISTENT_VOLUME_CLAIM.kind && !isAdmitted
    ? new ClaimEntry(placed, identity, again, exists, rules)
    : { identity, candidate: measuredCandidate(identity, { exists, rejection }, again) };
}

/** The first error, which the API server answers before it asks quotas. */
function rejectionIn(problems: readonly Problem[]): string | undefined {
  const error = problems.find(({ severity }) => severity === 'error');
  return error && (error.path === '' ? error.message : `${error.path}: ${error.message}`);
}

/** A manifest of a PersistentVolumeClaim. */
class ClaimEntry implements Entry {
  problems: readonly Problem[] = [];
  readonly candidate: QuotaCandidate;
  private known: NewPodRules | undefined;

  constructor(
    placed: ManifestObject,
    readonly identity: ObjectIdentity,
    private readonly again: () => ManifestObject,
    exists: boolean,
    private readonly rules: AdmissionRules,
  ) {
    const existence: Existence = { exists, rejection: () => rejectionIn(this.problems) };
    this.candidate = measuredCandidate(identity, existence, again);
    this.update(() => placed);
  }

  update(read: () => ManifestObject = this.again): void {
    const rules = this.rules.podRules(this.identity.namespace);
    if (rules !== this.known) {
      this.known = rules;
      this.problems = claimProblems(read(), rules.limitRanges);
    }
  }
}

/** Whether an object exists, instead of being created. */
function existence(
  placed: ManifestObject,
  identity: ObjectIdentity,
  { exists }: EntryOptions,
): boolean {
  return exists === undefined ? isStored(placed) : exists(identity);
}
