import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeConfig } from '@kubernetes/client-node';
import { displayText } from '@kubesem/core/internal';
import { version } from '../../version.js';
import { MAX_TEXT_BYTES } from '../read.js';
import { InputError, systemReason } from '../sources.js';
import { readKubeconfig } from './kubeconfig.js';

/** Which cluster to read from, as the command line names it. */
export interface ClusterFlags {
  /** Name of a context; undefined for the current one of the kubeconfig. */
  readonly context?: string | undefined;
  /** A file; undefined for what kubectl uses. */
  readonly kubeconfig?: string | undefined;
}

/** An API server and the credentials for it, which nobody else receives. */
export interface ApiServer {
  /** Name of the context. */
  readonly context: string;
  /** Sends a GET request; the path includes the query. By default, it accepts JSON. */
  readonly get: (path: string, accept?: string) => Promise<Answer>;
  /** Removes the credentials from a text that somebody else wrote. */
  readonly redact: (text: string) => string;
}

/** The official client. It is optional, because most users read files. Version 2 needs Node 22. */
const CLIENT = '@kubernetes/client-node';
type Client = typeof import('@kubernetes/client-node');

/**
 * Connects to the cluster of a context.
 *
 * @param flags - which cluster
 * @param load - loads the official client
 * @returns the API server; nothing is sent yet
 * @throws InputError if the client is missing, no such context is configured, or its credentials cannot be loaded
 */
export async function connect(
  flags: ClusterFlags,
  load: () => Promise<Pick<Client, 'KubeConfig'>> = () => import('@kubernetes/client-node'),
): Promise<ApiServer> {
  const { KubeConfig: Config } = await loadClient(load);
  const config = readKubeconfig(flags.kubeconfig, Config);
  // The client returns undefined if the kubeconfig names none.
  const context = flags.context ?? (config.getCurrentContext() || '');
  selectContext(config, context);
  const { server = '' } = config.getCurrentCluster() ?? {};
  const options: RequestOptions = {};
  try {
    // Without TLS, as of kubectl proxy, kubectl reads no credentials, whatever else the cluster says.
    // Source: `k8s.io/client-go/tools/clientcmd` v0.37.1, `DirectClientConfig.ClientConfig`.
    if (server.startsWith('https:')) {
      checkProvider(config, context);
      await config.applyToHTTPSOptions(options);
    }
  } catch (error) {
    if (error instanceof InputError) {
      throw error;
    }
    // The message is that of a credential plugin, which may contain anything.
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new InputError(
      `context ${context}: its credentials cannot be loaded${code}; check them with kubectl`,
    );
  }
  const base = server.endsWith('/') ? server.slice(0, -1) : server;
  return {
    context,
    get: async (path, accept = JSON_TYPE) => {
      if (!isPlainPath(path)) {
        throw new InputError('a name of the input leads to another path');
      }
      return getAgain(`${base}${path}`, {
        ...options,
        headers: { ...options.headers, Accept: accept },
      });
    },
    redact: redactor(options),
  };
}

async function loadClient(
  load: () => Promise<Pick<Client, 'KubeConfig'>>,
): Promise<Pick<Client, 'KubeConfig'>> {
  let problem: string;
  try {
    const client = await load();
    if (typeof client.KubeConfig?.prototype.applyToHTTPSOptions === 'function') {
      return client;
    }
    problem = `the installed version of ${CLIENT} is not version 1 or 2`;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    problem = isMissing
      ? `reading a cluster needs the package ${CLIENT}`
      : `the installed version of ${CLIENT} does not run on Node ${process.versions.node}`;
  }
  throw new InputError(`${problem}; install it next to kubesem: npm install --global ${CLIENT}@1`);
}

function selectContext(config: KubeConfig, context: string): void {
  const names = config.getContexts().map(({ name }) => name);
  if (!names.includes(context)) {
    const problem =
      context === '' ? 'the kubeconfig has no current context' : `no context named ${context}`;
    throw new InputError(`${problem}; pass --context with one of: ${names.join(', ')}`);
  }
  config.setCurrentContext(context);
  if (!/^https?:\/\//.test(config.getCurrentCluster()?.server ?? '')) {
    throw new InputError(`context ${context}: the kubeconfig has no server for it`);
  }
}

/** Of a Pod, which the client calls by this name. */
const PROVIDERS = ['oidc', 'tokenFile'];

/** The client still runs the commands of auth providers that kubectl has removed, in the current folder. */
function checkProvider(config: KubeConfig, context: string): void {
  const provider: unknown = config.getCurrentUser()?.authProvider;
  if (provider === undefined || provider === null) {
    return;
  }
  const { name, config: settings } = provider as {
    readonly name?: unknown;
    readonly config?: { readonly exec?: unknown } | null;
  };
  if (typeof name !== 'string' || !PROVIDERS.includes(name) || settings?.exec) {
    throw new InputError(
      `context ${context}: kubectl no longer supports the auth provider ${displayText(name)}; use a credential plugin`,
    );
  }
}

const JSON_TYPE = 'application/json';

/** So long the server may be silent. */
const SILENCE_MS = 60_000;

async function getAgain(url: string, options: RequestOptions): Promise<Answer> {
  try {
    return await retrying(() => get(url, options));
  } catch (error) {
    throw new InputError(systemReason(error));
  }
}

function get(url: string, options: RequestOptions): Promise<Answer> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const headers = {
    ...options.headers,
    'User-Agent': `kubesem/${version}`,
  };
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { ...options, headers, timeout: SILENCE_MS }, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      collect(response).then(
        (body) => resolve({ status, body, retryAfter: answered['retry-after'] }),
        reject,
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('the server does not answer')));
    sent.on('error', reject);
    sent.end();
  });
}

async function collect(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_TEXT_BYTES) {
      throw new InputError('the answer is too large');
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Text of a server can repeat what it received. */
function redactor({ headers, auth }: RequestOptions): (text: string) => string {
  const sent = Object.entries({ ...headers }).flatMap(([name, value]) =>
    name.toLowerCase() === 'authorization' ? String(value).split(' ') : [],
  );
  const [, password] = /^[^:]*:(.*)$/s.exec(auth ?? '') ?? [];
  const encoded = auth && Buffer.from(auth).toString('base64');
  const hidden = [...sent, password, encoded].filter(
    (secret): secret is string => !!secret && !/^(?:bearer|basic)$/i.test(secret),
  );
  return (text) => hidden.reduce((result, secret) => result.replaceAll(secret, '(hidden)'), text);
}

/** An answer of the API server. */
interface Answer {
  readonly status: number;
  readonly body: string;
  /** The header `Retry-After`. */
  readonly retryAfter?: string | undefined;
}

/** As often as the Go client. */
const MAX_RETRIES = 10;
/** The Go client has no limit. Nobody waits longer for a table. */
const MAX_WAIT_SECONDS = 60;
/** After a closed connection. */
const RECONNECT_SECONDS = 1;

/**
 * Sends a request again if the server is too busy (429) or fails (5xx) and says when to come back, or if it closed the
 * connection.
 *
 * Source: `k8s.io/client-go/rest` v0.37.1, `withRetry.IsNextRetry`, and the retryable errors of `Request.request`.
 *
 * @param send - sends the request
 * @returns the answer: after the last attempt, of whatever status
 * @throws the error of the last attempt; InputError if the server asks for a longer wait
 */
async function retrying(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; attempt < MAX_RETRIES; attempt++) {
    let seconds: number | undefined;
    try {
      const answer = await send();
      seconds = secondsToWait(answer);
      if (seconds === undefined) {
        return answer;
      }
      if (seconds > MAX_WAIT_SECONDS) {
        throw new InputError(
          `the server answered ${answer.status} and asks to wait ${seconds} seconds; try again later`,
        );
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') {
        throw error;
      }
      seconds = RECONNECT_SECONDS;
    }
    await sleep(Math.max(seconds, 0) * 1000);
  }
  return send();
}

function secondsToWait({ status, retryAfter = '' }: Answer): number | undefined {
  const canWait = status === 429 || status >= 500;
  // A date is not read, as in the Go client.
  return canWait && /^[-+]?\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

/**
 * Says why a name cannot be a segment of a path, in the words of the API machinery. URL parsers resolve `..` even in its
 * encoded form `%2E%2E`, so such a name would lead to another object.
 *
 * Source: `k8s.io/apimachinery/pkg/api/validate/content` v0.37.1, `IsPathSegmentName`.
 *
 * @param name - any text of the input
 * @returns the errors; none if the name can be a segment
 */
export function segmentErrors(name: string): string[] {
  return name === '.' || name === '..'
    ? [`may not be '${name}'`]
    : ['/', '%'].filter((each) => name.includes(each)).map((each) => `may not contain '${each}'`);
}

/** Encodes a segment of a path. A lone surrogate has no encoding, so it is replaced, as in Go. */
export function encodeSegment(name: string): string {
  return encodeURIComponent(Buffer.from(name).toString());
}

/**
 * Whether a path is requested as it is written: it has no segments such as `..`, with which a name of the input would read
 * other objects with the rights of the user.
 *
 * @param path - may have a query
 */
function isPlainPath(path: string): boolean {
  const [plain = ''] = path.split('?');
  return (
    plain.startsWith('/') &&
    !plain.includes('//') &&
    new URL(`http://server${plain}`).pathname === plain
  );
}
