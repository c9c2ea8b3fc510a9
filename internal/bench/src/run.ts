import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseQuantity } from '@kubesem/quantity';
import { corpusNames } from './corpora.js';
import { countCorrect } from './correctness.js';
import { DNS_SIZES } from './dns-corpus.js';
import { type DumpCost, measureDumps } from './dumps.js';
import type { Figures } from './figures.js';
import { QUEUE_COUNTS } from './flowcontrol.js';
import { compileGo, type GoBenchmarks } from './go.js';
import { countCorrectImages } from './image-correctness.js';
import { imagePeerLabel, imagePeers } from './image-peers.js';
import { writeInputs } from './inputs.js';
import { KEYRING_SIZES } from './keyring-corpus.js';
import { peers } from './peers.js';
import type { NodesOfOurs, PodsOfOurs, PodTotalsOfPeer } from './pods.js';
import { measureSizes } from './sizes.js';
import type { ZoneCost } from './zones.js';

/** How long a run takes. */
export interface Effort {
  /** How often everything is measured; the median counts. */
  readonly rounds: number;
  /** For each measurement in a round. */
  readonly milliseconds: number;
  /** How many Pods there are. */
  readonly podCount: number;
}

const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));
const conformance = fileURLToPath(new URL('../../conformance', import.meta.url));

/** How often all Pods are gone through. */
const PASSES = 3;

/** Every measurement of JavaScript code on quantities: work, subject, corpus. */
const measurements: readonly (readonly [string, string, string])[] = [
  ...corpusNames.flatMap((corpus) =>
    ['parse', 'print', 'add', 'cmp'].map((work) => [work, 'ours', corpus] as const),
  ),
  ['parse', 'ours', 'common'],
  ...peers.map((peer) => ['parse', `${peer.package}.${peer.name}`, 'common'] as const),
];

/** Starts one measurement in a process of its own. */
function inWorker<T>(...args: string[]): T {
  const output = execFileSync(process.execPath, ['--expose-gc', worker, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

type Note = (name: string, time: number) => void;

/** One round after the other, Go and JavaScript by turns, so that a change of the machine meets both. */
function timeRounds(what: string, rounds: number, run: (note: Note) => void): Map<string, number> {
  const times = new Map<string, number[]>();
  for (let round = 1; round <= rounds; round++) {
    say(`${what}, round ${round} of ${rounds}`);
    run((name, time) => times.set(name, [...(times.get(name) ?? []), time]));
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

function timeQuantities(go: GoBenchmarks, folder: string, effort: Effort): Map<string, number> {
  return timeRounds('quantities', effort.rounds, (note) => {
    for (const [work, subject, corpus] of measurements) {
      const milliseconds = String(effort.milliseconds);
      note(`${work} ${subject} ${corpus}`, inWorker(work, subject, corpus, folder, milliseconds));
      if (subject !== 'ours' || corpus === 'common') {
        continue;
      }
      const figures = go.run(`^BenchmarkQuantity$/^${work}$/^${corpus}$`, `${milliseconds}ms`);
      note(`${work} go ${corpus}`, required(figures, `Quantity/${work}/${corpus} ns/item`));
    }
  });
}

function timeImages(go: GoBenchmarks, folder: string, effort: Effort): Map<string, number> {
  const milliseconds = String(effort.milliseconds);
  const subjects = ['ours', ...imagePeers.map(imagePeerLabel)];
  return timeRounds('images', effort.rounds, (note) => {
    const measure = (subject: string, corpus: string) =>
      note(`image ${subject} ${corpus}`, inWorker('image', subject, corpus, folder, milliseconds));
    for (const subject of subjects) {
      measure(subject, 'commonImages');
    }
    measure('ours', 'images');
    const figures = go.run('^BenchmarkImages$', `${milliseconds}ms`);
    note('image go images', required(figures, 'Images ns/item'));
  });
}

function timeLookups(go: GoBenchmarks, folder: string, effort: Effort): Map<string, number> {
  const milliseconds = String(effort.milliseconds);
  return timeRounds('keyrings', effort.rounds, (note) => {
    for (const size of KEYRING_SIZES) {
      note(
        `lookup ours ${size}`,
        inWorker('lookup', 'ours', `keyring-${size}`, folder, milliseconds),
      );
      const figures = go.run(`^BenchmarkLookup$/^${size}$`, `${milliseconds}ms`);
      note(`lookup go ${size}`, required(figures, `Lookup/${size} ns/item`));
    }
  });
}

function timeQueries(go: GoBenchmarks, folder: string, effort: Effort): Map<string, number> {
  const milliseconds = String(effort.milliseconds);
  return timeRounds('DNS', effort.rounds, (note) => {
    for (const size of DNS_SIZES) {
      const corpus = `dns-${size}`;
      const zone = inWorker<ZoneCost>('zone', 'ours', corpus, folder, milliseconds);
      note(`zone ours ${size}`, zone.nanoseconds);
      note(`zone bytes ${size}`, zone.bytes);
      note(`query ours ${size}`, inWorker('query', 'ours', corpus, folder, milliseconds));
      const figures = go.run('^BenchmarkDNSQuery$', `${milliseconds}ms`, join(folder, corpus));
      note(`query go ${size}`, required(figures, 'DNSQuery ns/question'));
    }
  });
}

function timeFlowcontrol(go: GoBenchmarks, effort: Effort): Map<string, number> {
  const milliseconds = String(effort.milliseconds);
  const inFlowcontrol = (subject: string) =>
    inWorker<number>('flowcontrol', subject, '', '', milliseconds);
  const times = timeRounds('priority and fairness', effort.rounds, (note) => {
    for (const queues of QUEUE_COUNTS) {
      note(`queueSet ours ${queues}`, inFlowcontrol(`${queues}`));
      const figures = go.run(`^BenchmarkQueueSet$/^${queues}$`, `${milliseconds}ms`);
      note(`queueSet go ${queues}`, required(figures, `QueueSet/${queues} ns/op`));
    }
    note('classify ours', inFlowcontrol('classify'));
  });
  for (const subject of ['waiting', 'simulate']) {
    say(`priority and fairness, ${subject}`);
    times.set(`${subject} ours`, inFlowcontrol(subject));
  }
  return times;
}

function required(figures: ReadonlyMap<string, number>, name: string): number {
  const figure = figures.get(name);
  if (figure === undefined) {
    throw new Error(`expected a figure ${name} from Go`);
  }
  return figure;
}

/** Both sides have to come to the same sums and classes, or one of them has not done the work. */
function compareTotals(ours: PodsOfOurs['totals'], theirs: PodsOfOurs['totals']): void {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  for (const name of names) {
    const [a, b] = [ours[name], theirs[name]];
    if (a === undefined || b === undefined || !parseQuantity(a).equals(b)) {
      throw new Error(`expected the same ${name} on both sides, found ${a} here and ${b} in Go`);
    }
  }
}

/** Without the counts of QoS classes. */
function pickTotals(totals: PodsOfOurs['totals']): PodsOfOurs['totals'] {
  return Object.fromEntries(Object.entries(totals).filter(([name]) => name.includes(' ')));
}

function timePods(go: GoBenchmarks, folder: string, { rounds, milliseconds }: Effort) {
  const time = String(milliseconds * rounds);
  say('Pods, Go');
  const figures = go.run('^BenchmarkPods$', `${PASSES}x`);
  say('Pods, ours');
  const ours = inWorker<PodsOfOurs>('pods', 'ours', '', folder, time);
  const decoded = inWorker<PodsOfOurs>('pods', 'decoded', '', folder, time);
  compareTotals(ours.totals, JSON.parse(readFileSync(join(folder, 'go-totals.json'), 'utf8')));
  say('nodes');
  const nodeFigures = go.run('^BenchmarkNodes$', `${PASSES}x`);
  const nodes = inWorker<NodesOfOurs>('nodes', 'ours', '', folder, time);
  compareTotals(nodes.totals, pickTotals(ours.totals));
  say('Pods, the official client');
  const client = inWorker<PodTotalsOfPeer>('pods', 'client', '', folder, time);
  const times = new Map([
    ['pods go', required(figures, 'Pods/decoding ns/item')],
    ['pods go decoded', required(figures, 'Pods/decoded ns/item')],
    ['pods ours', ours.nanoseconds],
    ['pods ours decoded', decoded.nanoseconds],
    ['nodes go', required(nodeFigures, 'Nodes ns/item')],
    ['nodes ours', nodes.nanoseconds],
  ]);
  return { client, times };
}

function measureKept(go: GoBenchmarks, folder: string): Map<string, number> {
  say('memory');
  const figures = go.run('^BenchmarkKept$', '1x');
  return new Map(
    corpusNames.flatMap((corpus): [string, number][] => [
      [`ours ${corpus}`, inWorker('kept', 'ours', corpus, folder, '0')],
      [`go ${corpus}`, required(figures, `Kept/${corpus} B/item`)],
    ]),
  );
}

function say(what: string): void {
  process.stderr.write(`Measuring: ${what}\n`);
}

/**
 * Measures everything.
 *
 * @param folder - for the inputs, empty
 * @param effort - how long it takes
 * @returns the figures
 */
export async function measureAll(folder: string, effort: Effort): Promise<Figures> {
  process.stderr.write('Writing the inputs, compiling the Go side\n');
  const common = await writeInputs(folder, effort.podCount);
  const go = compileGo(join(conformance, 'oracle/staging'), folder);
  const goImages = compileGo(join(conformance, 'oracle/kubernetes/bench'), folder);
  const goKeyrings = compileGo(join(conformance, 'oracle/kubernetes/bench/keyring'), folder);
  const goDns = compileGo(join(conformance, 'oracle/coredns'), folder);
  const goFlowcontrol = compileGo(join(conformance, 'oracle/apf/bench'), folder);
  const correctness = await countCorrect(join(conformance, 'vectors/quantity/parse.ndjson'));
  say('images, which are read rightly');
  const images = await countCorrectImages(join(conformance, 'vectors/image/parse.ndjson'));
  const sizes = await measureSizes();
  const quantities = timeQuantities(go, folder, effort);
  const { client, times } = timePods(go, folder, effort);
  say('a dump of the cluster');
  const dump = await measureDumps(folder, (subject) =>
    inWorker<DumpCost>('dump', subject, '', folder, '0'),
  );
  const imageTimes = [
    ...timeImages(goImages, folder, effort),
    ...timeLookups(goKeyrings, folder, effort),
  ];
  const dnsTimes = timeQueries(goDns, folder, effort);
  const flowcontrolTimes = timeFlowcontrol(goFlowcontrol, effort);
  return {
    nanoseconds: new Map([
      ...quantities,
      ...imageTimes,
      ...dnsTimes,
      ...flowcontrolTimes,
      ...times,
    ]),
    keptBytes: measureKept(go, folder),
    correctness,
    images,
    client,
    dump,
    sizes,
    podCount: effort.podCount,
    common,
    go: { version: go.version, modules: go.modules },
    rounds: effort.rounds,
  };
}
