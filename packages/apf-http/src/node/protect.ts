import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Entry } from '../gate/entry.js';
import { Gate } from '../gate/gate.js';
import type { GateOptions } from '../gate/options.js';

/** A request of `node:http`, or of the compatibility API of `node:http2`. */
export type NodeRequest = IncomingMessage | Http2ServerRequest;

/** A response of `node:http`, or of the compatibility API of `node:http2`. */
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** A handler of requests. If it returns a promise, the request executes until that is settled. */
export type NodeHandler<Request, Response> = (request: Request, response: Response) => unknown;

/** A protected handler, for `createServer`. */
export interface ProtectedHandler<Request, Response> {
  /** Handles a request. Resolves when the handler and the response have ended. */
  (request: Request, response: Response): Promise<void>;
  /** The gate in front of the handler. */
  readonly gate: Gate<Request>;
}

/**
 * Protects a handler of `node:http` or `node:http2`.
 *
 * A request occupies its seats until the promise of the handler is settled and the response has ended, even if the client
 * goes away before.
 *
 * @param handler - handles the requests that are admitted
 * @param options - options of a new gate, or a gate
 * @returns a handler for `createServer`
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { protect } from '@kubesem/apf-http';
 *
 * const options = { serverConcurrencyLimit: 20, priorityLevels: [], flowSchemas: [] };
 * const handler = protect((request, response) => response.end('hello'), options);
 * const server = createServer(handler);
 * server.listenerCount('request') // => 1
 * await handler.gate.drain();
 * ```
 */
export function protect<
  Request extends NodeRequest = IncomingMessage,
  Response extends NodeResponse = ServerResponse,
>(
  handler: NodeHandler<Request, Response>,
  options: GateOptions<Request> | Gate<Request>,
): ProtectedHandler<Request, Response> {
  const gate = 'enter' in options ? options : new Gate(options);
  const protectedHandler = async (request: Request, response: Response): Promise<void> => {
    const abort = new AbortController();
    const closed = new Promise<void>((resolve) => {
      response.once('close', () => {
        abort.abort();
        resolve();
      });
    });
    const { method = '', url = '' } = request;
    const entry = await gate.enter({ request, method, url, signal: abort.signal });
    if (!entry.ok) {
      respond(response, entry);
      return;
    }
    try {
      for (const name of Object.keys(entry.headers)) {
        response.setHeader(name, entry.headers[name] as string);
      }
      await handler(request, response);
      await closed;
    } finally {
      entry.release();
    }
  };
  return Object.assign(protectedHandler, { gate });
}

function respond(response: NodeResponse, entry: Extract<Entry, { ok: false }>): void {
  (response as ServerResponse).writeHead(entry.status, { ...entry.headers });
  response.end(entry.body);
}
