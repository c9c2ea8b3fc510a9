/**
 * Codes of the problems with the objects of a zone.
 *
 * - `DUPLICATE_NAME`: two Services have the same name and namespace; the last one wins
 * - `DUPLICATE_CLUSTER_IP`: two Services have the same address; its PTR record names the last one
 * - `UNKNOWN_NAMESPACE`: the list of namespaces lacks this one, so the objects in it have no names
 * - `SLICE_WITHOUT_SERVICE`: the EndpointSlice has no `kubernetes.io/service-name` label, or its Service is missing
 * - `INVALID_ADDRESS`: an address of an EndpointSlice is not an IP address, so the DNS server treats it as a host name
 * - `INVALID_NAME`: the API server rejects the name of the Service, namespace, port or endpoint, or the external name
 * - `INVALID_TYPE`: a field has the wrong JSON type, so it counts as absent
 */
export type ZoneProblemCode =
  | 'DUPLICATE_NAME'
  | 'DUPLICATE_CLUSTER_IP'
  | 'UNKNOWN_NAMESPACE'
  | 'SLICE_WITHOUT_SERVICE'
  | 'INVALID_ADDRESS'
  | 'INVALID_NAME'
  | 'INVALID_TYPE';
