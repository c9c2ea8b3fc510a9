import { measure } from 'mitata';

/**
 * Measures work on all texts of a corpus, each time on texts that are made anew.
 *
 * @param count - how many texts there are
 * @param milliseconds - how long to measure
 * @param run - the work on all texts
 * @param prepare - makes the texts; what it takes is not in the time
 * @returns nanoseconds for each text: the mean, what the garbage collector takes meanwhile included
 */
export async function timeTexts(
  count: number,
  milliseconds: number,
  run: (texts: readonly string[]) => void,
  prepare: () => string[],
): Promise<number> {
  const warm = performance.now() + milliseconds / 2;
  do {
    run(prepare());
  } while (performance.now() < warm);
  const { avg } = await measure(
    function* () {
      // What `0` makes is handed to `bench` and is not in the time.
      yield { 0: prepare, bench: (texts: readonly string[]) => run(texts) };
    },
    { min_cpu_time: milliseconds * 1e6 },
  );
  return avg / count;
}
