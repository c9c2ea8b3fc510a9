import { type FieldPolicy, fields, hasEnded, type Pod, THROW } from '@kubesem/core';

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
export function readPlacement(pod: Pod, policy: FieldPolicy = THROW): Placement {
  const object = fields(pod, policy);
  const metadata = object.at('metadata');
  return {
    namespace: metadata.text('namespace'),
    name: metadata.text('name'),
    nodeName: object.at('spec').text('nodeName'),
    isTerminal: hasEnded(object.at('status')),
  };
}
