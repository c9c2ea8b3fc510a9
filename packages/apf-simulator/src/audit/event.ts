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

/**
 * Reads the user that FlowSchemas see.
 *
 * @param event - the event
 * @returns the user, with an empty name if nobody was authenticated; undefined if the event is malformed
 */
export function userOf({ user, impersonatedUser }: AuditEvent): KnownUser | undefined {
  const { username, groups } = (impersonatedUser?.username ? impersonatedUser : user) ?? {};
  if (username != null && typeof username !== 'string') {
    return undefined;
  }
  const isList = Array.isArray(groups) && groups.every((group) => typeof group === 'string');
  return groups == null || isList ? { name: username ?? '', groups: groups ?? [] } : undefined;
}

/**
 * Reads the request and the user of an audit event.
 *
 * @param event - an event of any stage; only later stages name the impersonated user
 * @returns the request for {@link @kubesem/apf!classify | classify}; its user is the impersonated one, if there is one
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
  const user = userOf(event) ?? { name: '', groups: [] };
  return requestOf(event.verb ?? '', event.requestURI ?? '', user);
}
