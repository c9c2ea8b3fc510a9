import { type FieldErrorType, type FieldProblem, type FieldProblemDetails } from '@kubesem/core';
import { fieldProblem } from '@kubesem/core/internal';

/**
 * A probable mistake in the requests and limits of a Pod.
 *
 * About one amount:
 * - `RESOURCE_NAME_INVALID`: its name is not a qualified name, or Kubernetes defines no such resource (a container can
 *   have `cpu`, `memory`, `ephemeral-storage` and huge pages)
 * - `RESOURCE_NOT_SUPPORTED`: the resource cannot be set for a whole Pod; `cpu`, `memory` and huge pages can
 * - `NEGATIVE`: it is below zero
 * - `FRACTIONAL_BYTES`: memory or ephemeral storage is not a whole number of bytes; `400m` of memory is 0.4 bytes
 * - `CPU_FINER_THAN_MILLI`: cpu is not a multiple of `1m`; it is rounded up
 * - `FRACTIONAL_EXTENDED_RESOURCE`: an extended resource, or one that quotas count, is not a whole number
 * - `HUGE_PAGES_NOT_MULTIPLE`: huge pages are not a multiple of the page size in their name
 *
 * About the requests and limits in one place:
 * - `REQUEST_ABOVE_LIMIT`: a request is higher than the limit
 * - `REQUEST_NOT_LIMIT`: request and limit differ for huge pages or an extended resource, which cannot be overcommitted
 * - `LIMIT_MISSING`: huge pages or an extended resource are requested without a limit
 * - `HUGE_PAGES_ALONE`: there are huge pages, but neither cpu nor memory
 * - `RESOURCES_FORBIDDEN`: an ephemeral container, or a whole Pod for Windows, has resources
 * - `RESOURCES_MISSING`: a container has neither a request nor a limit of cpu or memory (`missingResourceWarnings`)
 *
 * About the Pod as a whole:
 * - `POD_REQUEST_TOO_LOW`: its request is lower than what the containers request together
 * - `POD_LIMIT_TOO_LOW`: its limit of huge pages is lower than those of the containers together
 * - `LIMIT_ABOVE_POD_LIMIT`: the limit of an app container is higher than that of the Pod
 *
 * About resource claims:
 * - `CLAIMS_FORBIDDEN`: a Pod as a whole cannot have them
 * - `CLAIM_NAME_MISSING`: it does not name a claim of the Pod
 * - `CLAIM_NOT_FOUND`: the Pod's `resourceClaims` have no claim of that name
 * - `CLAIM_DUPLICATE`: the same claim, or the same request of it, is listed twice
 * - `CLAIM_REQUEST_INVALID`: the name of a request in it is not a DNS-1123 label
 */
export type PodResourceWarningCode =
  | 'RESOURCE_NAME_INVALID'
  | 'RESOURCE_NOT_SUPPORTED'
  | 'NEGATIVE'
  | 'FRACTIONAL_BYTES'
  | 'CPU_FINER_THAN_MILLI'
  | 'FRACTIONAL_EXTENDED_RESOURCE'
  | 'HUGE_PAGES_NOT_MULTIPLE'
  | 'REQUEST_ABOVE_LIMIT'
  | 'REQUEST_NOT_LIMIT'
  | 'LIMIT_MISSING'
  | 'HUGE_PAGES_ALONE'
  | 'RESOURCES_FORBIDDEN'
  | 'RESOURCES_MISSING'
  | 'POD_REQUEST_TOO_LOW'
  | 'POD_LIMIT_TOO_LOW'
  | 'LIMIT_ABOVE_POD_LIMIT'
  | 'CLAIMS_FORBIDDEN'
  | 'CLAIM_NAME_MISSING'
  | 'CLAIM_NOT_FOUND'
  | 'CLAIM_DUPLICATE'
  | 'CLAIM_REQUEST_INVALID';

/** A probable mistake in a Pod that can be read. */
export interface PodResourceWarning extends FieldProblem<PodResourceWarningCode> {
  /** What the API server does on creation: reject the Pod, round the amount up, or accept it with or without a warning. */
  readonly apiServer: 'rejects' | 'rounds' | 'warns' | 'accepts';
}

/** The parts of a warning that a check knows. The type follows from the code, and most are rejected. */
type WarningDetails = Omit<FieldProblemDetails<PodResourceWarningCode>, 'type' | 'offset'> &
  Pick<PodResourceWarning, 'code'> &
  Partial<Pick<PodResourceWarning, 'apiServer'>>;

/** Receives a warning. */
export type Warn = (details: WarningDetails) => void;

/** The codes whose type is not `INVALID`. */
const TYPES: { readonly [code in PodResourceWarningCode]?: FieldErrorType } = {
  RESOURCE_NOT_SUPPORTED: 'NOT_SUPPORTED',
  LIMIT_MISSING: 'REQUIRED',
  HUGE_PAGES_ALONE: 'FORBIDDEN',
  RESOURCES_FORBIDDEN: 'FORBIDDEN',
  RESOURCES_MISSING: 'REQUIRED',
  CLAIMS_FORBIDDEN: 'FORBIDDEN',
  CLAIM_NAME_MISSING: 'REQUIRED',
  CLAIM_NOT_FOUND: 'NOT_FOUND',
  CLAIM_DUPLICATE: 'DUPLICATE',
};

/** Makes a warning. */
export function toWarning({
  apiServer = 'rejects',
  ...details
}: WarningDetails): PodResourceWarning {
  const type = TYPES[details.code] ?? 'INVALID';
  const severity = apiServer === 'rejects' ? 'error' : 'warning';
  return { ...fieldProblem({ type, severity, ...details }), apiServer };
}
