/** What the API server reads from the method and URL of a request. */
export interface RequestInfo {
  /** Whether the request is for a resource. If not, only `verb` and `path` are set. */
  readonly isResourceRequest: boolean;
  /** Path of the URL, decoded. */
  readonly path: string;
  /** `get`, `list`, `watch` and so on; for non-resource requests the method in lower case. */
  readonly verb: string;
  /** API group, such as `apps`; empty for the core group. */
  readonly apiGroup?: string | undefined;
  /** API version, such as `v1`. */
  readonly apiVersion?: string | undefined;
  /** Namespace; empty if there is none. */
  readonly namespace?: string | undefined;
  /** Resource, such as `pods`. */
  readonly resource?: string | undefined;
  /** Subresource, such as `status`; empty for the object itself. */
  readonly subresource?: string | undefined;
  /** Name of the object; empty if the request names none. */
  readonly name?: string | undefined;
  /** Field selector of a list or watch, as in the URL. */
  readonly fieldSelector?: string | undefined;
  /** Label selector of a list or watch, as in the URL. */
  readonly labelSelector?: string | undefined;
}

/** Who sends a request. */
export interface RequestUser {
  /** Name of the user, such as `system:serviceaccount:ci:runner`. */
  readonly name: string;
  /** Groups of the user. */
  readonly groups?: readonly string[] | undefined;
}

/** The parts of a request that classification reads. */
export interface RequestDigest {
  /** What the request is for. */
  readonly requestInfo: RequestInfo;
  /** Who sends the request. */
  readonly user: RequestUser;
}

const LONG_RUNNING_VERBS = /^(?:watch|proxy)$/;
const LONG_RUNNING_SUBRESOURCES = /^(?:attach|exec|proxy|log|portforward)$/;

/**
 * Reports whether a request is long-running.
 *
 * Long-running requests are not subject to API Priority and Fairness, except for watches, which occupy their seats until
 * they are initialized.
 *
 * @param info - what the request is for
 * @returns whether it is long-running
 *
 * @example
 * ```ts
 * import { isLongRunning, requestFromUrl } from '@kubesem/apf';
 *
 * const { requestInfo } = requestFromUrl('GET', '/api/v1/namespaces/prod/pods/web/log?follow=1', { name: 'jane' });
 * isLongRunning(requestInfo) // => true
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/server/filters` v0.37.1, `BasicLongRunningRequestCheck`, with the arguments of
 * kube-apiserver.
 */
export function isLongRunning(info: RequestInfo): boolean {
  if (LONG_RUNNING_VERBS.test(info.verb)) {
    return true;
  }
  if (info.isResourceRequest) {
    return LONG_RUNNING_SUBRESOURCES.test(info.subresource ?? '');
  }
  return info.path.startsWith('/debug/pprof/');
}

/**
 * Reports whether API Priority and Fairness handles a request. It ignores long-running requests, except for watches
 * that are not initialized yet.
 *
 * @param info - what the request is for
 * @returns whether it handles the request
 *
 * @example
 * ```ts
 * import { isSubjectToApf, requestFromUrl } from '@kubesem/apf';
 *
 * const isSubject = (url: string) => isSubjectToApf(requestFromUrl('GET', url, { name: 'jane' }).requestInfo);
 * isSubject('/api/v1/pods?watch=1') // => true
 * isSubject('/api/v1/namespaces/prod/pods/web/log') // => false
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/server/filters` v0.37.1, `priorityAndFairnessHandler.Handle`.
 */
export function isSubjectToApf(info: RequestInfo): boolean {
  return info.verb === 'watch' || !isLongRunning(info);
}
