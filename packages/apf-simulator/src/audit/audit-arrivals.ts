// Source: `k8s.io/apiserver/pkg/apis/audit/v1` and `pkg/endpoints/filters` (`WithAudit`) v0.37.1.

import type { RequestDigest, RequestUser } from '@kubesem/apf';
import { isLongRunning, requestFromUrl } from '@kubesem/apf';
import type { RecordedArrival } from './recorded-arrival.js';

/** The part of a user in an audit log that matters. */
export interface AuditUser {
  /** Name of the user. */
  readonly username?: string | null | undefined;
  /** The groups that the user is in. */
  readonly groups?: readonly string[] | null | undefined;
}

/** The part of an answer in an audit log that matters. */
export interface AuditResponseStatus {
  /** The status of HTTP. */
  readonly code?: number | null | undefined;
}

/** The part of an `Event` of `audit.k8s.io/v1` that matters. */
export interface AuditEvent {
  /** Only `ResponseComplete` and `Panic` end a request. */
  readonly stage?: string | null | undefined;
  /** The path with its query. */
  readonly requestURI?: string | null | undefined;
  /** The verb of Kubernetes; the method in lower case for paths that are no resources. */
  readonly verb?: string | null | undefined;
  /** Who sent the request. */
  readonly user?: AuditUser | null | undefined;
  /** As whom it was to be treated: flow schemas see this user instead. */
  readonly impersonatedUser?: AuditUser | null | undefined;
  /** What was answered. */
  readonly responseStatus?: AuditResponseStatus | null | undefined;
  /** When the request came. */
  readonly requestReceivedTimestamp?: string | Date | null | undefined;
  /** When the stage was reached. */
  readonly stageTimestamp?: string | Date | null | undefined;
  /** The server notes here, among others, how long slow requests waited. */
  readonly annotations?: { readonly [key: string]: string | null | undefined } | null | undefined;
}

/**
 * Why an event of an audit log is no arrival.
 *
 * - `NOT_AN_EVENT`: no event of an audit log, or without what one needs
 * - `OTHER_STAGE`: the request has not ended with it; another event tells that
 * - `LONG_RUNNING`: watches, logs and the like
 * - `UNAUTHENTICATED`: it was refused before it was classified
 * - `INVALID_TIME`: a time that cannot be read, or an end before the beginning
 * - `INVALID_REQUEST`: a URL that the API server would not read
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
  /** In the order of their times, which count from the first one. */
  readonly arrivals: readonly RecordedArrival[];
  /** When the first one came, in milliseconds since 1970; 0 if there is none. */
  readonly startUnixMs: number;
  /** Of how many the server rejected, so that it is not known how long they would have executed. */
  readonly assumedDurations: number;
  /** How many events were left out, and why. */
  readonly skipped: { readonly [Code in AuditSkipCode]: number };
}

/** Takes the events of an audit log one by one: it may be too large to be held. */
export interface AuditLogReader {
  /**
   * Takes one event.
   *
   * @param event - whatever stands in the log
   * @returns why it is no arrival; nothing if it is one
   */
  add(event: unknown): AuditSkipCode | undefined;
  /**
   * Ends the log.
   *
   * @returns all arrivals
   */
  finish(): AuditArrivals;
}

const METHODS: { readonly [verb: string]: string | undefined } = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  proxy: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
};

const QUEUE_WAIT_ANNOTATION = 'apiserver.latency.k8s.io/apf-queue-wait';

/** Microseconds since 1970; times of audit logs have that many digits, which `Date` has not. */
function microseconds(time: unknown): number {
  if (typeof time === 'object' && time !== null) {
    return new Date(time as Date).getTime() * 1000;
  }
  if (typeof time !== 'string') {
    return Number.NaN;
  }
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(time);
  if (match === null) {
    return Number.NaN;
  }
  const [, whole = '', fraction = '', zone = ''] = match;
  return Date.parse(whole + zone) * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

const UNIT_SECONDS: { readonly [unit: string]: number } = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** Seconds of a duration as Go writes it, such as `1m2.5s`; 0 of anything else. */
function goSeconds(text: unknown): number {
  if (typeof text !== 'string') {
    return 0;
  }
  const part = /(\d+(?:\.\d+)?)(ns|us|µs|μs|ms|s|m|h)/y;
  let seconds = 0;
  while (part.lastIndex < text.length) {
    const match = part.exec(text);
    if (match === null) {
      return 0;
    }
    const [, number, unit = ''] = match;
    seconds += Number(number) * (UNIT_SECONDS[unit] ?? 0);
  }
  return seconds;
}

/** A request as it was recorded, with its time as it stands in the log. */
interface Recorded {
  readonly atMicros: number;
  readonly request: RequestDigest;
  readonly url: string;
  /** Undefined if the server rejected it. */
  readonly durationSeconds: number | undefined;
}

/** A user whose groups are known. */
interface KnownUser extends RequestUser {
  readonly groups: readonly string[];
}

/** Requests and users that are alike share one object: classification looks at the same ones again and again. */
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

/** A verb does not tell the method alone: HEAD is a `get`, too, which makes no difference. */
function requestOf(verb: string, url: string, user: RequestUser): RequestDigest {
  const method = Object.prototype.hasOwnProperty.call(METHODS, verb) ? METHODS[verb] : undefined;
  return requestFromUrl(method ?? verb.toUpperCase(), url, user);
}

/** The user whom the flow schemas see; its name is empty if nobody was recognised. */
function userOf({ user, impersonatedUser }: AuditEvent): KnownUser | undefined {
  const { username, groups } = (impersonatedUser?.username ? impersonatedUser : user) ?? {};
  if (username != null && typeof username !== 'string') {
    return undefined;
  }
  const isList = Array.isArray(groups) && groups.every((group) => typeof group === 'string');
  return groups == null || isList ? { name: username ?? '', groups: groups ?? [] } : undefined;
}

function recorded(event: AuditEvent, digests: Digests): Recorded | AuditSkipCode {
  const { stage, verb, requestURI: url, annotations } = event;
  const code = event.responseStatus?.code;
  if (typeof stage !== 'string') {
    return 'NOT_AN_EVENT';
  }
  if (stage !== 'ResponseComplete' && stage !== 'Panic') {
    return 'OTHER_STAGE';
  }
  const user = userOf(event);
  if (typeof verb !== 'string' || typeof url !== 'string' || user === undefined) {
    return 'NOT_AN_EVENT';
  }
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
  // An eviction is answered with the same status when a disruption budget is used up: it has executed.
  const isRejected = code === 429 && requestInfo.subresource !== 'eviction';
  const waited = goSeconds(annotations?.[QUEUE_WAIT_ANNOTATION]);
  const durationSeconds = isRejected ? undefined : Math.max(0, lasted - waited);
  return { atMicros, request, url, durationSeconds };
}

/** The mean of the known durations of requests of the same kind, or else of all. */
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

/**
 * Reads who asked for what out of an event of an audit log.
 *
 * @param event - of any stage; only the later ones tell who is impersonated
 * @returns what {@link classify} and {@link ApfController} take; the user is the impersonated one, if there is one
 * @throws {@link ApfError} `INVALID_URL` if its URL is none
 * @throws {@link ApfError} `MISSING_RESOURCE` if its path ends after one of the old prefixes `watch` and `proxy`
 *
 * @example
 * ```ts
 * import { requestFromAuditEvent } from '@kubesem/apf-simulator';
 *
 * const event = { verb: 'deletecollection', requestURI: '/api/v1/namespaces/prod/pods', user: { username: 'jane' } };
 * const { requestInfo, user } = requestFromAuditEvent(event);
 * `${user.name} ${requestInfo.verb} ${requestInfo.resource}` // => 'jane deletecollection pods'
 * requestFromAuditEvent({ ...event, requestURI: '' }) // throws INVALID_URL
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/audit` v0.37.1 (`LogRequestMetadata`); `pkg/server` (`DefaultBuildHandlerChain`):
 * impersonation comes before the classification.
 */
export function requestFromAuditEvent(event: AuditEvent): RequestDigest {
  const user = userOf(event) ?? { name: '', groups: [] };
  return requestOf(event.verb ?? '', event.requestURI ?? '', user);
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
 * Reads an audit log event by event; see {@link arrivalsFromAuditLog}, which takes all at once.
 *
 * @returns the reader
 *
 * @example
 * ```ts
 * import { auditLogReader } from '@kubesem/apf-simulator';
 *
 * const reader = auditLogReader();
 * reader.add({ stage: 'RequestReceived' }) // => 'OTHER_STAGE'
 * reader.add('something else') // => 'NOT_AN_EVENT'
 * reader.finish().arrivals // => []
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/apis/audit/v1` v0.37.1 (`Event`).
 */
export function auditLogReader(): AuditLogReader {
  const digests = new Digests();
  const all: Recorded[] = [];
  const skipped = { ...NONE_SKIPPED };
  return {
    add(event) {
      const isObject = typeof event === 'object' && event !== null;
      const found = isObject ? recorded(event as AuditEvent, digests) : 'NOT_AN_EVENT';
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
 * Takes the requests out of an audit log, to simulate them again with another configuration.
 *
 * Each flow of the result is a user, the impersonated one where there is one, as the flow schemas see it. A request
 * executed from its arrival to its end, less the time that it waited in a queue: the server notes that for requests that
 * took more than half a second, so that shorter waits count as execution. How long a request that was rejected would
 * have executed is taken from the mean of others with its verb and resource. Long-running requests are left out, watches
 * among them: the log does not tell how long those occupied their seats. Requests that the audit policy leaves out are
 * missing, too.
 *
 * @param events - in any order and of all stages; what is no event is counted
 * @returns the arrivals, and what was left out
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
 * Source: `k8s.io/apiserver/pkg/apis/audit/v1` v0.37.1 (`Event`); `pkg/server` (`DefaultBuildHandlerChain`):
 * impersonation comes before the classification.
 */
export function arrivalsFromAuditLog(events: Iterable<unknown>): AuditArrivals {
  const reader = auditLogReader();
  for (const event of events) {
    reader.add(event);
  }
  return reader.finish();
}
