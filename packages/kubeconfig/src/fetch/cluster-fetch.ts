import { readOption, TIMER_OPTION } from '@kubesem/core/internal';
import type { Dispatcher } from 'undici';
import { type KubeconfigFiles, LOCAL_FILES } from '../config/file-system.js';
import type { Environment } from '../config/paths.js';
import {
  type ClusterConnection,
  type Impersonation,
  NO_CREDENTIALS,
  NO_TLS,
} from '../connection/connection.js';
import { formatGoUrl, type GoUrl } from '../connection/go-url.js';
import { connectionUrl } from '../connection/server-url.js';
import { KubeconfigError } from '../error.js';
import { CONNECTION, OPTIONS, readInput } from '../options.js';
import { UserCredentials } from './credentials.js';
import { Dispatchers } from './dispatchers.js';
import type { HeaderList } from './impersonation.js';
import { loadUndici } from './load-undici.js';
import { environmentProxy } from './proxy.js';
import { basicHeader } from './user-of-url.js';

/** A `fetch` for one API server. */
export type ClusterFetch = (path: string | URL, init?: RequestInit) => Promise<Response>;

/** Options of {@link clusterFetch}. */
export interface ClusterFetchOptions {
  /** The environment: proxies, and what credential plugins receive. Default: that of the process */
  readonly env?: Environment | undefined;
  /** What reads certificates, keys and tokens. Default: the file system */
  readonly files?: KubeconfigFiles | undefined;
  /** Whether credential plugins may read from standard input. Default: if it is a terminal */
  readonly isInteractive?: boolean | undefined;
  /** How long a credential plugin may run. Default: 60000, and 600000 if it is interactive */
  readonly pluginTimeoutMs?: number | undefined;
}

const PLUGIN_MS = 60_000;
const INTERACTIVE_PLUGIN_MS = 600_000;

/**
 * Makes a `fetch` that connects to an API server as kubectl does: with its certificates, through its proxy, and with the
 * credentials of the user.
 *
 * A path such as `/api/v1/pods` is below that of the server. Files are read again when they change, and a credential plugin runs
 * again when its credentials have expired or the server has answered 401; that answer is returned, and the next request has the
 * new credentials. A request that has a header `Authorization` or `Impersonate-User` keeps it. Redirects are returned, not
 * followed, so that no other server receives credentials.
 *
 * @param connection - how to reach the server, from {@link readKubeconfig}
 * @param options - the environment, the file system, and limits of credential plugins
 * @returns the function. It rejects with a {@link KubeconfigError} with code `FOREIGN_URL` for the URL of another server, and
 *   `CREDENTIALS_UNAVAILABLE` if a credential plugin fails; otherwise it behaves as `fetch` does
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `pluginTimeoutMs` is not a number from 1 to
 *   2147483647; {@link KubeconfigError} with code `INVALID_TYPE` if another value has the wrong type; `INVALID_KUBECONFIG` if
 *   the address of the server is not a URL;
 *   `CREDENTIALS_UNAVAILABLE` if a certificate, key or token cannot be used; `NOT_SUPPORTED` for a proxy of an unknown
 *   kind or with an invalid address, or an authentication provider that kubectl has removed
 *
 * @example
 * ```ts
 * import { clusterFetch, readKubeconfig } from '@kubesem/kubeconfig';
 *
 * const read = () => Buffer.from('clusters: [{ name: c, cluster: { server: https://10.0.0.1 } }]');
 * const connection = readKubeconfig({ env: {}, files: { currentFolder: '/', read }, overrides: { cluster: 'c' } });
 * const fetch = clusterFetch(connection);
 * await fetch('https://example.com/') // throws FOREIGN_URL
 * ```
 *
 * Source: `k8s.io/client-go/rest` v0.37.1, `HTTPClientFor`.
 */
export function clusterFetch(
  connection: ClusterConnection,
  options: ClusterFetchOptions = {},
): ClusterFetch {
  return clusterClient(connection, options).fetch;
}

/** Options of {@link clusterClient}. */
interface ClusterClientOptions extends ClusterFetchOptions {
  /** How long the server may send nothing. Default: as long as it wants, for watches */
  readonly silenceMs?: number;
}

/** What asks an API server. */
export interface ClusterClient {
  /** Sends a request. */
  readonly fetch: ClusterFetch;
  /** Hides the credentials that were sent in a text that somebody else wrote, who may repeat what it received. */
  redact(text: string): string;
}

/**
 * Makes what asks an API server.
 *
 * @param given - how to reach the server
 * @param options - the environment, the file system, and limits of credential plugins
 *
 * @internal
 */
export function clusterClient(
  given: ClusterConnection,
  options: ClusterClientOptions = {},
): ClusterClient {
  const connection = connectionIn(given);
  const { env = process.env, files = LOCAL_FILES, ...limits } = readInput(options, OPTIONS);
  const { isInteractive = Boolean(process.stdin.isTTY), pluginTimeoutMs } = limits;
  const timeoutMs =
    readOption('pluginTimeoutMs', pluginTimeoutMs, TIMER_OPTION) ??
    (isInteractive ? INTERACTIVE_PLUGIN_MS : PLUGIN_MS);
  const server = connectionUrl(connection);
  if (typeof server === 'string') {
    throw new KubeconfigError('INVALID_KUBECONFIG', server);
  }
  const context = { env, files, hasTerminal: isInteractive, timeoutMs };
  const credentials = new UserCredentials(connection, context);
  const dispatchers = new Dispatchers(connection, proxyOf(connection, server, env), files);
  const base = baseOf(server);
  const [name = '', password = ''] = server.user.slice(0, -1).split(/:(.*)/s);
  // The user in the address of the server counts instead of all others.
  const ofServer = server.user === '' ? '' : basicHeader(name, password);
  return {
    redact: (text) => credentials.redact(text),
    fetch: async (path, init = {}) => {
      const url = urlBelow(base, path);
      const { fetch } = await loadUndici();
      const signal = signalOf(connection, init);
      const headers = new Headers(init.headers);
      const own = headers.get('Authorization') ?? ofServer;
      const carried = await unlessAborted(signal, () => credentials.next(own));
      const dispatcher = await dispatchers.current(carried.ofPlugin);
      const authorization = own || carried.authorization;
      const added = addedHeaders(headers, authorization, credentials.impersonation);
      if (connection.disableCompression) {
        headers.set('Accept-Encoding', 'identity');
      }
      const request = { ...init, headers, signal };
      const response = await fetch(url, {
        ...(request as object),
        // Every request of this dispatcher has the credentials, also one to another server.
        redirect: 'manual',
        dispatcher: dispatcher.compose(carrying(added, options.silenceMs)),
      });
      if (response.status === UNAUTHORIZED && own === '') {
        await unlessAborted(signal, () => credentials.rejected(carried));
      }
      return response as unknown as Response;
    },
  };
}

const UNAUTHORIZED = 401;

/** What a caller has left out is empty. */
function connectionIn(given: ClusterConnection): ClusterConnection {
  const read: Partial<ClusterConnection> = readInput(given, CONNECTION);
  const { server = '', proxyUrl = '', impersonate, tls, credentials } = read;
  return {
    ...(read as ClusterConnection),
    server,
    proxyUrl,
    impersonate: impersonate && { ...NOBODY, ...impersonate },
    tls: { ...NO_TLS, ...tls },
    credentials: { ...NO_CREDENTIALS, ...credentials },
  };
}

const NOBODY: Impersonation = { user: '', uid: '', groups: [], extra: {} };

/** Go accepts hosts and ports that no connection can be made to. */
function baseOf(server: GoUrl): URL {
  const text = formatGoUrl({ ...server, user: '', query: '' });
  try {
    return new URL(text);
  } catch {
    throw new KubeconfigError('INVALID_KUBECONFIG', `${text} is not the URL of a server`);
  }
}

function proxyOf(connection: ClusterConnection, server: GoUrl, env: Environment): URL | undefined {
  const { proxy, error } =
    connection.proxyUrl === '' ? environmentProxy(server, env) : { proxy: connection.proxyUrl };
  if (error !== undefined) {
    throw new KubeconfigError('NOT_SUPPORTED', error);
  }
  if (proxy !== undefined && !/^(?:https?|socks5):/i.test(proxy)) {
    const message = 'proxies other than http://, https:// and socks5:// are not supported';
    throw new KubeconfigError('NOT_SUPPORTED', message);
  }
  if (proxy !== undefined && !URL.canParse(proxy)) {
    // The error of `URL` has the text, which can have a password.
    throw new KubeconfigError(
      'NOT_SUPPORTED',
      'the address of the proxy has no valid host and port',
    );
  }
  return proxy === undefined ? undefined : new URL(proxy);
}

/** Credentials are for one server alone. */
function urlBelow(base: URL, path: string | URL): URL {
  const prefix = base.pathname.replace(/\/$/, '');
  let url: URL | undefined;
  try {
    const text = String(path);
    url = new URL(text.startsWith('/') ? `${base.origin}${prefix}${text}` : text);
  } catch {
    // It is no URL.
  }
  if (url?.origin !== base.origin) {
    const other = url?.origin ?? 'a text without a leading slash';
    throw new KubeconfigError('FOREIGN_URL', `${other} is not on the server ${base.origin}`);
  }
  return url;
}

function addedHeaders(
  headers: Headers,
  authorization: string,
  impersonation: HeaderList,
): HeaderList {
  return [
    ...(authorization === '' || headers.has('Authorization')
      ? []
      : [['Authorization', authorization] as const]),
    ...(headers.has('Impersonate-User') ? [] : impersonation),
  ];
}

/** `Headers` would join the values of one name to one line, which the API server reads as one group. */
function carrying(added: HeaderList, silenceMs = 0): Dispatcher.DispatcherComposeInterceptor {
  // Agents for proxies pass no timeouts on, so each request has its own.
  const timeouts = { bodyTimeout: silenceMs, headersTimeout: silenceMs };
  const more: { [name: string]: string[] } = {};
  for (const [name, value] of added) {
    more[name] ??= [];
    // Go sends UTF-8; each character of a header is one byte here.
    more[name]?.push(Buffer.from(value).toString('latin1'));
  }
  return (dispatch) => (options, handler) => {
    // `fetch` passes an object.
    const headers = { ...(options.headers as object), ...more };
    return dispatch({ ...options, ...timeouts, headers }, handler);
  };
}

/** A credential plugin may wait for somebody: who gives up a request does not wait as well. */
async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (signal === undefined) {
    return work();
  }
  signal.throwIfAborted();
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', abort as () => void);
  }
}

function signalOf(
  { requestTimeoutMs }: ClusterConnection,
  { signal }: RequestInit,
): AbortSignal | undefined {
  const signals = [
    ...(signal ? [signal] : []),
    ...(requestTimeoutMs > 0
      ? [AbortSignal.timeout(Math.min(Math.ceil(requestTimeoutMs), TIMER_OPTION.max))]
      : []),
  ];
  return signals.length > 1 ? AbortSignal.any(signals) : signals[0];
}
