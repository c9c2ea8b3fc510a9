import { formatQuantity, parseQuantity, type Quantity } from '@kubesem/quantity';
import { freshStrings } from '../inputs.js';
import { heapBytes, keep, timeItems, timePasses } from '../timing.js';
import { loadPeer, PEERS, peerLabel } from './peers.js';

/**
 * Measures work on the quantities of a corpus.
 *
 * @param work - `parse`, `print`, `format`, `add`, `cmp`, or `kept` for the memory
 * @param subject - `ours`, the label of a peer for `parse`, or a locale for `format`
 * @param corpus - name of the corpus
 * @param folder - folder of the inputs
 * @param milliseconds - how long to measure
 * @returns nanoseconds per quantity; bytes per quantity for `kept`
 */
export async function measureQuantities(
  work: string,
  subject: string,
  corpus: string,
  folder: string,
  milliseconds: number,
): Promise<number> {
  const fresh = freshStrings(folder, corpus);
  switch (work) {
    case 'parse': {
      const peer = PEERS.find((each) => peerLabel(each) === subject);
      return timeItems(fresh, milliseconds, peer ? await loadPeer(peer) : parseQuantity);
    }
    case 'print':
      return timeItems(fresh, milliseconds, (text) => parseQuantity(text).toString());
    case 'format': {
      const list = fresh().map((text) => parseQuantity(text));
      const options = subject === 'ours' ? {} : { locale: subject };
      return timeItems(
        () => list,
        milliseconds,
        (quantity) => formatQuantity(quantity, options),
      );
    }
    case 'add':
      return timePairs(fresh(), milliseconds, (a, b) => a.add(b));
    case 'cmp':
      return timePairs(fresh(), milliseconds, (a, b) => a.cmp(b));
    case 'kept':
      return keptBytes(fresh);
    default:
      throw new Error(`unknown work on quantities: ${work}`);
  }
}

/** Each quantity with its neighbor, which is an amount of the same resource. */
function timePairs(
  texts: readonly string[],
  milliseconds: number,
  work: (a: Quantity, b: Quantity) => unknown,
): Promise<number> {
  const list = texts.map((text) => parseQuantity(text));
  return timePasses(list.length, milliseconds, () => {
    for (let i = 0; i < list.length; i++) {
      keep(work(list[i] as Quantity, list[i ^ 1] as Quantity), i);
    }
  });
}

/** Heap growth per quantity for a million of them. Their texts and the array exist before, so neither counts. */
function keptBytes(fresh: () => string[]): number {
  const texts: string[] = [];
  while (texts.length < 1_000_000) {
    for (const text of fresh()) {
      texts.push(text);
    }
  }
  const quantities: (Quantity | undefined)[] = Array.from({ length: texts.length });
  const before = heapBytes();
  for (let i = 0; i < texts.length; i++) {
    quantities[i] = parseQuantity(texts[i] as string);
  }
  const bytes = (heapBytes() - before) / texts.length;
  // Both must live until the heap is measured.
  keep([quantities, texts]);
  return bytes;
}
