import {
  CRON_JOB,
  DAEMON_SET,
  DEPLOYMENT,
  ENDPOINT_SLICE,
  ENDPOINTS,
  FLOW_SCHEMA,
  HORIZONTAL_POD_AUTOSCALER,
  JOB,
  type Kind,
  kindOf,
  LIMIT_RANGE,
  NAMESPACE,
  NODE,
  PERSISTENT_VOLUME_CLAIM,
  POD,
  POD_TEMPLATE,
  PRIORITY_LEVEL_CONFIGURATION,
  REPLICA_SET,
  REPLICATION_CONTROLLER,
  RESOURCE_QUOTA,
  SECRET,
  SERVICE,
  STATEFUL_SET,
} from '@kubesem/core/kinds';
import { applyCronJobDefaults } from '../cron-job.js';
import { applyDaemonSetDefaults } from '../daemon-set.js';
import { applyDeploymentDefaults } from '../deployment.js';
import { applyEndpointSliceDefaults } from '../endpoint-slice.js';
import { applyEndpointsDefaults } from '../endpoints.js';
import { applyFlowSchemaDefaults } from '../flow-schema.js';
import { applyHorizontalPodAutoscalerDefaults } from '../horizontal-pod-autoscaler.js';
import { applyJobDefaults } from '../job.js';
import { applyLimitRangeDefaults } from '../limit-range.js';
import { applyNamespaceDefaults } from '../namespace.js';
import { applyNodeDefaults } from '../node.js';
import { applyPersistentVolumeClaimDefaults } from '../persistent-volume-claim.js';
import { applyPodDefaults } from '../pod.js';
import { applyPodTemplateDefaults } from '../pod-template.js';
import { applyPriorityLevelDefaults } from '../priority-level-configuration.js';
import { applyReplicaSetDefaults } from '../replica-set.js';
import { applyReplicationControllerDefaults } from '../replication-controller.js';
import { applyResourceQuotaDefaults } from '../resource-quota.js';
import { applySecretDefaults } from '../secret.js';
import { applyServiceDefaults } from '../service.js';
import { applyStatefulSetDefaults } from '../stateful-set.js';

const BY_KIND: ReadonlyMap<Kind | undefined, (object: object) => object> = /* @__PURE__ */ new Map<
  Kind | undefined,
  (object: object) => object
>([
  [CRON_JOB, applyCronJobDefaults],
  [DAEMON_SET, applyDaemonSetDefaults],
  [DEPLOYMENT, applyDeploymentDefaults],
  [ENDPOINT_SLICE, applyEndpointSliceDefaults],
  [ENDPOINTS, applyEndpointsDefaults],
  [FLOW_SCHEMA, applyFlowSchemaDefaults],
  [HORIZONTAL_POD_AUTOSCALER, applyHorizontalPodAutoscalerDefaults],
  [JOB, applyJobDefaults],
  [LIMIT_RANGE, applyLimitRangeDefaults],
  [NAMESPACE, applyNamespaceDefaults],
  [NODE, applyNodeDefaults],
  [PERSISTENT_VOLUME_CLAIM, applyPersistentVolumeClaimDefaults],
  [POD_TEMPLATE, applyPodTemplateDefaults],
  [POD, applyPodDefaults],
  [PRIORITY_LEVEL_CONFIGURATION, applyPriorityLevelDefaults],
  [REPLICA_SET, applyReplicaSetDefaults],
  [REPLICATION_CONTROLLER, applyReplicationControllerDefaults],
  [RESOURCE_QUOTA, applyResourceQuotaDefaults],
  [SECRET, applySecretDefaults],
  [SERVICE, applyServiceDefaults],
  [STATEFUL_SET, applyStatefulSetDefaults],
]);

/**
 * Fills in an object of any kind as the API server does when it creates the object. Its `apiVersion` and `kind` decide how.
 *
 * To fill in objects of one kind, import the function of that kind, which is smaller: `applyDeploymentDefaults` of
 * `@kubesem/defaults/deployment`.
 *
 * @param object - an object with `apiVersion` and `kind`; it is not changed
 * @returns a new object, which shares what did not change; the argument itself if nothing did, if its kind has no defaults, and if
 * kubesem does not know its kind
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyDefaults } from '@kubesem/defaults';
 *
 * const secret = applyDefaults({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key' } });
 * secret // => { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key' }, type: 'Opaque' }
 * applyDefaults({ apiVersion: 'example.com/v1', kind: 'Widget' }) // => { apiVersion: 'example.com/v1', kind: 'Widget' }
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/runtime` v0.37.1, `Scheme.Default`.
 */
export function applyDefaults<T extends object>(object: T): T {
  return (BY_KIND.get(kindOf(object))?.(object) ?? object) as T;
}
