import { isInt64Text } from '@kubesem/core';
// Source: `k8s.io/apiserver/pkg/util/flowcontrol/request` v0.37.1 (`NewWorkEstimator`).
import { isLabelSelector, parseFieldSelector, requiredValue } from '@kubesem/selectors';
import type { WorkEstimate } from '../engine/queued-request.js';
import { durationPerSeatNs, seatsTimesDuration } from '../engine/seat-seconds.js';
import type { RequestInfo } from './request-digest.js';
import { first, isFlagSet, parseRequestUrl, type Query } from './request-url.js';

const MINIMUM_SEATS = 1;
const MAXIMUM_LIST_SEATS = 100;
const MAXIMUM_LIST_SEATS_BY_COUNT = 10;
const MAXIMUM_MUTATING_SEATS = 10;
const OBJECTS_PER_SEAT = 100;
const BYTES_PER_SEAT = 100_000;
/** No answer from the watch cache is taken for larger. */
const LARGEST_CACHED_BYTES = 1_000_000;
/** What the objects of a resource are taken to be, of which the count is known and the size is not. */
const UNKNOWN_OBJECT_BYTES = 1_500_000;
const STALE_OBJECT_COUNT = 1_000_000_000;
const WATCHES_PER_SEAT = 10;
const EVENT_ADDITIONAL_DURATION_NS = 5_000_000;

/** What is stored of a resource. */
export interface ObjectStats {
  /** The number of objects. */
  readonly objectCount: number;
  /** Their average size, in bytes; 0 if it is not known. */
  readonly averageObjectBytes?: number | undefined;
  /** Whether this was found out more than three minutes ago, so that it counts as very much. */
  readonly isStale?: boolean | undefined;
}

/** What a server knows when it estimates the work of a request. */
export interface WorkEstimateContext {
  /** The most seats that the priority level allows for; 0 or absent if it sets no bound. */
  readonly maxSeats?: number | undefined;
  /** What is stored of the resource; absent if the server does not know. Lists and watches ask for it. */
  readonly objects?: ObjectStats | undefined;
  /** The number of watches that see a change of the object, see {@link interestedWatches}. Writes ask for it. */
  readonly watches?: number | undefined;
  /**
   * Whether the storage can tell how fresh the watch cache is, so that consistent lists come from there: etcd 3.4.31,
   * 3.5.13 and later.
   */
  readonly supportsConsistentReads?: boolean | undefined;
  /** The feature gate `SizeBasedListCostEstimate`; on, if this is left out, as in the release. */
  readonly sizeBasedListCostEstimate?: boolean | undefined;
  /** The feature gate `WatchList`; on, if this is left out, as in the release. */
  readonly watchList?: boolean | undefined;
}

function seatsOnly(initialSeats: number): WorkEstimate {
  return { initialSeats, finalSeats: 0, additionalLatencyNs: 0 };
}

/** The bound of a level, if it sets one that is below the server's. */
function boundedSeats(maxSeats: number | undefined, limit: number): number {
  return maxSeats === undefined || maxSeats === 0 || maxSeats > limit ? limit : maxSeats;
}

/** The options of a list or a watch, as far as they matter; nothing if the server cannot read them. */
interface ListOptions {
  readonly limit: number;
  readonly continue: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly sendInitialEvents: boolean;
  readonly hasSelector: boolean;
}

function readListOptions(query: Query): ListOptions | undefined {
  const text = (name: string): string => first(query, name) ?? '';
  const isReadable = ['limit', 'timeoutSeconds'].every(
    (name) => !query.has(name) || isInt64Text(text(name)),
  );
  if (!isReadable) {
    return undefined;
  }
  return {
    limit: Number(text('limit')),
    continue: text('continue'),
    resourceVersion: text('resourceVersion'),
    resourceVersionMatch: text('resourceVersionMatch'),
    sendInitialEvents: isFlagSet(first(query, 'sendInitialEvents')),
    hasSelector: text('fieldSelector') !== '' || text('labelSelector') !== '',
  };
}

/** Whether a list is answered by the storage, and not by the watch cache. */
function isDelegated(options: ListOptions, supportsConsistentReads: boolean): boolean {
  const { resourceVersion, resourceVersionMatch, limit } = options;
  if (resourceVersionMatch === 'NotOlderThan') {
    return false;
  }
  if (resourceVersionMatch !== '') {
    return true;
  }
  if (options.continue !== '') {
    return true;
  }
  if (limit > 0 && resourceVersion !== '' && resourceVersion !== '0') {
    return true;
  }
  return resourceVersion === '' && !supportsConsistentReads;
}

function listSeatsBySize(
  { objectCount, averageObjectBytes = 0, isStale }: ObjectStats,
  options: ListOptions,
  isNamed: boolean,
  isFromCache: boolean,
): number {
  const count = isStale === true ? STALE_OBJECT_COUNT : objectCount;
  const isUnknown = isStale === true || (averageObjectBytes <= 0 && count !== 0);
  const size = isUnknown ? UNKNOWN_OBJECT_BYTES : averageObjectBytes;
  const limited = options.limit > 0 && options.limit < count ? options.limit : count;
  const half = Math.trunc(count / 2);
  const searched = !isFromCache && options.hasSelector ? Math.max(limited, half) : limited;
  const bytes = (isNamed ? 1 : searched) * size;
  return Math.ceil((isFromCache ? Math.min(bytes, LARGEST_CACHED_BYTES) : bytes) / BYTES_PER_SEAT);
}

function listSeatsByCount(
  { objectCount, isStale }: ObjectStats,
  options: ListOptions,
  isNamed: boolean,
  isFromCache: boolean,
): number {
  const count = isStale === true ? STALE_OBJECT_COUNT : objectCount;
  const limited = options.limit > 0 && options.limit < count ? options.limit : count;
  const fromStorage = options.hasSelector ? count + limited : 2 * limited;
  const processed = isNamed ? 1 : isFromCache ? count : fromStorage;
  return Math.ceil(processed / OBJECTS_PER_SEAT);
}

function estimateList(info: RequestInfo, query: Query, context: WorkEstimateContext): WorkEstimate {
  const bySize = context.sizeBasedListCostEstimate !== false;
  const maxSeats = boundedSeats(
    context.maxSeats,
    bySize ? MAXIMUM_LIST_SEATS : MAXIMUM_LIST_SEATS_BY_COUNT,
  );
  const options = readListOptions(query);
  if (options === undefined) {
    return seatsOnly(maxSeats);
  }
  const isWatch = info.verb === 'watch';
  const { resourceVersion, sendInitialEvents } = options;
  if (isWatch && !sendInitialEvents && resourceVersion !== '' && resourceVersion !== '0') {
    return seatsOnly(MINIMUM_SEATS);
  }
  if (context.objects === undefined) {
    return seatsOnly(MINIMUM_SEATS);
  }
  const isFromCache = isWatch || !isDelegated(options, context.supportsConsistentReads === true);
  const isNamed = (info.name ?? '') !== '';
  const seats = (bySize ? listSeatsBySize : listSeatsByCount)(
    context.objects,
    options,
    isNamed,
    isFromCache,
  );
  return seatsOnly(Math.min(Math.max(seats, MINIMUM_SEATS), maxSeats));
}

function estimateWrite(
  info: RequestInfo,
  { watches, maxSeats }: WorkEstimateContext,
): WorkEstimate {
  if (info.resource === 'serviceaccounts' && info.subresource === 'token') {
    return seatsOnly(MINIMUM_SEATS);
  }
  const counted = watches === undefined ? {} : { watches };
  const wanted = Math.ceil((watches ?? 0) / WATCHES_PER_SEAT);
  if ((watches ?? 0) < WATCHES_PER_SEAT) {
    return { ...seatsOnly(MINIMUM_SEATS), ...counted };
  }
  const finalSeats = Math.min(wanted, boundedSeats(maxSeats, MAXIMUM_MUTATING_SEATS));
  const finalWork = seatsTimesDuration(wanted, EVENT_ADDITIONAL_DURATION_NS);
  const additionalLatencyNs = durationPerSeatNs(finalWork, finalSeats);
  return { initialSeats: MINIMUM_SEATS, finalSeats, additionalLatencyNs, ...counted };
}

/**
 * Estimates the work that a request will be.
 *
 * @param info - what is asked, from {@link requestFromUrl}
 * @param url - the same URL again: what is listed depends on its query
 * @param context - what the server knows
 * @returns the seats that it occupies, and after a write those for the events that the watches get, for some nanoseconds
 *
 * @example
 * ```ts
 * import { estimateWork, requestFromUrl } from '@kubesem/apf';
 *
 * const url = '/api/v1/pods?resourceVersion=0';
 * const { requestInfo } = requestFromUrl('GET', url, { name: 'jane' });
 * const objects = { objectCount: 2000, averageObjectBytes: 4000 };
 * estimateWork(requestInfo, url, { objects }).initialSeats // => 10
 * estimateWork(requestInfo, '/api/v1/pods', { objects }).initialSeats // => 80
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol/request` v0.37.1 (`NewWorkEstimator`).
 */
export function estimateWork(
  info: RequestInfo,
  url: string,
  context: WorkEstimateContext = {},
): WorkEstimate {
  switch (info.verb) {
    case 'list':
      return estimateList(info, parseRequestUrl(url)?.query ?? new Map(), context);
    case 'watch':
      return context.watchList === false
        ? seatsOnly(MINIMUM_SEATS)
        : estimateList(info, parseRequestUrl(url)?.query ?? new Map(), context);
    case 'create':
    case 'update':
    case 'patch':
    case 'delete':
      return estimateWrite(info, context);
    default:
      return seatsOnly(MINIMUM_SEATS);
  }
}

/** A watch that concerns only the objects on one node is not counted. */
function isForOneNode(watch: RequestInfo): boolean {
  if (watch.resource !== 'pods' || !isLabelSelector(watch.labelSelector ?? '')) {
    return false;
  }
  const terms = parseFieldSelector(watch.fieldSelector ?? '');
  return terms !== undefined && (requiredValue(terms, 'spec.nodeName') ?? '') !== '';
}

/**
 * Counts the watches that see a change.
 *
 * @param write - the request that makes the change
 * @param watches - the watches that are open
 * @returns how many of them are for its resource, and for all namespaces or its own, and for all names or its own;
 *   watches of the Pods of one node are left out
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
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`WatchTracker`).
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
    // A watch of one name is in the namespace of the change, or for what has none.
    const isOfName = name === '' || (name === write.name && namespace === (write.namespace ?? ''));
    if (isInNamespace && isOfName) {
      count++;
    }
  }
  return count;
}
