// One measurement, in a process of its own, so that no other work has shaped what the engine makes of the code:
// `node --expose-gc worker.mjs <work> <subject> <corpus> <folder> <milliseconds>`. It prints JSON.
import { parseQuantity, type Quantity } from '@kubesem/quantity';
import { measure } from 'mitata';
import { freshStrings } from './inputs.js';
import { loadPeer, peers } from './peers.js';

const [work = '', subject = '', corpus = '', folder = '', milliseconds = ''] =
  process.argv.slice(2);

/** The latest results, so that the engine cannot leave the work out. */
const kept: unknown[] = Array.from({ length: 256 });
let total = 0;

type Work = (texts: readonly string[]) => void;

async function parsing(): Promise<Work> {
  const peer = peers.find(({ package: name, name: fn }) => `${name}.${fn}` === subject);
  const parse = peer ? await loadPeer(peer) : parseQuantity;
  return (texts) => {
    for (let i = 0; i < texts.length; i++) kept[i & 255] = parse(texts[i] as string);
  };
}

const printing: Work = (texts) => {
  for (let i = 0; i < texts.length; i++)
    total += parseQuantity(texts[i] as string).toString().length;
};

function adding(list: readonly Quantity[]): () => void {
  return () => {
    for (let i = 0; i < list.length; i++) {
      kept[i & 255] = (list[i] as Quantity).add(list[i ^ 1] as Quantity);
    }
  };
}

function comparing(list: readonly Quantity[]): () => void {
  return () => {
    for (let i = 0; i < list.length; i++)
      total += (list[i] as Quantity).cmp(list[i ^ 1] as Quantity);
  };
}

/** Nanoseconds for each item: the mean, what the garbage collector takes meanwhile included. */
async function timed(count: number, run: Work, prepare: () => string[]): Promise<number> {
  const budget = Number(milliseconds) * 1e6;
  const warm = performance.now() + Number(milliseconds) / 2;
  do run(prepare());
  while (performance.now() < warm);
  const { avg } = await measure(
    function* () {
      // What `0` makes is handed to `bench` and is not in the time.
      yield { 0: prepare, bench: (texts: readonly string[]) => run(texts) };
    },
    { min_cpu_time: budget },
  );
  return avg / count;
}

/** Bytes that stay on the heap for each of a million parsed quantities; neither their texts nor the array count. */
function keptBytes(fresh: () => string[]): number {
  const texts: string[] = [];
  while (texts.length < 1_000_000) for (const text of fresh()) texts.push(text);
  const quantities: (Quantity | undefined)[] = Array.from({ length: texts.length });
  const before = heap();
  for (let i = 0; i < texts.length; i++) quantities[i] = parseQuantity(texts[i] as string);
  const bytes = (heap() - before) / texts.length;
  kept[0] = quantities;
  kept[1] = texts;
  return bytes;
}

function heap(): number {
  global.gc?.();
  global.gc?.();
  return process.memoryUsage().heapUsed;
}

async function result(): Promise<unknown> {
  // Loaded only here: the other measurements need neither Pods nor their packages.
  if (work === 'pods')
    return (await import('./pods.js')).measurePods(subject, folder, Number(milliseconds));
  const fresh = freshStrings(folder, corpus);
  const texts = fresh();
  if (work === 'kept') return keptBytes(fresh);
  if (work === 'parse') return timed(texts.length, await parsing(), fresh);
  if (work === 'print') return timed(texts.length, printing, fresh);
  const list = texts.map((text) => parseQuantity(text));
  return timed(texts.length, work === 'add' ? adding(list) : comparing(list), () => []);
}

console.log(JSON.stringify(await result()));
if (Number.isNaN(total)) console.log(kept.length);
