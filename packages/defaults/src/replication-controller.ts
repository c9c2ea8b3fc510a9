import type { Named, ReplicationController } from '@kubesem/core';
import { isEmptyMap, labelsOfTemplate } from './rules/labels.js';
import { POD_TEMPLATE_SPEC } from './rules/pod-spec.js';
import { type Rule, withDefaults } from './rules/rule.js';

const REPLICATION_CONTROLLER: Rule<ReplicationController> = {
  set: labelsOfTemplate,
  parts: {
    spec: {
      set(spec) {
        const labels = spec.at('template').at('metadata').at('labels').value;
        const isFilledIn = isEmptyMap(spec.at('selector').value) && !isEmptyMap(labels);
        return isFilledIn ? { selector: { ...labels } } : {};
      },
      absent: { replicas: 1 },
      within: { template: POD_TEMPLATE_SPEC },
    },
  },
};

/**
 * Fills in a ReplicationController as the API server does.
 *
 * It runs one Pod, and without a selector or labels of its own it gets the labels of its template. The Pods of the template get the
 * defaults of a Pod spec.
 *
 * @param controller - the ReplicationController; it is not changed
 * @returns a new ReplicationController, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyReplicationControllerDefaults } from '@kubesem/defaults/replication-controller';
 *
 * const template = { metadata: { labels: { app: 'web' } } };
 * applyReplicationControllerDefaults({ spec: { template } }).spec?.selector // => { app: 'web' }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_ReplicationController`.
 */
export function applyReplicationControllerDefaults<T extends ReplicationController>(
  controller: Named<T>,
): T;
/** The same for an object literal. */
export function applyReplicationControllerDefaults(
  controller: ReplicationController,
): ReplicationController;
/** The implementation. */
export function applyReplicationControllerDefaults(
  controller: ReplicationController,
): ReplicationController {
  return withDefaults(controller, REPLICATION_CONTROLLER);
}
