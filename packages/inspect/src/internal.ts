/**
 * What other packages of kubesem need of this one. It can change in any release.
 *
 * @packageDocumentation
 */
export { ExistingObjects, type ExistingRequest } from './admission/existing.js';
export { appliedObject } from './admission/updates/apply.js';
export {
  type EvictedBudget,
  type EvictionReport,
  evictionReport,
} from './disruption/eviction-report.js';
export { type ContainerFilesReport, podFiles } from './environment/pod-files.js';
export {
  clusterIPsOf,
  type PodLink,
  type PortLink,
  type ServiceChain,
  serviceChain,
} from './services/service-chain.js';
