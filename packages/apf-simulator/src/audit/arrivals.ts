// Source: `k8s.io/apiserver/pkg/apis/audit/v1` and `pkg/endpoints/filters` v0.37.1, `WithAudit`.

import { isLongRunning, type RequestDigest, type RequestUser } from '@kubesem/apf';
import {
  type CompleteAuditEvent,
  isAuditEvent,
  type KnownUser,
  requestOf,
  userOf,
} from './event.js';
import type { RecordedArrival } from './recorded-arrival.js';
import { goSeconds, microseconds } from './times.js';

/**
 * Why an event of an audit log is not an arrival.
 *
 * - `NOT_AN_EVENT`: it is not an audit event, or lacks required fields
 * - `OTHER_STAGE`: the event does not end the request; another one does
 * - `LONG_RUNNING`: it is a watch, a log or another long-running request
 * - `UNAUTHENTICATED`: it was rejected before it was classified
 * - `INVALID_TIME`: a time cannot be read, or the end precedes the start
 * - `INVALID_REQUEST`: the API server cannot read the URL
 */
export type AuditSkipCode =
  | 'NOT_AN_EVENT'
  | 'OTHER_STAGE'
  | 'LONG_RUNNING'
  | 'UNAUTHENTICATED'
  | 'INVALID_TIME'
  | 'INVALID_REQUEST';

/** The requests of an audit log. */
export interface AuditArrivals {
  /** The requests in the order of their times, which are relative to the first one. */
  readonly arrivals: readonly RecordedArrival[];
  /** When the first request arrived, in milliseconds since 1970; 0 if there is none. */
  readonly startUnixMs: number;
  /** Number of requests that the server rejected, so their durations are assumed. */
  readonly assumedDurations: number;
  /** Number of skipped events by reason. */
  readonly skipped: { readonly [Code in AuditSkipCode]: number };
}

/** Reads an audit log event by event, because it may be too large for memory. */
export interface AuditLogReader {
  /**
   * Reads one event.
   *
   * @param event - any value in the log
   * @returns the reason why it is not an arrival; undefined if it is one
   */
  add(event: unknown): AuditSkipCode | undefined;
  /**
   * Ends the log.
   *
   * @returns all arrivals
   */
  finish(): AuditArrivals;
}

const QUEUE_WAIT_ANNOTATION = 'apiserver.latency.k8s.io/apf-queue-wait';

/** A recorded request. */
interface Recorded {
  readonly atMicros: number;
  readonly request: RequestDigest;
  readonly url: string;
  /** Undefined if the server rejected the request. */
  readonly durationSeconds: number | undefined;
}

/** Lets equal requests and users share one object, which saves memory and makes classification faster. */
class Digests {
  private readonly users: Map<string, RequestUser> = new Map();
  private readonly requests: Map<string, RequestDigest> = new Map();

  find(verb: string, url: string, { name, groups }: KnownUser): RequestDigest {
    const userKey = [name, ...groups].join('\0');
    const key = `${verb}\0${url}\0${userKey}`;
    let request = this.requests.get(key);
    if (request === undefined) {
      let user = this.users.get(userKey);
      if (user === undefined) {
        user = { name, groups: [...groups] };
        this.users.set(userKey, user);
      }
      request = requestOf(verb, url, user);
      this.requests.set(key, request);
    }
    return request;
  }
}

function recorded(event: CompleteAuditEvent, digests: Digests): Recorded | AuditSkipCode {
  const { stage, verb, requestURI: url, annotations } = event;
  const code = event.responseStatus?.code;
  if (stage !== 'ResponseComplete' && stage !== 'Panic') {
    return 'OTHER_STAGE';
  }
  const user = userOf(event);
  if (user.name === '') {
    return 'UNAUTHENTICATED';
  }
  const atMicros = microseconds(event.requestReceivedTimestamp);
  const lasted = (microseconds(event.stageTimestamp) - atMicros) / 1e6;
  if (!(lasted >= 0)) {
    return 'INVALID_TIME';
  }
  let request: RequestDigest;
  try {
    request = digests.find(verb, url, user);
  } catch {
    return 'INVALID_REQUEST';
  }
  const { requestInfo } = request;
  if (isLongRunning(requestInfo)) {
    return 'LONG_RUNNING';
  }
  // An eviction has the same status if a disruption budget does not allow it; that request was executed.
  const isRejected = code === 429 && requestInfo.subresource !== 'eviction';
  const waited = goSeconds(annotations?.[QUEUE_WAIT_ANNOTATION]);
  const durationSeconds = isRejected ? undefined : Math.max(0, lasted - waited);
  return { atMicros, request, url, durationSeconds };
}

/** Assumes the mean of the known durations of requests of the same kind, or else of all. */
function assumedDuration(all: readonly Recorded[]): (request: Recorded) => number {
  const sums = new Map<string, { count: number; seconds: number }>();
  const add = (key: string, seconds: number): void => {
    const sum = sums.get(key) ?? { count: 0, seconds: 0 };
    sum.count++;
    sum.seconds += seconds;
    sums.set(key, sum);
  };
  const keyOf = ({ request: { requestInfo } }: Recorded): string =>
    [requestInfo.verb, requestInfo.apiGroup, requestInfo.resource, requestInfo.subresource].join(
      '\0',
    );
  for (const each of all) {
    if (each.durationSeconds === undefined) {
      continue;
    }
    add(keyOf(each), each.durationSeconds);
    add('', each.durationSeconds);
  }
  return (each) => {
    const { count, seconds } = sums.get(keyOf(each)) ?? sums.get('') ?? { count: 1, seconds: 0 };
    return seconds / count;
  };
}

const NONE_SKIPPED: { readonly [Code in AuditSkipCode]: number } = {
  NOT_AN_EVENT: 0,
  OTHER_STAGE: 0,
  LONG_RUNNING: 0,
  UNAUTHENTICATED: 0,
  INVALID_TIME: 0,
  INVALID_REQUEST: 0,
};

/**
 * Creates a reader for an audit log that does not fit into memory; otherwise use {@link arrivalsFromAuditLog}.
 *
 * @returns the reader
 *
 * @example
 * ```ts
 * import { auditLogReader } from '@kubesem/apf-simulator';
 *
 * const reader = auditLogReader();
 * const event = { verb: 'list', requestURI: '/api/v1/pods', user: { username: 'jane' } };
 * reader.add({ ...event, stage: 'RequestReceived' }) // => 'OTHER_STAGE'
 * reader.add({ ...event, verb: 7 }) // => 'NOT_AN_EVENT'
 * reader.finish().arrivals // => []
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/apis/audit/v1` v0.37.1, `Event`.
 */
export function auditLogReader(): AuditLogReader {
  const digests = new Digests();
  const all: Recorded[] = [];
  const skipped = { ...NONE_SKIPPED };
  return {
    add(event) {
      const found = isAuditEvent(event) ? recorded(event, digests) : 'NOT_AN_EVENT';
      if (typeof found === 'string') {
        skipped[found]++;
        return found;
      }
      all.push(found);
      return undefined;
    },
    finish() {
      all.sort((a, b) => a.atMicros - b.atMicros);
      const startMicros = all[0]?.atMicros ?? 0;
      const assumed = assumedDuration(all);
      return {
        arrivals: all.map(
          (each): RecordedArrival => ({
            atSeconds: (each.atMicros - startMicros) / 1e6,
            request: each.request,
            url: each.url,
            durationSeconds: each.durationSeconds ?? assumed(each),
            flow: each.request.user.name,
          }),
        ),
        startUnixMs: startMicros / 1000,
        assumedDurations: all.filter(({ durationSeconds }) => durationSeconds === undefined).length,
        skipped: { ...skipped },
      };
    },
  };
}

/**
 * Reads the requests of an audit log, to simulate them with another configuration.
 *
 * Each user is a flow of the result: the impersonated user if there is one, as for FlowSchemas. A request executes from
 * its arrival to its end, without the time that it waited in a queue. The server records that wait only for requests that
 * take more than half a second, so shorter waits count as execution. A rejected request is assumed to take the mean time
 * of others with its verb and resource. Long-running requests, including watches, are skipped, because the log does not
 * record how long they occupied their seats. Requests that the audit policy omits are missing.
 *
 * @param events - the events, in any order and of all stages; other values are counted as skipped
 * @returns the arrivals, and the number of skipped events
 *
 * @example
 * ```ts
 * import { arrivalsFromAuditLog } from '@kubesem/apf-simulator';
 *
 * const event = {
 *   stage: 'ResponseComplete',
 *   verb: 'list',
 *   requestURI: '/api/v1/namespaces/prod/pods',
 *   user: { username: 'jane', groups: ['system:authenticated'] },
 *   requestReceivedTimestamp: '2026-01-02T03:04:05.000000Z',
 *   stageTimestamp: '2026-01-02T03:04:05.020500Z',
 * };
 * const { arrivals, skipped } = arrivalsFromAuditLog([event, { ...event, stage: 'RequestReceived' }]);
 * arrivals.map(({ flow, durationSeconds }) => `${flow} ${durationSeconds}`) // => ['jane 0.0205']
 * skipped.OTHER_STAGE // => 1
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/apis/audit/v1` v0.37.1, `Event`; `pkg/server`, `DefaultBuildHandlerChain`, where
 * impersonation precedes classification.
 */
export function arrivalsFromAuditLog(events: Iterable<unknown>): AuditArrivals {
  const reader = auditLogReader();
  for (const event of events) {
    reader.add(event);
  }
  return reader.finish();
}
