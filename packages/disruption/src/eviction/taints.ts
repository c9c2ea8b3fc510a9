import { type Pod, type Taint, type Toleration, toleratesTaint } from '@kubesem/core';
import { ABSENT, fields, INT64_RANGE } from '@kubesem/core/internal';

/** When a Pod leaves a node because of its taints. */
export interface TaintEviction {
  /**
   * Seconds until the Pod is deleted, counted from when the controller sees the taints: 0 means at once. Undefined if the
   * Pod stays.
   */
  readonly afterSeconds: number | undefined;
  /** The first taint that the Pod does not tolerate; absent if it tolerates all. */
  readonly taint?: Taint | undefined;
  /** The toleration that decides the time; absent if none has a time. */
  readonly toleration?: Toleration | undefined;
}

/**
 * Computes when a Pod is deleted because of `NoExecute` taints of its node.
 *
 * For each taint, the first matching toleration counts. The shortest `tolerationSeconds` of these decides. By default, the
 * API server adds tolerations of 300 seconds for the taints `node.kubernetes.io/not-ready` and
 * `node.kubernetes.io/unreachable` to Pods.
 *
 * A field of the wrong type counts as absent.
 *
 * @param pod - the Pod
 * @param taints - the taints of its node; only those with the effect `NoExecute` count
 * @returns when the Pod is deleted, and why
 *
 * @example
 * ```ts
 * import { taintEviction } from '@kubesem/disruption';
 *
 * const taints = [{ key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }];
 * const toleration = { key: 'node.kubernetes.io/unreachable', operator: 'Exists', tolerationSeconds: 300 };
 * taintEviction({ spec: { tolerations: [toleration] } }, taints).afterSeconds // => 300
 * taintEviction({}, taints).afterSeconds // => 0
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/tainteviction` v1.37.1, `getNoExecuteTaints`, `getMinTolerationTime`;
 * `k8s.io/kubernetes/pkg/apis/core/v1/helper` v1.37.1, `GetMatchingTolerations`.
 */
export function taintEviction(
  pod: Pick<Pod, 'spec'>,
  taints: readonly Taint[] | null | undefined,
): TaintEviction {
  const tolerations = fields(pod, ABSENT).at('spec').objects('tolerations');
  let shortest: { readonly toleration: Toleration; readonly seconds: number } | undefined;
  for (const { value: taint } of fields({ taints }, ABSENT).objects('taints')) {
    if (taint.effect !== 'NoExecute') {
      continue;
    }
    const toleration = tolerations.find(({ value }) => toleratesTaint(value, taint));
    if (toleration === undefined) {
      return { afterSeconds: 0, taint };
    }
    const stored = toleration.integer('tolerationSeconds', INT64_RANGE);
    const seconds = stored === undefined ? undefined : Math.max(0, stored);
    if (seconds !== undefined && (shortest === undefined || seconds < shortest.seconds)) {
      shortest = { toleration: toleration.value, seconds };
    }
  }
  return shortest === undefined
    ? { afterSeconds: undefined }
    : { afterSeconds: shortest.seconds, toleration: shortest.toleration };
}
