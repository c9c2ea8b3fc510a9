import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '../sources.js';

/** An answer of the API server. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The header `Retry-After`. */
  readonly retryAfter?: string | undefined;
}

/** As often as the Go client. */
const MAX_RETRIES = 10;
/** The Go client waits as long as it is told. Nobody waits longer for a table. */
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
export async function retrying(send: () => Promise<Answer>): Promise<Answer> {
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
