// Written by hand: Go repeats these fields in each kind.
import type { ListMeta } from './list-meta.js';
import type { ObjectMeta } from './object-meta.js';

/** An object with a desired and an observed state. */
export interface KubernetesObject<Spec, Status> {
  /** API group and version, such as `apps/v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** Kind, such as `Deployment`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and so on. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** Desired state. */
  readonly spec?: Spec | null | undefined;
  /** Observed state. */
  readonly status?: Status | null | undefined;
}

/** A list of objects as the API returns it: `PodList`, `DeploymentList` or the `List` that kubectl writes. */
export interface KubernetesList<T> {
  /** API group and version. */
  readonly apiVersion?: string | null | undefined;
  /** Kind of the list. */
  readonly kind?: string | null | undefined;
  /** Metadata of the list. */
  readonly metadata?: ListMeta | null | undefined;
  /** The objects; in a typed list they have no `kind` and `apiVersion`. */
  readonly items?: readonly T[] | null | undefined;
}
