export { type ApfObjects, readApfObjects } from './apf-objects.js';
export { type Cluster, readCluster } from './cluster.js';
export { type DnsName, type DnsNames, dnsNames } from './dns-names.js';
export { createImageCredentials, type ImageCredentials } from './image-credentials.js';
export {
  combineReports,
  type InspectOptions,
  inspectManifest,
  inspectManifests,
  inspectStream,
} from './inspect.js';
export type { JSONObject, JSONValue } from './json-value.js';
export type { PodCount } from './kinds.js';
export {
  type ManifestDocument,
  type ManifestFile,
  type ManifestStream,
  type Manifests,
  type Position,
  parseManifests,
} from './manifest.js';
export type { FilePosition } from './object-lists.js';
export type { Problem, ProblemCode } from './problem.js';
export { type ManifestObject, type ReadObjectsOptions, readObjects } from './read-objects.js';
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
} from './report.js';
export { summarize } from './summary.js';
