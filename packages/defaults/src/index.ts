/**
 * What the API server fills in: the defaults of Pods, workloads, Services and other objects.
 *
 * Read `rules/rule.ts` first, then a kind such as `deployment.ts`.
 *
 * @packageDocumentation
 */
export { applyCronJobDefaults } from './cron-job.js';
export { applyDaemonSetDefaults } from './daemon-set.js';
export { applyDeploymentDefaults } from './deployment.js';
export { applyEndpointSliceDefaults } from './endpoint-slice.js';
export { applyEndpointsDefaults } from './endpoints.js';
export { applyFlowSchemaDefaults } from './flow-schema.js';
export { applyHorizontalPodAutoscalerDefaults } from './horizontal-pod-autoscaler.js';
export { applyJobDefaults } from './job.js';
export { applyLimitRangeDefaults } from './limit-range.js';
export { applyNamespaceDefaults } from './namespace.js';
export { applyNodeDefaults } from './node.js';
export { applyPersistentVolumeClaimDefaults } from './persistent-volume-claim.js';
export { applyPodDefaults, applyProbeDefaults } from './pod.js';
export { applyPodTemplateDefaults } from './pod-template.js';
export { applyPriorityLevelDefaults } from './priority-level-configuration.js';
export { applyReplicaSetDefaults } from './replica-set.js';
export { applyReplicationControllerDefaults } from './replication-controller.js';
export { applyResourceQuotaDefaults } from './resource-quota.js';
export { applyDefaults } from './rules/apply-defaults.js';
export { applySecretDefaults } from './secret.js';
export { applyServiceDefaults } from './service.js';
export { applyStatefulSetDefaults } from './stateful-set.js';
