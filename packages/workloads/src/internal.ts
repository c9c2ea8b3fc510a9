/**
 * What other packages of kubesem need of this one. It can change in any release.
 *
 * @packageDocumentation
 */

export { DEFAULT_METRIC } from './autoscaling/autoscaler-v1.js';
export { SCALE_DOWN_RULES, SCALE_UP_RULES } from './autoscaling/limits.js';
export { type MetricQuery, metricQueries, metricTarget } from './autoscaling/metric-queries.js';
export {
  isScaledPod,
  observedReplicas,
  type ScaledObject,
  scaledReplicas,
} from './autoscaling/scaled-object.js';
export { countedBy, replacesOnlyFailedPods } from './jobs/job-pods.js';
export { countedJob } from './jobs/progress.js';
export { NodeLimits, unfilteredFields } from './node-limits.js';
export { readCreator } from './owners/creator.js';
export { isScalableKind, readAutoscalerRange } from './replicas/autoscaler.js';
export { readPodCount } from './replicas/pod-count.js';
export { readPodTemplate } from './replicas/pod-template.js';
export { WORKLOAD_KINDS } from './replicas/workload-kind.js';
export {
  changedDeployment,
  earlierVersion,
  ownReplicaSets,
  unknownContainers,
  withUid,
} from './rollout/changed-deployment.js';
