// The only table of size budgets. A test enforces them, and the benchmark prints them next to the measured sizes.
//
// A budget is the measured size plus about 15 %, rounded up to 100 bytes. It catches an import that pulls in far more
// than it needs. Never shorten a sentence or make code harder to read because of it: raise the budget, and give the
// reason in the row.

/**
 * @typedef {object} SizeBudget
 * @property {string} package - folder of the package
 * @property {string} names - imported names, separated by commas, or `*` for all
 * @property {number} bytes - limit of the bundle: for the browser, with everything it needs, minified, `gzip -9`
 * @property {string} [reason] - why the budget was raised, or is larger than expected
 */

const ONE_FORM = 'stores each quantity in one form, and prints it';
const FIELDS =
  'reads fields with the cursor of core, whose problems have segments, a severity and advice';
const SHARED = 'shares a chunk with the entry for the other packages';
const FAST = 'parses plain amounts on a path of their own, which is faster';
const AMOUNTS = 'compares templates field by field, and their amounts as quantities';

const WORDS =
  'says what is wrong with a name in the words of the API server, from the table of all syntaxes';
const QUOTES = 'prints texts quoted as Go does, with its table of printable characters';

/** @type {readonly SizeBudget[]} */
export const SIZE_BUDGETS = [
  {
    package: 'core',
    names: '*',
    bytes: 21_900,
    reason:
      'has the readers, field problems, Pod anatomy, tables, ages, IP addresses, expansion, clusters with all kinds, and the messages of Kubernetes about names',
  },
  {
    package: 'selectors',
    names: 'matchesLabelSelector, parseLabelSelector',
    bytes: 4_700,
    reason: 'checks LabelSelector objects as well, and says where and why a selector is wrong',
  },
  { package: 'selectors', names: 'matchesServiceSelector', bytes: 2_600, reason: FIELDS },
  { package: 'selectors', names: 'matchesFieldSelector, parseFieldSelector', bytes: 1_700 },
  {
    package: 'selectors',
    names: '*',
    bytes: 9_400,
    reason:
      'knows the fields of all kinds, explains why an object is selected, indexes labels, and prints selectors as Go does',
  },
  {
    package: 'quantity',
    names: 'parseQuantity',
    bytes: 4_700,
    reason: 'rejects operators, and reads clones and unreadable objects',
  },
  {
    package: 'quantity',
    names: 'parseHumanQuantity',
    bytes: 6_600,
    reason: 'its messages say what to write instead of an ambiguous number',
  },
  {
    package: 'quantity',
    names: '*',
    bytes: 8_800,
    reason: 'turns whole results into plain data and back, and reads amounts that people type',
  },
  {
    package: 'resources',
    names: 'podRequests, podLimits',
    bytes: 9_700,
    reason: `${FIELDS}; ${FAST}; ${SHARED}`,
  },
  {
    package: 'resources',
    names: 'explainPodRequests, explainPodLimits',
    bytes: 10_400,
    reason: `${FIELDS}; ${FAST}`,
  },
  {
    package: 'resources',
    names: 'applyResourceDefaults',
    bytes: 11_000,
    reason: `${FIELDS}; ${FAST}`,
  },
  {
    package: 'resources',
    names: 'podResourceWarnings',
    bytes: 11_400,
    reason: FIELDS,
  },
  {
    package: 'resources',
    names: 'resourceKind, resourceAmountErrors',
    bytes: 6_900,
    reason: FAST,
  },
  {
    package: 'resources',
    names: 'quantityProblems',
    bytes: 7_400,
    reason: 'contains the parser of quantities, the rules of resources and the suggestions',
  },
  {
    package: 'resources',
    names: 'resourceFieldValue',
    bytes: 8_800,
    reason: `${FIELDS}; ${ONE_FORM}`,
  },
  { package: 'qos', names: 'emptyDirVolumes, localStorageEviction', bytes: 12_000, reason: FIELDS },
  {
    package: 'nodes',
    names: 'nodeAllocations, nodeAllocation',
    bytes: 14_600,
    reason: 'adds up plain numbers, and equal Pods in a row only once, which is faster',
  },
  {
    package: 'nodes',
    names: 'nodeFit, nodeFits, nodeHeadroom',
    bytes: 14_600,
    reason: 'follows the kubelet for Pods with a node, and reads fields with the cursor of core',
  },
  { package: 'nodes', names: 'clusterUsage', bytes: 17_100, reason: QUOTES },
  { package: 'nodes', names: '*', bytes: 21_500, reason: 'adds up measured usage as well' },
  {
    package: 'admission',
    names: 'applyLimitRanges, podLimitRangeViolations',
    bytes: 12_000,
    reason: FIELDS,
  },
  {
    package: 'admission',
    names: 'quotaUsage, quotaViolations',
    bytes: 18_000,
    reason: 'knows the scopes that an update of an object enters',
  },
  { package: 'admission', names: 'quotaBars, combinedQuotaBars', bytes: 9_900 },
  {
    package: 'admission',
    names: '*',
    bytes: 28_000,
    reason: 'has bars, replicas that fit, RuntimeClasses, and the messages of the API server',
  },
  { package: 'workloads', names: 'rolloutStatus', bytes: 6_350, reason: QUOTES },
  { package: 'workloads', names: 'deletionRanks', bytes: 4_300, reason: FIELDS },
  { package: 'workloads', names: 'podsToDelete', bytes: 7_000, reason: FIELDS },
  { package: 'workloads', names: 'podNames, claimNames', bytes: 2_800, reason: FIELDS },
  { package: 'workloads', names: 'cronJobRuns', bytes: 9_300, reason: QUOTES },
  { package: 'workloads', names: 'cronJobDecision', bytes: 10_500, reason: QUOTES },
  {
    package: 'workloads',
    names: 'jobProgress',
    bytes: 8_500,
    reason: 'counts Pods and restarts of their containers, and applies the failure policy',
  },
  { package: 'workloads', names: 'daemonSetNodes', bytes: 5_500, reason: FIELDS },
  { package: 'workloads', names: 'ownerChain, podsOf', bytes: 3_800, reason: FIELDS },
  { package: 'workloads', names: 'nextRolloutStep', bytes: 15_800, reason: AMOUNTS },
  { package: 'workloads', names: 'isSameTemplate', bytes: 7_200, reason: AMOUNTS },
  { package: 'workloads', names: 'simulateRollout', bytes: 26_000, reason: AMOUNTS },
  {
    package: 'workloads',
    names: 'hpaReplicas',
    bytes: 22_500,
    reason: 'adds up the requests of Pods, and matches the selectors of metrics',
  },
  {
    package: 'workloads',
    names: '*',
    bytes: 55_700,
    reason: 'has the messages of kubectl, of the Deployment controller and of the autoscaler',
  },
  {
    package: 'resources',
    names: '*',
    bytes: 18_200,
    reason: 'checks form fields and suggests amounts',
  },
  {
    package: 'qos',
    names: 'explainPodQosClass, podQosClass',
    bytes: 8_500,
    reason: `${FIELDS}; ${ONE_FORM}`,
  },
  {
    package: 'qos',
    names: 'containerOomScoreAdj',
    bytes: 11_700,
    reason: FIELDS,
  },
  {
    package: 'qos',
    names: 'podCgroups, qosCgroups',
    bytes: 13_000,
    reason: FIELDS,
  },
  {
    package: 'qos',
    names: 'evictionRanking',
    bytes: 11_800,
    reason: FIELDS,
  },
  {
    package: 'qos',
    names: '*',
    bytes: 17_700,
    reason: `has the rules for local storage, and ${FIELDS}`,
  },
  { package: 'image', names: 'parseImage', bytes: 2_500 },
  { package: 'image', names: 'parseImage, formatImage, explainImage', bytes: 2_900 },
  {
    package: 'image',
    names: 'dockerKeyring, registryCredentials',
    bytes: 10_700,
    reason: FIELDS,
  },
  { package: 'image', names: '*', bytes: 23_900 },
  {
    package: 'dns',
    names: 'serviceDnsName, podDnsName, endpointDnsName, srvName, reverseDnsName',
    bytes: 4_500,
    reason: FIELDS,
  },
  { package: 'dns', names: 'podHostname, podFqdn', bytes: 3_700, reason: FIELDS },
  { package: 'dns', names: 'podResolvConf, formatResolvConf', bytes: 5_800, reason: FIELDS },
  { package: 'dns', names: 'searchCandidates', bytes: 2_700 },
  {
    package: 'dns',
    names: 'dnsZone, queryZone',
    bytes: 8_200,
    reason: 'escapes names, and answers in the order and case of CoreDNS',
  },
  { package: 'dns', names: 'explainLookup', bytes: 13_100, reason: FIELDS },
  { package: 'dns', names: '*', bytes: 18_300 },
  { package: 'apf', names: 'classifyRequest, requestFromUrl', bytes: 5_700 },
  {
    package: 'apf',
    names: 'QueueSet, VirtualClock',
    bytes: 5_900,
    reason: 'events are delivered after each operation',
  },
  { package: 'apf', names: 'metricsObserver, APF_METRICS', bytes: 2_900 },
  {
    package: 'apf',
    names: 'ApfController',
    bytes: 28_000,
    reason:
      '4 kB validate a configuration as the API server does, in its words, with the cursor of core; 2.8 kB are a library for SHA-256',
  },
  { package: 'apf', names: '*', bytes: 39_600, reason: WORDS },
  { package: 'apf-simulator', names: 'simulateServer', bytes: 44_000, reason: WORDS },
  { package: 'apf-simulator', names: '*', bytes: 47_500, reason: WORDS },
  {
    package: 'manifests',
    names: '*',
    bytes: 64_500,
    reason:
      'contains two libraries that read YAML: a fast one, which bundlers cannot cut down to its parser, and a careful one',
  },
  {
    package: 'inspect',
    names: '*',
    bytes: 154_500,
    reason:
      'contains most rule libraries, with admission for LimitRanges and quotas, the status and checks of lifecycle, endpoints of Services, disruption budgets, the environments of containers, and the fields of all kinds',
  },
  { package: 'lifecycle', names: 'podRow', bytes: 4_000 },
  {
    package: 'lifecycle',
    names:
      'podRow, podStatusText, formatPodTable, containerStateText, formatProbe, podPhase, podConditions, podReadiness, containerRestart, crashLoop, crashLoopSettings, CrashLoopBackOff',
    bytes: 13_300,
    reason: 'the status of a Pod as a whole: rows, tables, phase, conditions and restarts',
  },
  { package: 'lifecycle', names: 'podDeletion', bytes: 4_100, reason: FIELDS },
  { package: 'lifecycle', names: 'simulateTermination', bytes: 4_600, reason: FIELDS },
  { package: 'lifecycle', names: 'podsToCollect', bytes: 4_500, reason: FIELDS },
  { package: 'lifecycle', names: 'ProbeWorker', bytes: 5_300, reason: FIELDS },
  { package: 'lifecycle', names: 'probeRequest', bytes: 5_600, reason: FIELDS },
  { package: 'lifecycle', names: 'httpProbeAnswer', bytes: 200 },
  { package: 'lifecycle', names: 'nextPodActions', bytes: 5_800, reason: FIELDS },
  { package: 'lifecycle', names: 'PodSimulation', bytes: 25_000, reason: QUOTES },
  {
    package: 'lifecycle',
    names: '*',
    bytes: 40_000,
    reason: 'a kubelet of one Pod, validation and the controllers are next to the status of Pods',
  },
  { package: 'config', names: 'expandVariables', bytes: 700 },
  {
    package: 'config',
    names: 'configMapHash',
    bytes: 6_400,
    reason: '2.8 kB are a library for SHA-256, and fields of the wrong type are errors',
  },
  {
    package: 'config',
    names: 'containerEnvironment',
    bytes: 20_000,
    reason: '9.5 kB are quantities and resources, for requests and limits in variables',
  },
  {
    package: 'config',
    names: 'containerFiles',
    bytes: 26_300,
    reason: 'the environment is included, since subPathExpr uses variables',
  },
  { package: 'config', names: 'generateConfigMap', bytes: 11_000, reason: QUOTES },
  { package: 'config', names: 'configReferences', bytes: 3_800, reason: FIELDS },
  { package: 'config', names: '*', bytes: 35_100 },
  { package: 'service', names: 'trafficRoute', bytes: 8_800, reason: FIELDS },
  { package: 'service', names: 'createEndpoints', bytes: 9_900, reason: FIELDS },
  { package: 'service', names: 'topologyHints', bytes: 9_800, reason: FIELDS },
  {
    package: 'service',
    names: '*',
    bytes: 34_600,
    reason: 'reconciles slices, and routes connections',
  },
  {
    package: 'disruption',
    names: 'evictionAnswer, pdbStatus',
    bytes: 14_100,
    reason:
      'reads label selectors, with what to write instead of an invalid one, and deletes Pods; a status carries the Pods and controllers that it counts',
  },
  { package: 'disruption', names: 'drainPlan', bytes: 10_000, reason: `${QUOTES}, and ${FIELDS}` },
  {
    package: 'disruption',
    names: '*',
    bytes: 31_800,
    reason:
      'reads fields with the cursor of core, simulates drains and what Jobs have left, indexes Pods for many budgets, and reads label selectors with what to write instead of an invalid one',
  },
  { package: 'defaults', names: 'applyEndpointsDefaults', bytes: 3_100 },
  { package: 'defaults', names: 'applyServiceDefaults', bytes: 3_900 },
  {
    package: 'defaults',
    names: 'applyDeploymentDefaults',
    bytes: 10_700,
    reason: 'fills in each container and volume, parses images, and rounds amounts exactly',
  },
  {
    package: 'defaults',
    names: 'applyPodDefaults',
    bytes: 15_000,
    reason: 'the same, and computes Pod-level requests from those of the containers',
  },
  {
    package: 'defaults',
    names: '*',
    bytes: 21_600,
    reason: 'fills in objects of all kinds, which it finds in the table of built-in kinds',
  },
  {
    package: 'apf-http',
    names: 'levelObjects',
    bytes: 13_500,
    reason:
      'checks the types of all fields of the objects, metadata included, reads fields with the cursor of core, and has the words of the API server about names',
  },
  { package: 'apf-http', names: 'GateMetrics', bytes: 4_100 },
  { package: 'apf-http', names: 'protect', bytes: 36_400, reason: 'contains the engine of apf' },
  {
    package: 'apf-http',
    names: '*',
    bytes: 47_000,
    reason: 'contains the engine of apf, plain levels, hooks, metrics and adaptive seats',
  },
  {
    package: 'validation',
    names: 'validateConfigMap',
    bytes: 7_600,
    reason: 'checks the type of every field',
  },
  {
    package: 'validation',
    names: 'validateSecret',
    bytes: 11_300,
    reason: 'checks the type of every field, and says why Go cannot decode JSON',
  },
  {
    package: 'validation',
    names: 'validatePod',
    bytes: 32_300,
    reason:
      'has a rule for nearly each field of a Pod, and adds up the requests of all containers with their defaults',
  },
  {
    package: 'validation',
    names: 'validateService',
    bytes: 15_800,
    reason:
      'checks the type of every field, and gives families and ports first, as the API server does',
  },
  {
    package: 'validation',
    names: 'validateEndpointSlice',
    bytes: 9_700,
    reason: 'checks the type of every field',
  },
  { package: 'validation', names: '*', bytes: 52_700 },
  {
    package: 'kubeconfig',
    names: '*',
    bytes: 82_500,
    reason:
      'contains the YAML library; without undici, which is not loaded before the first request',
  },
];
