import type { NewPodRules } from '@kubesem/admission/internal';
import { apiGroupOf, type Pod, type PodSpec } from '@kubesem/core';
import { PERSISTENT_VOLUME_CLAIM, SERVICE, type WorkloadKind } from '@kubesem/core/kinds';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import type { Place } from '../problem.js';
import type { Rejections } from '../report/problem-list.js';
import type { ObjectIdentity, ObjectReport } from '../report/report.js';

/** An object of the files that quotas count. */
export interface QuotaCandidate {
  readonly identity: ObjectIdentity;
  /** Whether it uses the quotas already, instead of being created. */
  readonly exists: boolean;
  /** Where its fields are; absent if only its own place is known. */
  readonly place?: Place | undefined;
  /** The object if it is a Pod or has a Pod template. */
  readonly workload?: ReportedWorkload | undefined;
  /** Any other object, if quotas count more of it than that it exists. */
  readonly measured?: JSONObject | undefined;
  /** Why the API server rejects such an object before it asks quotas. */
  readonly rejection?: string | undefined;
  /** The object that it updates, which exists. */
  readonly before?: QuotaCandidate | undefined;
}

/** An object with a report, and what decides about the objects that are created for it. */
export interface ReportedWorkload {
  /** The object; of one that exists, at most the fields on which updates depend. */
  readonly object: JSONObject;
  readonly kind: WorkloadKind;
  readonly report: ObjectReport;
  /** Its Pod, or the template of its Pods; undefined if it cannot be read or is not kept. */
  readonly pod: Pod | undefined;
  /** What quotas count of a stored Pod besides its report. */
  readonly counted?: CountedFields | undefined;
  readonly exists: boolean;
  readonly rejections: Rejections;
  readonly rules: NewPodRules;
}

/** What quotas count of a stored Pod besides its report; most Pods have none of it. */
export interface CountedFields {
  readonly metadata: Pod['metadata'];
  readonly spec: Pick<PodSpec, 'activeDeadlineSeconds' | 'affinity' | 'priorityClassName'>;
}

/** Whether quotas count more of a kind without Pods than the number of its objects. */
export function isMeasured({ apiVersion, kind }: ManifestObject): boolean {
  return [SERVICE, PERSISTENT_VOLUME_CLAIM].some(
    (each) => each.apiVersion === apiVersion && each.kind === kind,
  );
}

/** Where the fields of a candidate are. */
export function placeOf({ identity, place }: QuotaCandidate): Place {
  return place ?? { file: identity.file, positionOf: () => identity };
}

/**
 * What exists and what is created, in the order of the files. Of an object that is defined several times, the last definition
 * counts; it updates the object if that exists.
 */
export function lastDefinitions(objects: readonly QuotaCandidate[]): readonly QuotaCandidate[] {
  const existing = new Map<string, QuotaCandidate>();
  const created = new Map<string, QuotaCandidate>();
  const replaced = new Set<QuotaCandidate>();
  const keys = objects.map(({ identity }) => keyOf(identity));
  for (const [index, object] of objects.entries()) {
    const key = keys[index];
    if (key !== undefined) {
      const known = object.exists ? existing : created;
      const earlier = known.get(key);
      const [uid, earlierUid] = [object, earlier].map((each) => each?.workload?.report.uid);
      // Two stored objects of a name are from two clusters, or one has replaced the other.
      if (earlier !== undefined && (earlierUid ?? uid) === (uid ?? earlierUid)) {
        replaced.add(earlier);
      }
      known.set(key, object);
    }
  }
  return objects.flatMap((object, index) => {
    const before = object.exists ? undefined : existing.get(keys[index] ?? '');
    return replaced.has(object) ? [] : [before === undefined ? object : { ...object, before }];
  });
}

/** What identifies an object; undefined if its name is not final. */
function keyOf({ apiVersion, kind, namespace, name }: ObjectIdentity): string | undefined {
  const isNamed = name !== '' && !name.endsWith('*');
  const group = apiGroupOf(apiVersion);
  return isNamed ? JSON.stringify([group, kind, namespace, name]) : undefined;
}
