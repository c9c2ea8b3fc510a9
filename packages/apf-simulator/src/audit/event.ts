// Source: `k8s.io/apiserver/pkg/apis/audit/v1` v0.37.1, `Event`.
import { type RequestDigest, type RequestUser, requestFromUrl } from '@kubesem/apf';

/** A user in an audit log; only the fields that are read. */
export interface AuditUser {
  /** Name of the user. */
  readonly username?: string | null | undefined;
  /** Groups of the user. */
  readonly groups?: readonly string[] | null | undefined;
}

/** A response in an audit log; only the fields that are read. */
export interface AuditResponseStatus {
  /** HTTP status code. */
  readonly code?: number | null | undefined;
}

/** An `Event` of `audit.k8s.io/v1`; only the fields that are read. */
export interface AuditEvent {
  /** `audit.k8s.io/v1`; absent in the items of an EventList. */
  readonly apiVersion?: string | null | undefined;
  /** `Event`; absent in the items of an EventList. */
  readonly kind?: string | null | undefined;
  /** The same for all events of a request. */
  readonly auditID?: string | null | undefined;
  /** Stage of the request; only `ResponseComplete` and `Panic` end it. */
  readonly stage?: string | null | undefined;
  /** The path with its query. */
  readonly requestURI?: string | null | undefined;
  /** Verb of the Kubernetes API; for non-resource requests the method in lower case. */
  readonly verb?: string | null | undefined;
  /** Who sent the request. */
  readonly user?: AuditUser | null | undefined;
  /** The impersonated user, which FlowSchemas match instead of the sender. */
  readonly impersonatedUser?: AuditUser | null | undefined;
  /** The response. */
  readonly responseStatus?: AuditResponseStatus | null | undefined;
  /** When the request arrived. */
  readonly requestReceivedTimestamp?: string | Date | null | undefined;
  /** When the stage was reached. */
  readonly stageTimestamp?: string | Date | null | undefined;
  /** Annotations; the server records here how long a slow request waited in its queue. */
  readonly annotations?: { readonly [key: string]: string | null | undefined } | null | undefined;
}

/** A user with known groups. */
export interface KnownUser extends RequestUser {
  /** Groups of the user. */
  readonly groups: readonly string[];
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

/**
 * Reads a request from a verb; a HEAD request also has the verb `get`, which makes no difference.
 *
 * @param verb - the verb in the event
 * @param url - the path with its query
 * @param user - the user
 * @returns the request
 * @throws {@link @kubesem/core!FieldError | FieldError} with the codes of {@link requestFromUrl}
 */
export function requestOf(verb: string, url: string, user: RequestUser): RequestDigest {
  const method = Object.prototype.hasOwnProperty.call(METHODS, verb) ? METHODS[verb] : undefined;
  return requestFromUrl(method ?? verb.toUpperCase(), url, user);
}

/** An audit event with the fields that the API server always sets. */
export interface CompleteAuditEvent extends AuditEvent {
  readonly stage: string;
  readonly verb: string;
  readonly requestURI: string;
}

/**
 * Reports whether a value is an event that an API server can have written.
 *
 * @param value - any value
 * @returns whether it has the required fields, and no field of the wrong type
 */
export function isAuditEvent(value: unknown): value is CompleteAuditEvent {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { apiVersion, kind, auditID, stage, verb, requestURI, user, impersonatedUser } =
    value as AuditEvent;
  return (
    (apiVersion ?? 'audit.k8s.io/v1') === 'audit.k8s.io/v1' &&
    (kind ?? 'Event') === 'Event' &&
    [auditID ?? '', stage, verb, requestURI].every(isText) &&
    [user, impersonatedUser].every(isUser)
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether a value is a user; an absent user is empty, as in Go. */
function isUser(value: unknown = null): boolean {
  if (typeof value !== 'object') {
    return false;
  }
  const { username, groups } = (value ?? {}) as AuditUser;
  const areGroups = groups == null || (Array.isArray(groups) && groups.every(isText));
  return isText(username ?? '') && areGroups;
}

/**
 * Reads the user that FlowSchemas see.
 *
 * @param event - the event
 * @returns the user, with an empty name if nobody was authenticated or the user is malformed
 */
export function userOf({ user, impersonatedUser }: AuditEvent): KnownUser {
  const found = impersonatedUser?.username ? impersonatedUser : user;
  const { username, groups } = (isUser(found) && found) || {};
  return { name: username ?? '', groups: groups ?? [] };
}

/**
 * Reads the request and the user of an audit event.
 *
 * @param event - an event of any stage; only later stages name the impersonated user
 * @returns the request for {@link @kubesem/apf!classifyRequest | classifyRequest}; its user is the impersonated one, if there is one
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_URL` if the server cannot parse the URL
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `MISSING_RESOURCE` if the path ends after the deprecated
 *   prefix `watch` or `proxy`
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
 * Source: `k8s.io/apiserver/pkg/audit` v0.37.1, `LogRequestMetadata`; `pkg/server`, `DefaultBuildHandlerChain`, where
 * impersonation precedes classification.
 */
export function requestFromAuditEvent(event: AuditEvent): RequestDigest {
  return requestOf(event.verb ?? '', event.requestURI ?? '', userOf(event));
}
