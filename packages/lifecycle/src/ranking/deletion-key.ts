import { objectOf, objectsOf, type Pod, textOf, timestampMs } from '@kubesem/core';
import { countOf } from '../lenient.js';

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
export function deletionKey(pod: Pod): DeletionKey {
  const { annotations, creationTimestamp, uid } = objectOf(pod.metadata);
  const { phase, conditions, containerStatuses } = objectOf(pod.status);
  const ready = objectsOf(conditions).find(({ type }) => type === 'Ready');
  const isReady = ready?.status === 'True';
  return {
    nodeName: textOf(objectOf(pod.spec).nodeName),
    phase: phaseOrder(textOf(phase)),
    isReady,
    cost: deletionCost(textOf(objectOf(annotations)[COST_ANNOTATION])),
    readyMs: isReady ? timeOf(timestampMs(ready?.lastTransitionTime)) : NO_TIME,
    createdMs: timeOf(timestampMs(creationTimestamp)),
    restarts: mostRestarts(containerStatuses, () => true),
    sidecarRestarts: sidecarRestarts(pod),
    uid: textOf(uid),
  };
}

function timeOf(ms: number): number {
  return Number.isNaN(ms) ? NO_TIME : ms;
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
  return countOf(cost);
}

function sidecarRestarts({ spec, status }: Pod): number {
  const sidecars = objectsOf(objectOf(spec).initContainers).filter(
    ({ restartPolicy }) => restartPolicy === 'Always',
  );
  const names = new Set(sidecars.map(({ name }) => textOf(name)));
  return mostRestarts(objectOf(status).initContainerStatuses, (name) => names.has(name));
}

type Statuses = NonNullable<Pod['status']>['containerStatuses'];

function mostRestarts(statuses: Statuses, counts: (name: string) => boolean): number {
  return objectsOf(statuses).reduce(
    (most, { name, restartCount }) =>
      counts(textOf(name)) ? Math.max(most, countOf(restartCount)) : most,
    0,
  );
}
