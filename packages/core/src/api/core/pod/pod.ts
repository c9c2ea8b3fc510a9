import type { KubernetesObject, ObjectMeta } from '../../meta/metadata.js';
import type { PodSpec } from './pod-spec.js';
import type { PodStatus } from './pod-status.js';

/** A Pod. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface Pod extends KubernetesObject<PodSpec, PodStatus> {}

/** The template of the Pods of a workload: a Pod without a kind and a status. */
export interface PodTemplateSpec {
  /** Labels and annotations of the Pods. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** Desired state. */
  readonly spec?: PodSpec | null | undefined;
}

/** A Pod template as an object of its own. */
export interface PodTemplate {
  /** `v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** `PodTemplate`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and so on. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** The template. */
  readonly template?: PodTemplateSpec | null | undefined;
}
