import type { Rule } from '../area.js';

const DOCS = 'https://kubernetes.io/docs';
const IMAGES = `${DOCS}/concepts/containers/images/`;

/** A rule, and the codes of the problems that it finds. */
interface ProblemRule extends Rule {
  readonly codes: readonly string[];
}

const RULES: readonly ProblemRule[] = [
  {
    codes: [
      ...['NO_DOCUMENTS', 'SYNTAX', 'TOO_LARGE', 'DUPLICATE_KEY', 'IGNORED_TEXT'],
      ...['NOT_AN_OBJECT', 'NAMESPACE_DIFFERS', 'DUPLICATE_OBJECT'],
    ],
    text: 'kubectl splits files into documents and sends each to the API server as an object.',
    source: 'k8s.io/cli-runtime/pkg/resource Builder.Do',
    docs: `${DOCS}/concepts/overview/working-with-objects/#describing-a-kubernetes-object`,
  },
  {
    codes: ['UNSERVED_VERSION'],
    text: 'The API server accepts a kind only in the API versions that it serves.',
    source: 'k8s.io/kubernetes/pkg/controlplane DefaultAPIResourceConfigSource',
    docs: `${DOCS}/reference/using-api/deprecation-guide/`,
  },
  {
    codes: ['UNKNOWN_FIELD', 'INVALID_TYPE'],
    text: 'The API server decodes an object by the schema of its kind.',
    source: 'k8s.io/apimachinery/pkg/runtime/serializer/json Serializer.Decode',
    docs: `${DOCS}/reference/using-api/api-concepts/#field-validation`,
  },
  {
    codes: ['NOT_READY'],
    text: 'A Pod is ready if all of its containers are ready and all readiness gates are True.',
    source: 'k8s.io/kubernetes/pkg/kubelet/status GeneratePodReadyCondition',
    docs: `${DOCS}/concepts/workloads/pods/pod-lifecycle/#pod-conditions`,
  },
  {
    codes: ['CRASH_LOOP'],
    text: 'The kubelet waits longer before each restart of a container that keeps failing.',
    source: 'k8s.io/client-go/util/flowcontrol Backoff.Next',
    docs: `${DOCS}/concepts/workloads/pods/pod-lifecycle/#restart-policy`,
  },
  {
    codes: [
      ...['NO_ENDPOINTS', 'TARGET_PORT_NOT_FOUND', 'PORT_MISMATCH', 'ENDPOINT_SLICES_DIFFER'],
      ...['SLICE_WITHOUT_SERVICE', 'INVALID_ADDRESS', 'ADDRESSES_NOT_MIRRORED'],
    ],
    text: 'A Service sends connections to the Pods in its EndpointSlices: those that its selector matches and that have an address and the target port.',
    source: 'k8s.io/endpointslice Reconciler.reconcileByAddressType',
    docs: `${DOCS}/tasks/debug/debug-application/debug-service/`,
  },
  {
    codes: [
      ...['MATCHES_NOTHING', 'SYNC_FAILS', 'NEVER_ALLOWS', 'UNMANAGED_PODS', 'OVERLAPS'],
      ...['DUPLICATE_UID', 'BLOCKS_UNHEALTHY'],
    ],
    text: 'The eviction API allows the eviction of a Pod only if its PodDisruptionBudget allows a disruption.',
    source: 'k8s.io/kubernetes/pkg/controller/disruption DisruptionController.trySync',
    docs: `${DOCS}/tasks/run-application/configure-pdb/`,
  },
  {
    codes: [
      ...['HOOK_FILLS_GRACE_PERIOD', 'LIVENESS_BEFORE_READINESS', 'PROBE_TIMEOUT_ABOVE_PERIOD'],
    ],
    text: 'The kubelet runs probes and hooks with the periods, timeouts and thresholds of the container.',
    source: 'k8s.io/kubernetes/pkg/apis/core/validation validateProbe',
    docs: `${DOCS}/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes`,
  },
  {
    codes: [
      ...[
        'RESOURCE_NAME_INVALID',
        'RESOURCE_NOT_SUPPORTED',
        'FRACTIONAL_BYTES',
        'CPU_FINER_THAN_MILLI',
      ],
      ...['FRACTIONAL_EXTENDED_RESOURCE', 'HUGE_PAGES_NOT_MULTIPLE', 'REQUEST_ABOVE_LIMIT'],
      ...['REQUEST_NOT_LIMIT', 'LIMIT_MISSING', 'HUGE_PAGES_ALONE', 'RESOURCES_FORBIDDEN'],
      ...['RESOURCES_MISSING', 'POD_REQUEST_TOO_LOW', 'POD_LIMIT_TOO_LOW', 'LIMIT_ABOVE_POD_LIMIT'],
      ...['INVALID_QUANTITY', 'NEGATIVE', 'CLAIMS_FORBIDDEN', 'CLAIM_NAME_MISSING'],
      ...['CLAIM_NOT_FOUND', 'CLAIM_DUPLICATE', 'CLAIM_REQUEST_INVALID'],
    ],
    text: 'The API server checks the names and amounts of requests and limits, and that no request exceeds its limit.',
    source: 'k8s.io/kubernetes/pkg/apis/core/validation ValidateContainerResourceRequirements',
    docs: `${DOCS}/concepts/configuration/manage-resources-containers/#resource-units-in-kubernetes`,
  },
  {
    codes: [
      ...['REQUEST_MISSING', 'REQUEST_BELOW_MIN', 'LIMIT_BELOW_MIN', 'REQUEST_ABOVE_MAX'],
      ...['LIMIT_ABOVE_MAX', 'RATIO_WITHOUT_REQUEST', 'RATIO_WITHOUT_LIMIT', 'RATIO_ABOVE_MAX'],
    ],
    text: 'A LimitRange bounds the requests and limits of the Pods and containers in its namespace.',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/limitranger PodValidateLimitFunc',
    docs: `${DOCS}/concepts/policy/limit-range/`,
  },
  {
    codes: [
      ...['RUNTIME_CLASS_NOT_FOUND', 'OVERHEAD_CONFLICT', 'OVERHEAD_WITHOUT_RUNTIME_CLASS'],
      'NODE_SELECTOR_CONFLICT',
    ],
    text: 'Admission copies overhead and scheduling of the RuntimeClass to the Pod.',
    source: 'k8s.io/kubernetes/plugin/pkg/admission/runtimeclass RuntimeClass.Admit',
    docs: `${DOCS}/concepts/scheduling-eviction/pod-overhead/`,
  },
  {
    codes: ['NOT_AN_INT_OR_PERCENT', 'INVALID_UPDATE_STRATEGY'],
    text: 'The API server rejects an update strategy with which no Pod could be replaced.',
    source: 'k8s.io/kubernetes/pkg/apis/apps/validation ValidateDeploymentStrategy',
    docs: `${DOCS}/concepts/workloads/controllers/deployment/#strategy`,
  },
  {
    codes: ['SCOPE_INVALID', 'NOT_SPECIFIED', 'STATUS_UNKNOWN', 'EXCEEDED'],
    text: 'Every ResourceQuota of a namespace must admit an object.',
    source: 'k8s.io/apiserver/pkg/admission/plugin/resourcequota CheckRequest',
    docs: `${DOCS}/concepts/policy/resource-quotas/`,
  },
  {
    codes: [
      ...['UNPARSABLE_IMAGE', 'NO_TAG', 'LATEST_TAG', 'TAG_AND_DIGEST', 'UNKNOWN_PULL_POLICY'],
      'LATEST_NOT_PULLED',
    ],
    text: 'The name of the image and the pull policy decide what a node runs, and when it pulls.',
    source: 'k8s.io/kubernetes/pkg/apis/core/v1 SetDefaults_Container',
    docs: `${IMAGES}#imagepullpolicy-defaulting`,
  },
  {
    codes: [
      ...['NO_CREDENTIALS', 'PATH_ENDS_WITHIN_SEGMENT', 'PULL_SECRET_NOT_FOUND'],
      ...['PULL_SECRET_IGNORED', 'PULL_SECRET_UNDECODABLE', 'CREDENTIALS_IGNORED'],
      ...['CREDENTIAL_STORE', 'NOT_DOCKER_CONFIG', 'INVALID_BASE64', 'NO_COLON', 'INVALID_SERVER'],
    ],
    text: 'The kubelet tries all credentials of the pull secrets whose pattern matches the image.',
    source: 'k8s.io/kubernetes/pkg/credentialprovider BasicDockerKeyring.Lookup',
    docs: `${IMAGES}#specifying-imagepullsecrets-on-a-pod`,
  },
];

const BY_CODE: ReadonlyMap<string, Rule> = new Map(
  RULES.flatMap((rule) => rule.codes.map((code) => [code, rule] as const)),
);

/** Everything else that is wrong with an object. */
const VALIDATION: Rule = {
  text: 'The API server validates an object before it stores it.',
  source: 'k8s.io/kubernetes/pkg/apis/core/validation ValidatePodSpec',
  docs: `${DOCS}/reference/using-api/api-concepts/#field-validation`,
};

/**
 * Returns the rule that a problem violates.
 *
 * @param code - code of the problem
 * @returns the rule, its function and its documentation
 */
export function problemRule(code: string): Rule {
  return BY_CODE.get(code) ?? VALIDATION;
}
