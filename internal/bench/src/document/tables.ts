import { QUEUE_COUNTS } from '../apf/flowcontrol.js';
import { DNS_SIZES, ENDPOINTS_PER_SERVICE } from '../dns/dns-corpus.js';
import type { Figures } from '../figures.js';
import { KEYRING_SIZES } from '../images/keyring-corpus.js';
import { CORPUS_NAMES } from '../quantities/corpora.js';
import { decimals, FILE_TARGETS, type Target } from './targets.js';

type Cell = string | number;

/**
 * Formats a number as an integer.
 *
 * @param value - any number
 * @returns digits with commas
 */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/**
 * Formats nanoseconds or bytes.
 *
 * @param value - any number
 * @returns digits with commas, with one decimal place below 100
 */
export function small(value: number): string {
  return value < 100 ? value.toFixed(1) : whole(value);
}

/**
 * Formats a table. Columns of numbers, some of which may be absent, are aligned to the right.
 *
 * @param head - headings
 * @param rows - cells
 * @returns Markdown
 */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const isNumeric = (column: number) => rows.every((row) => /^(\d|$)/.test(String(row[column])));
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, i) => (isNumeric(i) ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

/** Returns the cells of a comparison with Go: `kubesem`, `Go` and `Go ÷ kubesem`. */
function compared(ours: number, go: number, digits: number): Cell[] {
  return [small(ours), small(go), (go / ours).toFixed(digits)];
}

function timesOf({ nanoseconds }: Figures): (name: string) => number {
  return (name) => nanoseconds.get(name) ?? Number.NaN;
}

/**
 * Lists the targets, and whether they are met.
 *
 * @param targets - from `judge`
 * @returns a table
 */
export function targetTable(targets: readonly Target[]): string {
  return table(
    ['work', 'target', 'measured', ''],
    targets.map(({ work, asked, measured, isMet }) => [
      work,
      asked,
      measured,
      isMet === undefined ? 'skipped' : isMet ? 'met' : '**not met**',
    ]),
  );
}

const WORKS = { parse: 'parse', print: 'parse and print', add: 'add', cmp: 'compare' };

/**
 * Compares work on quantities with Go.
 *
 * @param figures - the figures of one run
 * @returns a table
 */
export function quantityTable(figures: Figures): string {
  const time = timesOf(figures);
  return table(
    ['work, corpus', 'kubesem, ns', 'Go, ns', 'Go ÷ kubesem'],
    Object.entries(WORKS).flatMap(([work, label]) =>
      CORPUS_NAMES.map((corpus) => [
        `${label}, ${corpus}`,
        ...compared(time(`${work} ours ${corpus}`), time(`${work} go ${corpus}`), 2),
      ]),
    ),
  );
}

/** Returns a row for each function: its time, the ratio to ours, which is the first one, and its correct answers. */
function peerRows<Row extends { readonly subject: string }>(
  rows: readonly Row[],
  timeOf: (subject: string) => number,
  correctOf: (row: Row) => readonly Cell[],
): Cell[][] {
  const ours = timeOf('ours');
  return rows.map((row, i) => {
    const time = i === 0 ? ours : timeOf(row.subject);
    return [`\`${row.subject}\``, small(time), (time / ours).toFixed(2), ...correctOf(row)];
  });
}

const share = (count: number, all: number) => `${whole(count)} of ${whole(all)}`;

/**
 * Compares functions that parse quantities.
 *
 * @param figures - the figures of one run
 * @returns a table
 */
export function peerTable(figures: Figures): string {
  const { correctness } = figures;
  const time = timesOf(figures);
  return table(
    ['function', 'ns', '÷ kubesem', 'valid vectors', 'invalid vectors', 'realistic'],
    peerRows(
      correctness.rows,
      (subject) => time(`parse ${subject} common`),
      ({ valid, invalid, realistic }) => [
        share(valid, correctness.valid),
        share(invalid, correctness.invalid),
        share(realistic, correctness.realistic),
      ],
    ),
  );
}

/**
 * Compares functions that parse image references.
 *
 * @param figures - the figures of one run
 * @returns a table
 */
export function imageTable(figures: Figures): string {
  const { images } = figures;
  const time = timesOf(figures);
  return table(
    ['function', 'ns', '÷ kubesem', 'valid vectors', 'invalid vectors', 'timeouts', 'corpus'],
    peerRows(
      images.rows,
      (subject) => time(`image ${subject} commonImages`),
      ({ valid, invalid, hangs, realistic }) => [
        share(valid, images.valid),
        share(invalid, images.invalid),
        whole(hangs),
        share(realistic, images.realistic),
      ],
    ),
  );
}

/**
 * Compares lookups in keyrings with Go.
 *
 * @param figures - the figures of one run
 * @returns a table
 */
export function keyringTable(figures: Figures): string {
  const time = timesOf(figures);
  return table(
    ['entries', 'kubesem, ns', 'Go, ns', 'Go ÷ kubesem'],
    KEYRING_SIZES.map((size) => [
      whole(size),
      ...compared(time(`lookup ours ${size}`), time(`lookup go ${size}`), 1),
    ]),
  );
}

/**
 * Compares DNS queries with CoreDNS.
 *
 * @param figures - the figures of one run
 * @returns a table
 */
export function dnsTable(figures: Figures): string {
  const time = timesOf(figures);
  return table(
    [
      'Services',
      'endpoints',
      'build, ms',
      'bytes per endpoint',
      'query, ns',
      'CoreDNS, ns',
      'CoreDNS ÷ kubesem',
    ],
    DNS_SIZES.map((size) => [
      whole(size),
      whole(size * ENDPOINTS_PER_SERVICE),
      whole(time(`zone ours ${size}`) / 1e6),
      whole(time(`zone bytes ${size}`)),
      ...compared(time(`query ours ${size}`), time(`query go ${size}`), 1),
    ]),
  );
}

/**
 * Compares queue sets with Go.
 *
 * @param figures - the figures of one run
 * @returns a table
 */
export function queueTable(figures: Figures): string {
  const time = timesOf(figures);
  return table(
    ['queues', 'kubesem, ns', 'Go, ns', 'Go ÷ kubesem'],
    QUEUE_COUNTS.map((queues) => [
      whole(queues),
      ...compared(time(`queueSet ours ${queues}`), time(`queueSet go ${queues}`), 1),
    ]),
  );
}

/**
 * Compares work on all Pods with Go.
 *
 * @param figures - the figures of one run
 * @returns a table
 */
export function podTable(figures: Figures): string {
  const time = timesOf(figures);
  const row = (label: string, work: string, variant = '') => {
    const [ours, go] = [time(`${work} ours${variant}`), time(`${work} go${variant}`)];
    const all = (each: number) => `${whole((each * figures.podCount) / 1e6)} ms`;
    return [label, small(ours), small(go), all(ours), all(go), (go / ours).toFixed(2)];
  };
  return table(
    ['work', 'kubesem, ns per Pod', 'Go, ns per Pod', 'kubesem, all', 'Go, all', 'Go ÷ kubesem'],
    [
      row('requests, limits and QoS class, amounts are strings', 'pods'),
      row('requests, limits and QoS class, amounts are parsed', 'pods', ' decoded'),
      row('allocation of the nodes', 'nodes'),
      row('environment of all containers', 'environment'),
    ],
  );
}

/**
 * Compares ways to read a dump.
 *
 * @param figures - the figures of one run
 * @returns a table
 */
export function dumpTable({ dump }: Figures): string {
  const labels = {
    parse: '`JSON.parse` of each Pod',
    read: '`readObjects` of the file',
    nodes: '`kubesem nodes`, the whole command',
  };
  return table(
    ['work', 'ms', '÷ `JSON.parse`', 'memory, MB'],
    (['parse', 'read', 'nodes'] as const).map((name) => {
      const { milliseconds, peakBytes } = dump[name];
      const ratio = milliseconds / dump.parse.milliseconds;
      return [labels[name], whole(milliseconds), decimals(ratio, 2), whole(peakBytes / 1e6)];
    }),
  );
}

/**
 * Lists the cost of reading manifests.
 *
 * @param figures - the figures of one run
 * @returns a table
 */
export function fileTable({ files }: Figures): string {
  return table(
    ['work', 'file, MB', 'ms', 'memory, MB'],
    files.map(({ name, fileBytes, milliseconds, peakBytes }) => [
      FILE_TARGETS[name].work,
      (fileBytes / 1e6).toFixed(1),
      whole(milliseconds),
      whole(peakBytes / 1e6),
    ]),
  );
}

/**
 * Compares the memory of quantities with Go.
 *
 * @param figures - the figures of one run
 * @returns a table
 */
export function memoryTable({ keptBytes }: Figures): string {
  return table(
    ['corpus', 'kubesem, bytes', 'Go, bytes'],
    CORPUS_NAMES.map((corpus) => [
      corpus,
      ...['ours', 'go'].map((side) => small(keptBytes.get(`${side} ${corpus}`) ?? Number.NaN)),
    ]),
  );
}

/**
 * Lists bundle sizes.
 *
 * @param figures - the figures of one run
 * @returns a table
 */
export function sizeTable({ sizes }: Figures): string {
  return table(
    ['package', 'imported', 'bytes', 'budget'],
    sizes.map((size) => [
      `\`${size.package}\``,
      size.names === '*' ? 'all' : `\`${size.names}\``,
      whole(size.bytes),
      size.budget === undefined ? '' : whole(size.budget),
    ]),
  );
}
