/**
 * What other packages of kubesem need of this one. It can change in any release.
 *
 * @packageDocumentation
 */
export { ExistingObjects, type ExistingRequest } from './admission/existing.js';
export { appliedObject } from './admission/updates/apply.js';
export { placeIn } from './cluster/network-cluster.js';
export { budgetTexts } from './disruption/budget-report.js';
export {
  type EvictedBudget,
  type EvictionReport,
  evictionReport,
} from './disruption/eviction-report.js';
export { type ContainerFilesReport, podFiles } from './environment/pod-files.js';
export { type Readable, readableConfig } from './environment/readable.js';
export { isDockerConfig } from './images/docker-config.js';
export { reportedCredential } from './images/texts.js';
export { problemIn } from './problem.js';
export {
  clusterIPsOf,
  type PodLink,
  type PortLink,
  type ServiceChain,
  serviceChain,
} from './services/service-chain.js';
