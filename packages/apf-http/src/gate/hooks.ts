import type { EventClock, RequestInfo, RequestUser, WorkEstimate } from '@kubesem/apf';
import type { Awaitable, GateOptions } from './options.js';

const NANOSECONDS_PER_MILLISECOND = 1e6;

/** What the hooks say about a request; undefined if they say nothing. */
export interface HookAnswers {
  readonly user: RequestUser | null | undefined;
  readonly info: RequestInfo | undefined;
  readonly flow: string | undefined;
  readonly work: WorkEstimate | undefined;
}

/**
 * Whether a value is a promise, of this or of any other library.
 *
 * @param value - any value
 * @returns whether it has a method `then`
 */
export function isPromiseLike<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | undefined)?.then === 'function';
}

/**
 * Asks the hooks about a request, all at the same time.
 *
 * @param options - the hooks, and the time that they may take
 * @param request - the request of the server
 * @param clock - measures that time
 * @returns their answers; without a promise if no hook returned one
 * @throws what a hook throws; the promise rejects with that, or with an Error if the hooks take too long
 */
export function askHooks<Request>(
  options: GateOptions<Request>,
  request: Request,
  clock: EventClock,
): HookAnswers | Promise<HookAnswers> {
  const user = heard(options.user?.(request));
  const info = heard(options.request?.(request));
  const flow = heard(options.flow?.(request));
  const work = heard(options.work?.(request));
  if (isPromiseLike(user) || isPromiseLike(info) || isPromiseLike(flow) || isPromiseLike(work)) {
    const answers = Promise.all([user, info, flow, work]).then(
      ([user, info, flow, work]): HookAnswers => ({ user, info, flow, work }),
    );
    return inTime(answers, options.hookTimeoutMs ?? 10_000, clock);
  }
  return { user, info, flow, work };
}

/** Returns an answer as it is. If a later hook throws, nobody waits for it, and its rejection must not end the process. */
function heard<T>(answer: Awaitable<T>): Awaitable<T> {
  if (isPromiseLike(answer)) {
    answer.then(undefined, () => undefined);
  }
  return answer;
}

function inTime<T>(answer: Promise<T>, limitMs: number, clock: EventClock): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = clock.schedule(limitMs * NANOSECONDS_PER_MILLISECOND, () =>
      reject(new Error(`the hooks of a request took longer than ${limitMs} ms`)),
    );
    answer.then(resolve, reject).finally(() => limit.cancel());
  });
}
