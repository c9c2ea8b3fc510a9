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

/** @type {readonly SizeBudget[]} */
export const SIZE_BUDGETS = [
  { package: 'core', names: '*', bytes: 2_400 },
  { package: 'selectors', names: '*', bytes: 1_800 },
  { package: 'quantity', names: 'parseQuantity', bytes: 3_800 },
  { package: 'quantity', names: '*', bytes: 4_600 },
  { package: 'resources', names: 'podRequests, podLimits', bytes: 7_500 },
  { package: 'resources', names: 'explainPodRequests, explainPodLimits', bytes: 8_300 },
  { package: 'resources', names: 'applyPodDefaults', bytes: 9_500 },
  { package: 'resources', names: 'validatePodResources', bytes: 9_600 },
  { package: 'resources', names: 'podResourceWarnings', bytes: 11_100 },
  { package: 'resources', names: 'resourceKind, resourceAmountErrors', bytes: 5_400 },
  { package: 'resources', names: 'resourceFieldValue', bytes: 6_000 },
  { package: 'qos', names: 'emptyDirVolumes, localStorageEviction', bytes: 9_100 },
  { package: 'nodes', names: 'allocateNodes, nodeAllocation', bytes: 11_000 },
  { package: 'nodes', names: 'clusterFitter, fitsNode, headroom', bytes: 11_600 },
  { package: 'nodes', names: '*', bytes: 15_000 },
  { package: 'admission', names: 'applyLimitRanges, podLimitRangeViolations', bytes: 9_600 },
  { package: 'admission', names: 'quotaUsage, checkQuota', bytes: 11_600 },
  { package: 'admission', names: '*', bytes: 15_600 },
  { package: 'workloads', names: '*', bytes: 3_300 },
  { package: 'resources', names: '*', bytes: 15_900 },
  { package: 'qos', names: 'explainPodQosClass, podQosClass', bytes: 5_600 },
  { package: 'qos', names: 'containerOomScoreAdj', bytes: 9_300 },
  { package: 'qos', names: 'podCgroups, qosCgroups', bytes: 10_500 },
  { package: 'qos', names: 'rankForEviction', bytes: 9_400 },
  { package: 'qos', names: '*', bytes: 13_100 },
  { package: 'image', names: 'parseImage', bytes: 2_600 },
  { package: 'image', names: 'parseImage, formatImage, explainImage', bytes: 3_000 },
  { package: 'image', names: 'createDockerKeyring, lookup', bytes: 9_100 },
  { package: 'image', names: '*', bytes: 23_100 },
  {
    package: 'dns',
    names: 'serviceName, podName, endpointName, srvName, reverseName',
    bytes: 2_300,
  },
  { package: 'dns', names: 'podHostname, podFqdn', bytes: 1_700 },
  { package: 'dns', names: 'podResolvConf, formatResolvConf', bytes: 3_700 },
  { package: 'dns', names: 'searchCandidates', bytes: 2_400 },
  { package: 'dns', names: 'buildZone, query', bytes: 6_000 },
  { package: 'dns', names: 'explainLookup', bytes: 10_300 },
  { package: 'dns', names: '*', bytes: 15_200 },
  { package: 'apf', names: 'classify, requestFromUrl', bytes: 4_400 },
  { package: 'apf', names: 'QueueSet, VirtualClock', bytes: 4_600 },
  { package: 'apf', names: 'metricsObserver, APF_METRICS', bytes: 2_900 },
  {
    package: 'apf',
    names: 'ApfController',
    bytes: 18_600,
    reason:
      '2 kB validate a configuration as the API server does; 2.8 kB are a library for SHA-256',
  },
  { package: 'apf', names: '*', bytes: 38_400 },
  { package: 'apf-simulator', names: 'simulate', bytes: 31_700 },
  { package: 'apf-simulator', names: '*', bytes: 33_400 },
  {
    package: 'manifests',
    names: '*',
    bytes: 45_600,
    reason: 'contains a library that reads YAML',
  },
  { package: 'inspect', names: '*', bytes: 83_300, reason: 'contains a library that reads YAML' },
];
