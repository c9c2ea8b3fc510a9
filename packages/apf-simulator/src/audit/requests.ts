import type { RequestDigest } from '@kubesem/apf';
import { FieldError, type FieldProblem } from '@kubesem/core';
import { fieldProblem, fields, THROW } from '@kubesem/core/internal';
import { isAuditEvent, requestFromAuditEvent } from './event.js';

/** A request of an audit log, combined from its events. */
export interface AuditedRequest {
  /** The path with its query, as the client sent it. */
  readonly url: string;
  /** The request and its user. */
  readonly request: RequestDigest;
}

/**
 * What is wrong with an event.
 *
 * - `NOT_AN_EVENT`: the value is not an Event of `audit.k8s.io/v1`, or has no stage, verb or `requestURI`
 * - `INVALID_REQUEST`: the API server cannot read the URL
 */
export type AuditRequestProblemCode = 'NOT_AN_EVENT' | 'INVALID_REQUEST';

/** Collects the requests of an audit log, event by event. */
export interface AuditRequestReader {
  /**
   * Adds an event.
   *
   * @param event - any value
   * @returns what is wrong with it; undefined if it belongs to a request
   */
  readonly add: (event: unknown) => FieldProblem<AuditRequestProblemCode> | undefined;
  /**
   * Returns the requests so far.
   *
   * @returns the requests, in the order of their first events
   */
  readonly finish: () => readonly AuditedRequest[];
}

/**
 * Creates a reader for the requests of an audit log, to classify them. Events with the same `auditID` belong to one
 * request.
 *
 * @returns the reader
 *
 * @example
 * ```ts
 * import { auditRequestReader } from '@kubesem/apf-simulator';
 *
 * const event = {
 *   apiVersion: 'audit.k8s.io/v1',
 *   kind: 'Event',
 *   auditID: '3f1c',
 *   stage: 'RequestReceived',
 *   requestURI: '/api/v1/pods',
 *   verb: 'list',
 *   user: { username: 'admin' },
 * };
 * const reader = auditRequestReader();
 * reader.add(event) // => undefined
 * reader.add({ ...event, stage: 'ResponseComplete', impersonatedUser: { username: 'jane' } }) // => undefined
 * reader.add({ ...event, auditID: '', requestURI: 'pods' })?.code // => 'INVALID_REQUEST'
 * reader.finish().map(({ url, request }) => `${request.user.name} ${url}`) // => ['jane /api/v1/pods']
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/apis/audit/v1` v0.37.1, `Event`.
 */
export function auditRequestReader(): AuditRequestReader {
  const requests = new Map<string | symbol, AuditedRequest>();
  return {
    add: (value) => {
      if (!isAuditEvent(value)) {
        const message =
          'expected an Event of audit.k8s.io/v1 with a stage, a verb and a requestURI';
        const type = 'INVALID';
        return fieldProblem({ type, code: 'NOT_AN_EVENT', path: undefined, message });
      }
      try {
        const { requestURI: url } = value;
        // A later event knows more, above all who is impersonated.
        requests.set(value.auditID || Symbol(), { url, request: requestFromAuditEvent(value) });
        return undefined;
      } catch (error) {
        if (!(error instanceof FieldError)) {
          throw error;
        }
        const { type, value: text, message } = error.problem;
        const path = fields(value, THROW).pathOf('requestURI');
        return fieldProblem({ type, code: 'INVALID_REQUEST', path, value: text, message });
      }
    },
    finish: () => [...requests.values()],
  };
}
