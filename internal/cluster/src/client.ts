import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ManifestLike, pathOf } from './object.js';

/** A request to the API server. */
export interface ApiRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Client certificate and key, instead of the token of the administrator. */
  readonly cert?: string;
  readonly key?: string;
}

/** Sends a request; the path includes the query. */
export type ApiFetch = (path: string, request?: ApiRequest) => Promise<Response>;

/** An answer of the API server that is not a success. */
export class ApiError extends Error {
  constructor(
    readonly status: Status,
    readonly request: string,
  ) {
    super(`${request}: ${status.message}`);
  }
}

/** The `Status` of an answer. */
export interface Status {
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly StatusCause[] };
}

/** A stored object, or why it is not stored. */
export type Attempt<T> =
  | { readonly value: T; readonly status?: undefined }
  | { readonly status: Status; readonly value?: undefined };

/** A cause in the details of a `Status`. */
export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/** Reads and writes objects of the API server. */
export class ApiClient {
  readonly #agent: Agent;
  readonly #server: string;
  readonly #token: string;

  constructor(server: string, ca: string, token: string) {
    this.#server = server;
    this.#token = token;
    this.#agent = new Agent({ ca, keepAlive: true, maxSockets: 8 });
  }

  /** Sends a request. The Authorization of the administrator is added unless the request has credentials. */
  readonly fetch: ApiFetch = (path, { method = 'GET', headers = {}, body, cert, key } = {}) => {
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    const hasUser = cert !== undefined || names.includes('authorization');
    return new Promise((resolve, reject) => {
      const sent = request(
        this.#server + path,
        {
          method,
          headers: {
            ...(hasUser ? {} : { Authorization: `Bearer ${this.#token}` }),
            ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          agent: this.#agent,
          ...(cert === undefined ? {} : { cert, key }),
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const { statusCode = 0 } = answer;
            const fields = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
              values.map((value): [string, string] => [name, value]),
            );
            const isEmpty = statusCode === 204 || statusCode === 304;
            const content = isEmpty ? null : Buffer.concat(chunks);
            resolve(new Response(content, { status: statusCode, headers: fields }));
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  };

  /** Sends an object, or nothing, and reads the answer; an answer that is not a success is an {@link ApiError}. */
  async send<T>(method: string, path: string, object?: object, type?: string): Promise<T> {
    const response = await this.fetch(path, {
      method,
      ...(object === undefined ? {} : { body: JSON.stringify(object) }),
      ...(type === undefined ? {} : { headers: { 'Content-Type': type } }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) {
      throw new ApiError(answer as Status, `${method} ${path}`);
    }
    return answer as T;
  }

  /** Creates an object; the query may be `?dryRun=All`. */
  create<T extends ManifestLike>(object: T, query = ''): Promise<T> {
    return this.send(
      'POST',
      pathOf({ ...object, metadata: { ...object.metadata, name: '' } }) + query,
      object,
    );
  }

  /** Creates an object that the server may reject: the stored object, or why not. */
  async attempt<T extends ManifestLike>(object: T, query = ''): Promise<Attempt<T>> {
    try {
      return { value: await this.create(object, query) };
    } catch (error) {
      if (error instanceof ApiError) {
        return { status: error.status };
      }
      throw error;
    }
  }

  /** Reads an object again. */
  read<T extends ManifestLike>(object: T): Promise<T> {
    return this.send('GET', pathOf(object));
  }

  /** Changes fields of an object, or of a subresource such as `/status`, by a JSON merge patch. */
  patch<T extends ManifestLike>(object: T, change: object, subresource = ''): Promise<T> {
    return this.send('PATCH', pathOf(object) + subresource, change, 'application/merge-patch+json');
  }

  /** Deletes an object. */
  delete(object: ManifestLike, options?: object): Promise<unknown> {
    return this.send('DELETE', pathOf(object), options);
  }

  /** Lists objects of a kind, with their kind, as the server orders them. */
  async list<T>(path: string): Promise<T[]> {
    const list = await this.send<{ items: T[]; kind: string; apiVersion: string }>('GET', path);
    const kind = list.kind.replace(/List$/, '');
    return list.items.map((item) => ({ apiVersion: list.apiVersion, kind, ...item }));
  }

  /** Creates a namespace, and waits until Pods can be created in it. */
  async namespace(name: string): Promise<string> {
    await this.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await until(`the service account of ${name}`, async () => {
      const response = await this.fetch(`/api/v1/namespaces/${name}/serviceaccounts/default`);
      return response.ok;
    });
    return name;
  }
}

/**
 * Waits until something is so.
 *
 * @param what - what to wait for, for the error
 * @param isSo - asks
 * @param timeoutMs - how long to wait
 * @throws Error if it is not so in time
 */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > end) {
      throw new Error(`timed out waiting for ${what}`);
    }
    await sleep(50);
  }
}
