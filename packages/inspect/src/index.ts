export { type ApfObjects, readApfObjects } from './cluster/apf-objects.js';
export { type Cluster, readCluster } from './cluster/cluster.js';
export { type DnsName, type DnsNames, dnsNames } from './cluster/dns-names.js';
export { createImageCredentials, type ImageCredentials } from './report/image-credentials.js';
export {
  combineReports,
  type InspectOptions,
  inspectManifest,
  inspectManifests,
  inspectStream,
} from './report/inspect.js';
export type { PodCount } from './report/kinds.js';
export type { Problem, ProblemCode } from './report/problem.js';
export type {
  Amounts,
  FileReport,
  ImageReport,
  InspectReport,
  ObjectIdentity,
  ObjectReport,
  PodExplanation,
  PodReport,
  Summary,
  Totals,
} from './report/report.js';
export { summarize } from './report/summary.js';
