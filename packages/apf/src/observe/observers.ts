/** A function that receives an event. No event has more than four arguments. */
type Listener = (a?: unknown, b?: unknown, c?: unknown, d?: unknown) => void;

/** The arguments of an event. */
type EventArguments<Observer, Event extends keyof Observer> = Parameters<
  Extract<Observer[Event], (...args: never[]) => void>
>;

/**
 * Reports an error that must neither interrupt the engine nor end the process: it goes to the console of the runtime.
 *
 * @param error - the error
 */
export function surface(error: unknown): void {
  const { console } = globalThis as { readonly console?: { error(...data: unknown[]): void } };
  console?.error(error);
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
    if (slots.length === 0) {
      return;
    }
    for (let i = 0; i < slots.length; i += 5) {
      for (const listener of slots[i] as readonly Listener[]) {
        listener(slots[i + 1], slots[i + 2], slots[i + 3], slots[i + 4]);
      }
    }
    slots.length = 0;
  }
}

/** The listeners of one event. */
class Channel<Arguments extends unknown[]> {
  /** Replaced and never changed, because pending events keep those who listened when they happened. */
  listeners: readonly Listener[] = [];
  /** Queues the event. */
  readonly emit: (...args: Arguments) => void;

  constructor(pending: Pending) {
    const emit: Listener = (a, b, c, d) => {
      if (this.listeners.length > 0) {
        pending.push(this.listeners, a, b, c, d);
      }
    };
    this.emit = emit as (...args: unknown[]) => void;
  }

  /** Whether anybody listens; otherwise the arguments need not be computed. */
  get hasListeners(): boolean {
    return this.listeners.length > 0;
  }
}

/**
 * The observers of an engine.
 *
 * An event is delivered only after the operation that caused it is complete. So an observer that calls the engine finds it
 * in a consistent state, and an observer that throws interrupts nothing. All observers receive the events in the order in
 * which they happened, including those that another observer causes.
 */
export class Observers<Observer extends object> {
  /** The channel of each event. */
  readonly events: {
    readonly [Event in keyof Observer]-?: Channel<EventArguments<Observer, Event>>;
  };
  /** The same; undefined while nobody listens, so an event costs nothing. */
  heard: this['events'] | undefined = undefined;
  private readonly pending: Pending = new Pending();
  private operations = 0;
  private observers = 0;

  /**
   * Makes an empty list of observers.
   *
   * @param names - names of all events
   */
  constructor(names: readonly (keyof Observer)[]) {
    const events = {} as { [name: string]: Channel<never> };
    for (const name of names as readonly string[]) {
      events[name] = new Channel(this.pending);
    }
    this.events = events as unknown as this['events'];
  }

  /**
   * Adds an observer.
   *
   * @param observer - its methods are read now
   * @returns removes the observer; events that are still pending do not reach it either
   */
  add(observer: Observer): () => void {
    let isListening = true;
    this.observers++;
    this.heard = this.events;
    const removals: (() => void)[] = [];
    for (const [name, channel] of Object.entries<Channel<never>>(this.events)) {
      const method: unknown = observer[name as keyof Observer];
      if (typeof method !== 'function') {
        continue;
      }
      const listener: Listener = (a, b, c, d) => {
        try {
          if (isListening) {
            const result: { then?: unknown } | undefined = method.call(observer, a, b, c, d);
            // An observer can be asynchronous.
            if (typeof result?.then === 'function') {
              result.then(undefined, surface);
            }
          }
        } catch (error) {
          surface(error);
        }
      };
      channel.listeners = [...channel.listeners, listener];
      removals.push(() => {
        channel.listeners = channel.listeners.filter((each) => each !== listener);
      });
    }
    return () => {
      if (isListening) {
        this.observers--;
        this.heard = this.observers > 0 ? this.events : undefined;
      }
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

  /** Ends an operation. After the outermost one, delivers the pending events, and those that they cause. */
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
