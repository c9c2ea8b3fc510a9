/**
 * Codes of the reasons why a lookup fails, according to the objects of the zone.
 *
 * - `POLICY_FALLS_BACK`: the Pod's policy selects the cluster DNS, but the Pod uses the resolver of its node
 * - `POLICY_NOT_CLUSTER`: the Pod's policy is `Default` or `None`, and its first server is not the cluster DNS
 * - `SEARCH_LIST_CUT`: a search domain that could have helped exceeds a limit
 * - `NDOTS_TOO_LOW`: the name has enough dots to skip the search list, which would have helped
 * - `NOT_SEARCHED`: the Service has a name, but no search domain completes it; use the full name
 * - `WRONG_NAMESPACE`: Services of that name exist only in other namespaces
 * - `NO_SUCH_NAMESPACE`: the namespace does not exist
 * - `NO_SUCH_SERVICE`: no Service of that name exists in any namespace
 * - `NO_SUCH_PORT`: the Service has no port of that name and protocol
 * - `NO_SUCH_POD`: the DNS server has no name for that Pod
 * - `NO_CLUSTER_IP`: the Service has no address, as in a manifest that was never applied
 * - `NO_READY_ENDPOINTS`: the name has no ready endpoint
 * - `NO_ENDPOINT_SLICES`: the objects include no EndpointSlice of the Service, so its endpoints are unknown
 * - `HEADLESS_WITHOUT_HOSTNAME`: endpoints of the headless Service have no host name, so their Pods have no name below it
 * - `EXTERNAL_NAME`: the external name of the Service is an address, or does not resolve
 * - `NOT_IN_CLUSTER`: the name is outside the cluster, and the answer of other servers is unknown
 * - `INVALID_NAME`: the name is not valid, so the resolver sends no query, or the DNS server does not find the Service
 */
export type LookupReasonCode =
  | 'POLICY_FALLS_BACK'
  | 'POLICY_NOT_CLUSTER'
  | 'SEARCH_LIST_CUT'
  | 'NDOTS_TOO_LOW'
  | 'NOT_SEARCHED'
  | 'WRONG_NAMESPACE'
  | 'NO_SUCH_NAMESPACE'
  | 'NO_SUCH_SERVICE'
  | 'NO_SUCH_PORT'
  | 'NO_SUCH_POD'
  | 'NO_CLUSTER_IP'
  | 'NO_READY_ENDPOINTS'
  | 'NO_ENDPOINT_SLICES'
  | 'HEADLESS_WITHOUT_HOSTNAME'
  | 'EXTERNAL_NAME'
  | 'NOT_IN_CLUSTER'
  | 'INVALID_NAME';

/** One reason why a lookup fails. */
export interface LookupReason {
  /** Stable identifier; programs and tests match on this. */
  readonly code: LookupReasonCode;
  /** Human-readable message: what is wrong. */
  readonly message: string;
  /** A command line that checks it. */
  readonly check: string;
  /** Names that resolve instead; may be empty. */
  readonly suggestions: readonly string[];
}

/** Makes a reason. */
export function reason(
  code: LookupReasonCode,
  message: string,
  check: string,
  suggestions: readonly string[] = [],
): LookupReason {
  return { code, message, check, suggestions };
}

/** Quotes a string for a command line: names can have any characters. */
export function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}
