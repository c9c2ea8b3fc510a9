/** A moment: text as it stands in JSON (RFC 3339), or the `Date` that the official client makes of it. */
export type Timestamp = string | Date;

/** Labels, annotations, node selectors and other maps from text to text. */
export interface StringMap {
  /** The value of one key. */
  readonly [key: string]: string | null | undefined;
}

/** The metadata of every stored object. Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1. */
export interface ObjectMeta {
  /** Unique among the objects of its kind in its namespace. */
  readonly name?: string | null | undefined;
  /** What the API server starts a name with that it makes up itself. */
  readonly generateName?: string | null | undefined;
  /** Namespace; absent on objects of the whole cluster. */
  readonly namespace?: string | null | undefined;
  /** No longer filled in. */
  readonly selfLink?: string | null | undefined;
  /** Unique over all objects of the cluster's whole life. */
  readonly uid?: string | null | undefined;
  /** Opaque version that changes with each write. */
  readonly resourceVersion?: string | null | undefined;
  /** Counts the changes of the wished state. */
  readonly generation?: number | null | undefined;
  /** When the object was stored first. */
  readonly creationTimestamp?: Timestamp | null | undefined;
  /** When the object will be gone, once its deletion was asked for. */
  readonly deletionTimestamp?: Timestamp | null | undefined;
  /** Seconds between the request for deletion and `deletionTimestamp`. */
  readonly deletionGracePeriodSeconds?: number | null | undefined;
  /** Names and values to select by. */
  readonly labels?: StringMap | null | undefined;
  /** Names and values that nothing selects by. */
  readonly annotations?: StringMap | null | undefined;
  /** The objects that this one belongs to; not read. */
  readonly ownerReferences?: unknown;
  /** What must be done before the object may go. */
  readonly finalizers?: readonly string[] | null | undefined;
  /** Who set which field; not read. */
  readonly managedFields?: unknown;
}

/** What every object with a wished and a known state looks like. */
export interface KubernetesObject<Spec, Status> {
  /** API group and version, such as `apps/v1`; absent on the items of a list. */
  readonly apiVersion?: string | null | undefined;
  /** Kind, such as `Deployment`; absent on the items of a list. */
  readonly kind?: string | null | undefined;
  /** Name, namespace, labels and the like. */
  readonly metadata?: ObjectMeta | null | undefined;
  /** What is wished for. */
  readonly spec?: Spec | null | undefined;
  /** What is known of it. */
  readonly status?: Status | null | undefined;
}

/** The metadata of a list. */
export interface ListMeta {
  /** No longer filled in. */
  readonly selfLink?: string | null | undefined;
  /** Opaque version that the list was read at. */
  readonly resourceVersion?: string | null | undefined;
  /** Token for the next page. */
  readonly continue?: string | null | undefined;
  /** How many items the following pages hold. */
  readonly remainingItemCount?: number | null | undefined;
  /** Which part of a sharded list this is; not read. */
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
  /** The objects; those of a typed list carry no `kind` and `apiVersion` of their own. */
  readonly items?: readonly T[] | null | undefined;
}

/**
 * One aspect of an object's state.
 *
 * The kinds share these fields; what only some of them have is added by a type of their own.
 */
export interface Condition {
  /** What it speaks of, such as `Ready`. */
  readonly type?: string | null | undefined;
  /** `True`, `False` or `Unknown`. */
  readonly status?: string | null | undefined;
  /** When `status` changed last. */
  readonly lastTransitionTime?: Timestamp | null | undefined;
  /** Why, in one word. */
  readonly reason?: string | null | undefined;
  /** Why, for people. */
  readonly message?: string | null | undefined;
}

/** The name of another object in the same namespace. */
export interface LocalObjectReference {
  /** Name of that object. */
  readonly name?: string | null | undefined;
}
