import { measure } from 'mitata';

/** The latest results. The engine cannot skip work whose result is kept. */
const kept: unknown[] = Array.from({ length: 256 });

/**
 * Keeps a result until 256 more follow, so the engine must compute it.
 *
 * @param result - anything
 * @param index - number of the result
 */
export function keep(result: unknown, index = 0): void {
  kept[index & 255] = result;
}

/**
 * Returns the size of the heap after full garbage collections.
 *
 * @returns bytes
 */
export function heapBytes(): number {
  global.gc?.();
  global.gc?.();
  return process.memoryUsage().heapUsed;
}

/**
 * Measures work on single items.
 *
 * @param prepare - makes the items before each pass; its time does not count
 * @param milliseconds - how long to measure
 * @param work - called with each item; its results are kept
 * @returns mean nanoseconds per item, including garbage collection
 */
export async function timeItems<T>(
  prepare: () => readonly T[],
  milliseconds: number,
  work: (item: T) => unknown,
): Promise<number> {
  const pass = (items: readonly T[]) => {
    for (let i = 0; i < items.length; i++) {
      keep(work(items[i] as T), i);
    }
  };
  return (await timeRuns(prepare, milliseconds, pass)) / prepare().length;
}

/**
 * Measures work that handles many items in one pass.
 *
 * @param count - number of items in a pass
 * @param milliseconds - how long to measure
 * @param pass - handles all of them
 * @returns mean nanoseconds per item, including garbage collection
 */
export async function timePasses(
  count: number,
  milliseconds: number,
  pass: () => void,
): Promise<number> {
  return (await timeRuns(() => undefined, milliseconds, pass)) / count;
}

async function timeRuns<T>(
  prepare: () => T,
  milliseconds: number,
  run: (input: T) => void,
): Promise<number> {
  const warm = performance.now() + milliseconds / 2;
  do {
    run(prepare());
  } while (performance.now() < warm);
  const { avg } = await measure(
    function* () {
      // mitata passes the result of `0` to `bench`, and does not count its time.
      yield { 0: prepare, bench: (input: T) => run(input) };
    },
    { min_cpu_time: milliseconds * 1e6, min_samples: 3 },
  );
  return avg;
}
