import { type ContainerStatus, type Pod } from '@kubesem/core';
import { type Fields, fieldTimeMs, INT32_RANGE } from '@kubesem/core/internal';

/** What the controllers compare of a Pod. */
export interface DeletionKey {
  readonly nodeName: string;
  /** Pending, then Unknown, then Running. */
  readonly phase: number;
  readonly isReady: boolean;
  readonly cost: number;
  /** Since when it is ready; `NO_TIME` if that is not known. */
  readonly readyMs: number;
  readonly createdMs: number;
  /** The most restarts of an app container. */
  readonly restarts: number;
  /** The most restarts of a sidecar. */
  readonly sidecarRestarts: number;
  readonly uid: string;
}

/** A time that is not set: before all dates, and equal to itself, as NaN is not. */
export const NO_TIME: number = -8_640_000_000_000_001;

const COST_ANNOTATION = 'controller.kubernetes.io/pod-deletion-cost';

/** Reads what the controllers compare. */
export function deletionKey(pod: Fields<Pod>): DeletionKey {
  const metadata = pod.at('metadata');
  const spec = pod.at('spec');
  const status = pod.at('status');
  const ready = status.objects('conditions').find((each) => each.text('type') === 'Ready');
  const isReady = ready?.text('status') === 'True';
  const sidecars = spec
    .objects('initContainers')
    .filter((container) => container.text('restartPolicy') === 'Always');
  const names = new Set(sidecars.map((container) => container.text('name')));
  return {
    nodeName: spec.text('nodeName'),
    phase: phaseOrder(status.text('phase')),
    isReady,
    cost: deletionCost(metadata.at('annotations').text(COST_ANNOTATION)),
    readyMs: (isReady ? fieldTimeMs(ready, 'lastTransitionTime') : undefined) ?? NO_TIME,
    createdMs: fieldTimeMs(metadata, 'creationTimestamp') ?? NO_TIME,
    restarts: mostRestarts(status.objects('containerStatuses')),
    sidecarRestarts: mostRestarts(
      status.objects('initContainerStatuses').filter((each) => names.has(each.text('name'))),
    ),
    uid: metadata.text('uid'),
  };
}

/** Source: `k8s.io/kubernetes/pkg/controller` v1.37.1, `podPhaseToOrdinal`. */
function phaseOrder(phase: string): number {
  return phase === 'Running' ? 2 : phase === 'Unknown' ? 1 : 0;
}

/**
 * An int32; 0 if it is invalid, such as with a plus sign or leading zeros.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/helper` v1.37.1, `GetDeletionCostFromPodAnnotations`.
 */
function deletionCost(text: string): number {
  const cost = /^(?:0|-\d+|[1-9]\d*)$/.test(text) ? Number(text) : 0;
  return cost >= INT32_RANGE.min && cost <= INT32_RANGE.max ? cost : 0;
}

function mostRestarts(statuses: readonly Fields<ContainerStatus>[]): number {
  return statuses.reduce((most, status) => Math.max(most, status.integer('restartCount') ?? 0), 0);
}
