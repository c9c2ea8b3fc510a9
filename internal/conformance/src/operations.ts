// The one list of operations: vectors, fuzzing, tests and docs/conformance.md derive from it.

import { limitRangeOperations } from './admission/limit-range.js';
import { quotaAdmitOperations } from './admission/quota/admit.js';
import { quotaCheckOperations } from './admission/quota/check.js';
import { quotaDescribeOperations } from './admission/quota/describe.js';
import { quotaUsageOperations } from './admission/quota/usage.js';
import { runtimeClassOperations } from './admission/runtime-class.js';
import { borrowingOperations } from './apf/borrowing.js';
import { classificationOperations } from './apf/classification.js';
import { constantOperations } from './apf/constants.js';
import { controllerOperations } from './apf/controller/operation.js';
import { digestOperations } from './apf/digest.js';
import { monitoringOperations } from './apf/monitoring/operation.js';
import { apfDefaultsOperations } from './apf/objects/defaults.js';
import { maintenanceOperations } from './apf/objects/maintenance.js';
import { apfValidationOperations } from './apf/objects/validation.js';
import { queueSetOperations } from './apf/queue-set/operation.js';
import { estimateOperations } from './apf/requests/estimate.js';
import { requestInfoOperations } from './apf/requests/info.js';
import { retryAfterOperations } from './apf/requests/retry-after.js';
import { watchCountOperations } from './apf/requests/watch-count.js';
import { shardingOperations } from './apf/sharding.js';
import { startOperations } from './apf/start.js';
import { waitLimitOperations } from './apf/wait-limit.js';
import { apfHttpOperations } from './apf-http/operation.js';
import { createOperations } from './config/create.js';
import { envFileOperations } from './config/env-file.js';
import { containerEnvironmentOperations } from './config/environment/operation.js';
import { expandOperations } from './config/expand.js';
import { fieldOperations } from './config/field.js';
import { generateOperations } from './config/generate.js';
import { hashOperations } from './config/hash.js';
import { configReferenceOperations } from './config/references.js';
import { volumeOperations } from './config/volumes/operation.js';
import { warningOperations } from './config/warnings.js';
import { decodeOperations } from './core/decode.js';
import { durationOperations } from './core/durations.js';
import { kindOperations } from './core/kinds.js';
import { nameOperations } from './core/names.js';
import { textOperations } from './core/printable.js';
import { vocabularyOperations } from './core/vocabulary.js';
import { objectDefaultsOperations } from './defaults/apply.js';
import { disruptionDrainOperations } from './disruption/drain.js';
import { disruptionEvictOperations } from './disruption/evict.js';
import { disruptionStatusOperations } from './disruption/status.js';
import { hostnameOperations } from './dns/hostname.js';
import { lookupOperations } from './dns/lookup.js';
import { recordOperations } from './dns/record.js';
import { resolverOperations } from './dns/resolver/operation.js';
import { dnsValidationOperations } from './dns/validation.js';
import { zoneOperations } from './dns/zone/operation.js';
import type { Operation, PackageOperation } from './harness/operation.js';
import { credentialOperations } from './image/credentials/operation.js';
import { dockerSecretOperations } from './image/docker-secret.js';
import { globOperations } from './image/glob/operation.js';
import { providerOperations } from './image/providers.js';
import { alwaysPullOperations } from './image/pull/always-pull.js';
import { ensureOperations } from './image/pull/ensure.js';
import { mustPullOperations } from './image/pull/must-pull.js';
import { pullPolicyOperations } from './image/pull/policy.js';
import { pullSecretsOperations } from './image/pull/secrets.js';
import { pullSettingsOperations } from './image/pull/settings.js';
import { referenceOperations } from './image/reference/operation.js';
import { loadOperations } from './kubeconfig/operation.js';
import { proxyOperations } from './kubeconfig/proxy.js';
import { actionOperations } from './lifecycle/actions.js';
import { availableOperations } from './lifecycle/available.js';
import { conditionOperations } from './lifecycle/conditions.js';
import { deletionOperations } from './lifecycle/deletion.js';
import { garbageOperations } from './lifecycle/garbage.js';
import { phaseOperations } from './lifecycle/phase.js';
import { podRowOperations } from './lifecycle/pod-row.js';
import { podsTableOperations } from './lifecycle/pods-table.js';
import { probeAnswerOperations } from './lifecycle/probes/answer.js';
import { probeRequestOperations } from './lifecycle/probes/request.js';
import { probeTextOperations } from './lifecycle/probes/texts.js';
import { probeWorkerOperations } from './lifecycle/probes/worker.js';
import { restartOperations } from './lifecycle/restart.js';
import { lifeOperations } from './lifecycle/run/operation.js';
import { terminationOperations } from './lifecycle/termination.js';
import { documentOperations } from './manifests/documents.js';
import { marshalOperations } from './manifests/marshal.js';
import { yamlOperations } from './manifests/to-json.js';
import { allocationOperations } from './nodes/allocation.js';
import { fitOperations } from './nodes/fit.js';
import { topOperations } from './nodes/top.js';
import { cpuWeightOperations } from './qos/cgroups/cpu-weight.js';
import { memoryQosOperations } from './qos/cgroups/memory.js';
import { podCgroupOperations } from './qos/cgroups/pod.js';
import { tierOperations } from './qos/cgroups/tiers.js';
import { classOperations } from './qos/class.js';
import { emptyDirOperations } from './qos/empty-dir.js';
import { evictionOperations } from './qos/eviction.js';
import { localStorageOperations } from './qos/local-storage.js';
import { oomScoreOperations } from './qos/oom-score.js';
import { arithmeticOperations } from './quantity/arithmetic.js';
import { comparisonOperations } from './quantity/comparison.js';
import { fromJsonOperations } from './quantity/from-json.js';
import { parseOperations } from './quantity/parse.js';
import { scaledValueOperations } from './quantity/scaled-value.js';
import { defaultsOperations } from './resources/defaults.js';
import { downwardOperations } from './resources/downward.js';
import { effectiveOperations } from './resources/effective.js';
import { resourceNameOperations } from './resources/names.js';
import { fieldSelectorOperations } from './selectors/fields.js';
import { labelSelectorOperations } from './selectors/labels.js';
import { nodeAffinityOperations } from './selectors/node-affinity.js';
import { selectFieldsOperations } from './selectors/select-fields.js';
import { selectLabelsOperations } from './selectors/select-labels.js';
import { bandOperations } from './service/registry/bands.js';
import { columnOperations } from './service/registry/columns.js';
import { endpointsOperations } from './service/slices/endpoints.js';
import { hintsOperations } from './service/slices/hints.js';
import { mirrorOperations } from './service/slices/mirror.js';
import { endpointOperations } from './service/slices/pods.js';
import { sliceOperations } from './service/slices/slices.js';
import { targetPortOperations } from './service/slices/target-port.js';
import { trafficOperations } from './service/traffic/traffic.js';
import { configValidationOperations } from './validation/config.js';
import { podConfigOperations } from './validation/pod/config.js';
import { podValidationOperations } from './validation/pod/operation.js';
import { podUpdateOperations } from './validation/pod/update.js';
import { serviceRegistryOperations } from './validation/service/requests.js';
import { sliceValidationOperations } from './validation/service/validate.js';
import { autoscalerOperations } from './workloads/autoscaler.js';
import { cronJobOperations } from './workloads/cron-jobs.js';
import { daemonSetOperations } from './workloads/daemon-set.js';
import { deletionOrderOperations } from './workloads/deletion-order.js';
import { hpaOperations } from './workloads/hpa.js';
import { jobOperations } from './workloads/job-progress.js';
import { workloadNameOperations } from './workloads/names.js';
import { replicaSetOperations } from './workloads/replica-set.js';
import { rolloutLimitOperations } from './workloads/rollout-limits.js';
import { rolloutRunOperations } from './workloads/rollout-run.js';
import { rolloutStatusOperations } from './workloads/rollout-status.js';
import { rolloutStepOperations } from './workloads/rollout-step.js';
import { templateOperations } from './workloads/template-equal.js';

/** Operations by package. `vectors/` has a folder of the same name. */
const OPERATIONS: { readonly [packageName: string]: readonly Operation[] } = {
  core: [
    ...nameOperations,
    ...durationOperations,
    ...kindOperations,
    ...decodeOperations,
    ...vocabularyOperations,
    ...textOperations,
  ],
  quantity: [
    ...parseOperations,
    ...fromJsonOperations,
    ...arithmeticOperations,
    ...comparisonOperations,
    ...scaledValueOperations,
  ],
  selectors: [
    ...labelSelectorOperations,
    ...selectLabelsOperations,
    ...fieldSelectorOperations,
    ...selectFieldsOperations,
    ...nodeAffinityOperations,
  ],
  defaults: [...objectDefaultsOperations],
  service: [
    ...serviceRegistryOperations,
    ...sliceValidationOperations,
    ...bandOperations,
    ...targetPortOperations,
    ...endpointOperations,
    ...columnOperations,
    ...sliceOperations,
    ...trafficOperations,
    ...hintsOperations,
    ...endpointsOperations,
    ...mirrorOperations,
  ],
  resources: [
    ...effectiveOperations,
    ...defaultsOperations,
    ...resourceNameOperations,
    ...downwardOperations,
  ],
  validation: [...podValidationOperations, ...podUpdateOperations],
  qos: [
    ...classOperations,
    ...oomScoreOperations,
    ...podCgroupOperations,
    ...memoryQosOperations,
    ...tierOperations,
    ...cpuWeightOperations,
    ...evictionOperations,
    ...localStorageOperations,
    ...emptyDirOperations,
  ],
  workloads: [
    ...workloadNameOperations,
    ...cronJobOperations,
    ...jobOperations,
    ...daemonSetOperations,
    ...hpaOperations,
    ...replicaSetOperations,
    ...deletionOrderOperations,
    ...autoscalerOperations,
    ...rolloutStatusOperations,
    ...rolloutLimitOperations,
    ...rolloutStepOperations,
    ...rolloutRunOperations,
    ...templateOperations,
  ],
  nodes: [...allocationOperations, ...fitOperations, ...topOperations],
  admission: [
    ...runtimeClassOperations,
    ...limitRangeOperations,
    ...quotaUsageOperations,
    ...quotaCheckOperations,
    ...quotaAdmitOperations,
    ...quotaDescribeOperations,
  ],
  image: [
    ...referenceOperations,
    ...pullPolicyOperations,
    ...ensureOperations,
    ...mustPullOperations,
    ...pullSettingsOperations,
    ...alwaysPullOperations,
    ...pullSecretsOperations,
    ...globOperations,
    ...credentialOperations,
    ...dockerSecretOperations,
    ...providerOperations,
  ],
  dns: [
    ...hostnameOperations,
    ...resolverOperations,
    ...dnsValidationOperations,
    ...zoneOperations,
    ...recordOperations,
    ...lookupOperations,
  ],
  apf: [
    ...apfDefaultsOperations,
    ...maintenanceOperations,
    ...apfValidationOperations,
    ...requestInfoOperations,
    ...estimateOperations,
    ...watchCountOperations,
    ...retryAfterOperations,
    ...classificationOperations,
    ...shardingOperations,
    ...borrowingOperations,
    ...queueSetOperations,
    ...controllerOperations,
    ...monitoringOperations,
    ...digestOperations,
    ...startOperations,
    ...waitLimitOperations,
    ...constantOperations,
    ...apfHttpOperations,
  ],
  kubeconfig: [...loadOperations, ...proxyOperations],
  lifecycle: [
    ...podRowOperations,
    ...podsTableOperations,
    ...phaseOperations,
    ...conditionOperations,
    ...availableOperations,
    ...actionOperations,
    ...lifeOperations,
    ...restartOperations,
    ...probeWorkerOperations,
    ...deletionOperations,
    ...probeTextOperations,
    ...probeRequestOperations,
    ...probeAnswerOperations,
    ...terminationOperations,
    ...garbageOperations,
  ],
  config: [
    ...expandOperations,
    ...warningOperations,
    ...fieldOperations,
    ...envFileOperations,
    ...hashOperations,
    ...createOperations,
    ...generateOperations,
    ...configReferenceOperations,
    ...configValidationOperations,
    ...podConfigOperations,
    ...containerEnvironmentOperations,
    ...volumeOperations,
  ],
  disruption: [
    ...disruptionStatusOperations,
    ...disruptionEvictOperations,
    ...disruptionDrainOperations,
  ],
  manifests: [...yamlOperations, ...documentOperations, ...marshalOperations],
};

/** All operations, each with its package. */
export const operations: readonly PackageOperation[] = Object.entries(OPERATIONS).flatMap(
  ([packageName, list]) => list.map((operation) => ({ ...operation, package: packageName })),
);

/** Operations whose names match `pattern`; `*` matches any text. */
export function matching(pattern: string): readonly PackageOperation[] {
  const parts = pattern.split('*').map((part) => part.replaceAll('.', '\\.'));
  const expression = new RegExp(`^${parts.join('.*')}$`);
  const found = operations.filter(({ name }) => expression.test(name));
  if (found.length === 0) {
    throw new Error(
      `no operation matches ${pattern}; the operations are ${operations.map((o) => o.name).join(', ')}`,
    );
  }
  return found;
}
