import {
  estimateWork,
  interestedWatches,
  isLongRunning,
  RetryAfterTracker,
  requestFromUrl,
} from '@kubesem/apf';
import { attempt } from '../comparison.js';
import * as generators from '../generators/apf-requests.js';
import type { Json, JsonObject } from '../json.js';
import type { Operation } from '../operation.js';

interface Line {
  readonly method: string;
  readonly url: string;
}

/** What the API server knows of a request line. */
function infoOf({ method, url }: Line) {
  return requestFromUrl(method, url, { name: '' }).requestInfo;
}

const FIELDS = [
  ...['verb', 'path', 'apiGroup', 'apiVersion', 'namespace', 'resource', 'subresource', 'name'],
  ...['fieldSelector', 'labelSelector'],
] as const;

const requestInfo: Operation = {
  name: 'apf.requestInfo',
  program: 'apf',
  examples: generators.requestLines,
  generate: generators.requestLine,
  compare(input, theirs, comparison) {
    const ours = attempt(() => infoOf(input as unknown as Line));
    const codes: { [err: string]: string } = {
      URL: 'INVALID_URL',
      RequestInfo: 'MISSING_RESOURCE',
    };
    comparison.field('error', codes[theirs.err ?? ''], ours.code);
    if (theirs.out === undefined || ours.value === undefined) {
      return;
    }
    const { info, longRunning } = theirs.out as JsonObject;
    const { isResourceRequest } = info as JsonObject;
    const mine = ours.value as unknown as { [field: string]: string | undefined };
    comparison.field('isResourceRequest', isResourceRequest, ours.value.isResourceRequest);
    for (const field of FIELDS) {
      // Go remembers the group of some paths that are no resources.
      const isRead = isResourceRequest || field === 'verb' || field === 'path';
      comparison.field(field, isRead ? ((info as JsonObject)[field] ?? '') : '', mine[field] ?? '');
    }
    comparison.field('longRunning', longRunning, isLongRunning(ours.value));
  },
  trim(out) {
    const { info, longRunning } = out as { [field: string]: Json };
    const said = Object.entries(info as JsonObject).filter(
      ([field, value]) => value !== '' && field !== 'parts' && field !== 'apiPrefix',
    );
    return { info: Object.fromEntries(said), longRunning } as Json;
  },
  kind(_, { err, out }) {
    const { info, longRunning } = (out ?? {}) as { [field: string]: Json };
    const { verb, isResourceRequest, subresource, name } = (info ?? {}) as JsonObject;
    return `${err},${isResourceRequest},${verb},${subresource},${name !== ''},${longRunning}`;
  },
};

interface Estimation extends Line {
  readonly maxSeats: number;
  readonly stats?: { readonly count: number; readonly size: number; readonly stale: boolean };
  readonly watches: number;
  readonly consistentReads: boolean;
}

const estimate: Operation = {
  name: 'apf.estimate',
  program: 'apf',
  examples: generators.estimations,
  generate: generators.estimation,
  compare(input, theirs, comparison) {
    const { stats, maxSeats, watches, consistentReads, ...line } = input as unknown as Estimation;
    if (theirs.out === undefined) {
      return; // not a request; apf.requestInfo compares that
    }
    const ours = estimateWork(infoOf(line), line.url, {
      maxSeats,
      watches,
      supportsConsistentReads: consistentReads,
      ...(stats && {
        objects: {
          objectCount: stats.count,
          averageObjectBytes: stats.size,
          isStale: stats.stale,
        },
      }),
    });
    const { initialSeats, finalSeats, additionalLatencyNs } = theirs.out as JsonObject;
    comparison.field('initial seats', initialSeats, ours.initialSeats);
    comparison.field('final seats', finalSeats, ours.finalSeats);
    comparison.field('latency', Number(additionalLatencyNs), ours.additionalLatencyNs);
  },
  kind: (input, { err, out }) =>
    `${err},${(input as unknown as Line).method},${JSON.stringify(out)}`,
};

const watchCount: Operation = {
  name: 'apf.watchCount',
  program: 'apf',
  examples: () => [],
  generate: generators.watches,
  compare(input, theirs, comparison) {
    const { watches, requests } = input as unknown as { watches: string[]; requests: Line[] };
    const infos = watches.map((url) => infoOf({ method: 'GET', url }));
    const ours = requests.map((request) => interestedWatches(infoOf(request), infos));
    comparison.field('counts', String(theirs.out), String(ours));
  },
  kind: (input, { out }) => `${(input as { watches: Json[] }).watches.length},${String(out)}`,
};

const retryAfter: Operation = {
  name: 'apf.retryAfter',
  program: 'apf',
  candidates: 1000,
  examples: () => [],
  generate: generators.droppedSeconds,
  compare(input, theirs, comparison) {
    const tracker = new RetryAfterTracker();
    const ours = (input as { seconds: readonly number[] }).seconds.map((second) => {
      tracker.record(second);
      return tracker.retryAfterSeconds;
    });
    comparison.field('seconds', String(theirs.out), String(ours));
  },
  kind: (_, { out }) => {
    const told = out as readonly number[];
    return told.length <= 120 ? `${Math.max(...told)},${told.at(-1)},${told.length >> 4}` : 'long';
  },
};

/** What a request is, and what it costs. */
export const requestOperations: readonly Operation[] = [
  requestInfo,
  estimate,
  watchCount,
  retryAfter,
];
