import { type RequestDigest } from '@kubesem/apf';
import { requestFromAuditEvent } from '@kubesem/apf-simulator';
import type { WrongLine } from '../../../io/lines.js';

/** A request of an audit log: what its events say together. Source: `k8s.io/apiserver/pkg/apis/audit/v1` v0.37.1. */
export interface AuditedRequest {
  /** As the client sent it. */
  readonly url: string;
  readonly request: RequestDigest;
}

/** Collects the requests of an audit log, several events of which can be of one request. */
export interface AuditEventCollector {
  /** Adds a line; returns what is wrong with it, if anything. */
  readonly add: (line: string, number: number) => WrongLine | undefined;
  /** The requests, in the order of their first events. */
  readonly finish: () => readonly AuditedRequest[];
}

/** Starts to collect the requests of an audit log. */
export function auditEventCollector(): AuditEventCollector {
  const requests = new Map<string, AuditedRequest>();
  return {
    add: (line, number) => {
      const event = eventIn(line);
      if (event === undefined) {
        return { code: 'NOT_AN_EVENT', message: 'not an Event of audit.k8s.io/v1 in JSON' };
      }
      try {
        const request = requestFromAuditEvent(event);
        // A later event knows more, above all who is impersonated.
        requests.set(event.auditID || `line ${number}`, { url: event.requestURI, request });
        return undefined;
      } catch (error) {
        return { code: 'INVALID_REQUEST', message: `requestURI: ${(error as Error).message}` };
      }
    },
    finish: () => [...requests.values()],
  };
}

/** The part of an event that is read. */
interface AuditEvent {
  readonly auditID: string;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: AuditUser;
  readonly impersonatedUser?: AuditUser | undefined;
}

interface AuditUser {
  readonly username?: string | undefined;
  readonly groups?: readonly string[] | undefined;
}

function eventIn(line: string): AuditEvent | undefined {
  let event: Partial<AuditEvent> & { readonly apiVersion?: unknown; readonly kind?: unknown };
  try {
    event = JSON.parse(line);
  } catch {
    return undefined;
  }
  const isEvent =
    event?.apiVersion === 'audit.k8s.io/v1' &&
    event.kind === 'Event' &&
    [event.auditID ?? '', event.requestURI, event.verb].every(isText) &&
    isUser(event.user) &&
    (event.impersonatedUser == null || isUser(event.impersonatedUser));
  return isEvent ? { ...(event as AuditEvent), auditID: event.auditID ?? '' } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isUser(value: unknown): value is AuditUser {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { username, groups } = value as Partial<AuditUser>;
  const areGroups = groups == null || (Array.isArray(groups) && groups.every(isText));
  return isText(username ?? '') && areGroups;
}
