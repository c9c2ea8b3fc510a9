import {
  requiredFieldValue,
  safeParseFieldSelector,
  safeParseLabelSelector,
} from '@kubesem/selectors';
import type { RequestInfo } from './digest.js';

const NO_CHANGE = /^(?:get|list|watch|proxy)$/;

/** Whether a watch selects the Pods of one node; such watches do not count. */
function isForOneNode(watch: RequestInfo): boolean {
  if (watch.resource !== 'pods' || !safeParseLabelSelector(watch.labelSelector ?? '').ok) {
    return false;
  }
  const { value: requirements = [] } = safeParseFieldSelector(watch.fieldSelector ?? '');
  return (requiredFieldValue(requirements, 'spec.nodeName') ?? '') !== '';
}

/**
 * The open watches of a server, to count those that a write notifies. The time of a call does not depend on their number.
 *
 * A watch counts if it is for the same resource, for the same or all namespaces, and for the same or all names. Watches
 * of the Pods of one node do not count.
 *
 * @example
 * ```ts
 * import { requestFromUrl, WatchTracker } from '@kubesem/apf';
 *
 * const info = (method: string, url: string) => requestFromUrl(method, url, { name: 'jane' }).requestInfo;
 * const watches = new WatchTracker();
 * const forget = watches.register(info('GET', '/api/v1/namespaces/prod/pods?watch=1'));
 * watches.interested(info('POST', '/api/v1/namespaces/prod/pods')) // => 1
 * watches.interested(info('POST', '/api/v1/namespaces/test/pods')) // => 0
 * forget();
 * watches.interested(info('POST', '/api/v1/namespaces/prod/pods')) // => 0
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `WatchTracker`.
 */
export class WatchTracker {
  /** Numbers of watches by what they watch. */
  private readonly counts: Map<string, number> = new Map();

  /**
   * Registers a watch.
   *
   * @param watch - what the watch is for; other requests are ignored
   * @returns forgets the watch; call it as often as you like
   */
  register(watch: RequestInfo): () => void {
    if (watch.verb !== 'watch' || isForOneNode(watch)) {
      return () => undefined;
    }
    const key = keyOf(watch, watch.namespace, watch.name);
    this.counts.set(key, this.count(key) + 1);
    let isForgotten = false;
    return () => {
      const left = this.count(key) - 1;
      if (isForgotten) {
        return;
      }
      isForgotten = true;
      if (left === 0) {
        this.counts.delete(key);
      } else {
        this.counts.set(key, left);
      }
    };
  }

  /**
   * Counts the watches that a write notifies.
   *
   * @param write - the request that makes the change
   * @returns the number of watches; 0 for a request that changes nothing
   */
  interested(write: RequestInfo): number {
    const { verb, namespace, name } = write;
    if (this.counts.size === 0 || NO_CHANGE.test(verb)) {
      return 0;
    }
    let count = this.count(keyOf(write, '', ''));
    if (namespace) {
      count += this.count(keyOf(write, namespace, ''));
    }
    if (name) {
      count += this.count(keyOf(write, namespace, name));
    }
    return count;
  }

  private count(key: string): number {
    return this.counts.get(key) ?? 0;
  }
}

function keyOf({ apiGroup = '', resource = '' }: RequestInfo, namespace = '', name = ''): string {
  // As JSON: the parts of a request may hold any character.
  return JSON.stringify([apiGroup, resource, namespace, name]);
}

/**
 * Counts the watches that a write notifies. A server that keeps its watches in a {@link WatchTracker} counts faster.
 *
 * @param write - the request that makes the change
 * @param watches - the open watches
 * @returns the number of watches
 *
 * @example
 * ```ts
 * import { requestFromUrl } from '@kubesem/apf';
 * import { interestedWatches } from '@kubesem/apf/internal';
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
 */
export function interestedWatches(write: RequestInfo, watches: Iterable<RequestInfo>): number {
  const tracker = new WatchTracker();
  for (const watch of watches) {
    tracker.register(watch);
  }
  return tracker.interested(write);
}
