import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admission, Arrival, Entry, Refusal } from '../gate/entry.js';
import { Gate } from '../gate/gate.js';
import { isPromiseLike } from '../gate/hooks.js';
import type { GateOptions } from '../gate/options.js';
import { type NodeRequest, type NodeResponse, ResponseSignal, whenEnded } from './connection.js';

/** A handler of requests. If it returns a promise, the request executes until that is settled. */
export type NodeHandler<Request, Response> = (request: Request, response: Response) => unknown;

/** A protected handler, for `createServer`. */
export interface ProtectedHandler<Request, Response> {
  /** Handles a request. */
  (request: Request, response: Response): void;
  /** The gate that requests enter before the handler. */
  readonly gate: Gate<Request>;
}

/**
 * Protects a handler of `node:http` or `node:http2`.
 *
 * A request occupies its seats until the promise of the handler is settled **and** the response has ended, even if the
 * client goes away before. If the client goes away while the request waits, the handler is not called.
 *
 * If the handler throws, the gate reports the error and responds with status 500, or ends the connection if the response
 * has begun. In the mode `kubernetes` it always ends the connection, or the stream of HTTP/2, as the API server does.
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
  const protectedHandler = (request: Request, response: Response): void => {
    const { method = '', url = '' } = request;
    enter(gate, { request, method, url }, response, (admission) =>
      execute(gate, handler, request, response, admission),
    );
  };
  return Object.assign(protectedHandler, { gate });
}

/**
 * Lets a request enter a gate, and responds to it if it must not execute. If somebody else has answered it, nothing happens.
 *
 * @param gate - the gate
 * @param arrival - the request
 * @param response - its response
 * @param execute - called when the request is admitted
 */
export function enter<Request>(
  gate: Gate<Request>,
  { request, method, url }: Pick<Arrival<Request>, 'request' | 'method' | 'url'>,
  response: NodeResponse,
  execute: (admission: Admission) => void,
): void {
  const signal = new ResponseSignal(response);
  const entry = gate.enter({ request, method, url, signal });
  const proceed = (known: Entry): void => {
    if (releaseIfAnswered(signal, known)) {
      return;
    }
    if (known.ok) {
      execute(known);
    } else {
      sendRefusal(response, known);
    }
  };
  if (isPromiseLike(entry)) {
    entry.then(proceed).catch((error) => fail(gate, request, response, error));
  } else {
    proceed(entry);
  }
}

/**
 * Releases the seats of a request that needs no response.
 *
 * @param signal - signal of its response, created before the request entered the gate
 * @param entry - what the gate decided
 * @returns whether it needs none: its client is gone, or somebody else has answered it
 */
export function releaseIfAnswered(
  { isAnswered = false }: { readonly isAnswered?: boolean | undefined },
  entry: Entry,
): boolean {
  if (isAnswered && entry.ok) {
    entry.release();
  }
  return isAnswered;
}

function execute<Request extends NodeRequest, Response extends NodeResponse>(
  gate: Gate<Request>,
  handler: NodeHandler<Request, Response>,
  request: Request,
  response: Response,
  admission: Admission,
): void {
  try {
    setHeaders(response, admission);
    const result = handler(request, response);
    if (isPromiseLike(result)) {
      result.then(
        () => releaseAtEnd(response, admission),
        (error) => failAdmitted(gate, request, response, admission, error),
      );
    } else {
      releaseAtEnd(response, admission);
    }
  } catch (error) {
    failAdmitted(gate, request, response, admission, error);
  }
}

function releaseAtEnd(response: NodeResponse, admission: Admission): void {
  whenEnded(response, () => admission.release());
}

function failAdmitted<Request>(
  gate: Gate<Request>,
  request: Request,
  response: NodeResponse,
  admission: Admission,
  error: unknown,
): void {
  fail(gate, request, response, error);
  releaseAtEnd(response, admission);
}

/** Reports an error, and ends the response. */
function fail<Request>(
  gate: Gate<Request>,
  request: Request,
  response: NodeResponse,
  error: unknown,
): void {
  gate.report(error, request);
  if (gate.isKubernetes || response.headersSent) {
    disconnect(response);
  } else {
    sendFailure(response);
  }
}

/**
 * Adds the headers of an admission to a response. If the request is a watch, its seats are free when these are sent.
 *
 * @param response - the response
 * @param admission - the admission
 */
export function setHeaders(response: NodeResponse, admission: Admission): void {
  if (response.headersSent) {
    admission.initialized();
    return;
  }
  const { headers } = admission;
  for (const name of Object.keys(headers)) {
    response.setHeader(name, headers[name] as string);
  }
  if (admission.isWatch) {
    releaseWithHeaders(response as ServerResponse, admission);
  }
}

/** A watch is initialized when its headers are sent: Node sends them by this method even if the handler only writes. */
function releaseWithHeaders(response: ServerResponse, admission: Admission): void {
  const { writeHead } = response;
  response.writeHead = (...args: unknown[]): ServerResponse => {
    response.writeHead = writeHead;
    const result = (writeHead as (...all: unknown[]) => ServerResponse).apply(response, args);
    admission.initialized();
    return result;
  };
}

/** Sends the response to a request that must not execute. */
function sendRefusal(response: NodeResponse, { status, headers, body }: Refusal): void {
  if (response.headersSent) {
    disconnect(response);
    return;
  }
  const { Connection: connection, ...others } = headers;
  const isHttp1 = connection !== undefined && !('stream' in response);
  (response as ServerResponse).writeHead(status, isHttp1 ? { ...others, connection } : others);
  response.end(body);
}

/** Responds to a request whose handler failed. */
function sendFailure(response: NodeResponse): void {
  for (const name of ['Content-Length', 'Content-Encoding', 'Transfer-Encoding']) {
    response.removeHeader(name);
  }
  (response as ServerResponse).writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end('Internal Server Error\n');
}

/** Ends the connection if the response has not ended: the client must not take half of it for a whole one. */
function disconnect(response: NodeResponse): void {
  if (response.writableEnded) {
    return;
  }
  if ('stream' in response) {
    response.stream.close(2); // INTERNAL_ERROR
  } else {
    response.destroy();
  }
}
