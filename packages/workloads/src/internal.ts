/**
 * What other packages of kubesem need of this one. It can change in any release.
 *
 * @packageDocumentation
 */
export { type MetricQuery, metricQueries, metricTarget } from './autoscaling/metric-queries.js';
export {
  isScaledPod,
  observedReplicas,
  type ScaledObject,
  scaledReplicas,
} from './autoscaling/scaled-object.js';
export { NodeLimits, unfilteredFields } from './node-limits.js';
export {
  changedDeployment,
  earlierVersion,
  ownReplicaSets,
  unknownContainers,
  withUid,
} from './rollout/changed-deployment.js';
