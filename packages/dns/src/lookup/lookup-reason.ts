/**
 * Why a lookup finds nothing, as far as the objects that are given tell.
 *
 * - `POLICY_FALLS_BACK`: the Pod's policy asks for the cluster's DNS, but the Pod gets that of its node
 * - `POLICY_NOT_CLUSTER`: the Pod's policy is `Default` or `None`, and the first server is not the cluster's
 * - `SEARCH_LIST_CUT`: a search domain that might have helped was left out because of a limit
 * - `NDOTS_TOO_LOW`: the name has enough dots to be asked as it is alone, but the search list would have helped
 * - `NOT_SEARCHED`: the Service has a name, but no search domain leads to it; its full name does
 * - `WRONG_NAMESPACE`: there are Services of that name, but in other namespaces
 * - `NO_SUCH_NAMESPACE`: the namespace does not exist
 * - `NO_SUCH_SERVICE`: there is no Service of that name in any namespace
 * - `NO_SUCH_PORT`: the Service has no port of that name and protocol
 * - `NO_SUCH_POD`: the server gives no name to that Pod
 * - `NO_CLUSTER_IP`: the Service has no address, as in a manifest that was never sent to an API server
 * - `NO_READY_ENDPOINTS`: nothing that is ready stands behind the name
 * - `NO_ENDPOINT_SLICES`: no EndpointSlice of the Service is given, as in manifests, so what is behind it is not known
 * - `HEADLESS_WITHOUT_HOSTNAME`: endpoints of the Service have no host name, so their Pods have none below it
 * - `EXTERNAL_NAME`: the alias of the Service is an address, or leads to no other name
 * - `NOT_IN_CLUSTER`: the name is none of the cluster's, and what other servers say of it is not known here
 * - `INVALID_NAME`: the text can be no name, so nothing is asked
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

/** One reason why a lookup finds nothing. */
export interface LookupReason {
  /** What it is. */
  readonly code: LookupReasonCode;
  /** For people. */
  readonly message: string;
  /** What to look at next: a command line. */
  readonly check: string;
  /** Names that would be found instead; none if there are none. */
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
