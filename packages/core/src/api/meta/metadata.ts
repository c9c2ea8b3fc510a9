/** A point in time: a string in JSON (RFC 3339), or the `Date` of the official client. */
export type Timestamp = string | Date;

/** Labels, annotations, node selectors and other maps of strings. */
export interface StringMap {
  /** The value of one key. */
  readonly [key: string]: string | null | undefined;
}

/** The metadata of every stored object. Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1. */
export interface ObjectMeta {
  /** Name; unique among the objects of its kind in its namespace. */
  readonly name?: string | null | undefined;
  /** Prefix of a name that the API server generates. */
  readonly generateName?: string | null | undefined;
  /** Namespace; absent on cluster-scoped objects. */
  readonly namespace?: string | null | undefined;
  /** No longer set. */
  readonly selfLink?: string | null | undefined;
  /** Unique ID over the lifetime of the cluster. */
  readonly uid?: string | null | undefined;
  /** Opaque version that changes with each write. */
  readonly resourceVersion?: string | null | undefined;
  /** Counts the changes of the desired state. */
  readonly generation?: number | null | undefined;
  /** When the object was created. */
  readonly creationTimestamp?: Timestamp | null | undefined;
  /** When the object will be deleted, after a request for deletion. */
  readonly deletionTimestamp?: Timestamp | null | undefined;
  /** Seconds between the request for deletion and `deletionTimestamp`. */
  readonly deletionGracePeriodSeconds?: number | null | undefined;
  /** Names and values for selectors. */
  readonly labels?: StringMap | null | undefined;
  /** Names and values that selectors ignore. */
  readonly annotations?: StringMap | null | undefined;
  /** The objects that own this one: if they are all deleted, so is this one. */
  readonly ownerReferences?: readonly OwnerReference[] | null | undefined;
  /** Finalizers that must be removed before the object is deleted. */
  readonly finalizers?: readonly string[] | null | undefined;
  /** Which manager set which field; not read. */
  readonly managedFields?: unknown;
}

/** An owner of an object. Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1. */
export interface OwnerReference {
  /** API group and version of the owner, such as `apps/v1`. */
  readonly apiVersion?: string | null | undefined;
  /** Its kind. */
  readonly kind?: string | null | undefined;
  /** Its name. */
  readonly name?: string | null | undefined;
  /** Its `metadata.uid`. */
  readonly uid?: string | null | undefined;
  /** Whether it is the controller of the object. At most one owner is. */
  readonly controller?: boolean | null | undefined;
  /** Whether it cannot be deleted in the foreground before the object is removed. */
  readonly blockOwnerDeletion?: boolean | null | undefined;
}

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

/** The metadata of a list. */
export interface ListMeta {
  /** No longer set. */
  readonly selfLink?: string | null | undefined;
  /** Opaque version of the list. */
  readonly resourceVersion?: string | null | undefined;
  /** Token for the next page. */
  readonly continue?: string | null | undefined;
  /** Number of items on the following pages. */
  readonly remainingItemCount?: number | null | undefined;
  /** The part of a sharded list; not read. */
  readonly shardInfo?: unknown;
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

/**
 * A condition of an object.
 *
 * All kinds share these fields; the types of some kinds add more.
 */
export interface Condition {
  /** Type, such as `Ready`. */
  readonly type?: string | null | undefined;
  /** `True`, `False` or `Unknown`. */
  readonly status?: string | null | undefined;
  /** When `status` last changed. */
  readonly lastTransitionTime?: Timestamp | null | undefined;
  /** One-word reason. */
  readonly reason?: string | null | undefined;
  /** Human-readable message. */
  readonly message?: string | null | undefined;
}

/** The name of another object in the same namespace. */
export interface LocalObjectReference {
  /** Name of that object. */
  readonly name?: string | null | undefined;
}
