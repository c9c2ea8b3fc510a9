import { isLongRunning, type RequestInfo } from './digest.js';

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
