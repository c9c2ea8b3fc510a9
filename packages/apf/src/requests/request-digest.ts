/** What the API server knows of a request once it has read its method and its URL. */
export interface RequestInfo {
  /** Whether it is for a resource; otherwise only `verb` and `path` count. */
  readonly isResourceRequest: boolean;
  /** The path of the URL, decoded. */
  readonly path: string;
  /** `get`, `list`, `watch` and so on; the method in lower case for other paths. */
  readonly verb: string;
  /** Group of the API, such as `apps`; empty for the core group. */
  readonly apiGroup?: string | undefined;
  /** Version of the API, such as `v1`. */
  readonly apiVersion?: string | undefined;
  /** Namespace; empty where there is none. */
  readonly namespace?: string | undefined;
  /** The resource, such as `pods`. */
  readonly resource?: string | undefined;
  /** What of the object is meant, such as `status`; empty for the object itself. */
  readonly subresource?: string | undefined;
  /** Name of the object; empty where none is named. */
  readonly name?: string | undefined;
  /** The field selector of a list or watch, as it stands in the URL. */
  readonly fieldSelector?: string | undefined;
  /** The label selector of a list or watch, as it stands in the URL. */
  readonly labelSelector?: string | undefined;
}

/** Who sent a request. */
export interface RequestUser {
  /** Name of the user, such as `system:serviceaccount:ci:runner`. */
  readonly name: string;
  /** The groups that the user is in. */
  readonly groups?: readonly string[] | undefined;
}

/** All that classification looks at. */
export interface RequestDigest {
  /** What is asked. */
  readonly requestInfo: RequestInfo;
  /** Who asks. */
  readonly user: RequestUser;
}
