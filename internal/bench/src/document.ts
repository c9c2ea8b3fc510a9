import { arch, cpus, platform, totalmem } from 'node:os';
import { NODES } from './cluster.js';
import { CORPUS_SIZE, corpusNames } from './corpora.js';
import { DNS_QUESTION_COUNT, DNS_SIZES, ENDPOINTS_PER_SERVICE } from './dns-corpus.js';
import type { Figures } from './figures.js';
import {
  QUEUE_COUNTS,
  REQUESTS_PER_SECOND,
  SCHEMA_COUNT,
  SIMULATED_SECONDS,
} from './flowcontrol.js';
import { IMAGE_CORPUS_SIZE } from './image-corpus.js';
import { HANG_MILLISECONDS } from './image-correctness.js';
import { imagePeers } from './image-peers.js';
import { KEYRING_IMAGE_COUNT, KEYRING_SIZES } from './keyring-corpus.js';
import { installedVersion, peers } from './peers.js';
import { judge, reasonFor, type Target } from './targets.js';

type Cell = string | number;

const whole = (value: number) => Math.round(value).toLocaleString('en');
const nanos = (value: number | undefined) =>
  value === undefined ? '' : value < 100 ? value.toFixed(1) : whole(value);

/** A table; columns of numbers are aligned to the right. */
function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const isNumeric = (column: number) => rows.every((row) => /^\d/.test(String(row[column])));
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, i) => (isNumeric(i) ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

/**
 * The targets, and whether they are met.
 *
 * @param targets - from `judge`
 * @returns a table
 */
export function targetTable(targets: readonly Target[]): string {
  return table(
    ['work', 'target', 'measured', ''],
    targets.map((target) => [
      target.work,
      target.asked,
      target.measured,
      target.isMet ? 'met' : '**not met**',
    ]),
  );
}

/** Lines to stand below the table: why what is not met is not met. */
function missed(targets: readonly Target[]): string[] {
  const lines = targets
    .filter(({ isMet }) => !isMet)
    .map((target) => `- ${target.work}: ${reasonFor(target)}`);
  return lines.length === 0 ? [] : ['', '', 'Not met:', '', ...lines];
}

function machine({ go }: Figures): string {
  const [cpu] = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${cpu?.model.trim()}, ${cpus().length} processors, ${gibibytes} GiB, ${platform()} ${arch()}.`,
    `Node ${process.version} (V8 ${process.versions.v8}), ${go.version}, Kubernetes modules ${go.modules}.`,
  ].join('\n');
}

function versions(): string {
  const packages = [...peers, ...imagePeers].map((peer) => peer.package);
  const names = [...new Set(packages), 'mitata'];
  return names.map((name) => `\`${name}\` ${installedVersion(name)}`).join(', ');
}

const WORKS = { parse: 'parse', print: 'parse and print', add: 'add', cmp: 'compare' };

function quantityTable({ nanoseconds }: Figures): string {
  return table(
    ['work, corpus', 'ours, ns', 'Go, ns', 'Go ÷ ours'],
    Object.entries(WORKS).flatMap(([work, label]) =>
      corpusNames.map((corpus) => {
        const ours = nanoseconds.get(`${work} ours ${corpus}`) ?? Number.NaN;
        const go = nanoseconds.get(`${work} go ${corpus}`) ?? Number.NaN;
        return [`${label}, ${corpus}`, nanos(ours), nanos(go), (go / ours).toFixed(2)];
      }),
    ),
  );
}

/** One line for each function: its time, which is beside that of ours, the first one, and what it gets right. */
function besideOurs<Row extends { readonly subject: string }>(
  rows: readonly Row[],
  ours: number,
  timeOf: (subject: string) => number | undefined,
  rightOf: (row: Row) => readonly Cell[],
): Cell[][] {
  return rows.map((row, i) => {
    const time = i === 0 ? ours : (timeOf(row.subject) ?? Number.NaN);
    return [`\`${row.subject}\``, nanos(time), (time / ours).toFixed(2), ...rightOf(row)];
  });
}

const share = (count: number, all: number) => `${whole(count)} of ${whole(all)}`;

function peerTable({ nanoseconds, correctness }: Figures): string {
  const rows = besideOurs(
    correctness.rows,
    nanoseconds.get('parse ours common') ?? Number.NaN,
    (subject) => nanoseconds.get(`parse ${subject} common`),
    ({ valid, invalid, realistic }) => [
      share(valid, correctness.valid),
      share(invalid, correctness.invalid),
      share(realistic, correctness.realistic),
    ],
  );
  const head = [
    '',
    'parse, ns',
    '÷ ours',
    'valid vectors right',
    'invalid ones refused',
    'realistic right',
  ];
  return table(head, rows);
}

function imageTable({ nanoseconds, images }: Figures): string {
  const rows = besideOurs(
    images.rows,
    nanoseconds.get('image ours commonImages') ?? Number.NaN,
    (subject) => nanoseconds.get(`image ${subject} commonImages`),
    ({ valid, invalid, hangs, realistic }) => [
      share(valid, images.valid),
      share(invalid, images.invalid),
      whole(hangs),
      share(realistic, images.realistic),
    ],
  );
  const head = [
    '',
    'parse, ns',
    '÷ ours',
    'valid vectors right',
    'invalid ones refused',
    'no answer',
    'corpus right',
  ];
  return table(head, rows);
}

function imageSentence({ nanoseconds }: Figures): string {
  const ours = nanoseconds.get('image ours images') ?? Number.NaN;
  const go = nanoseconds.get('image go images') ?? Number.NaN;
  return `${nanos(ours)} ns here, ${nanos(go)} ns in Go: ${(go / ours).toFixed(1)} times as long`;
}

function keyringTable({ nanoseconds }: Figures): string {
  return table(
    ['entries', 'ours, ns', 'Go, ns', 'Go ÷ ours'],
    KEYRING_SIZES.map((size) => {
      const ours = nanoseconds.get(`lookup ours ${size}`) ?? Number.NaN;
      const go = nanoseconds.get(`lookup go ${size}`) ?? Number.NaN;
      return [whole(size), nanos(ours), nanos(go), (go / ours).toFixed(1)];
    }),
  );
}

function dnsTable({ nanoseconds }: Figures): string {
  return table(
    [
      'Services',
      'endpoints',
      'building, ms',
      'kept, bytes an endpoint',
      'query, ns',
      'CoreDNS, ns',
      'CoreDNS ÷ ours',
    ],
    DNS_SIZES.map((size) => {
      const ours = nanoseconds.get(`query ours ${size}`) ?? Number.NaN;
      const go = nanoseconds.get(`query go ${size}`) ?? Number.NaN;
      return [
        whole(size),
        whole(size * ENDPOINTS_PER_SERVICE),
        whole((nanoseconds.get(`zone ours ${size}`) ?? Number.NaN) / 1e6),
        whole(nanoseconds.get(`zone bytes ${size}`) ?? Number.NaN),
        nanos(ours),
        nanos(go),
        (go / ours).toFixed(1),
      ];
    }),
  );
}

function queueTable({ nanoseconds }: Figures): string {
  return table(
    ['queues', 'ours, ns', 'Go, ns', 'Go ÷ ours'],
    QUEUE_COUNTS.map((queues) => {
      const ours = nanoseconds.get(`queueSet ours ${queues}`) ?? Number.NaN;
      const go = nanoseconds.get(`queueSet go ${queues}`) ?? Number.NaN;
      return [whole(queues), nanos(ours), nanos(go), (go / ours).toFixed(1)];
    }),
  );
}

function flowcontrolSentence({ nanoseconds }: Figures): string {
  const classification = nanos(nanoseconds.get('classify ours'));
  const seconds = ((nanoseconds.get('simulate ours') ?? Number.NaN) / 1e9).toFixed(1);
  const bytes = nanos(nanoseconds.get('waiting ours'));
  return [
    `What \`createClassifier\` makes takes ${classification} ns a request among ${SCHEMA_COUNT} flow schemas; half of them come before the one that matches.`,
    `\`simulate\` takes ${seconds} s for an hour of ${whole(REQUESTS_PER_SECOND)} requests a second, which is ${whole(SIMULATED_SECONDS * REQUESTS_PER_SECOND)} requests. A request that waits`,
    `in an \`ApfController\` keeps ${bytes} bytes: its ticket, its place in a queue and its time limit.`,
  ].join('\n');
}

function podTable({ nanoseconds, client, podCount }: Figures): string {
  const row = (label: string, name: string, work = 'pods') => {
    const ours = nanoseconds.get(`${work} ours${name}`) ?? Number.NaN;
    const go = nanoseconds.get(`${work} go${name}`) ?? Number.NaN;
    const milliseconds = (each: number) => `${whole((each * podCount) / 1e6)} ms`;
    return [
      label,
      nanos(ours),
      nanos(go),
      milliseconds(ours),
      milliseconds(go),
      (go / ours).toFixed(2),
    ];
  };
  return [
    table(
      ['', 'ours, ns a Pod', 'Go, ns a Pod', 'ours, all', 'Go, all', 'Go ÷ ours'],
      [
        row('amounts are text on both sides', ''),
        row('amounts are decoded on both sides', ' decoded'),
        row('what the Pods take of their nodes', '', 'nodes'),
      ],
    ),
    '',
    `\`totalForResource\` of \`@kubernetes/client-node\`, twice a Pod (requests and limits of cpu, then of memory; it has no`,
    `QoS class): ${nanos(client.nanoseconds)} ns a Pod. It throws on ${whole(client.thrown)} of the ${whole(podCount)} Pods, which are not in that time, and is right`,
    `on ${whole(client.right)}: it leaves out sidecars, init containers, overhead and pod-level resources.`,
  ].join('\n');
}

function dumpTable({ dump }: Figures): string {
  const labels = {
    parse: '`JSON.parse` of each Pod',
    read: '`readObjects`, from the file',
    nodes: '`kubesem nodes`, from start to end',
  };
  return table(
    ['', 'ms', '÷ `JSON.parse`', 'memory, MB'],
    (['parse', 'read', 'nodes'] as const).map((name) => {
      const { milliseconds, peakBytes } = dump[name];
      const ratio = milliseconds / dump.parse.milliseconds;
      return [labels[name], whole(milliseconds), ratio.toFixed(2), whole(peakBytes / 1e6)];
    }),
  );
}

function memoryTable({ keptBytes }: Figures): string {
  return table(
    ['corpus', 'ours, bytes', 'Go, bytes'],
    corpusNames.map((corpus) => [
      corpus,
      ...['ours', 'go'].map((side) => nanos(keptBytes.get(`${side} ${corpus}`))),
    ]),
  );
}

function sizeTable({ sizes }: Figures): string {
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

/**
 * The text of docs/performance.md.
 *
 * @param figures - what one run measured
 * @returns Markdown
 */
export function documentText(figures: Figures): string {
  const targets = judge(figures);
  const { rounds, common, podCount } = figures;
  return `# Performance

<!-- Written by \`npm run bench\`; do not edit. -->

One run on one machine: the built packages, the packages on npm that do the same, and the released Go code of
Kubernetes. The ratios are what counts; nanoseconds differ from machine to machine. How it is measured, and why so,
stands in [internal/bench](../internal/bench/README.md).

${machine(figures)}

${versions()}.

## Targets

${targetTable(targets)}${missed(targets).join('\n')}

## Quantities

Nanoseconds for one quantity, the median of ${rounds} rounds; the collection of garbage is in them on both sides. A corpus has
${whole(CORPUS_SIZE)} texts: *realistic* is a mixture as manifests and the API have it, *small* stays in one machine word on both
sides, *bigint* leaves it on both sides. In Go, adding is \`DeepCopy\` and \`Add\`, since ours leaves the operand as it is.

${quantityTable(figures)}

## Beside other packages

The time is for the ${whole(common.quantities)} texts of *realistic* on which none of them throws. Right is the exact value, or, from a function
that returns a \`number\`, the nearest one. The vectors are what Kubernetes answered to texts chosen for their
difficulty, so they say what a function can get wrong; *realistic* says how often that happens. Those that ours does not
read are the exponents beyond ±9999 among [the deviations](../internal/conformance/DEVIATIONS.md#exponent-out-of-range).

${peerTable(figures)}

## Image references

The corpus has ${whole(IMAGE_CORPUS_SIZE)} references in about the mixture that manifests have. One takes \`parseImage\`
${imageSentence(figures)} for \`ParseNormalizedNamed\` of \`github.com/distribution/reference\`.

The times below are for the ${whole(common.images)} of them on which no package throws. Right is the same name, tag and digest, once what
Kubernetes fills in is filled in for whoever left it out. The vectors are what Kubernetes answered to texts chosen for their
difficulty. *No answer* are those on which a function was stopped after ${HANG_MILLISECONDS} ms, since its regular expressions take time that is
exponential in the length of a name.

${imageTable(figures)}

## Keyrings

One \`lookup\` of an image, its reading included, in keyrings of registries, paths and globs; ${KEYRING_IMAGE_COUNT} images, of which five in
six have credentials. Go is \`ParseImageName\` and \`BasicDockerKeyring.Lookup\`, which tries every entry.

${keyringTable(figures)}

## DNS

\`buildZone\` once, by code that has not run before, and \`query\` on ${whole(DNS_QUESTION_COUNT)} questions: addresses of Services, endpoints of headless
Services, SRV records of named ports, PTR records, and one in four for a name that does not exist. CoreDNS is its plugin
\`kubernetes\` on the same cluster and the same questions, in process; it makes a message of each answer, ours makes records.

${dnsTable(figures)}

## Priority and fairness

One request on its way through a queue set in which 1,000 others of 500 flows wait at any time and 100 execute: its arrival,
its dispatch, its end. Go is the queue set of \`k8s.io/apiserver\` without its metrics, on the same requests; to find the next
queue it looks at all of them.

${queueTable(figures)}

${flowcontrolSentence(figures)}

## A full cluster

Requests, limits and QoS class of ${whole(podCount)} Pods on ${whole(NODES)} nodes: the largest cluster that Kubernetes supports. The Pods are objects in
memory. Go is \`PodRequests\` and \`PodLimits\` of \`k8s.io/component-helpers/resource\`, \`ComputePodQOS\` of
\`k8s.io/kubectl/pkg/util/qos\`, and \`ParseQuantity\` once for each amount that they look at. For the nodes it adds up what
the first two give, for each node; \`allocateNodes\` sets it beside what the node has as well.

${podTable(figures)}

## A dump of it

The same Pods and ${whole(NODES)} nodes in one list, as \`kubectl get nodes,pods -A -o json\` prints them: ${whole(figures.dump.fileBytes / 1e6)} MB. It is read once,
by code that has not run before. \`JSON.parse\` has the text of each Pod ready, one after the other; memory is the most
that the process had, with all of its code.

${dumpTable(figures)}

## Memory

What stays on the heap for each of a million parsed quantities after a full collection. Not counted: the texts on both
sides; the array on ours (8 bytes a quantity). In Go the slice holds the quantities themselves, and is counted.

${memoryTable(figures)}

## Size

What an import costs in a bundle: for the browser, with everything that it needs, minified, \`gzip -9\`. A
budget is about 15 % more than was measured when it was set.

${sizeTable(figures)}
`;
}
