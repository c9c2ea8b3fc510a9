import { type RequestDigest, requestFromAuditEvent } from '@kubesem/apf';

/** A request as an audit log has it: what its events say together. Source: `k8s.io/apiserver/pkg/apis/audit/v1` v0.37.1. */
export interface AuditedRequest {
  /** Number of the line of its last event, counted from 1. */
  readonly line: number;
  /** As the client sent it. */
  readonly url: string;
  /** Who asked for what. */
  readonly request: RequestDigest;
}

/** What is read of an event. */
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

/** A line of a text that could not be used. */
export interface WrongLine {
  readonly line: number;
  readonly message: string;
}

/**
 * Reads an audit log: a JSON object a line, several of which can be of one request.
 *
 * @param text - of the log
 * @returns the requests, in the order of their first events, and the lines that are no events
 */
export function readAuditLog(text: string): {
  readonly requests: readonly AuditedRequest[];
  readonly wrong: readonly WrongLine[];
} {
  const events = new Map<string, readonly [line: number, event: AuditEvent]>();
  const wrong: WrongLine[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') {
      continue;
    }
    const event = eventIn(line);
    if (event === undefined) {
      const message = 'expected an Event of audit.k8s.io/v1 as JSON, on one line';
      wrong.push({ line: index + 1, message });
      continue;
    }
    const key = event.auditID || `line ${index}`;
    // The later event says more, above all who is impersonated.
    events.set(key, [index + 1, event]);
  }
  const requests = [...events.values()].flatMap(([line, event]): AuditedRequest[] => {
    try {
      const request = requestFromAuditEvent(event);
      return [{ line, url: event.requestURI, request }];
    } catch (error) {
      wrong.push({ line, message: `requestURI: ${(error as Error).message}` });
      return [];
    }
  });
  return { requests, wrong };
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
