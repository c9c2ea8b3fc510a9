import type { DaemonSet, DaemonSetUpdateStrategy, Named } from '@kubesem/core';
import { POD_TEMPLATE_SPEC } from './rules/pod-spec.js';
import { type Rule, withDefaults } from './rules/rule.js';
import { updateStrategy } from './rules/update-strategy.js';

const DAEMON_SET: Rule<DaemonSet> = {
  parts: {
    spec: {
      absent: { revisionHistoryLimit: 10 },
      parts: {
        updateStrategy: updateStrategy<DaemonSetUpdateStrategy>({
          absent: { maxUnavailable: 1, maxSurge: 0 },
        }),
        template: POD_TEMPLATE_SPEC,
      },
    },
  },
};

/**
 * Fills in a DaemonSet as the API server does.
 *
 * It replaces one Pod at a time. The Pods of its template get the defaults of a Pod spec.
 *
 * @param daemonSet - the DaemonSet; it is not changed
 * @returns a new DaemonSet, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_QUANTITY` if an amount is not a quantity
 *
 * @example
 * ```ts
 * import { applyDaemonSetDefaults } from '@kubesem/defaults/daemon-set';
 *
 * applyDaemonSetDefaults({ spec: {} }).spec?.updateStrategy // => {
 * //   type: 'RollingUpdate',
 * //   rollingUpdate: { maxUnavailable: 1, maxSurge: 0 },
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/apps/v1` v1.37.1, `SetObjectDefaults_DaemonSet`.
 */
export function applyDaemonSetDefaults<T extends DaemonSet>(daemonSet: Named<T>): T;
/** The same for an object literal. */
export function applyDaemonSetDefaults(daemonSet: DaemonSet): DaemonSet;
/** The implementation. */
export function applyDaemonSetDefaults(daemonSet: DaemonSet): DaemonSet {
  return withDefaults(daemonSet, DAEMON_SET);
}
