import { type HorizontalPodAutoscaler, type Named } from '@kubesem/core';
import { fields, THROW } from '@kubesem/core/internal';
import { DEFAULT_METRIC, SCALE_DOWN_RULES, SCALE_UP_RULES } from '@kubesem/workloads/internal';
import { type Rule, withDefaults } from './rules/rule.js';

const V1: Rule<HorizontalPodAutoscaler> = { parts: { spec: { absent: { minReplicas: 1 } } } };

const V2: Rule<HorizontalPodAutoscaler> = {
  parts: {
    spec: {
      absent: { minReplicas: 1 },
      empty: { metrics: [DEFAULT_METRIC] },
      within: {
        behavior: {
          parts: { scaleUp: { absent: SCALE_UP_RULES }, scaleDown: { absent: SCALE_DOWN_RULES } },
        },
      },
    },
  },
};

/**
 * Fills in a HorizontalPodAutoscaler as the API server does.
 *
 * It runs at least one Pod, and without metrics aims at 80 % of the CPU requests. `behavior` gets its rules only if it is there;
 * without it, the same rules apply. An object of `autoscaling/v1` gets no metrics.
 *
 * @param autoscaler - the HorizontalPodAutoscaler; it is not changed
 * @returns a new HorizontalPodAutoscaler, which shares what did not change; the argument itself if nothing did
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field on which a default depends has the
 * wrong JSON type; any other value stays as it is
 *
 * @example
 * ```ts
 * import { applyHorizontalPodAutoscalerDefaults } from '@kubesem/defaults/horizontal-pod-autoscaler';
 *
 * const { spec } = applyHorizontalPodAutoscalerDefaults({ spec: { maxReplicas: 10, behavior: { scaleDown: {} } } });
 * spec?.minReplicas // => 1
 * spec?.behavior?.scaleDown // => { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/apis/autoscaling/v2` v1.37.1, `SetObjectDefaults_HorizontalPodAutoscaler`.
 */
export function applyHorizontalPodAutoscalerDefaults<T extends HorizontalPodAutoscaler>(
  autoscaler: Named<T>,
): T;
/** The same for an object literal. */
export function applyHorizontalPodAutoscalerDefaults(
  autoscaler: HorizontalPodAutoscaler,
): HorizontalPodAutoscaler;
/** The implementation. */
export function applyHorizontalPodAutoscalerDefaults(
  autoscaler: HorizontalPodAutoscaler,
): HorizontalPodAutoscaler {
  const isV1 = fields(autoscaler, THROW).text('apiVersion') === 'autoscaling/v1';
  return withDefaults(autoscaler, isV1 ? V1 : V2);
}
