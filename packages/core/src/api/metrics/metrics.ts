import type { ResourceList } from '../core/pod/resource-requirements.js';
import type { ObjectMeta, Timestamp } from '../meta/metadata.js';

/** What is common to metrics. Source of this and the following: `k8s.io/metrics/pkg/apis/metrics/v1beta1` v0.37.1. */
interface Metrics {
  /** API group and version, such as `metrics.k8s.io/v1beta1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** Kind; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name and so on of the Pod or node. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** End of the interval in which the usage was measured. */
  readonly timestamp?: Timestamp | null | undefined;
  /** Length of the interval, such as `30s`. */
  readonly window?: string | null | undefined;
}

/** The measured usage of a Pod. */
export interface PodMetrics extends Metrics {
  /** Its containers. */
  readonly containers?: readonly ContainerMetrics[] | null | undefined;
}

/** The measured usage of a container. */
export interface ContainerMetrics {
  /** Name of the container. */
  readonly name?: string | null | undefined;
  /** Cores of cpu, and bytes of memory. */
  readonly usage?: ResourceList | null | undefined;
}

/** The measured usage of a node. */
export interface NodeMetrics extends Metrics {
  /** Cores of cpu, and bytes of memory. */
  readonly usage?: ResourceList | null | undefined;
}
