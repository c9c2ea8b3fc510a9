/** A method of an observer, by itself: none has more than four parameters. */
export type Listener = (a?: unknown, b?: unknown, c?: unknown, d?: unknown) => void;

const ignore = (): void => undefined;

/**
 * Lets an error surface that must not stop what is going on: as the rejection of a promise that nobody handles, which
 * every runtime reports.
 *
 * @param error - that was thrown
 */
export function surface(error: unknown): void {
  void Promise.reject(error);
}

/**
 * Keeps those who only listen from disturbing what they listen to.
 *
 * @param observer - hears what it has methods for; they are read now
 * @param events - the names of all methods that it may have
 * @returns an observer with all methods, none of which throws
 */
export function guarded<T extends object>(
  observer: T,
  events: readonly (keyof T & string)[],
): Required<T> {
  const result: { [event: string]: Listener } = {};
  for (const event of events) {
    const method = observer[event] as unknown as Listener | undefined;
    result[event] = method === undefined ? ignore : safely(observer, method);
  }
  return result as unknown as Required<T>;
}

function safely(observer: object, method: Listener): Listener {
  return (a, b, c, d) => {
    try {
      method.call(observer, a, b, c, d);
    } catch (error) {
      surface(error);
    }
  };
}
