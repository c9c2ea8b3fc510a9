import type { Condition, KubernetesObject } from '../meta/metadata.js';

/** A Namespace. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface Namespace extends KubernetesObject<NamespaceSpec, NamespaceStatus> {}

/** A Namespace as it is wished for. */
export interface NamespaceSpec {
  /** What must be done before it may go. */
  readonly finalizers?: readonly string[] | null | undefined;
}

/** What is known of a Namespace. */
export interface NamespaceStatus {
  /** `Active` or `Terminating`. */
  readonly phase?: string | null | undefined;
  /** The aspects of its state. */
  readonly conditions?: readonly Condition[] | null | undefined;
}

/**
 * The namespaces that every API server creates.
 *
 * Source: `k8s.io/kubernetes/cmd/kube-apiserver` v1.37.1, `SystemNamespaces`.
 */
export const SYSTEM_NAMESPACES: readonly string[] = [
  'default',
  'kube-node-lease',
  'kube-public',
  'kube-system',
];
