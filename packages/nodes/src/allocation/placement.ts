import type { Pod } from '@kubesem/core';
import { type Report, readObject, readString } from '@kubesem/resources';

/** Where a Pod is. */
export interface Placement {
  readonly namespace: string;
  readonly name: string;
  /** Empty if it has no node. */
  readonly nodeName: string;
  readonly phase: string;
}

/** Reads where a Pod is. */
export function readPlacement(pod: Pod, report: Report): Placement {
  const metadata = readObject(pod.metadata, 'metadata', report);
  const status = readObject(pod.status, 'status', report);
  return {
    namespace: readString(metadata?.namespace, 'metadata.namespace', report),
    name: readString(metadata?.name, 'metadata.name', report),
    nodeName: readString(pod.spec?.nodeName, 'spec.nodeName', report),
    phase: readString(status?.phase, 'status.phase', report),
  };
}

/**
 * Whether nothing of the Pod runs or will run again, so that neither kubectl nor the scheduler counts it.
 *
 * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `NodeDescriber.Describe`; `k8s.io/kubernetes/pkg/scheduler` v1.37.1,
 * `NewInformerFactory`.
 */
export function isFinished({ phase }: Placement): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}
