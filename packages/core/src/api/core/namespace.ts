import type { Condition, KubernetesObject } from '../meta/metadata.js';

/** A Namespace. Source of this and the following: `k8s.io/api/core/v1` v0.37.1. */
export interface Namespace extends KubernetesObject<NamespaceSpec, NamespaceStatus> {}

/** Desired state of a Namespace. */
export interface NamespaceSpec {
  /** Finalizers that must be removed before it is deleted. */
  readonly finalizers?: readonly string[] | null | undefined;
}

/** Observed state of a Namespace. */
export interface NamespaceStatus {
  /** `Active` or `Terminating`. */
  readonly phase?: string | null | undefined;
  /** Its conditions. */
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
