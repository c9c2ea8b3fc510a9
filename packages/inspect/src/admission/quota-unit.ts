// What quotas count of the objects of files.
import type { NewPodRules, QuotaObject } from '@kubesem/admission';
import type { FieldPathSegment, Pod } from '@kubesem/core';
import type { WorkloadKind } from '@kubesem/core/kinds';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import type { FoundProblem, Rejections } from '../report/problem-list.js';
import type { ObjectIdentity, ObjectReport } from '../report/report.js';
import type { ReplacedPods } from './replacement.js';

/** An object that is created. */
export interface NewObject {
  readonly object: QuotaObject;
  /** Why the API server rejects it before it asks quotas. */
  readonly rejection?: string | undefined;
}

/** The names of the claims of a StatefulSet: a prefix for each template, and the ordinal of the Pod. */
export interface ClaimNames {
  /** Such as `data-web-`, in the order of the claims in the objects of a unit. */
  readonly prefixes: readonly string[];
  /** Ordinal of the first Pod. */
  readonly first: number;
}

/** Objects that are alike and are created together. */
export interface QuotaUnit {
  /** What is created each time: the claims of a Pod, and then the object. */
  readonly objects: readonly NewObject[];
  readonly count: number;
  readonly creates: 'object' | 'pods';
  /** Path of the Pod in the object of the file. */
  readonly base: readonly FieldPathSegment[];
  /** The kind of an object without which there are no Pods, such as the ReplicaSet of a Deployment. */
  readonly between?: string | undefined;
  /** How many Pods the object has. */
  readonly pods?: number | undefined;
  /** The claims that are created after each Pod. */
  readonly ephemeral?: readonly (NewObject & { readonly name: string })[] | undefined;
  /** The names of the claims before each Pod: they start so, and end with its ordinal. */
  readonly claims?: ClaimNames | undefined;
  /** The stored object that the object replaces. */
  readonly before?: QuotaObject | undefined;
  /** The Pods that they replace. */
  readonly replaces?: ReplacedPods | undefined;
  /** Why the API server rejects the update. */
  readonly refusal?: FoundProblem | undefined;
}

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

/** What is created for an object of the files. */
export interface CreatedObjects {
  readonly placed: Pick<ManifestObject, 'file' | 'positionOf'>;
  /** What is created, in this order. */
  readonly units: readonly QuotaUnit[];
  /** Reads the object, if it is a Pod or has a Pod template. */
  readonly workload?: (() => ReportedWorkload) | undefined;
}

/** An object of the files that quotas count. */
export interface QuotaCandidate {
  readonly identity: ObjectIdentity;
  /** Whether it uses the quotas already, instead of being created. */
  readonly exists: boolean;
  /** The object that it updates, which exists. */
  readonly before?: QuotaCandidate | undefined;
  /** Reads what is created; called only if its namespace has a quota. */
  readonly read: () => CreatedObjects;
}
