import type { FieldProblem } from '@kubesem/core';
import type { Problem } from './problem.js';

/** The codes of problems with objects that the API server and kubectl accept. */
const ACCEPTED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  // Objects and credentials
  'CREDENTIAL_STORE',
  'DUPLICATE_OBJECT',
  'STATUS_DIFFERS',
  // Probes, hooks and status: @kubesem/lifecycle
  'CRASH_LOOP',
  'HOOK_FILLS_GRACE_PERIOD',
  'LIVENESS_BEFORE_READINESS',
  'NOT_READY',
  'PROBE_TIMEOUT_ABOVE_PERIOD',
  // Variables and mounts: @kubesem/config
  'CONFIG_MAP_NOT_FOUND',
  'KEY_NOT_FOUND',
  'SECRET_NOT_FOUND',
  'SUB_PATH_NEVER_UPDATES',
  'VARIABLE_HIDDEN',
  // Names and zones: @kubesem/dns
  'DUPLICATE_NAME',
  'FQDN_TOO_LONG',
  'INVALID_ADDRESS',
  'NAME_TOO_LONG',
  'NO_CLUSTER_IP',
  'SLICE_WITHOUT_SERVICE',
  'UNKNOWN_NAMESPACE',
  // Services: @kubesem/service
  'ADDRESSES_NOT_MIRRORED',
  'ENDPOINT_SLICES_DIFFER',
  'NO_ENDPOINTS',
  'PORT_MISMATCH',
  'TARGET_PORT_NOT_FOUND',
  // Budgets: @kubesem/disruption
  'BLOCKS_UNHEALTHY',
  'DUPLICATE_UID',
  'MATCHES_NOTHING',
  'NEVER_ALLOWS',
  'OVERLAPS',
  'SYNC_FAILS',
  'UNMANAGED_PODS',
  // Nodes: @kubesem/nodes
  'NODE_WITHOUT_CAPACITY',
  'UNKNOWN_NODE',
  // Priority and Fairness: @kubesem/apf
  'NO_SUCH_PRIORITY_LEVEL',
]);

/** Codes of what the API server rejects in new objects, or kubectl before it: stored objects may contain it. */
const ONLY_IN_NEW: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'UNKNOWN_FIELD',
  'UNSERVED_VERSION',
]);

/**
 * Decides whether a problem is an error: Kubernetes rejects the object, or it cannot be read. Everything else is a warning.
 *
 * A stored object was accepted, so it has no error that only concerns new objects.
 *
 * @param problem - the problem, and what the API server does if the code does not say it
 * @param isStored - whether the API server has accepted the object; false by default
 * @returns the severity
 *
 * @example
 * ```ts
 * import { severityOf } from '@kubesem/inspect';
 *
 * severityOf({ code: 'INVALID_QUANTITY' }) // => 'error'
 * severityOf({ code: 'REQUEST_ABOVE_LIMIT', apiServer: 'rejects' }) // => 'error'
 * severityOf({ code: 'FRACTIONAL_BYTES', apiServer: 'warns' }) // => 'warning'
 * severityOf({ code: 'UNKNOWN_FIELD' }, true) // => 'warning'
 * ```
 */
export function severityOf(
  { code, apiServer }: Pick<FieldProblem, 'code'> & Pick<Problem, 'apiServer'>,
  isStored = false,
): Problem['severity'] {
  const isRejected = apiServer === undefined ? !ACCEPTED.has(code) : apiServer === 'rejects';
  const isOnlyInNew = apiServer !== undefined || ONLY_IN_NEW.has(code);
  return isRejected && !(isStored && isOnlyInNew) ? 'error' : 'warning';
}
