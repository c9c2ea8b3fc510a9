import type { Toleration } from '../../pod/tolerations.js';
import type { ResourceList } from '../core/pod/resource-requirements.js';
import type { ObjectMeta, StringMap } from '../meta/metadata.js';

/** A RuntimeClass. Source of this and the following: `k8s.io/api/node/v1` v0.37.1. */
export interface RuntimeClass {
  /** API group and version: `node.k8s.io/v1`. */
  readonly apiVersion?: string | null | undefined;
  /** Kind: `RuntimeClass`. */
  readonly kind?: string | null | undefined;
  /** Name, labels and so on. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** Name of the configuration of the container runtime. */
  readonly handler?: string | null | undefined;
  /** What a Pod uses in addition to its containers. */
  readonly overhead?: RuntimeClassOverhead | null | undefined;
  /** On which nodes its Pods run. */
  readonly scheduling?: RuntimeClassScheduling | null | undefined;
}

/** What a Pod of a RuntimeClass uses in addition to its containers. */
export interface RuntimeClassOverhead {
  /** The amount of each Pod. */
  readonly podFixed?: ResourceList | null | undefined;
}

/** On which nodes the Pods of a RuntimeClass run. */
export interface RuntimeClassScheduling {
  /** Labels of the nodes. */
  readonly nodeSelector?: StringMap | null | undefined;
  /** Taints of nodes that the Pods tolerate. */
  readonly tolerations?: readonly Toleration[] | null | undefined;
}
