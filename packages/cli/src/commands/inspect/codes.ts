import type { ProblemCode } from '@kubesem/inspect';

/** What each code of a finding means, in one sentence. */
const CODES: { readonly [code in ProblemCode]: string } = {
  // Files
  NO_DOCUMENTS: 'The file contains only white space and comments.',
  SYNTAX: 'The text is not YAML or JSON as kubectl reads it.',
  TOO_LARGE: 'A document is larger than the limit.',
  DUPLICATE_KEY: 'An object has the same key twice.',
  IGNORED_TEXT: 'kubectl ignores the rest of a document.',
  NOT_AN_OBJECT: 'A document is not an object with apiVersion and kind.',
  NAMESPACE_DIFFERS: 'The namespace of the object differs from that of -n.',
  // What the API server rejects: the types of its errors
  REQUIRED: 'A required field is missing.',
  INVALID: 'A field has an invalid value.',
  NOT_SUPPORTED: 'The field does not support the value.',
  DUPLICATE: 'A value that must be unique is there twice.',
  FORBIDDEN: 'The field cannot be set here.',
  TOO_LONG: 'A value is too long.',
  TOO_MANY: 'A list has too many items.',
  TOO_FEW: 'A list has too few items.',
  TOO_SHORT: 'A value is too short.',
  INTERNAL: 'The API server fails without naming a field.',
  TYPE_INVALID: 'A field has the wrong type.',
  NOT_FOUND: 'A field names something that does not exist.',
  // Objects
  UNSERVED_VERSION: 'Kubernetes does not serve the kind, or not in this API version.',
  INVALID_TYPE: 'A field has the wrong JSON type.',
  INVALID_QUANTITY: 'An amount is not a quantity.',
  NOT_A_POD: 'The Pod template is an object of another kind.',
  UNKNOWN_FIELD: 'Kubernetes has no field of this name.',
  DUPLICATE_OBJECT: 'The object is also defined earlier.',
  STATUS_DIFFERS: 'The stored QoS class differs from the one that Kubernetes would compute now.',
  NOT_AN_INT_OR_PERCENT: 'A limit of an update strategy is neither a number nor a percentage.',
  INVALID_UPDATE_STRATEGY:
    'The fields of an update strategy exclude each other, or a limit is out of range.',
  // Status
  NOT_READY: 'A stored Pod is not ready.',
  CRASH_LOOP: 'A container of a stored Pod is in CrashLoopBackOff.',
  // Endpoints of Services
  NO_ENDPOINTS: 'A Service has no endpoint that is ready.',
  TARGET_PORT_NOT_FOUND: 'A Pod has no port with the name of the target port of its Service.',
  PORT_MISMATCH: 'The EndpointSlices of a Service have no port of its name and protocol.',
  ENDPOINT_SLICES_DIFFER:
    'The EndpointSlices are not those that the controller would write for the Pods.',
  ADDRESSES_NOT_MIRRORED: 'Addresses of Endpoints are not copied to EndpointSlices.',
  // PodDisruptionBudgets
  MATCHES_NOTHING: 'A PodDisruptionBudget selects no Pods.',
  SYNC_FAILS: 'The status of a PodDisruptionBudget cannot be computed, so no Pod can be evicted.',
  NEVER_ALLOWS: 'A PodDisruptionBudget allows no eviction, even if all Pods are ready.',
  UNMANAGED_PODS: 'A PodDisruptionBudget selects Pods without a controller.',
  OVERLAPS: 'Two PodDisruptionBudgets select the same Pods, so none of them can be evicted.',
  DUPLICATE_UID: 'A PodDisruptionBudget selects objects with the same uid.',
  BLOCKS_UNHEALTHY:
    'A PodDisruptionBudget requires no healthy Pod, but blocks evictions while no Pod is ready.',
  // Probes and hooks
  HOOK_FILLS_GRACE_PERIOD: 'A preStop hook sleeps for the whole grace period.',
  LIVENESS_BEFORE_READINESS: 'The liveness probe gives up before the readiness probe.',
  PROBE_TIMEOUT_ABOVE_PERIOD: 'The timeout of a probe is longer than its period.',
  // Updates
  IMMUTABLE: 'An update changes what is immutable.',
  // Variables and files
  CONFIG_MAP_NOT_FOUND: 'The namespace has no ConfigMap of this name, and a Pod needs it.',
  SECRET_NOT_FOUND: 'The namespace has no Secret of this name, and a Pod needs it.',
  KEY_NOT_FOUND: 'The ConfigMap or Secret has no such key, and a Pod needs it.',
  VARIABLE_HIDDEN:
    'A variable is defined twice, and the later definition does not use the earlier one.',
  SUB_PATH_NEVER_UPDATES:
    'A running container never sees changes of a file that is mounted with subPath.',
  // Requests and limits
  RESOURCE_NAME_INVALID: 'The name of a resource is invalid.',
  RESOURCE_NOT_SUPPORTED: 'The resource cannot be set for a whole Pod.',
  NEGATIVE: 'A number is negative.',
  FRACTIONAL_BYTES: 'An amount of bytes is not a whole number.',
  CPU_FINER_THAN_MILLI: 'An amount of cpu is not a multiple of 1m.',
  FRACTIONAL_EXTENDED_RESOURCE: 'An amount of an extended resource is not a whole number.',
  HUGE_PAGES_NOT_MULTIPLE: 'Huge pages are not a multiple of their page size.',
  REQUEST_ABOVE_LIMIT: 'A request is higher than its limit.',
  REQUEST_NOT_LIMIT: 'Request and limit differ for a resource that cannot be overcommitted.',
  LIMIT_MISSING: 'A resource is requested without a limit, but needs one.',
  HUGE_PAGES_ALONE: 'Huge pages are used without cpu or memory.',
  RESOURCES_FORBIDDEN: 'The container or Pod cannot have requests or limits.',
  RESOURCES_MISSING: 'A container has neither a request nor a limit of cpu or memory.',
  POD_REQUEST_TOO_LOW: 'The request of the Pod is lower than those of its containers together.',
  POD_LIMIT_TOO_LOW: 'The limit of the Pod is lower than those of its containers together.',
  LIMIT_ABOVE_POD_LIMIT: 'The limit of a container is higher than that of its Pod.',
  CLAIMS_FORBIDDEN: 'Only containers can have resource claims.',
  CLAIM_NAME_MISSING: 'A resource claim has no name.',
  CLAIM_NOT_FOUND: 'The Pod has no resource claim of this name.',
  CLAIM_DUPLICATE: 'A resource claim is listed twice.',
  CLAIM_REQUEST_INVALID: 'The name of a request in a resource claim is invalid.',
  // LimitRanges
  REQUEST_MISSING: 'A LimitRange requires a request.',
  REQUEST_BELOW_MIN: 'A request is lower than the minimum of a LimitRange.',
  LIMIT_BELOW_MIN: 'A limit is lower than the minimum of a LimitRange.',
  REQUEST_ABOVE_MAX: 'A request is higher than the maximum of a LimitRange.',
  LIMIT_ABOVE_MAX: 'A limit is higher than the maximum of a LimitRange.',
  RATIO_WITHOUT_REQUEST: 'A LimitRange bounds the limit by a request that is missing or zero.',
  RATIO_WITHOUT_LIMIT: 'A LimitRange bounds the ratio of a limit that is missing or zero.',
  RATIO_ABOVE_MAX: 'The ratio of limit to request is higher than that of a LimitRange.',
  // RuntimeClasses
  RUNTIME_CLASS_NOT_FOUND: 'The files have RuntimeClasses, but not that of the Pod.',
  OVERHEAD_CONFLICT: 'The overhead of the Pod differs from that of its RuntimeClass.',
  OVERHEAD_WITHOUT_RUNTIME_CLASS: 'The Pod has an overhead, but no RuntimeClass with one.',
  NODE_SELECTOR_CONFLICT: 'The Pod and its RuntimeClass select different values of a node label.',
  // ResourceQuotas
  SCOPE_INVALID: 'A ResourceQuota has an invalid scope selector.',
  NOT_SPECIFIED: 'A ResourceQuota requires that containers set a resource.',
  STATUS_UNKNOWN: 'The status of a ResourceQuota has no usage yet.',
  EXCEEDED: 'A ResourceQuota is exceeded.',
  // Images
  UNPARSABLE_IMAGE: 'The image name is invalid.',
  NO_TAG: 'The image has neither a tag nor a digest.',
  LATEST_TAG: 'The tag of the image is latest.',
  TAG_AND_DIGEST: 'The image has both a tag and a digest.',
  UNKNOWN_PULL_POLICY: 'The pull policy is not Always, IfNotPresent or Never.',
  LATEST_NOT_PULLED: 'The image is latest, but nodes keep the version that they have.',
  // Credentials
  NO_CREDENTIALS: 'No credentials match the image.',
  PATH_ENDS_WITHIN_SEGMENT: 'Credentials match an image only because its path has the same prefix.',
  PULL_SECRET_NOT_FOUND: 'The namespace has no pull secret of this name.',
  PULL_SECRET_IGNORED: 'The kubelet ignores the pull secret.',
  PULL_SECRET_UNDECODABLE: 'The pull secret cannot be decoded.',
  CREDENTIALS_IGNORED: 'The kubelet ignores an entry of the pull secret.',
  CREDENTIAL_STORE: 'The kubelet ignores credential stores and helpers.',
  NOT_DOCKER_CONFIG: 'The Secret holds no registry credentials.',
  INVALID_DATA: 'The data of the Secret is not base64.',
  INVALID_JSON: 'The registry configuration is not JSON.',
  INVALID_BASE64: 'The credentials of a registry are not base64.',
  NO_COLON: 'The credentials of a registry have no colon between user name and password.',
  INVALID_SERVER: 'The name of a registry is invalid.',
  // DNS
  INVALID_NAME: 'A name is invalid.',
  INVALID_IP: 'A text is not an IP address.',
  IP_LEADING_ZERO: 'A part of an IP address has a leading zero.',
  IP_ZONE: 'An IP address has a zone.',
  INVALID_PROTOCOL: 'The protocol is not TCP, UDP or SCTP.',
  NAME_TOO_LONG: 'A DNS name is too long.',
  FQDN_TOO_LONG: 'The host name with its domain is too long.',
  INVALID_RESOLV_CONF: 'The resolv.conf cannot be read or written.',
  DUPLICATE_NAME: 'Two Services, or two volumes of a Pod, have the same name.',
  DUPLICATE_CLUSTER_IP: 'Two Services have the same address.',
  UNKNOWN_NAMESPACE: 'The namespace of the object is missing.',
  SLICE_WITHOUT_SERVICE: 'The EndpointSlice has no Service.',
  INVALID_ADDRESS: 'An address of an EndpointSlice is not an IP address.',
};

/** What each code of a finding means. */
export const CODE_DESCRIPTIONS: ReadonlyMap<string, string> = new Map(Object.entries(CODES));
