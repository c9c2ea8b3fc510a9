import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import type { AbortSignalLike } from '@kubesem/apf';

/** A request of `node:http`, or of the compatibility API of `node:http2`. */
export type NodeRequest = IncomingMessage | Http2ServerRequest;

/** A response of `node:http`, or of the compatibility API of `node:http2`. */
export type NodeResponse = ServerResponse | Http2ServerResponse;

/**
 * Reports whether a response has ended: all of it was sent, or its client is gone.
 *
 * @param response - the response
 * @returns whether `whenEnded` would call its function immediately
 */
export function hasEnded(response: NodeResponse): boolean {
  return isHttp2(response) ? hasHttp2Ended(response) : hasHttp1Ended(response);
}

/** Reads a property that both have: in a response of express, it takes long to find out that there is no `stream`. */
function isHttp2(response: NodeResponse): response is Http2ServerResponse {
  return response.req.httpVersionMajor === 2;
}

/** A client can keep its half of the stream open after it has received all of the response. */
function hasHttp2Ended({ stream, req }: Http2ServerResponse): boolean {
  // Node ends its half for a HEAD request at once: the headers are all that is sent.
  const isClosed = stream.destroyed || stream.closed;
  return isClosed || (req.method === 'HEAD' ? stream.headersSent : stream.writableFinished);
}

function hasHttp1Ended(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}

/**
 * Calls a function when a response has ended.
 *
 * @param response - the response
 * @param ended - called when it has ended, and immediately if it has already; further calls must do nothing
 */
export function whenEnded(response: NodeResponse, ended: () => void): void {
  if (hasEnded(response)) {
    ended();
  } else if (isHttp2(response)) {
    whenHttp2Ended(response, ended);
  } else if (response.socket !== null) {
    response.on('close', ended);
  } else {
    whenPipelinedEnded(response, ended);
  }
}

function whenHttp2Ended({ stream, req }: Http2ServerResponse, ended: () => void): void {
  // Node emits no event of the response if the client of a HEAD request goes away.
  stream.on('close', ended);
  // A client that resets a stream with NO_ERROR, and has not read all of the response, leaves it open without an event. All
  // that Node does then is to clear its timeout.
  const { setTimeout: set } = stream;
  stream.setTimeout = (...args) => {
    set.apply(stream, args);
    queueMicrotask(() => (stream.closed ? ended() : undefined));
    return stream;
  };
  if (req.method !== 'HEAD') {
    stream.on('finish', ended);
    return;
  }
  const { respond } = stream;
  stream.respond = (...args) => {
    respond.apply(stream, args);
    ended();
  };
}

/** What to call when a socket closes, for the pipelined requests that wait. One listener for all: there can be many. */
const PIPELINED: WeakMap<Socket, Set<() => void>> = /* @__PURE__ */ new WeakMap();

/**
 * A response to a pipelined request has no socket while it waits for the earlier responses. If the client goes away then,
 * only the socket of its request knows.
 */
function whenPipelinedEnded(response: ServerResponse, ended: () => void): void {
  const pipelined = pipelinedOn(response.req.socket);
  const once = (): void => {
    response.off('close', once);
    pipelined.delete(once);
    ended();
  };
  response.once('close', once);
  pipelined.add(once);
}

function pipelinedOn(socket: Socket): Set<() => void> {
  const known = PIPELINED.get(socket);
  if (known !== undefined) {
    return known;
  }
  const pipelined = new Set<() => void>();
  PIPELINED.set(socket, pipelined);
  socket.once('close', () => {
    for (const end of pipelined) {
      end();
    }
  });
  return pipelined;
}

/** A signal that is aborted when a response ends, without the cost of an `AbortController` for each request. */
export class ResponseSignal implements AbortSignalLike {
  private readonly response: NodeResponse;
  /** Whether the headers were sent before the request began to wait. */
  private readonly hadHeaders: boolean;
  private listeners: Set<() => void> | undefined;

  /**
   * Creates a signal.
   *
   * @param response - the response
   */
  constructor(response: NodeResponse) {
    this.response = response;
    this.hadHeaders = response.headersSent;
  }

  get aborted(): boolean {
    return hasEnded(this.response);
  }

  /**
   * Whether there is nothing left to respond to: the client is gone, or somebody else has answered while the request waited,
   * such as a middleware with a timeout.
   */
  get isAnswered(): boolean {
    const { response } = this;
    return (
      response.writableEnded || (response.headersSent && !this.hadHeaders) || hasEnded(response)
    );
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    const listeners = (this.listeners ??= new Set());
    listeners.add(listener);
    whenEnded(this.response, () => {
      if (listeners.delete(listener)) {
        listener();
      }
    });
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners?.delete(listener);
  }
}
