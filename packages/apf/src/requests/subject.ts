import { isLongRunning, type RequestInfo } from './digest.js';

/**
 * Reports whether API Priority and Fairness handles a request: of the long-running requests, it handles only watches, until
 * they are initialized.
 *
 * @param info - what is asked for
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
