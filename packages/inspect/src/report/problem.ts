import type { DnsErrorCode, ZoneProblemCode } from '@kubesem/dns';
import type { DockerConfigErrorCode, PodImageWarningCode } from '@kubesem/image';
import type { ManifestProblem } from '@kubesem/manifests';
import type { PodResourceWarning, PodResourceWarningCode } from '@kubesem/resources';

/**
 * What is wrong, or worth knowing.
 *
 * Of texts:
 * - `NO_DOCUMENTS`: the file holds nothing but white space and comments
 * - `SYNTAX`: a document is neither YAML nor JSON as kubectl reads it, or nests too deep
 * - `TOO_LARGE`: a document is longer than is read
 * - `DUPLICATE_KEY`: a key stands twice in one object
 * - `IGNORED_TEXT`: text that kubectl would not look at, or credential stores and helpers, which the kubelet does not ask
 *
 * Of objects:
 * - `NOT_AN_OBJECT`: a document that is a list or a scalar, or lacks `apiVersion` or `kind`
 * - `UNSERVED_VERSION`: a Pod or workload in a group or version that this release does not serve; it is not reported on
 * - `REQUIRED`: a Pod without `spec`, a workload without a Pod template, or a file of credentials without any
 * - `INVALID_TYPE`: a field holds another JSON type than Kubernetes takes there
 * - `INVALID_QUANTITY`: an amount is not a quantity
 * - `UNKNOWN_FIELD`: the spec of a Pod, a container or its resources have a field that Kubernetes does not know
 * - `NOT_A_POD`: what should be a Pod or a Pod template is something else
 * - `DUPLICATE_OBJECT`: the same object stands in front of it, too; it counts once, and the last time
 * - `STATUS_DIFFERS`: the stored QoS class is not the one that this release computes
 *
 * All others are warnings of `@kubesem/resources`, on the requests and limits of a Pod, warnings of `@kubesem/image`, on
 * its images, what `@kubesem/image` finds wrong with a file of credentials, and what `@kubesem/dns` finds wrong with names
 * and zones.
 */
export type ProblemCode =
  | 'NO_DOCUMENTS'
  | 'SYNTAX'
  | 'TOO_LARGE'
  | 'DUPLICATE_KEY'
  | 'IGNORED_TEXT'
  | 'NOT_AN_OBJECT'
  | 'UNSERVED_VERSION'
  | 'REQUIRED'
  | 'INVALID_TYPE'
  | 'INVALID_QUANTITY'
  | 'UNKNOWN_FIELD'
  | 'NOT_A_POD'
  | 'DUPLICATE_OBJECT'
  | 'STATUS_DIFFERS'
  | PodResourceWarningCode
  | PodImageWarningCode
  | DockerConfigErrorCode
  | DnsErrorCode
  | ZoneProblemCode;

/** Something that is wrong with a file, a document or an object, or worth knowing. */
export interface Problem extends ManifestProblem<ProblemCode> {
  /** What the API server does with an amount, an image or a policy that is odd. */
  readonly apiServer?: PodResourceWarning['apiServer'] | undefined;
}
