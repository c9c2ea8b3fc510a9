import type { Named, RollingUpdateStatefulSetStrategy, StatefulSet } from '@kubesem/core';
import { PERSISTENT_VOLUME_CLAIM } from './rules/claim.js';
import { POD_TEMPLATE_SPEC } from './rules/pod-spec.js';
import { fillIn, type Rule, withDefaults } from './rules/rule.js';

const STATEFUL_SET: Rule<StatefulSet> = {
  parts: {
    spec: {
      empty: { podManagementPolicy: 'OrderedReady' },
      absent: { replicas: 1, revisionHistoryLimit: 10 },
      parts: {
        updateStrategy: {
          set(strategy) {
            const type = strategy.text('type') || 'RollingUpdate';
            const limits = strategy.at('rollingUpdate');
            // With a type, the limits stay absent if they are.
            const isFilledIn = limits.isPresent || strategy.text('type') === '';
            return type === 'RollingUpdate' && isFilledIn
              ? { type, rollingUpdate: fillIn(limits, ROLLING_UPDATE) }
              : { type };
          },
        },
        persistentVolumeClaimRetentionPolicy: {
          empty: { whenDeleted: 'Retain', whenScaled: 'Retain' },
        },
        template: POD_TEMPLATE_SPEC,
      },
      items: { volumeClaimTemplates: PERSISTENT_VOLUME_CLAIM },
    },
  },
};

const ROLLING_UPDATE: Rule<RollingUpdateStatefulSetStrategy> = {
  absent: { partition: 0, maxUnavailable: 1 },
};

/**
 * Fills in a StatefulSet as the API server does.
 *
 * It runs one Pod, starts its Pods in order, replaces one at a time, and keeps their claims. The Pods of its template get the
 * defaults of a Pod spec, and its claims those of claims.
 *
 * @param statefulSet - the StatefulSet; it is not changed
 * @returns a new StatefulSet, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyStatefulSetDefaults } from '@kubesem/defaults/stateful-set';
 *
 * const { spec } = applyStatefulSetDefaults({ spec: { replicas: 3 } });
 * spec?.podManagementPolicy // => 'OrderedReady'
 * spec?.updateStrategy // => { type: 'RollingUpdate', rollingUpdate: { partition: 0, maxUnavailable: 1 } }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/apps/v1` v1.37.1, `SetObjectDefaults_StatefulSet`.
 */
export function applyStatefulSetDefaults<T extends StatefulSet>(statefulSet: Named<T>): T;
/** The same for an object literal. */
export function applyStatefulSetDefaults(statefulSet: StatefulSet): StatefulSet;
/** The implementation. */
export function applyStatefulSetDefaults(statefulSet: StatefulSet): StatefulSet {
  return withDefaults(statefulSet, STATEFUL_SET);
}
