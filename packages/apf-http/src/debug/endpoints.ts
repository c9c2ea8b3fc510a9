import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApfDump, type LevelConcurrency } from '@kubesem/apf';
import { parameterFromUrl, pathFromUrl } from '@kubesem/apf/internal';
import type { MetricSource } from '../metrics/gate-metrics.js';
import { type DumpName, dumpText } from './dumps.js';
import { debugPage } from './page.js';

const PATH = '/debug/api_priority_and_fairness';
const NANOSECONDS_PER_MILLISECOND = 1e6;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
const DUMPS: readonly DumpName[] = ['dump_priority_levels', 'dump_queues', 'dump_requests'];

/** Options of {@link debugEndpoints}. */
export interface DebugOptions {
  /** Token that clients must send in the header `Authorization: Bearer …`. */
  readonly token?: string | undefined;
  /** Decides who may read the endpoints, instead of `token`. */
  authorize?(request: IncomingMessage): boolean | PromiseLike<boolean>;
}

/** Serves the debug endpoints. */
export interface DebugEndpoints {
  /**
   * Responds to a request if its path is one of the endpoints.
   *
   * @returns whether the path is an endpoint; if not, handle the request yourself
   */
  (request: IncomingMessage, response: ServerResponse): boolean;
}

/** What has a state to show: a gate. */
export interface DebugSource extends MetricSource {
  /** Returns the live state. */
  dump(options: { readonly includeRequestDetails?: boolean | undefined }): ApfDump;
}

/**
 * Serves the debug endpoints of the API server: `/debug/api_priority_and_fairness/dump_priority_levels`, `…/dump_queues` and
 * `…/dump_requests`, in the same format, and a page for people at `/debug/api_priority_and_fairness`.
 *
 * They show names of users and paths. Without `token` and `authorize`, only clients on the same machine may read them:
 * requests from a loopback address, to a loopback name, and not from a proxy. A proxy on the same machine that sets neither
 * `X-Forwarded-For` nor a similar header, and changes the name of the host, hides its clients: pass a `token` then.
 *
 * @param gate - the gate
 * @param options - who may read the endpoints
 * @returns a handler that does not go through the gate, so it responds even if the server is full
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { Gate, protect } from '@kubesem/apf-http';
 * import { debugEndpoints } from '@kubesem/apf-http/debug';
 *
 * const gate = new Gate({ serverConcurrencyLimit: 10, priorityLevels: [], flowSchemas: [] });
 * const debug = debugEndpoints(gate);
 * const handler = protect((request, response) => response.end('hello'), gate);
 * const server = createServer((request, response) => {
 *   if (!debug(request, response)) handler(request, response);
 * });
 * server.listening // => false
 * gate.close();
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `configController.Install`.
 */
export function debugEndpoints(gate: DebugSource, options: DebugOptions = {}): DebugEndpoints {
  const seats = new Map<string, LevelConcurrency>();
  gate.on({
    adjusted: (name, concurrency) => void seats.set(name, concurrency),
    removed: (name) => void seats.delete(name),
  });
  const answer = (path: string, url: string): readonly [type: string, body: string] => {
    const name = DUMPS.find((dump) => path === `${PATH}/${dump}`);
    const nowNs = gate.nowNs();
    if (name === undefined) {
      const dump = gate.dump({ includeRequestDetails: true });
      return ['text/html; charset=utf-8', debugPage(dump, seats, nowNs)];
    }
    const includeRequestDetails = Boolean(parameterFromUrl(url, 'includeRequestDetails'));
    const dump = gate.dump({ includeRequestDetails });
    const startMs = Math.round(Date.now() - nowNs / NANOSECONDS_PER_MILLISECOND);
    return ['text/plain; charset=utf-8', dumpText(name, dump, { startMs, includeRequestDetails })];
  };
  const respond = async (path: string, request: IncomingMessage, response: ServerResponse) => {
    let isAllowed = false;
    try {
      isAllowed = await mayRead(request, options);
    } catch {
      // Who cannot be authorized may not read.
    }
    if (!isAllowed) {
      send(response, 403, 'text/plain; charset=utf-8', 'Forbidden\n');
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      send(response, 405, 'text/plain; charset=utf-8', 'Method Not Allowed\n');
    } else {
      send(response, 200, ...answer(path, request.url ?? ''));
    }
  };
  return (request, response) => {
    const path = pathFromUrl(request.url ?? '') ?? '';
    const isOurs = path === PATH || DUMPS.some((dump) => path === `${PATH}/${dump}`);
    if (isOurs) {
      // Somebody else may have answered meanwhile.
      respond(path, request, response).catch(() => response.destroy());
    }
    return isOurs;
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  });
  response.end(body);
}

function mayRead(
  request: IncomingMessage,
  { token, authorize }: DebugOptions,
): boolean | PromiseLike<boolean> {
  if (authorize !== undefined) {
    return authorize(request);
  }
  if (token !== undefined) {
    return isSame(request.headers.authorization ?? '', `Bearer ${token}`);
  }
  const { headers, socket } = request;
  // A proxy names its clients, or itself. Without settings, nginx does neither but speaks HTTP/1.0.
  const isForwarded =
    request.httpVersion === '1.0' || FORWARDED.some((name) => headers[name] !== undefined);
  // A page in a browser on this machine can send requests to loopback under any name of its own, but not under these.
  const host = headers.host ?? String(headers[':authority'] ?? '');
  const isLocalName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host);
  return isLoopback(socket.remoteAddress ?? '') && isLocalName && !isForwarded;
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** Compares secrets in a time that says nothing about them. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
