import type {
  LimitRangeViolationCode,
  QuotaViolationCode,
  RuntimeClassProblemCode,
} from '@kubesem/admission';
import type { PodConfigWarningCode } from '@kubesem/config';
import type { Problem as CoreProblem, FieldErrorType, FieldPathSegment } from '@kubesem/core';
import type { PdbProblemCode } from '@kubesem/disruption';
import type { DnsErrorCode, ZoneProblemCode } from '@kubesem/dns';
import type {
  DockerConfigErrorCode,
  DockerConfigWarningCode,
  PodImageWarningCode,
} from '@kubesem/image';
import type { PodLifecycleWarningCode } from '@kubesem/lifecycle';
import type {
  FilePosition,
  ManifestObject,
  ManifestProblemCode,
  Position,
} from '@kubesem/manifests';
import type { ObjectPlace } from '@kubesem/manifests/cluster';
import type { PodResourceWarning, PodResourceWarningCode } from '@kubesem/resources';

/** Codes of the problems of Pods that run. */
export type PodStatusProblemCode = 'NOT_READY' | 'CRASH_LOOP';

/**
 * Codes of references that the files do not satisfy:
 *
 * - `CONFIG_MAP_NOT_FOUND`, `SECRET_NOT_FOUND`: the namespace has no object of this name
 * - `KEY_NOT_FOUND`: the object has no such key
 */
export type ConfigReferenceProblemCode =
  | 'CONFIG_MAP_NOT_FOUND'
  | 'SECRET_NOT_FOUND'
  | 'KEY_NOT_FOUND';

/**
 * Codes of what is wrong with the endpoints of a Service:
 *
 * - `NO_ENDPOINTS`: no endpoint is ready
 * - `TARGET_PORT_NOT_FOUND`: a Pod is an endpoint, but has no port with the name of the target port
 * - `PORT_MISMATCH`: EndpointSlices have endpoints, but no port with the name and protocol of the port of the Service
 * - `ENDPOINT_SLICES_DIFFER`: the stored EndpointSlices are not those that the controllers would write
 * - `ADDRESSES_NOT_MIRRORED`: the controller does not copy all addresses of Endpoints to EndpointSlices
 */
export type ServiceEndpointsCode =
  | 'NO_ENDPOINTS'
  | 'TARGET_PORT_NOT_FOUND'
  | 'PORT_MISMATCH'
  | 'ENDPOINT_SLICES_DIFFER'
  | 'ADDRESSES_NOT_MIRRORED';

/**
 * What is wrong, or worth knowing.
 *
 * The codes of `@kubesem/manifests` are about files. About objects:
 * - `UNSERVED_VERSION`: a Pod or workload has a group or version that Kubernetes does not serve, or a misspelled kind, so the
 *   report skips it
 * - the words of `FieldErrorType`, such as `REQUIRED` and `INVALID`: the API server rejects a field with an error of this type
 * - `INVALID_TYPE`: a field has the wrong JSON type
 * - `INVALID_QUANTITY`: an amount is not a quantity
 * - `NOT_A_POD`: the Pod or Pod template is an object of another kind
 * - `UNKNOWN_FIELD`: Kubernetes does not know the field
 * - `STATUS_DIFFERS`: the stored QoS class is not the one that Kubernetes would compute now
 * - `NOT_AN_INT_OR_PERCENT`: a limit of an update strategy is neither a number nor a percentage
 * - `INVALID_UPDATE_STRATEGY`: the fields of an update strategy exclude each other, or a limit is out of range
 * - `IMMUTABLE`: an update changes a field that cannot change
 * - `NOT_READY`: a stored Pod is not ready
 * - `CRASH_LOOP`: a container of a stored Pod is in `CrashLoopBackOff`
 * - `CONFIG_MAP_NOT_FOUND`, `SECRET_NOT_FOUND`: a Pod needs an object that its namespace lacks. The files must be a dump of all
 *   ConfigMaps of the namespace, and have a Secret of it for `SECRET_NOT_FOUND`
 * - `KEY_NOT_FOUND`: a Pod needs a key that its ConfigMap or Secret lacks
 * - `NO_ENDPOINTS`, `TARGET_PORT_NOT_FOUND`, `PORT_MISMATCH`, `ENDPOINT_SLICES_DIFFER`, `ADDRESSES_NOT_MIRRORED`: see
 *   {@link ServiceEndpointsCode}; only about stored Services, if the files have Pods with a status
 *
 * All other codes come from the libraries: `@kubesem/resources` (requests and limits), `@kubesem/admission` (LimitRanges,
 * ResourceQuotas and RuntimeClasses), `@kubesem/disruption` (PodDisruptionBudgets), `@kubesem/lifecycle` (probes and hooks), `@kubesem/config`
 * (ConfigMaps, Secrets, variables and mounts), `@kubesem/image` (images and credentials) and `@kubesem/dns` (names and zones).
 */
export type ProblemCode =
  | ManifestProblemCode
  | FieldErrorType
  | 'UNSERVED_VERSION'
  | 'INVALID_QUANTITY'
  | 'NOT_A_POD'
  | 'UNKNOWN_FIELD'
  | 'STATUS_DIFFERS'
  | 'NOT_AN_INT_OR_PERCENT'
  | 'INVALID_UPDATE_STRATEGY'
  | 'IMMUTABLE'
  | PodStatusProblemCode
  | PodLifecycleWarningCode
  | PodConfigWarningCode
  | ConfigReferenceProblemCode
  | LimitRangeViolationCode
  | QuotaViolationCode
  | RuntimeClassProblemCode
  | PodResourceWarningCode
  | PodImageWarningCode
  | DockerConfigErrorCode
  | DockerConfigWarningCode
  | DnsErrorCode
  | ZoneProblemCode
  | ServiceEndpointsCode
  | PdbProblemCode;

/** A problem with an object, in no file yet. */
export interface FoundProblem extends CoreProblem<ProblemCode> {
  /** Type of the error with which the API server rejects the field; absent if it accepts it. */
  readonly type?: FieldErrorType | undefined;
  /** What the API server does with the field when the object is created; absent if the code says it. */
  readonly apiServer?: PodResourceWarning['apiServer'] | undefined;
}

/** A problem with a file or an object, and its place in the file. The segments lead from the object to the field. */
export interface Problem extends FoundProblem, FilePosition {}

/** Codes of fields that no API server can decode. */
const UNREADABLE: readonly ProblemCode[] = ['INVALID_TYPE', 'INVALID_QUANTITY'];

/**
 * What the API server rejects is an error in a manifest, and a warning in a stored object: it was accepted once. Who finds a
 * problem sets its severity; this is the only rule that changes it.
 */
export function problemIn<P extends FoundProblem>(problem: P, isStored: boolean): P {
  const isOnlyInNew = problem.type !== undefined && !UNREADABLE.includes(problem.code);
  return isStored && isOnlyInNew ? { ...problem, severity: 'warning' } : problem;
}

export {
  type ObjectPlace as Place,
  type PlacedProblem,
  placeProblem,
} from '@kubesem/manifests/cluster';

/** Looks up where some fields of an object are, so that its text need not be kept; all others are where the object is. */
export function placeOfFields(
  placed: ManifestObject,
  fields: readonly (readonly FieldPathSegment[])[],
): ObjectPlace {
  const { file, line, column } = placed;
  const positions = new Map(fields.map((path) => [JSON.stringify(path), placed.positionOf(path)]));
  return placeAmong(positions, { file, line, column });
}

// Functions that are made in one scope keep all that any of them uses: the object.
function placeAmong(
  positions: ReadonlyMap<string, Position>,
  { file, line, column }: FilePosition,
): ObjectPlace {
  return { file, positionOf: (path) => positions.get(JSON.stringify(path)) ?? { line, column } };
}
