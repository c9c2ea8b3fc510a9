import { PAGE_PODS, type PageCost } from '../browser/browser.js';
import { PODS } from '../cluster/cluster.js';
import type { Figures } from '../figures.js';
import { type HttpFigures, overheadPercent } from '../http/http.js';
import { CORPUS_NAMES } from '../quantities/corpora.js';
import type { DumpCosts } from '../reading/dumps.js';
import type { FileCost, FileName } from '../reading/files.js';
import { SERVICES } from '../services/service-corpus.js';
import type { Size } from './sizes.js';

/** One target for the packages. */
export interface Target {
  /** What is measured. */
  readonly work: string;
  /** Value to reach. */
  readonly asked: string;
  /** Measured value. */
  readonly measured: string;
  /** Whether the target is met; undefined if it was not measured. */
  readonly isMet: boolean | undefined;
}

/** Why a target is not met, by its work. Written by hand; a row may stay if only some runs miss the target. */
export const REASONS: Readonly<Record<string, string>> = {
  'parse and print, small':
    'a difference of a few nanoseconds; in some runs kubesem is faster than Go',
  'add, small':
    'Go adds two machine words on the stack; a `Quantity` is immutable, so each sum is a new object on the heap',
  'add, bigint':
    'runs differ from 0.85 to 1.24, depending on how much garbage collection falls into the measured time',
  'compare, small':
    'a difference of a few nanoseconds: Go compares two machine words on the stack, kubesem two objects on the heap',
  'compare, bigint':
    'a product or conversion of a bigint leaves the compiled code and allocates an object; most pairs need only two ' +
    'conversions, but those take longer than the whole comparison in Go',
  'DNS query, 10,000 Services':
    'the name of an endpoint is computed when a query needs it, which saves memory but takes the time above the target',
  'DNS query, 10,000 Services compared with 1,000 Services':
    'both need one lookup in a map, but ten times as many names do not fit into the processor caches',
  'request through 4,096 queues compared with 64':
    'runs differ from 1.9 to 2.1 times; 4,096 queues do not fit into the first processor cache',
  'environment of all containers':
    'a quarter of the time is garbage collection; the rest is reading and sorting 8 million variables',
  'parse an image': 'runs differ from 10 to 13 times, depending on the time that Go needs',
  'overhead of `protect` on an empty handler, `node:http`':
    'a request to an empty handler takes 12 µs, of which 15 % are 1.8 µs; in a loop of its own the gate needs half of ' +
    'that, but between the code of Node it no longer finds its own in the processor caches',
  'overhead of `apf` on an empty handler, express':
    'runs differ from 5 to 13 %, because the time of express itself differs as much',
  'a table of 2,000 Pods, in Chromium':
    'most of the time is work of the browser, which creates 14,000 cells and lays out those in sight and near it',
  'read a dump of all Pods compared with `JSON.parse`':
    'reading and decoding the file takes half as long as `JSON.parse`; the rest is counting lines and keys, which finds ' +
    'duplicate keys, and one object for each Pod',
  '`kubesem nodes` on a dump of all Pods compared with `JSON.parse`':
    'reading alone takes most of the target, as the row of the dump shows; then the command computes requests and ' +
    'limits of every Pod, with code that has not run before',
  '`kubesem inspect` of a list, 12 MB of YAML, memory':
    'a list is one document, so all its values and their places are in memory at once; with a smaller heap, ' +
    'V8 collects garbage earlier',
  '`kubesem inspect --summary` of 100 MB of JSON':
    'most of the time goes into defaults and checks: each builds objects of its own for every Pod; ' +
    'the checks of Services and budgets keep some fields of each',
  '`kubesem inspect` of an install manifest, 2 MB of YAML':
    'Node starts and loads the command in a third of the time; the rest reads the YAML and makes objects with positions',
  '`kubesem inspect` of a list, 12 MB of YAML':
    'the list is read item by item, which halves the memory; most of the time is the YAML library and garbage collection',
  '`kubesem inspect --summary` of 100 MB of JSON, memory':
    'the report on each Pod is kept, and its fields for the checks of Services and budgets',
};

type Time = (name: string) => number;

function faster(work: string, theirs: number, ours: number, than: string, factor = 1): Target {
  const ratio = theirs / ours;
  return {
    work,
    asked: factor === 1 ? `no slower than ${than}` : `at least ${factor} times as fast as ${than}`,
    measured: `${ratio.toFixed(2)} times as fast`,
    isMet: ratio >= factor,
  };
}

/**
 * Formats a figure; the cost of a run that failed is infinite.
 *
 * @param value - any number
 * @param digits - number of decimals
 * @returns the number with so many decimals, or `∞`
 */
export function decimals(value: number, digits: number): string {
  return value === Number.POSITIVE_INFINITY ? '∞' : value.toFixed(digits);
}

function atMost(work: string, value: number, limit: number, unit: string, digits = 2): Target {
  const measured = `${decimals(value, digits)} ${unit}`;
  return { work, asked: `at most ${limit} ${unit}`, measured, isMet: value <= limit };
}

/** Bundle sizes: each import has its own budget. */
function withinBudgets(sizes: readonly Size[]): Target {
  const own = sizes.filter(({ budget }) => budget !== undefined);
  const within = own.filter(({ bytes, budget = 0 }) => bytes <= budget);
  return {
    work: 'bundle sizes',
    asked: 'every import within its budget',
    measured: `${within.length} of ${own.length}`,
    isMet: within.length === own.length,
  };
}

/** DNS: building the largest zone, queries, and how both grow with the zone. */
function dns(time: Time): Target[] {
  const [few, many] = ['1,000 Services', '10,000 Services'];
  const [small, large] = [time('query ours 1000'), time('query ours 10000')];
  const memory = time('zone bytes 10000') / time('zone bytes 1000');
  return [
    atMost(`build a DNS zone of ${many}`, time('zone ours 10000') / 1e9, 1, 's'),
    atMost(`memory per endpoint, ${many} compared with ${few}`, memory, 1.2, 'times as much'),
    atMost(`DNS query, ${many}`, large / 1000, 2, 'µs'),
    atMost(`DNS query, ${many} compared with ${few}`, large / small, 1.2, 'times as long'),
    faster(`DNS query, ${few} compared with CoreDNS`, time('query go 1000'), small, 'CoreDNS'),
    faster(`DNS query, ${many} compared with CoreDNS`, time('query go 10000'), large, 'CoreDNS'),
  ];
}

/** API Priority and Fairness: queue sets, classification, simulation, memory. */
function flowcontrol(time: Time): Target[] {
  const [few, many] = [time('queueSet ours 64'), time('queueSet ours 4096')];
  return [
    faster('request through 64 queues', time('queueSet go 64'), few, 'Go'),
    atMost('request through 4,096 queues compared with 64', many / few, 2, 'times as long'),
    atMost('classify a request, 100 flow schemas', time('classify ours') / 1000, 1, 'µs'),
    atMost('simulate one hour, 1,000 requests per second', time('simulate ours') / 1e9, 20, 's', 1),
    atMost('memory per waiting request', time('waiting ours'), 500, 'bytes', 0),
  ];
}

/** The limit of a protected handler's overhead, in percent, and of the latency of mice under load. */
function servers({ node, express, startMs, quickBackend }: HttpFigures): Target[] {
  const p99 = (name: string) =>
    quickBackend.find(({ protection }) => protection === name)?.['mice p99 ms'] ?? Number.NaN;
  const slower = p99('apf-http') / p99('(mice alone)');
  return [
    atMost(
      'overhead of `protect` on an empty handler, `node:http`',
      overheadPercent(node),
      15,
      '%',
      1,
    ),
    atMost('overhead of `apf` on an empty handler, express', overheadPercent(express), 10, '%', 1),
    atMost(
      'p99 of mice under ten times the load, compared with mice alone; the service time of the backend is at most a tenth of it',
      slower,
      2,
      'times as long',
    ),
    atMost('start a protected server, until its first answer', startMs, 50, 'ms', 0),
  ];
}

/** A page with a table of Pods: what the packages compute, and everything. */
function pageTargets(page: PageCost | undefined): Target[] {
  const pods = `${PAGE_PODS.toLocaleString('en')} Pods`;
  return [
    [`texts of a table of ${pods}, in Chromium`, page?.texts] as const,
    [`a table of ${pods}, in Chromium`, page?.table] as const,
  ].map(([work, time]) => {
    const target = atMost(work, time ?? Number.NaN, 50, 'ms', 1);
    return time === undefined
      ? { ...target, measured: 'no Chromium found', isMet: undefined }
      : target;
  });
}

/** Reading a dump of the largest cluster: time and memory. */
function dumps({ parse, read, nodes }: DumpCosts): Target[] {
  return [
    ['read a dump of all Pods', read] as const,
    ['`kubesem nodes` on a dump of all Pods', nodes] as const,
  ].flatMap(([work, { milliseconds, peakBytes }]) => [
    atMost(
      `${work} compared with \`JSON.parse\``,
      milliseconds / parse.milliseconds,
      3,
      'times as long',
    ),
    atMost(`${work}, memory`, peakBytes / 1e9, 1, 'GB'),
  ]);
}

/** What is read from each file, and the targets: seconds from start to end, and memory. */
export const FILE_TARGETS: Readonly<
  Record<
    FileName,
    { readonly work: string; readonly seconds?: number; readonly megabytes?: number }
  >
> = {
  install: { work: '`kubesem inspect` of an install manifest, 2 MB of YAML', seconds: 0.45 },
  list: { work: '`kubesem inspect` of a list, 12 MB of YAML', seconds: 3, megabytes: 400 },
  dump: { work: '`kubesem inspect --summary` of 100 MB of JSON', seconds: 4, megabytes: 400 },
  stream: { work: '`kubesem inspect --summary` of a stream, 256 MB of YAML' },
};

/** Reading manifests: time and memory. */
function files(costs: readonly FileCost[]): Target[] {
  return costs.flatMap(({ name, milliseconds, peakBytes }) => {
    const { work, seconds, megabytes } = FILE_TARGETS[name];
    return [
      ...(seconds === undefined ? [] : [atMost(work, milliseconds / 1000, seconds, 's')]),
      ...(megabytes === undefined
        ? []
        : [atMost(`${work}, memory`, peakBytes / 1e6, megabytes, 'MB', 0)]),
    ];
  });
}

/** The figures that have targets. */
export type Judged = Pick<
  Figures,
  'nanoseconds' | 'keptBytes' | 'dump' | 'page' | 'http' | 'files' | 'sizes'
>;

/**
 * Compares the figures with the targets.
 *
 * @param figures - the figures of one run
 * @returns the targets, in the order of the document
 */
export function judge({
  nanoseconds,
  keptBytes,
  dump,
  page,
  http,
  files: fileCosts,
  sizes,
}: Judged): Target[] {
  const time: Time = (name) => nanoseconds.get(name) ?? Number.NaN;
  const [keyring, largeKeyring] = [time('lookup ours 1000'), time('lookup ours 10000')];
  return [
    faster('parse, realistic', time('parse go realistic'), time('parse ours realistic'), 'Go', 2),
    faster(
      'parse, texts of realistic that every package can parse',
      time('parse @kubernetes/client-node.quantityToScalar common'),
      time('parse ours common'),
      '`quantityToScalar`',
      1.5,
    ),
    atMost('format a quantity', time('format ours') / 1000, 1, 'µs'),
    atMost('format a quantity in a language', time('format en') / 1000, 1, 'µs'),
    ...[
      ['parse and print', 'print'],
      ['add', 'add'],
      ['compare', 'cmp'],
    ].flatMap(([label, work]) =>
      CORPUS_NAMES.map((corpus) => {
        const [go, ours] = [time(`${work} go ${corpus}`), time(`${work} ours ${corpus}`)];
        return faster(`${label}, ${corpus}`, go, ours, 'Go');
      }),
    ),
    faster('parse an image', time('image go images'), time('image ours images'), 'Go', 10),
    ...['@swimlane/docker-reference', '@codefresh-io/docker-reference'].map((peer) =>
      faster(
        'parse an image that every package can parse',
        time(`image ${peer}.parseFamiliarName commonImages`),
        time('image ours commonImages'),
        `\`${peer}\``,
        3,
      ),
    ),
    atMost('lookup, keyring of 1,000 entries', keyring / 1000, 5, 'µs'),
    atMost(
      'lookup, 10,000 entries compared with 1,000',
      largeKeyring / keyring,
      10,
      'times as long',
    ),
    ...dns(time),
    ...flowcontrol(time),
    faster('resources and QoS class of all Pods', time('pods go'), time('pods ours'), 'Go'),
    faster('allocation of 5,000 nodes', time('nodes go'), time('nodes ours'), 'Go'),
    atMost('rows of all Pods', (time('rows ours') * PODS) / 1e9, 1, 's'),
    atMost('environment of all containers', (time('environment ours') * PODS) / 1e9, 4, 's'),
    faster(
      'environment of all containers compared with Go',
      time('environment go'),
      time('environment ours'),
      'Go',
    ),
    atMost(
      'a selector of three requirements over all Pods',
      (time('selection ours') * PODS) / 1e6,
      30,
      'ms',
    ),
    atMost(
      'explain the endpoints of 10,000 Services',
      (time('explained ours') * SERVICES) / 1e9,
      3,
      's',
    ),
    faster('EndpointSlices of 10,000 Services', time('slices go'), time('slices ours'), 'Go'),
    ...servers(http),
    ...pageTargets(page),
    ...dumps(dump),
    ...files(fileCosts),
    ...CORPUS_NAMES.map((corpus) => {
      const bytes = keptBytes.get(`ours ${corpus}`) ?? Number.NaN;
      return atMost(`memory per quantity, ${corpus}`, bytes, 100, 'bytes', 0);
    }),
    withinBudgets(sizes),
  ];
}

/**
 * Explains why a target is not met.
 *
 * @param target - from {@link judge}
 * @returns the reason, if one is known
 */
export function reasonFor(target: Target): string {
  return REASONS[target.work] ?? 'not known yet';
}
