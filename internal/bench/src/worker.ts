// One measurement, in a process of its own, so that no other work has shaped what the engine makes of the code:
// `node --expose-gc worker.mjs <work> <subject> <corpus> <folder> <milliseconds>`. It prints JSON.
import { parseQuantity, type Quantity } from '@kubesem/quantity';
import { freshStrings } from './inputs.js';
import { loadPeer, peers } from './peers.js';
import { timeTexts } from './timing.js';

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
    for (let i = 0; i < texts.length; i++) {
      kept[i & 255] = parse(texts[i] as string);
    }
  };
}

const printing: Work = (texts) => {
  for (let i = 0; i < texts.length; i++) {
    total += parseQuantity(texts[i] as string).toString().length;
  }
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
    for (let i = 0; i < list.length; i++) {
      total += (list[i] as Quantity).cmp(list[i ^ 1] as Quantity);
    }
  };
}

/** Bytes that stay on the heap for each of a million parsed quantities; neither their texts nor the array count. */
function keptBytes(fresh: () => string[]): number {
  const texts: string[] = [];
  while (texts.length < 1_000_000) {
    for (const text of fresh()) {
      texts.push(text);
    }
  }
  const quantities: (Quantity | undefined)[] = Array.from({ length: texts.length });
  const before = heap();
  for (let i = 0; i < texts.length; i++) {
    quantities[i] = parseQuantity(texts[i] as string);
  }
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
  const time = Number(milliseconds);
  // Loaded only here: the other measurements need neither Pods nor images nor clusters nor their packages.
  if (work === 'pods') {
    return (await import('./pods.js')).measurePods(subject, folder, time);
  }
  if (work === 'nodes') {
    return (await import('./pods.js')).measureNodes(folder, time);
  }
  if (work === 'dump') {
    return (await import('./dumps.js')).measureDump(subject, folder);
  }
  if (work === 'image') {
    return (await import('./images.js')).measureImages(subject, corpus, folder, time);
  }
  if (work === 'zone') {
    return (await import('./zones.js')).measureZone(corpus, folder);
  }
  if (work === 'query') {
    return (await import('./zones.js')).measureQuery(corpus, folder, time);
  }
  if (work === 'lookup') {
    return (await import('./keyrings.js')).measureLookup(corpus, folder, time);
  }
  if (work === 'flowcontrol') {
    return (await import('./flowcontrol.js')).measureFlowcontrol(subject, time);
  }
  const fresh = freshStrings(folder, corpus);
  const texts = fresh();
  if (work === 'kept') {
    return keptBytes(fresh);
  }
  if (work === 'parse') {
    return timeTexts(texts.length, time, await parsing(), fresh);
  }
  if (work === 'print') {
    return timeTexts(texts.length, time, printing, fresh);
  }
  const list = texts.map((text) => parseQuantity(text));
  return timeTexts(texts.length, time, work === 'add' ? adding(list) : comparing(list), () => []);
}

console.log(JSON.stringify(await result()));
if (Number.isNaN(total)) {
  console.log(kept.length);
}
