import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseQuantity } from '@kubesem/quantity';
import { QUEUE_COUNTS } from './apf/flowcontrol.js';
import { measurePage } from './browser/browser.js';
import type { NodesOfOurs, PodsOfOurs, PodTotalsOfPeer } from './cluster/pods.js';
import { DNS_SIZES } from './dns/dns-corpus.js';
import type { ZoneCost } from './dns/zones.js';
import { measureSizes } from './document/sizes.js';
import type { EnvironmentCost } from './environment/environment.js';
import type { Figures } from './figures.js';
import { compileGo, type GoBenchmarks } from './go.js';
import { measureHttp } from './http/http.js';
import { countCorrectImages } from './images/image-correctness.js';
import { IMAGE_PEERS, imagePeerLabel } from './images/image-peers.js';
import { KEYRING_SIZES } from './images/keyring-corpus.js';
import { ENVIRONMENT_FOLDER, SERVICES_FOLDER, writeInputs } from './inputs.js';
import { CORPUS_NAMES } from './quantities/corpora.js';
import { countCorrect } from './quantities/correctness.js';
import { PEERS, peerLabel } from './quantities/peers.js';
import type { ReadingCost } from './reading/command.js';
import { measureDumps } from './reading/dumps.js';
import { measureFiles } from './reading/files.js';
import type { ServiceCost } from './services/services.js';

/** Length of a run. */
export interface Effort {
  /** Number of measurements of everything; the median counts. */
  readonly rounds: number;
  /** Time for each measurement in a round. */
  readonly milliseconds: number;
  /** Number of Pods. */
  readonly podCount: number;
  /** Number of pairs of servers, and seconds for each. */
  readonly servers: { readonly pairs: number; readonly seconds: number };
}

const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));
const conformance = fileURLToPath(new URL('../../conformance', import.meta.url));

/** Number of times that Go handles all Pods. */
const PASSES = 3;

/** Runs one measurement in its own process. */
function inWorker<T = number>(...args: string[]): T {
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

/** Measures in rounds. Go and JavaScript take turns, so a change of the machine affects both. */
function timeRounds(what: string, rounds: number, run: (note: Note) => void): Map<string, number> {
  const times = new Map<string, number[]>();
  for (let round = 1; round <= rounds; round++) {
    report(`${what}, round ${round} of ${rounds}`);
    run((name, time) => times.set(name, [...(times.get(name) ?? []), time]));
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

function timeQuantities(go: GoBenchmarks, folder: string, effort: Effort): Map<string, number> {
  const milliseconds = String(effort.milliseconds);
  return timeRounds('quantities', effort.rounds, (note) => {
    for (const corpus of CORPUS_NAMES) {
      for (const work of ['parse', 'print', 'add', 'cmp']) {
        note(`${work} ours ${corpus}`, inWorker(work, 'ours', corpus, folder, milliseconds));
        const figure = go.run(`^BenchmarkQuantity$/^${work}$/^${corpus}$`, `${milliseconds}ms`);
        note(`${work} go ${corpus}`, figure(`Quantity/${work}/${corpus} ns/item`));
      }
    }
    for (const subject of ['ours', 'en']) {
      note(`format ${subject}`, inWorker('format', subject, 'realistic', folder, milliseconds));
    }
    for (const subject of ['ours', ...PEERS.map(peerLabel)]) {
      note(`parse ${subject} common`, inWorker('parse', subject, 'common', folder, milliseconds));
    }
  });
}

function timeImages(go: GoBenchmarks, folder: string, effort: Effort): Map<string, number> {
  const milliseconds = String(effort.milliseconds);
  return timeRounds('images', effort.rounds, (note) => {
    const measure = (subject: string, corpus: string) =>
      note(`image ${subject} ${corpus}`, inWorker('image', subject, corpus, folder, milliseconds));
    for (const subject of ['ours', ...IMAGE_PEERS.map(imagePeerLabel)]) {
      measure(subject, 'commonImages');
    }
    measure('ours', 'images');
    const figure = go.run('^BenchmarkImages$', `${milliseconds}ms`);
    note('image go images', figure('Images ns/item'));
  });
}

function timeLookups(go: GoBenchmarks, folder: string, effort: Effort): Map<string, number> {
  const milliseconds = String(effort.milliseconds);
  return timeRounds('keyrings', effort.rounds, (note) => {
    for (const size of KEYRING_SIZES) {
      const ours = inWorker('lookup', 'ours', `keyring-${size}`, folder, milliseconds);
      note(`lookup ours ${size}`, ours);
      const figure = go.run(`^BenchmarkLookup$/^${size}$`, `${milliseconds}ms`);
      note(`lookup go ${size}`, figure(`Lookup/${size} ns/item`));
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
      const figure = go.run('^BenchmarkDNSQuery$', `${milliseconds}ms`, join(folder, corpus));
      note(`query go ${size}`, figure('DNSQuery ns/question'));
    }
  });
}

function timeFlowcontrol(go: GoBenchmarks, effort: Effort): Map<string, number> {
  const milliseconds = String(effort.milliseconds);
  const measure = (subject: string) => inWorker('flowcontrol', subject, '', '', milliseconds);
  const times = timeRounds('API Priority and Fairness', effort.rounds, (note) => {
    for (const queues of QUEUE_COUNTS) {
      note(`queueSet ours ${queues}`, measure(`${queues}`));
      const figure = go.run(`^BenchmarkQueueSet$/^${queues}$`, `${milliseconds}ms`);
      note(`queueSet go ${queues}`, figure(`QueueSet/${queues} ns/op`));
    }
    note('classify ours', measure('classify'));
  });
  for (const subject of ['waiting', 'simulate']) {
    report(`API Priority and Fairness, ${subject}`);
    times.set(`${subject} ours`, measure(subject));
  }
  return times;
}

/** Compares sums and classes of both sides: if they differ, one side did not do the work. */
function compareTotals(ours: PodsOfOurs['totals'], theirs: PodsOfOurs['totals']): void {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  for (const name of names) {
    const [a, b] = [ours[name], theirs[name]];
    if (a === undefined || b === undefined || !parseQuantity(a).equals(b)) {
      throw new Error(`the sums of ${name} differ: ${a} and ${b}`);
    }
  }
}

/** Returns the totals without the counts of QoS classes. */
function withoutClasses(totals: PodsOfOurs['totals']): PodsOfOurs['totals'] {
  return Object.fromEntries(Object.entries(totals).filter(([name]) => name.includes(' ')));
}

function timePods(go: GoBenchmarks, folder: string, { rounds, milliseconds }: Effort) {
  const time = String(milliseconds * rounds);
  report('Pods, Go');
  const podFigure = go.run('^BenchmarkPods$', `${PASSES}x`);
  report('Pods, ours');
  const ours = inWorker<PodsOfOurs>('pods', 'ours', '', folder, time);
  const decoded = inWorker<PodsOfOurs>('pods', 'decoded', '', folder, time);
  compareTotals(ours.totals, JSON.parse(readFileSync(join(folder, 'go-totals.json'), 'utf8')));
  report('nodes');
  const nodeFigure = go.run('^BenchmarkNodes$', `${PASSES}x`);
  const nodes = inWorker<NodesOfOurs>('nodes', 'ours', '', folder, time);
  compareTotals(nodes.totals, withoutClasses(ours.totals));
  report('Pods, official client');
  const client = inWorker<PodTotalsOfPeer>('pods', 'client', '', folder, time);
  const times = new Map([
    ['pods go', podFigure('Pods/decoding ns/item')],
    ['pods go decoded', podFigure('Pods/decoded ns/item')],
    ['pods ours', ours.nanoseconds],
    ['pods ours decoded', decoded.nanoseconds],
    ['nodes go', nodeFigure('Nodes ns/item')],
    ['nodes ours', nodes.nanoseconds],
    ['rows ours', inWorker('rows', 'ours', '', folder, time)],
    ['selection ours', inWorker('selection', 'ours', '', folder, time)],
  ]);
  return { client, times };
}

function timeEnvironment(go: GoBenchmarks, folder: string, effort: Effort): Map<string, number> {
  const inputs = join(folder, ENVIRONMENT_FOLDER);
  const time = String(effort.milliseconds * effort.rounds);
  report('environment of all containers');
  const figure = go.run('^BenchmarkEnvironment$', `${PASSES}x`, inputs);
  const ours = inWorker<EnvironmentCost>('environment', 'ours', '', inputs, time);
  for (const name of ['variables', 'bytes'] as const) {
    if (ours[name] !== figure(`Environment ${name}`)) {
      throw new Error(`the ${name} of the environments differ`);
    }
  }
  return new Map([
    ['environment go', figure('Environment ns/item')],
    ['environment ours', ours.nanoseconds],
  ]);
}

function timeServices(go: GoBenchmarks, folder: string, effort: Effort): Map<string, number> {
  const inputs = join(folder, SERVICES_FOLDER);
  const time = String(effort.milliseconds * effort.rounds);
  report('endpoints of Services');
  const figure = go.run('^BenchmarkSlices$', `${PASSES}x`, inputs);
  const slices = inWorker<ServiceCost>('services', 'slices', '', inputs, time);
  const explained = inWorker<ServiceCost>('services', 'explain', '', inputs, time);
  const expected = figure('Slices endpoints');
  if (slices.endpoints !== expected || explained.endpoints !== expected) {
    throw new Error('the numbers of endpoints differ');
  }
  return new Map([
    ['slices go', figure('Slices ns/item')],
    ['slices ours', slices.nanoseconds],
    ['explained ours', explained.nanoseconds],
  ]);
}

function measureKept(go: GoBenchmarks, folder: string): Map<string, number> {
  report('memory');
  const figure = go.run('^BenchmarkKept$', '1x');
  return new Map(
    CORPUS_NAMES.flatMap((corpus): [string, number][] => [
      [`ours ${corpus}`, inWorker('kept', 'ours', corpus, folder, '0')],
      [`go ${corpus}`, figure(`Kept/${corpus} B/item`)],
    ]),
  );
}

function report(what: string): void {
  process.stderr.write(`Measuring: ${what}\n`);
}

/**
 * Measures everything.
 *
 * @param folder - empty folder for the inputs
 * @param effort - length of the run
 * @returns the figures
 */
export async function measureAll(folder: string, effort: Effort): Promise<Figures> {
  process.stderr.write('Writing the inputs, compiling the Go benchmarks\n');
  const common = await writeInputs(folder, effort.podCount);
  const goOf = (module: string) => compileGo(join(conformance, 'oracle', module), folder);
  const go = goOf('staging');
  const goImages = goOf('kubernetes/bench');
  const goKeyrings = goOf('kubernetes/bench/keyring');
  const environments = join(conformance, 'oracle/kubernetes/bench/environment');
  const goEnvironments = compileGo(environments, folder, 'vendor');
  const goSlices = goOf('kubernetes/bench/slices');
  const goDns = goOf('coredns');
  const goFlowcontrol = goOf('apf/bench');
  report('correct answers and sizes');
  const correctness = await countCorrect(join(conformance, 'vectors/quantity/parse.ndjson'));
  const images = await countCorrectImages(join(conformance, 'vectors/image/parse.ndjson'));
  const sizes = await measureSizes();
  const quantities = timeQuantities(go, folder, effort);
  const { client, times } = timePods(go, folder, effort);
  report('a dump of the cluster');
  const dump = await measureDumps(folder, (subject) =>
    inWorker<ReadingCost>('dump', subject, '', folder, '0'),
  );
  report('a page in Chromium');
  const page = await measurePage(folder);
  report('servers');
  const http = await measureHttp(effort.servers.pairs, effort.servers.seconds);
  report('files');
  const files = await measureFiles(folder, effort.rounds, median);
  return {
    nanoseconds: new Map([
      ...quantities,
      ...times,
      ...timeEnvironment(goEnvironments, folder, effort),
      ...timeServices(goSlices, folder, effort),
      ...timeImages(goImages, folder, effort),
      ...timeLookups(goKeyrings, folder, effort),
      ...timeQueries(goDns, folder, effort),
      ...timeFlowcontrol(goFlowcontrol, effort),
    ]),
    keptBytes: measureKept(go, folder),
    correctness,
    images,
    client,
    dump,
    page,
    http,
    files,
    sizes,
    podCount: effort.podCount,
    common,
    go: { version: go.version, modules: go.modules },
    rounds: effort.rounds,
  };
}
