/**
 * A request whose headers a hook can read: of `node:http`, `node:http2`, express, fastify or Koa, a fetch `Request`, or the
 * context of a hono handler.
 */
export type RequestWithHeaders = ServerRequest | HandlerContext;

/** A request of a server, or of the fetch API. */
export interface ServerRequest {
  /** Its headers. */
  readonly headers: HeaderFields | HeaderGetter;
}

/** The context of a hono handler. */
export interface HandlerContext {
  /** Its request. */
  readonly req: ContextRequest;
}

/** The request in the context of a hono handler. */
export interface ContextRequest {
  /** Returns a header; undefined if it is absent. */
  header(name: string): string | undefined;
}

/** The headers of a Node request, by names in lower case. */
export interface HeaderFields {
  /** A header that is repeated has a list of values. */
  readonly [name: string]: string | readonly string[] | undefined;
}

/** The headers of a fetch `Request`. */
export interface HeaderGetter {
  /** Returns a header; null if it is absent. */
  get(name: string): string | null;
}

/**
 * Reads a header.
 *
 * @param request - the request
 * @param name - name of the header, in lower case
 * @returns its value; undefined if it is absent, empty or repeated
 */
export function headerOf(request: RequestWithHeaders, name: string): string | undefined {
  const value = rawHeader(request, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function rawHeader(request: RequestWithHeaders, name: string): unknown {
  if (!('headers' in request)) {
    return request.req.header(name);
  }
  const { headers } = request;
  if (typeof headers.get === 'function') {
    return (headers as HeaderGetter).get(name);
  }
  return Object.prototype.hasOwnProperty.call(headers, name)
    ? (headers as HeaderFields)[name]
    : undefined;
}
