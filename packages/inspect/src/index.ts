/**
 * Reports on the objects of manifests and cluster dumps: what their Pods request, which QoS class and images they have, and
 * what is wrong, with file, line and column.
 *
 * Read it in this order:
 * - `report/`: the report on Pods and workloads, their credentials and totals; start with {@link inspectObjects}
 * - `admission/`: what the LimitRanges and ResourceQuotas of the files do with the objects
 * - `cluster/`: the objects of a cluster by kind, for DNS, Services, and Priority and Fairness
 * - `disruption/`: misconfigured PodDisruptionBudgets, what budgets allow and why, and words for drains
 * - `pods/`: why a stored Pod is in its state
 * - `environment/`: the variables of containers, and where they come from
 * - `services/`: the endpoints of Services, and what is wrong with them
 *
 * Objects come from `parseObjects` and `readObjects` of `@kubesem/manifests`. Every rule is in a library of the family; this
 * package combines them.
 *
 * @packageDocumentation
 */
export { dnsNames, type PlacedDnsNames } from './cluster/dns-names.js';
export {
  NETWORK_KINDS,
  type NetworkCluster,
  networkCluster,
  type PlaceInLists,
} from './cluster/network-cluster.js';
export {
  BUDGET_POD_TEXTS,
  type BudgetEvent,
  type BudgetReport,
  type BudgetReportOptions,
  budgetReport,
  type CountedPod,
  type CountedReport,
  type ScaleReport,
} from './disruption/budget-report.js';
export { DRAIN_EVENT_TEXTS, drainReason } from './disruption/drain-texts.js';
export type { EnvironmentObjects } from './environment/objects.js';
export {
  type ContainerEnvironmentReport,
  type PodEnvironmentReport,
  podEnvironment,
  type ReportedOrigin,
  type ReportedVariable,
} from './environment/pod-environment.js';
export type { PodEnvironmentOptions, PodOwnerOptions } from './environment/prepare.js';
export {
  type CollectedCredentials,
  createImageCredentials,
  type ImageCredentials,
} from './images/image-credentials.js';
export { credentialSource, IMAGE_PART_TEXTS } from './images/texts.js';
export {
  type ContainerCrashLoop,
  type PodReason,
  type PodReasonsOptions,
  type PodReasonsReport,
  podReasons,
} from './pods/reasons.js';
export { isFailureStatus, POD_STATUS_TEXTS, readinessBlockerText } from './pods/texts.js';
export type {
  ConfigReferenceProblemCode,
  PlacedProblem,
  PodStatusProblemCode,
  Problem,
  ProblemCode,
  ServiceEndpointsCode,
} from './problem.js';
export type { InspectOptions } from './report/collection.js';
export {
  createInspection,
  type Inspection,
  inspectObjects,
  type ObjectCollector,
} from './report/inspection.js';
export { createInspectionMemory, type InspectionMemory } from './report/memory.js';
export { type ParsedObjectsOptions, parsedObjects } from './report/parsed-objects.js';
export type {
  Amounts,
  ImageReport,
  InspectReport,
  LimitRangeReport,
  ObjectIdentity,
  ObjectReport,
  PodExplanation,
  PodReport,
  PodStatusReport,
  PodTotals,
  QuotaReport,
  QuotaUse,
  QuotaVerdict,
  ReportedCredential,
  Summary,
  Totals,
} from './report/report.js';
export { reportSummary } from './report/summary.js';
export { type EndpointReason, endpointReason, unselectedPods } from './services/endpoint-reason.js';
export {
  type ServiceReport,
  type ServiceReports,
  serviceReports,
} from './services/service-report.js';
