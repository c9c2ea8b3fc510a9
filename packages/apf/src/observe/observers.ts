/** A function that hears of an event. No event has more than four arguments. */
type Listener = (a?: unknown, b?: unknown, c?: unknown, d?: unknown) => void;

/** The arguments of an event. */
type EventArguments<Observer, Event extends keyof Observer> = Parameters<
  Extract<Observer[Event], (...args: never[]) => void>
>;

/**
 * Reports an error that must not interrupt the engine, as the rejection of a promise that nobody handles: every runtime
 * reports those.
 *
 * @param error - the error
 */
export function surface(error: unknown): void {
  void Promise.reject(error);
}

/** Events to deliver: for each its listeners and its four arguments. Flat, because there are several for each request. */
class Pending {
  private readonly slots: unknown[] = [];

  push(listeners: readonly Listener[], a?: unknown, b?: unknown, c?: unknown, d?: unknown): void {
    this.slots.push(listeners, a, b, c, d);
  }

  /** Delivers all events, and those that they cause. */
  deliver(): void {
    const { slots } = this;
    for (let i = 0; i < slots.length; i += 5) {
      for (const listener of slots[i] as readonly Listener[]) {
        listener(slots[i + 1], slots[i + 2], slots[i + 3], slots[i + 4]);
      }
    }
    slots.length = 0;
  }
}

/** The listeners of one event. */
class Audience<Arguments extends unknown[]> {
  /** Replaced and never changed: what is pending keeps those who listened when it happened. */
  listeners: readonly Listener[] = [];
  /** Notes that the event happened. */
  readonly tell: (...args: Arguments) => void;

  constructor(pending: Pending) {
    const tell: Listener = (a, b, c, d) => {
      if (this.listeners.length > 0) {
        pending.push(this.listeners, a, b, c, d);
      }
    };
    this.tell = tell as (...args: unknown[]) => void;
  }

  /** Whether anybody listens; otherwise the arguments need not be computed. */
  get isHeard(): boolean {
    return this.listeners.length > 0;
  }
}

/**
 * The observers of an engine.
 *
 * An event is delivered only after the operation that caused it is complete. So whatever an observer calls finds a
 * consistent engine, and whatever it throws interrupts nothing. Observers hear of the events in the order in which they
 * happened, also of those that an observer causes by calling the engine.
 */
export class Observers<Observer extends object> {
  /** The listeners by event. */
  readonly heard: {
    readonly [Event in keyof Observer]-?: Audience<EventArguments<Observer, Event>>;
  };
  private readonly pending: Pending = new Pending();
  private operations = 0;

  /**
   * Makes an empty list of observers.
   *
   * @param events - names of all events
   */
  constructor(events: readonly (keyof Observer)[]) {
    const heard = {} as { [event: string]: Audience<never> };
    for (const event of events as readonly string[]) {
      heard[event] = new Audience(this.pending);
    }
    this.heard = heard as unknown as this['heard'];
  }

  /**
   * Adds an observer.
   *
   * @param observer - its methods are read now
   * @returns removes the observer; events that are still pending do not reach it either
   */
  add(observer: Observer): () => void {
    let isListening = true;
    const removals: (() => void)[] = [];
    for (const [event, audience] of Object.entries<Audience<never>>(this.heard)) {
      const method: unknown = observer[event as keyof Observer];
      if (typeof method !== 'function') {
        continue;
      }
      const listener: Listener = (a, b, c, d) => {
        try {
          if (isListening) {
            method.call(observer, a, b, c, d);
          }
        } catch (error) {
          surface(error);
        }
      };
      audience.listeners = [...audience.listeners, listener];
      removals.push(() => {
        audience.listeners = audience.listeners.filter((each) => each !== listener);
      });
    }
    return () => {
      isListening = false;
      for (const remove of removals) {
        remove();
      }
    };
  }

  /** Begins an operation of the engine; operations may be nested. Always {@link Observers.end | end} it. */
  begin(): void {
    this.operations++;
  }

  /** Ends an operation. After the outermost one, delivers what is pending, and what that causes. */
  end(): void {
    if (this.operations === 1) {
      this.pending.deliver();
    }
    this.operations--;
  }

  /**
   * Runs an operation of the engine.
   *
   * @param operation - the operation
   * @returns its result
   */
  during<T>(operation: () => T): T {
    this.begin();
    try {
      return operation();
    } finally {
      this.end();
    }
  }

  /**
   * Runs foreign code once the current operation is complete.
   *
   * @param task - the code; errors surface
   */
  afterwards(task: () => void): void {
    const attempt = (): void => {
      try {
        task();
      } catch (error) {
        surface(error);
      }
    };
    this.pending.push([attempt]);
  }
}
