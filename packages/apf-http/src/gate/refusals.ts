// The responses of the API server and of Go's HTTP server to requests that do not execute.
import { goQuote } from '@kubesem/core/internal';
import type { EntryHeaders, Refusal, RefusalCode } from './entry.js';

const TEXT = 'text/plain; charset=utf-8';

/**
 * Creates a rejection with the headers and the body that Go's `http.Error` writes.
 *
 * @param code - why the request does not execute
 * @param status - status of the response
 * @param message - body without its line break
 * @param headers - more headers
 * @param classified - FlowSchema and priority level, if the request was classified
 * @returns the rejection
 */
export function refuse(
  code: RefusalCode,
  status: Refusal['status'],
  message: string,
  headers?: EntryHeaders,
  classified?: { readonly flowSchema: string; readonly priorityLevel: string },
): Refusal {
  return {
    ok: false,
    code,
    status,
    headers: { ...headers, 'Content-Type': TEXT, 'X-Content-Type-Options': 'nosniff' },
    body: `${message}\n`,
    flowSchema: classified?.flowSchema,
    priorityLevel: classified?.priorityLevel,
  };
}

/**
 * Rejects a request because the server shuts down. Its client should go elsewhere, so the connection is closed.
 *
 * @returns the rejection
 */
export function refuseClosed(): Refusal {
  return refuse('CLOSED', 503, 'The server is shutting down, please try again later.', {
    'Retry-After': '1',
    Connection: 'close',
  });
}

/**
 * Rejects a request whose URL Go's HTTP server cannot parse, with its response.
 *
 * @returns the rejection
 */
export function refuseUrl(): Refusal {
  const refusal = refuse('INVALID_URL', 400, '');
  return {
    ...refusal,
    headers: { 'Content-Type': TEXT, Connection: 'close' },
    body: '400 Bad Request',
  };
}

/**
 * Rejects a request whose parameter `timeout` is not a duration, with a Status object.
 *
 * @param message - what is wrong
 * @returns the rejection
 */
export function refuseTimeout(message: string): Refusal {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message };
  return {
    ...refuse(
      'INVALID_TIMEOUT',
      400,
      JSON.stringify({ ...status, reason: 'BadRequest', code: 400 }),
    ),
    headers: { 'Content-Type': 'application/json' },
  };
}

const HTML: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Rejects a request whose path does not name a resource after the prefix `watch` or `proxy`.
 *
 * @param url - as in the request line
 * @returns the rejection
 *
 * Source: `k8s.io/apiserver/pkg/endpoints/handlers/responsewriters` v0.37.1, `InternalError`.
 */
export function refuseResource(url: string): Refusal {
  const problem = `unable to determine kind and namespace from url, ${url}`;
  const text = `Internal Server Error: ${goQuote(url)}: failed to create RequestInfo: ${problem}`;
  const body = text.replace(/[&<>]/g, (character) => HTML[character] as string);
  return refuse('MISSING_RESOURCE', 500, body);
}
