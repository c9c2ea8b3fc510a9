import type { RequestUser } from '@kubesem/apf';
import type { Awaitable } from '../gate/options.js';

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

/** A hook that returns the user of a request, for `user` in {@link GateOptions}; nothing if it does not know the user. */
export type UserHook<Request> = (request: Request) => Awaitable<RequestUser | null | undefined>;

/** Options of {@link apiKeyUser}. */
export interface ApiKeyOptions {
  /** Name of the header with the key; `x-api-key` by default. */
  readonly header?: string | undefined;
}

/**
 * Finds the user of a request by an API key in a header.
 *
 * @param find - returns the user of a key, or nothing. Never use the key itself as a name: names of users appear in dumps
 * @param options - which header
 * @returns a hook; the request of an unknown key is that of an anonymous user
 *
 * @example
 * ```ts
 * import { apiKeyUser } from '@kubesem/apf-http';
 *
 * const users = new Map([['4f5c', { name: 'shop', groups: ['partners'] }]]);
 * const user = apiKeyUser((key) => users.get(key));
 * await user({ headers: { 'x-api-key': '4f5c' } }) // => { name: 'shop', groups: ['partners'] }
 * await user({ headers: {} }) // => undefined
 * ```
 */
export function apiKeyUser<Request extends RequestWithHeaders>(
  find: (key: string) => Awaitable<RequestUser | null | undefined>,
  { header = 'x-api-key' }: ApiKeyOptions = {},
): UserHook<Request> {
  const name = header.toLowerCase();
  return (request) => {
    const key = headerOf(request, name);
    return key === undefined ? undefined : find(key);
  };
}

/** Claims of a token, as its payload has them. */
export interface TokenClaims {
  /** Any claim. */
  readonly [claim: string]: unknown;
}

/** Options of {@link bearerUser}. */
export interface BearerOptions {
  /** Claim with the name of the user; `sub` by default. */
  readonly nameClaim?: string | undefined;
  /** Claim with the groups of the user, a text or a list of texts; `groups` by default. */
  readonly groupsClaim?: string | undefined;
}

/**
 * Finds the user of a request by the claims of a bearer token, such as a JWT.
 *
 * There is no default for `verify`: anyone can write a token with any claims, so a token that is only decoded lets every
 * client choose its user and with it its priority. Use a library such as `jose`:
 * `async (token) => (await jwtVerify(token, keys, { issuer, audience })).payload`.
 *
 * @param verify - checks the signature, the issuer and the expiration of a token, and returns its claims. If it throws or
 *   returns undefined, the request is that of an anonymous user; reject it in your own authentication
 * @param options - which claims
 * @returns a hook; a request without a bearer token is that of an anonymous user
 *
 * @example
 * ```ts
 * import { bearerUser } from '@kubesem/apf-http';
 *
 * const verify = async (token: string) => (token === 'good' ? { sub: 'jane', groups: ['shop'] } : undefined);
 * const user = bearerUser(verify);
 * await user({ headers: { authorization: 'Bearer good' } }) // => { name: 'jane', groups: ['shop'] }
 * await user({ headers: { authorization: 'Bearer forged' } }) // => undefined
 * ```
 */
export function bearerUser<Request extends RequestWithHeaders>(
  verify: (token: string) => Awaitable<TokenClaims | undefined>,
  { nameClaim = 'sub', groupsClaim = 'groups' }: BearerOptions = {},
): UserHook<Request> {
  return async (request) => {
    const [, token] = /^Bearer +([^ ]+) *$/i.exec(headerOf(request, 'authorization') ?? '') ?? [];
    if (token === undefined) {
      return undefined;
    }
    const claims = await verified(verify, token);
    const name = claims?.[nameClaim];
    return typeof name === 'string' && name !== ''
      ? { name, groups: textsIn(claims?.[groupsClaim]) }
      : undefined;
  };
}

async function verified(
  verify: (token: string) => Awaitable<TokenClaims | undefined>,
  token: string,
): Promise<TokenClaims | undefined> {
  try {
    return await verify(token);
  } catch {
    return undefined;
  }
}

function textsIn(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((entry): entry is string => typeof entry === 'string' && entry !== '');
}

/** The parts of the subject of a certificate, as `getPeerCertificate` of `node:tls` returns them. */
export interface CertificateSubject {
  /** Common name; a list if the subject has several. */
  readonly CN?: string | readonly string[] | undefined;
  /** Organization; a list if the subject has several. */
  readonly O?: string | readonly string[] | undefined;
}

/** A certificate, as `getPeerCertificate` of `node:tls` returns it. */
export interface PeerCertificate {
  /** Its subject. */
  readonly subject?: CertificateSubject | undefined;
}

/** A request over TLS. */
export interface RequestWithSocket {
  /** Socket of the request. */
  readonly socket: {
    /** Whether a trusted authority signed the certificate. */
    readonly authorized?: boolean | undefined;
    /** Returns the certificate of the client; empty if it sent none. */
    getPeerCertificate?(): PeerCertificate | null | undefined;
  };
}

/**
 * Finds the user of a request by the client certificate, as the API server does: the common name is the user, the
 * organizations are the groups.
 *
 * Create the server with `requestCert: true` and the `ca` of the clients. Certificates that this authority did not sign do
 * not count.
 *
 * @param request - the request, whose socket has the certificate
 * @returns the user; undefined without a valid certificate or a common name
 *
 * @example
 * ```ts
 * import { certificateUser } from '@kubesem/apf-http';
 *
 * const getPeerCertificate = () => ({ subject: { CN: 'jane', O: ['dev', 'ops'] } });
 * certificateUser({ socket: { authorized: true, getPeerCertificate } }) // => { name: 'jane', groups: ['dev', 'ops'] }
 * certificateUser({ socket: { authorized: false, getPeerCertificate } }) // => undefined
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/authentication/request/x509` v0.37.1, `CommonNameUserConversion`.
 */
export function certificateUser({ socket }: RequestWithSocket): RequestUser | undefined {
  const subject = socket.authorized === true ? socket.getPeerCertificate?.()?.subject : undefined;
  // Go keeps the last common name.
  const name = textsIn(subject?.CN).slice(-1)[0];
  return name === undefined ? undefined : { name, groups: textsIn(subject?.O) };
}

/**
 * Combines hooks: the first one that knows the user decides.
 *
 * @param hooks - asked one after the other
 * @returns a hook
 *
 * @example
 * ```ts
 * import { apiKeyUser, firstUser } from '@kubesem/apf-http';
 *
 * const user = firstUser(apiKeyUser(() => undefined), () => ({ name: 'guest' }));
 * await user({ headers: { 'x-api-key': 'unknown' } }) // => { name: 'guest' }
 * ```
 */
export function firstUser<Request>(...hooks: readonly UserHook<Request>[]): UserHook<Request> {
  return async (request) => {
    for (const hook of hooks) {
      const user = await hook(request);
      if (user) {
        return user;
      }
    }
    return undefined;
  };
}
