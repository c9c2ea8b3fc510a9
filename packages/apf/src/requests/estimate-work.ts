// Source: `k8s.io/apiserver/pkg/util/flowcontrol/request` v0.37.1, `NewWorkEstimator`.

import { COUNT_OPTION, type OptionRange, readOption } from '@kubesem/core/internal';
import type { RequestInfo } from './digest.js';
import { areNumbersReadable, first, isFlagSet, parseRequestUrl, type Query } from './url.js';
import { durationPerSeatNs, seatsTimesDuration, type WorkEstimate } from './work-estimate.js';

const MINIMUM_SEATS = 1;
const MAXIMUM_LIST_SEATS = 100;
const MAXIMUM_LIST_SEATS_BY_COUNT = 10;
const MAXIMUM_MUTATING_SEATS = 10;
const OBJECTS_PER_SEAT = 100;
const BYTES_PER_SEAT = 100_000;
/** The most bytes that a response from the watch cache counts as. */
const LARGEST_CACHED_BYTES = 1_000_000;
/** Assumed size of objects if only their number is known. */
const UNKNOWN_OBJECT_BYTES = 1_500_000;
const STALE_OBJECT_COUNT = 1_000_000_000;
const WATCHES_PER_SEAT = 10;
const EVENT_ADDITIONAL_DURATION_NS = 5_000_000;

/** The stored objects of a resource. */
export interface ObjectStats {
  /** Number of objects. */
  readonly objectCount: number;
  /** Average size of an object in bytes; 0, negative or absent if unknown. */
  readonly averageObjectBytes?: number | undefined;
  /** Whether these numbers are older than three minutes; the server then assumes a very large number of objects. */
  readonly isStale?: boolean | undefined;
}

/** What a server knows when it estimates the work of a request. */
export interface WorkEstimateContext {
  /** Maximum number of seats that the priority level allows; 0 or absent if it sets no limit. */
  readonly maxSeats?: number | undefined;
  /** The stored objects of the resource, for lists and watches; absent if unknown. */
  readonly objects?: ObjectStats | undefined;
  /** Number of watches that a write notifies; see `interestedWatches`. */
  readonly watches?: number | undefined;
  /**
   * Whether etcd reports the progress of watches (3.4.31, 3.5.13 and later), so the watch cache can serve consistent
   * lists; on by default.
   *
   * Source: `k8s.io/apiserver/pkg/storage/feature` v0.37.1, `RequestWatchProgress`.
   */
  readonly supportsConsistentReads?: boolean | undefined;
  /** The feature gate `SizeBasedListCostEstimate`; on by default, as in Kubernetes 1.37. */
  readonly sizeBasedListCostEstimate?: boolean | undefined;
  /** The feature gate `WatchList`; on by default, as in Kubernetes 1.37. */
  readonly watchList?: boolean | undefined;
}

/** Not infinite, as no objects of infinite size are not a number of bytes. */
const AVERAGE_OPTION: OptionRange = { min: -9_007_199_254_740_991, max: 9_007_199_254_740_991 };

/** Rejects what no server can know. An estimate that is not a number would hold its seats forever. */
function checkContext({ maxSeats, watches, objects }: WorkEstimateContext): void {
  readOption('maxSeats', maxSeats, COUNT_OPTION, 'INVALID_LIMIT');
  readOption('watches', watches, COUNT_OPTION, 'INVALID_LIMIT');
  if (objects !== undefined) {
    readOption('objectCount', objects.objectCount, COUNT_OPTION, 'INVALID_LIMIT');
    readOption('averageObjectBytes', objects.averageObjectBytes, AVERAGE_OPTION, 'INVALID_LIMIT');
  }
}

function seatsOnly(initialSeats: number): WorkEstimate {
  return { initialSeats, finalSeats: 0, additionalLatencyNs: 0 };
}

/** The limit of the level, if it is below that of the server. */
function boundedSeats(maxSeats: number | undefined, limit: number): number {
  return maxSeats === undefined || maxSeats === 0 || maxSeats > limit ? limit : maxSeats;
}

/** The options of a list or a watch that matter for its work. */
interface ListOptions {
  readonly limit: number;
  readonly continue: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly sendInitialEvents: boolean;
  readonly hasSelector: boolean;
}

/** Reads the options; undefined if the server cannot decode them. */
function readListOptions(query: Query): ListOptions | undefined {
  const text = (name: string): string => first(query, name) ?? '';
  if (!areNumbersReadable(query)) {
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

/** Whether etcd serves a list, and not the watch cache. */
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
  const isFromCache = isWatch || !isDelegated(options, context.supportsConsistentReads !== false);
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
 * Estimates the work of a request.
 *
 * @param info - what the request is for, from {@link requestFromUrl}
 * @param url - the URL of the request, because the work of a list depends on its query
 * @param context - what the server knows
 * @returns the seats of the request, and for a write also those for the watch events and their duration in nanoseconds
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if a number of the context is not one that
 *   a server can know
 *
 * @example
 * ```ts
 * import { requestFromUrl, workEstimate } from '@kubesem/apf';
 *
 * const url = '/api/v1/pods?resourceVersion=0';
 * const { requestInfo } = requestFromUrl('GET', url, { name: 'jane' });
 * const objects = { objectCount: 2000, averageObjectBytes: 4000 };
 * workEstimate(requestInfo, url, { objects }).initialSeats // => 10
 * workEstimate(requestInfo, '/api/v1/pods', { objects, supportsConsistentReads: false }).initialSeats // => 80
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol/request` v0.37.1, `NewWorkEstimator`.
 */
export function workEstimate(
  info: RequestInfo,
  url: string,
  context: WorkEstimateContext = {},
): WorkEstimate {
  checkContext(context);
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
