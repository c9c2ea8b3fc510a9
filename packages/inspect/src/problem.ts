import type { QuotaViolationCode, RuntimeClassProblemCode } from '@kubesem/admission';
import type { PodConfigWarningCode } from '@kubesem/config';
import type { Problem as CoreProblem, FieldErrorType, FieldPathSegment } from '@kubesem/core';
import type { FIELD_CODES } from '@kubesem/core/codes';
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
import type { PodResourceWarningCode } from '@kubesem/resources';
import type { ServiceWarningCode } from '@kubesem/service';
import type { REPORT_CODES } from './pods/codes.js';
import type { SERVICE_CODES } from './services/codes.js';

/** Codes of the problems of Pods that run. */
export type PodStatusProblemCode = keyof Pick<typeof REPORT_CODES, 'POD_NOT_READY' | 'CRASH_LOOP'>;

/** Codes of references that the files do not satisfy. */
export type ConfigReferenceProblemCode = keyof Pick<
  typeof REPORT_CODES,
  'CONFIG_MAP_NOT_FOUND' | 'SECRET_NOT_FOUND' | 'KEY_NOT_FOUND'
>;

/** Codes of what is wrong with the endpoints of a Service. */
export type ServiceEndpointsCode = keyof typeof SERVICE_CODES;

/** What is wrong, or worth knowing. `CODES` of `@kubesem/inspect/codes` has a row for each. */
export type ProblemCode =
  | ManifestProblemCode
  | keyof typeof FIELD_CODES
  | keyof typeof REPORT_CODES
  | 'INVALID_QUANTITY'
  | PodLifecycleWarningCode
  | PodConfigWarningCode
  | QuotaViolationCode
  | RuntimeClassProblemCode
  | PodResourceWarningCode
  | PodImageWarningCode
  | DockerConfigErrorCode
  | DockerConfigWarningCode
  | DnsErrorCode
  | ZoneProblemCode
  | ServiceEndpointsCode
  | ServiceWarningCode
  | PdbProblemCode;

/** A problem with an object, in no file yet. */
export interface FoundProblem extends CoreProblem<ProblemCode> {
  /** Type of the error with which the API server rejects the field; absent if it accepts it. */
  readonly type?: FieldErrorType | undefined;
  /** What the API server does with the field when the object is created; absent if it accepts it, or the code says it. */
  readonly apiServer?: 'rejects' | undefined;
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
