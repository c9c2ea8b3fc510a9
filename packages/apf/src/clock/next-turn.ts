/** How runtimes run a function in another turn of the event loop; declared here to need no runtime's types. */
interface Runtime {
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
export function nextTurn(callback: () => void): void {
  const runtime = globalThis as unknown as Runtime;
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
