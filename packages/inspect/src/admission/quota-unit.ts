// What quotas count of the objects of files.
import type { QuotaObject } from '@kubesem/admission';
import type { FieldPathSegment } from '@kubesem/core';
import type { FoundProblem } from '../problem.js';
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

/** The creation of one object of the files. */
export function objectUnit(object: QuotaObject, rejection: string | undefined): QuotaUnit {
  return { objects: [{ object, rejection }], count: 1, creates: 'object', base: [] };
}
