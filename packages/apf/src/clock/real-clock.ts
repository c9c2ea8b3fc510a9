import type { EventClock, ScheduledEvent } from './event-clock.js';
import { EventHeap } from './event-heap.js';

/** What every JavaScript runtime has without being part of the language; declared here to need no runtime's types. */
interface Runtime {
  readonly performance: { now(): number };
  setTimeout(callback: () => void, delayMs: number): unknown;
  clearTimeout(timer: unknown): void;
}

const NANOSECONDS_PER_MILLISECOND = 1e6;
/** Runtimes support no longer timers; for later calls, the clock sets another timer then. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** How long requests may execute synchronously before timers and I/O get a turn. */
const SLICE_NS = 5e6;
/** How many quick requests can execute in one turn after they waited for it. */
const MOST_IN_A_TURN = 128;

/**
 * The clock of the runtime, with one timer for all scheduled calls.
 *
 * When requests have executed for 5 ms in one turn of the event loop, further requests execute in later turns.
 *
 * @example
 * ```ts
 * import { RealClock } from '@kubesem/apf';
 *
 * const clock = new RealClock();
 * clock.nowNs() >= 0 // => true
 * clock.schedule(60e9, () => undefined);
 * clock.close();
 * ```
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/eventclock` v0.37.1, `Real`.
 */
export class RealClock implements EventClock {
  private readonly runtime = globalThis as unknown as Runtime;
  /** An early timer does no harm, but a needless one keeps the process alive. */
  private readonly heap: EventHeap = new EventHeap(() => this.setTimer());
  /** Kept, because the global is a getter in Node. */
  private readonly performance = this.runtime.performance;
  private readonly startMs: number = this.performance.now();
  private timer: unknown;
  private timerNs = Infinity;
  /** When the event loop was last asked for another turn. It is asked only every 5 ms, because asking takes time. */
  private askedNs = -Infinity;
  /** Calls of `takeTurn` to come. */
  private asked = 0;
  /** When the turn began; undefined before. */
  private turnNs: number | undefined;
  /** Requests that wait for a turn of the event loop. */
  private readonly yielding: (() => void)[] = [];

  /**
   * Returns the time.
   *
   * @returns nanoseconds since the clock was created
   */
  nowNs(): number {
    return Math.round((this.performance.now() - this.startMs) * NANOSECONDS_PER_MILLISECOND);
  }

  /**
   * Schedules one call.
   *
   * @param delayNs - nanoseconds from now; negative numbers count as 0
   * @param event - called at that time
   * @param context - argument of `event`
   * @returns the scheduled call
   */
  schedule<T>(delayNs: number, event: (context: T) => void, context?: T): ScheduledEvent {
    const scheduled = this.heap.push(this.nowNs() + Math.max(0, delayNs), event, context);
    if (this.heap.nextNs < this.timerNs) {
      this.setTimer();
    }
    return scheduled;
  }

  /**
   * Waits for another turn of the event loop if requests have executed for 5 ms in this one.
   *
   * Requests that wait execute in order, at least one and at most 5 ms in each turn.
   *
   * @param nowNs - the time in nanoseconds, if you have just read it
   * @returns resolves in a later turn; undefined if there is no need to wait
   */
  yield(nowNs: number = this.nowNs()): Promise<void> | undefined {
    if (this.yielding.length === 0) {
      if (this.asked === 0 && nowNs - this.askedNs >= SLICE_NS) {
        this.askForTurn(nowNs);
      }
      // The other way round, nobody would be asked after a time that is not a number.
      if (!(nowNs - this.askedNs >= SLICE_NS)) {
        return undefined;
      }
    }
    return new Promise((resolve) => this.yielding.push(resolve));
  }

  /** Cancels all scheduled calls. */
  close(): void {
    this.heap.clear();
    this.setTimer();
  }

  /** Microtasks, in which requests execute, run between two of these calls. */
  private askForTurn(nowNs: number): void {
    this.askedNs = nowNs;
    this.turnNs = undefined;
    this.asked = Math.min(Math.max(this.yielding.length, 1), MOST_IN_A_TURN);
    for (let i = 0; i < this.asked; i++) {
      nextTurn(this.takeTurn);
    }
  }

  private readonly takeTurn = (): void => {
    const nowNs = this.nowNs();
    this.turnNs ??= nowNs;
    if (nowNs - this.turnNs < SLICE_NS) {
      this.yielding.shift()?.();
    }
    this.asked--;
    if (this.asked === 0 && this.yielding.length > 0) {
      this.askForTurn(nowNs);
    }
  };

  /** Sets the timer for the next call. Without calls there is no timer, and nothing keeps the process alive. */
  private setTimer(): void {
    const timeNs = this.heap.nextNs;
    if (this.timer !== undefined) {
      this.runtime.clearTimeout(this.timer);
    }
    this.timer = undefined;
    this.timerNs = timeNs;
    if (timeNs === Infinity) {
      return;
    }
    const delayMs = Math.ceil((timeNs - this.nowNs()) / NANOSECONDS_PER_MILLISECOND);
    this.timer = this.runtime.setTimeout(
      () => this.run(),
      Math.min(Math.max(delayMs, 0), LONGEST_TIMER_MS),
    );
  }

  private run(): void {
    this.timer = undefined;
    this.timerNs = Infinity;
    const nowNs = this.nowNs();
    try {
      while (this.heap.nextNs <= nowNs) {
        this.heap.runNext();
      }
    } finally {
      // The runtime reports what a call throws; the other calls are still made.
      this.setTimer();
    }
  }
}

/** How runtimes run a function in another turn of the event loop; declared here to need no runtime's types. */
interface TurnRuntime {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly MessageChannel?: new () => { readonly port1: Port; readonly port2: Port };
  setTimeout(callback: () => void, delayMs: number): unknown;
}

interface Port {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
  close(): void;
}

/**
 * Calls a function in the next turn of the event loop, as soon as the runtime allows.
 *
 * Browsers delay nested timers by 4 ms, so they use a message instead.
 *
 * @param callback - the function
 */
function nextTurn(callback: () => void): void {
  const runtime = globalThis as unknown as TurnRuntime;
  const { setImmediate } = runtime;
  if (setImmediate !== undefined) {
    setImmediate(callback);
    return;
  }
  const { MessageChannel, setTimeout } = runtime;
  if (MessageChannel === undefined) {
    setTimeout(callback, 0);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    // An open port keeps some processes alive.
    port1.close();
    callback();
  };
  port2.postMessage(null);
}
