import { childPath, isPodTerminal, type Pod, readObject, readString } from '@kubesem/core';
import type { ReportAllocation } from './problems.js';

/** Identity, node and state of a Pod. */
export interface Placement {
  readonly namespace: string;
  readonly name: string;
  /** Empty if the Pod has no node. */
  readonly nodeName: string;
  /**
   * Whether the Pod has ended, so neither kubectl nor the scheduler counts it.
   *
   * Source: `k8s.io/kubectl/pkg/describe` v0.37.1, `NodeDescriber.Describe`; `k8s.io/kubernetes/pkg/scheduler` v1.37.1,
   * `NewInformerFactory`.
   */
  readonly isTerminal: boolean;
}

/** Reads where a Pod is. */
export function readPlacement(pod: Pod, report?: ReportAllocation): Placement {
  const path = childPath(undefined, 'metadata');
  const metadata = readObject(pod.metadata, path, report);
  const nodeNamePath = childPath(childPath(undefined, 'spec'), 'nodeName');
  return {
    namespace: readString(metadata?.namespace, childPath(path, 'namespace'), report),
    name: readString(metadata?.name, childPath(path, 'name'), report),
    nodeName: readString(pod.spec?.nodeName, nodeNamePath, report),
    isTerminal: isPodTerminal(pod, report),
  };
}
