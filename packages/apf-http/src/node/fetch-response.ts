import type { AbortSignalLike } from '@kubesem/apf';
import type { Admission, Refusal } from '../gate/entry.js';
import { type NodeResponse, ResponseSignal } from './connection.js';

/** Ends the responses whose bodies nobody can read again. */
const UNREAD: FinalizationRegistry<() => void> = /* @__PURE__ */ new FinalizationRegistry((ended) =>
  ended(),
);

/**
 * The seats of a request that is answered with a `Response`. They are free when its handler has ended, and the body of its
 * last response as well: when it was read to the end, failed, was cancelled or is garbage, or when the client is gone.
 */
export class FetchOccupancy {
  private readonly admission: Admission;
  private readonly isHead: boolean;
  private isRunning = true;
  private hasBody = false;
  /** Number of responses, of which the last is sent. Holding the last itself would keep it from becoming garbage. */
  private responses = 0;

  /**
   * Occupies the seats of an admission.
   *
   * @param admission - the admission
   * @param method - method of the request
   */
  constructor(admission: Admission, method: string) {
    this.admission = admission;
    this.isHead = method === 'HEAD';
  }

  /**
   * Adds the headers of the admission to a response, and occupies the seats until its body has ended.
   *
   * @param response - response to the request, which replaces the previous one
   * @returns a response with the same content
   */
  watch(response: Response): Response {
    // The headers are sent next.
    this.admission.initialized();
    const { status, statusText, body } = response;
    const count = ++this.responses;
    // Somebody else reads the body, or such a response cannot be made again: it is left as it is.
    const isWatchable = body?.locked !== true && !response.bodyUsed && status >= 200;
    // Nobody reads the body of a response to HEAD.
    this.hasBody = isWatchable && body !== null && !this.isHead;
    this.releaseIfDone();
    if (!isWatchable) {
      return response;
    }
    const headers = new Headers(response.headers);
    for (const name of Object.keys(this.admission.headers)) {
      headers.set(name, this.admission.headers[name] as string);
    }
    const sent = body !== null && this.hasBody ? watched(body, () => this.end(count)) : body;
    return new Response(sent, { status, statusText, headers });
  }

  /**
   * Reports that the handler has ended.
   *
   * @param signal - signal of the request
   */
  handlerEnded(signal: AbortSignalLike): void {
    this.isRunning = false;
    if (this.hasBody && !signal.aborted) {
      signal.addEventListener('abort', () => this.admission.release());
    } else {
      this.admission.release();
    }
  }

  private end(count: number): void {
    if (count === this.responses) {
      this.hasBody = false;
      this.releaseIfDone();
    }
  }

  private releaseIfDone(): void {
    if (!this.isRunning && !this.hasBody) {
      this.admission.release();
    }
  }
}

/** The same stream; `ended` is called when it ends in any way. */
function watched(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (done) {
            ended();
            controller.close();
          } else {
            controller.enqueue(value);
          }
        } catch (error) {
          ended();
          controller.error(error);
        }
      },
      cancel: async (reason) => {
        try {
          await reader.cancel(reason);
        } finally {
          ended();
        }
      },
    },
    // It reads only what is asked for.
    { highWaterMark: 0 },
  );
  UNREAD.register(stream, ended);
  return stream;
}

/** The signal of a request; `isAnswered` is known only with a response of Node. */
export type FetchSignal = AbortSignalLike & Partial<Pick<ResponseSignal, 'isAnswered'>>;

/** Finds the signals of requests. */
export class FetchSignals {
  /** A response of Node belongs to the first request that has it: an application can pass it on when it asks itself. */
  private readonly taken = new WeakSet<object>();

  /**
   * Finds the signal that reports the end of a request.
   *
   * @param request - the request
   * @param env - what its server passes with it: `@hono/node-server` passes the response of Node as `outgoing`
   * @returns aborted when the response of Node has ended, whoever sent it; without one, when the client is gone
   */
  of(request: Request, env: unknown): FetchSignal {
    const outgoing = (env as { outgoing?: Partial<NodeResponse> } | null | undefined)?.outgoing;
    if (
      typeof outgoing?.writeHead !== 'function' ||
      outgoing.req === undefined ||
      this.taken.has(outgoing)
    ) {
      return request.signal;
    }
    this.taken.add(outgoing);
    return new ResponseSignal(outgoing as NodeResponse);
  }
}

/**
 * Makes the response to a request that somebody else has answered.
 *
 * @returns a response that `@hono/node-server` does not send
 */
export function alreadySent(): Response {
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}

/**
 * Turns the decision not to execute a request into a response.
 *
 * @param rejection - the decision
 * @returns its response
 */
export function refusalResponse({ status, headers, body }: Refusal): Response {
  const { Connection: _, ...others } = headers;
  return new Response(body, { status, headers: others });
}
