/** A kind of objects of the Kubernetes API, as API discovery describes it. A constant has its name as type. */
export interface Kind<Name extends string = string> {
  /** API group; empty for the core group. */
  readonly group: string;
  /** Served versions, the preferred one first. */
  readonly versions: readonly string[];
  /** Group and preferred version, as objects write them. */
  readonly apiVersion: string;
  /** Name of the kind, such as `Deployment`. */
  readonly kind: Name;
  /** Plural name in lower case, as paths, roles and quotas use it. */
  readonly plural: string;
  /** Singular name in lower case. */
  readonly singular: string;
  /** Short names that kubectl accepts. */
  readonly shortNames: readonly string[];
  /** Categories that kubectl accepts, such as `all`. */
  readonly categories: readonly string[];
  /** Whether the objects are in a namespace. */
  readonly namespaced: boolean;
  /** Verbs of the API, such as `list`. */
  readonly verbs: readonly string[];
  /** Subresources, such as `scale`. */
  readonly subresources: readonly string[];
  /** Path of the Pod template; empty for a Pod; undefined for kinds without one. */
  readonly templateSegments: readonly string[] | undefined;
  /** Plural in camel case, as lists of such objects are called: `endpointSlices`. */
  readonly listKey: string;
}

/** A kind whose objects are Pods or have a Pod template. */
export interface WorkloadKind<Name extends string = string> extends Kind<Name> {
  readonly templateSegments: readonly string[];
}
