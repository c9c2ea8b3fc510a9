import type { Pod } from '@kubesem/core';
import type { ManifestObject } from '@kubesem/manifests';
import type { WorkloadKind } from '@kubesem/workloads';
import { claimProblems, otherCandidate, workloadCandidate } from '../admission/candidates.js';
import type { QuotaCandidate } from '../admission/quotas.js';
import type { AdmissionRules } from '../admission/rules.js';
import type { Problem } from '../problem.js';
import { isStored } from './identify.js';
import type { ImageCredentials } from './image-credentials.js';
import { inspectObject } from './object-report.js';
import type { PodReportOptions } from './pod-report.js';
import { type PulledPod, pulledPod } from './pulled-pod.js';
import type { ObjectIdentity, ObjectReport } from './report.js';

/** What an inspection finds out about one object. */
export interface Entry {
  /** The report on a Pod or workload. */
  readonly object?: ObjectReport;
  /** The Pod or Pod template with its defaults; absent if it cannot be read. */
  readonly pod?: Pod | undefined;
  /** How its images are pulled; absent without credentials. */
  readonly pulled?: PulledPod | undefined;
  /** What quotas count; absent for what their status counts already. */
  readonly candidate?: QuotaCandidate | undefined;
  /** The problems of an object without a report. */
  readonly problems?: readonly Problem[] | undefined;
}

/** Options of {@link workloadEntry} and {@link otherEntry}. */
export interface EntryOptions extends PodReportOptions {
  /** Credentials to match against the images. */
  readonly credentials?: ImageCredentials | undefined;
  /** Tells the objects that exist from those to be created; by default, what an API server has stored exists. */
  readonly exists?: ((object: ObjectIdentity) => boolean) | undefined;
}

/**
 * Prepares the report on a Pod or workload. A file may define the LimitRanges after the objects of their namespace, so the
 * report on a manifest is made on demand.
 */
export function workloadEntry(
  placed: ManifestObject,
  kind: WorkloadKind,
  identity: ObjectIdentity,
  rules: AdmissionRules,
  options: EntryOptions,
): () => Entry {
  const stored = isStored(placed);
  const exists = existence(placed, identity, options);
  const inspect = (): Entry => {
    const limitRanges = stored ? [] : rules.limitRangesOf(identity.namespace);
    const { report: object, pod } = inspectObject(placed, kind, options, limitRanges);
    const pulled =
      pod && options.credentials && pulledPod(pod, object, placed, kind.templateSegments);
    const candidate =
      exists === undefined ? undefined : workloadCandidate(placed, kind, object, pod, exists);
    return { object, pod, pulled, candidate };
  };
  if (!stored) {
    return inspect;
  }
  const entry = inspect();
  return () => entry;
}

/** Prepares what there is to say about an object of a kind without Pods. */
export function otherEntry(
  placed: ManifestObject,
  identity: ObjectIdentity,
  rules: AdmissionRules,
  options: EntryOptions,
): () => Entry {
  const exists = existence(placed, identity, options);
  if (exists === undefined) {
    return () => ({});
  }
  const candidate = otherCandidate(placed, identity, exists);
  if (isStored(placed) || placed.apiVersion !== 'v1' || placed.kind !== 'PersistentVolumeClaim') {
    return () => ({ candidate });
  }
  return () => ({
    candidate,
    problems: claimProblems(placed, rules.limitRangesOf(identity.namespace)),
  });
}

/** Whether an object exists; undefined if quotas need not know it, because their status counts it. */
function existence(
  placed: ManifestObject,
  identity: ObjectIdentity,
  { exists }: EntryOptions,
): boolean | undefined {
  if (exists !== undefined) {
    return exists(identity);
  }
  return isStored(placed) ? undefined : false;
}
