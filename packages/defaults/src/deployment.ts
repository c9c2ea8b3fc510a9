import type { Deployment, DeploymentStrategy, Named } from '@kubesem/core';
import { POD_TEMPLATE_SPEC } from './rules/pod-spec.js';
import { type Rule, withDefaults } from './rules/rule.js';
import { updateStrategy } from './rules/update-strategy.js';

const DEPLOYMENT: Rule<Deployment> = {
  parts: {
    spec: {
      absent: { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 },
      parts: {
        strategy: updateStrategy<DeploymentStrategy>({
          absent: { maxUnavailable: '25%', maxSurge: '25%' },
        }),
        template: POD_TEMPLATE_SPEC,
      },
    },
  },
};

/**
 * Fills in a Deployment as the API server does.
 *
 * It runs one Pod, replaces a quarter of its Pods at a time, keeps 10 ReplicaSets, and has 10 minutes to make progress. The Pods of
 * its template get the defaults of a Pod spec; those of a Pod itself, such as requests from limits, follow when a Pod is created.
 *
 * @param deployment - the Deployment; it is not changed
 * @returns a new Deployment, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyDeploymentDefaults } from '@kubesem/defaults/deployment';
 *
 * const { spec } = applyDeploymentDefaults({ spec: { replicas: 3, strategy: { rollingUpdate: { maxSurge: 1 } } } });
 * spec?.replicas // => 3
 * spec?.strategy // => { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } }
 * spec?.template?.spec?.terminationGracePeriodSeconds // => 30
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/apps/v1` v1.37.1, `SetObjectDefaults_Deployment`.
 */
export function applyDeploymentDefaults<T extends Deployment>(deployment: Named<T>): T;
/** The same for an object literal. */
export function applyDeploymentDefaults(deployment: Deployment): Deployment;
/** The implementation. */
export function applyDeploymentDefaults(deployment: Deployment): Deployment {
  return withDefaults(deployment, DEPLOYMENT);
}
