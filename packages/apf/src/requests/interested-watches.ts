import {
  requiredFieldValue,
  safeParseFieldSelector,
  safeParseLabelSelector,
} from '@kubesem/selectors';
import type { RequestInfo } from './digest.js';

/** Whether a watch selects the Pods of one node; such watches do not count. */
function isForOneNode(watch: RequestInfo): boolean {
  if (watch.resource !== 'pods' || !safeParseLabelSelector(watch.labelSelector ?? '').ok) {
    return false;
  }
  const { value: requirements = [] } = safeParseFieldSelector(watch.fieldSelector ?? '');
  return (requiredFieldValue(requirements, 'spec.nodeName') ?? '') !== '';
}

/**
 * Counts the watches that a write notifies.
 *
 * A watch counts if it is for the same resource, for the same or all namespaces, and for the same or all names. Watches
 * of the Pods of one node do not count.
 *
 * @param write - the request that makes the change
 * @param watches - the open watches
 * @returns the number of watches
 *
 * @example
 * ```ts
 * import { interestedWatches, requestFromUrl } from '@kubesem/apf';
 *
 * const info = (method: string, url: string) => requestFromUrl(method, url, { name: 'jane' }).requestInfo;
 * const watches = [
 *   info('GET', '/api/v1/pods?watch=1'),
 *   info('GET', '/api/v1/namespaces/prod/pods?watch=1'),
 *   info('GET', '/api/v1/pods?watch=1&fieldSelector=spec.nodeName%3Dnode-1'),
 * ];
 * interestedWatches(info('POST', '/api/v1/namespaces/test/pods'), watches) // => 1
 * interestedWatches(info('POST', '/api/v1/namespaces/prod/pods'), watches) // => 2
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `WatchTracker`.
 */
export function interestedWatches(write: RequestInfo, watches: Iterable<RequestInfo>): number {
  if (/^(?:get|list|watch|proxy)$/.test(write.verb)) {
    return 0;
  }
  let count = 0;
  for (const watch of watches) {
    const { namespace = '', name = '' } = watch;
    if (watch.verb !== 'watch' || (watch.resource ?? '') !== (write.resource ?? '')) {
      continue;
    }
    if ((watch.apiGroup ?? '') !== (write.apiGroup ?? '') || isForOneNode(watch)) {
      continue;
    }
    const isInNamespace = namespace === '' || namespace === write.namespace;
    // A watch of one name is in the namespace of the change, or the change is cluster-scoped.
    const isOfName = name === '' || (name === write.name && namespace === (write.namespace ?? ''));
    if (isInNamespace && isOfName) {
      count++;
    }
  }
  return count;
}
