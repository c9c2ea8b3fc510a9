import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClusterConnection,
  type KubeconfigError,
  type KubeconfigOverrides,
  loadKubeconfig,
  readKubeconfig,
} from '@kubesem/kubeconfig';
import { type ClusterClient, clusterClient, withoutPassword } from '@kubesem/kubeconfig/internal';
import { version } from '../../version.js';
import { MAX_TEXT_BYTES } from '../read.js';
import { InputError, systemReason } from '../sources.js';

/** Which cluster to read from and as whom, as the command line says. */
export type ClusterFlags = Pick<
  KubeconfigOverrides,
  'context' | 'kubeconfig' | 'as' | 'asGroups' | 'asUid' | 'requestTimeout'
>;

/** An API server and the credentials for it, which nobody else receives. */
export interface ApiServer {
  /** Name of the context; the address of a server without one. */
  readonly context: string;
  /** Sends a GET request; the path includes the query. By default, it accepts JSON. */
  readonly get: (path: string, accept?: string) => Promise<Answer>;
  /** Removes the credentials from a text that somebody else wrote. */
  readonly redact: (text: string) => string;
}

/**
 * Connects to a cluster as kubectl does.
 *
 * @param flags - which cluster
 * @returns the API server; nothing is sent yet
 * @throws InputError if no such context is configured, or its credentials cannot be used
 */
export async function connect(flags: ClusterFlags): Promise<ApiServer> {
  try {
    const connection = readKubeconfig({ overrides: flags });
    const client = clientOf(connection);
    return {
      context: connection.context || withoutPassword(connection.server),
      get: async (path, accept = JSON_TYPE) => {
        if (!isPlainPath(path)) {
          throw new InputError('a name of the input leads to another path');
        }
        return getAgain(() => get(client, path, accept));
      },
      redact: client.redact,
    };
  } catch (error) {
    throw new InputError(`${(error as KubeconfigError).message}${adviceFor(error, flags)}`);
  }
}

const CLIENTS = new Map<string, ClusterClient>();

/** A command that reads several times starts a credential plugin once, which may ask the user. */
function clientOf(connection: ClusterConnection): ClusterClient {
  const key = JSON.stringify([connection, process.env]);
  const client = CLIENTS.get(key) ?? clusterClient(connection, { silenceMs: SILENCE_MS });
  CLIENTS.set(key, client);
  return client;
}

/** The codes of errors that go away with another context. */
const OF_CONTEXT = ['CONTEXT_NOT_FOUND', 'NO_KUBECONFIG', 'INVALID_KUBECONFIG'];

/** Names the contexts if another one would help. */
function adviceFor(error: unknown, { kubeconfig, context }: ClusterFlags): string {
  const { code } = error as KubeconfigError;
  if (!OF_CONTEXT.includes(code)) {
    return '';
  }
  const { contexts, currentContext } = loadKubeconfig({ kubeconfig });
  const names = contexts.map(({ name }) => name);
  const isOther = !names.includes(context ?? currentContext);
  if (isOther && names.length > 0) {
    return `; pass --context with one of: ${names.join(', ')}`;
  }
  return names.length === 0 ? '; pass --kubeconfig or set KUBECONFIG' : '';
}

const JSON_TYPE = 'application/json';

/** So long the server may be silent. A credential plugin may take longer. */
const SILENCE_MS = 60_000;

async function getAgain(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await retrying(send);
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(reasonOf(error));
  }
}

/** `fetch` has the reason in the cause of its error, or in the cause of that; other errors have it themselves. */
function reasonOf(error: unknown): string {
  const { cause, name, code = '' } = error as NodeJS.ErrnoException;
  if (cause !== undefined) {
    return reasonOf(cause);
  }
  const isSilent = SILENCE.includes(name) || SILENCE.includes(code);
  // If all addresses of a host fail, the error has no message.
  return isSilent ? 'the server does not answer' : systemReason(error) || code;
}

const SILENCE = ['TimeoutError', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

async function get(client: ClusterClient, path: string, accept: string): Promise<Answer> {
  const headers = { Accept: accept, 'User-Agent': `kubesem/${version}` };
  const response = await client.fetch(path, { headers });
  const { status, body } = response;
  const retryAfter = response.headers.get('Retry-After') ?? undefined;
  return { status, body: await collect(body), retryAfter };
}

async function collect(body: Response['body']): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Node can iterate over a stream; not every version of its types says so.
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_TEXT_BYTES) {
      throw new InputError('the answer is too large');
    }
  }
  return Buffer.concat(chunks).toString('utf8');
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
      if (!isClosed(error)) {
        throw error;
      }
      seconds = RECONNECT_SECONDS;
    }
    await sleep(Math.max(seconds, 0) * 1000);
  }
  return send();
}

/** Whether the server has closed the connection. */
function isClosed(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'UND_ERR_SOCKET';
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
