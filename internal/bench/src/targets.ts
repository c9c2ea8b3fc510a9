import type { Figures } from './figures.js';
import type { Size } from './sizes.js';

/** One thing that the packages are to reach. */
export interface Target {
  /** The work. */
  readonly work: string;
  /** What is asked for. */
  readonly asked: string;
  /** What was measured. */
  readonly measured: string;
  /** Whether it is reached. */
  readonly isMet: boolean;
}

/** Why a target is out of reach, by its work; written by hand when one is not met. */
const reasons: Readonly<Record<string, string>> = {
  'add, small':
    'Go adds two machine words on its stack; ours makes an object on the heap, since a quantity is immutable',
  'add, bigint':
    'runs differ from 0.85 to 1.24: the collection of the new bigints falls into the measured time or not',
  'compare, small':
    'a few nanoseconds either way: two machine words on the stack of Go, two objects and the kind of their digits here',
  '`kubesem nodes` on a dump of all Pods':
    'it reads the file and computes each Pod besides, its row as well as its part in the total, by code that has not run ' +
    'before; reading alone is within the target',
  'compare, bigint':
    'every product and conversion of a bigint leaves the compiled code and makes an object; most pairs are told apart ' +
    'by their nearest numbers first, which took a third off, and two conversions still cost more than all of it in Go',
  'DNS query among 10,000 Services':
    'the host of an endpoint is worked out when it is asked for, which keeps 259 bytes an endpoint and takes what is missing',
  'DNS query, 10,000 Services beside 1,000':
    'one step in a map either way; those of ten times as many names do not fit into the caches of the processor',
  'parse and print, small': 'a few nanoseconds either way; in other runs it is faster than Go',
};

function faster(work: string, theirs: number, ours: number, factor: number, than: string): Target {
  const ratio = theirs / ours;
  return {
    work,
    asked: factor === 1 ? `no slower than ${than}` : `${factor} times as fast as ${than}`,
    measured: `${ratio.toFixed(2)} times as fast`,
    isMet: ratio >= factor,
  };
}

function atMost(work: string, bytes: number, limit: number): Target {
  const isMet = bytes <= limit;
  return { work, asked: `at most ${limit} bytes`, measured: `${Math.ceil(bytes)} bytes`, isMet };
}

/** The sizes of imports, of which each has its budget. */
function withinBudgets(sizes: readonly Size[]): Target {
  const own = sizes.filter(({ budget }) => budget !== undefined);
  const within = own.filter(({ bytes, budget = 0 }) => bytes <= budget);
  return {
    work: 'size of imports',
    asked: 'each within its budget, below',
    measured: `${within.length} of ${own.length}`,
    isMet: within.length === own.length,
  };
}

/** Lookups in keyrings: how long one takes, and how that grows with the keyring. */
function lookups(time: (name: string) => number): Target[] {
  const [small, large] = [time('lookup ours 1000'), time('lookup ours 10000')];
  const growth = large / small;
  return [
    {
      work: 'lookup in a keyring of 1,000 entries',
      asked: 'under 5 µs',
      measured: `${(small / 1000).toFixed(2)} µs`,
      isMet: small < 5000,
    },
    {
      work: 'lookup in a keyring of 10,000 entries',
      asked: 'less than 10 times as long as of 1,000',
      measured: `${growth.toFixed(2)} times as long`,
      isMet: growth < 10,
    },
  ];
}

/** DNS: building the largest zone, asking it, and how both grow with the zone. */
function dns(time: (name: string) => number): Target[] {
  const [small, large] = [time('query ours 1000'), time('query ours 10000')];
  const build = time('zone ours 10000');
  const bytes = time('zone bytes 10000') / time('zone bytes 1000');
  return [
    {
      work: 'zone of 10,000 Services and 150,000 endpoints',
      asked: 'under 1 s',
      measured: `${(build / 1e9).toFixed(2)} s`,
      isMet: build < 1e9,
    },
    {
      work: 'memory an endpoint, 10,000 Services beside 1,000',
      asked: 'at most 1.2 times as much',
      measured: `${bytes.toFixed(2)} times as much`,
      isMet: bytes <= 1.2,
    },
    {
      work: 'DNS query among 10,000 Services',
      asked: 'under 2 µs',
      measured: `${(large / 1000).toFixed(2)} µs`,
      isMet: large < 2000,
    },
    {
      work: 'DNS query, 10,000 Services beside 1,000',
      asked: 'at most 1.2 times as long',
      measured: `${(large / small).toFixed(2)} times as long`,
      isMet: large / small <= 1.2,
    },
    faster('DNS query among 1,000 Services', time('query go 1000'), small, 1, 'CoreDNS'),
    faster('DNS query among 10,000 Services', time('query go 10000'), large, 1, 'CoreDNS'),
  ];
}

/** Priority and fairness: a request on its way, more queues, classification, simulation, memory. */
function flowcontrol(time: (name: string) => number): Target[] {
  const [few, many] = [time('queueSet ours 64'), time('queueSet ours 4096')];
  const classification = time('classify ours');
  const simulation = time('simulate ours');
  return [
    faster('a request through 64 queues', time('queueSet go 64'), few, 1, 'Go'),
    {
      work: 'a request through 4,096 queues, beside 64',
      asked: 'at most 2 times as long',
      measured: `${(many / few).toFixed(2)} times as long`,
      isMet: many / few <= 2,
    },
    {
      work: 'classification over 100 flow schemas',
      asked: 'under 1 µs',
      measured: `${(classification / 1000).toFixed(2)} µs`,
      isMet: classification < 1000,
    },
    {
      work: 'simulated hour of 1,000 requests a second',
      asked: 'under 20 s',
      measured: `${(simulation / 1e9).toFixed(1)} s`,
      isMet: simulation < 20e9,
    },
    atMost('memory kept per waiting request', time('waiting ours'), 500),
  ];
}

/** A dump of the largest cluster: as long as `JSON.parse` takes for its Pods, times three, and a gigabyte. */
function dumps({ dump }: Figures): Target[] {
  const { parse, read, nodes } = dump;
  const gibibytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(2)} GiB`;
  return [
    ['reading a dump of all Pods', read] as const,
    ['`kubesem nodes` on a dump of all Pods', nodes] as const,
  ].flatMap(([work, { milliseconds, peakBytes }]) => {
    const ratio = milliseconds / parse.milliseconds;
    return [
      {
        work,
        asked: 'at most 3 times as long as `JSON.parse` of each Pod',
        measured: `${ratio.toFixed(2)} times as long`,
        isMet: ratio <= 3,
      },
      {
        work: `memory of ${work}`,
        asked: 'at most 1 GB',
        measured: gibibytes(peakBytes),
        isMet: peakBytes <= 1e9,
      },
    ];
  });
}

/**
 * Holds the figures against the targets.
 *
 * @param figures - what one run measured
 * @returns the targets, in the order of the document
 */
export function judge(figures: Figures): Target[] {
  const { nanoseconds, keptBytes, sizes } = figures;
  const time = (name: string) => nanoseconds.get(name) ?? Number.NaN;
  const beside = (label: string, work: string) =>
    ['realistic', 'small', 'bigint'].map((corpus) =>
      faster(
        `${label}, ${corpus}`,
        time(`${work} go ${corpus}`),
        time(`${work} ours ${corpus}`),
        1,
        'Go',
      ),
    );
  return [
    faster('parse, realistic', time('parse go realistic'), time('parse ours realistic'), 2, 'Go'),
    faster(
      'parse, what every peer reads of realistic',
      time('parse @kubernetes/client-node.quantityToScalar common'),
      time('parse ours common'),
      1.5,
      '`quantityToScalar`',
    ),
    ...beside('parse and print', 'print'),
    ...beside('add', 'add'),
    ...beside('compare', 'cmp'),
    faster('image reference', time('image go images'), time('image ours images'), 10, 'Go'),
    ...['@swimlane/docker-reference', '@codefresh-io/docker-reference'].map((peer) =>
      faster(
        `image reference, beside \`${peer}\``,
        time(`image ${peer}.parseFamiliarName commonImages`),
        time('image ours commonImages'),
        3,
        'that',
      ),
    ),
    ...lookups(time),
    ...dns(time),
    ...flowcontrol(time),
    faster(
      'requests, limits and QoS class of all Pods',
      time('pods go'),
      time('pods ours'),
      1,
      'Go',
    ),
    faster('what all Pods take of 5,000 nodes', time('nodes go'), time('nodes ours'), 1, 'Go'),
    ...dumps(figures),
    ...['realistic', 'small', 'bigint'].map((corpus) =>
      atMost(
        `memory kept per Quantity, ${corpus}`,
        keptBytes.get(`ours ${corpus}`) ?? Number.NaN,
        100,
      ),
    ),
    withinBudgets(sizes),
  ];
}

/**
 * Why a target is not met.
 *
 * @param target - from {@link judge}
 * @returns the reason, or that nobody has written one down
 */
export function reasonFor(target: Target): string {
  return reasons[target.work] ?? 'the reason is still to be found';
}
