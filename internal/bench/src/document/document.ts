import { arch, cpus, platform, totalmem } from 'node:os';
import { REQUESTS_PER_SECOND, SCHEMA_COUNT, SIMULATED_SECONDS } from '../apf/flowcontrol.js';
import { PAGE_PODS } from '../browser/browser.js';
import { NODES } from '../cluster/cluster.js';
import { DNS_QUESTION_COUNT } from '../dns/dns-corpus.js';
import { CONFIG_MAPS } from '../environment/environment-corpus.js';
import type { Figures } from '../figures.js';
import { IMAGE_CORPUS_SIZE } from '../images/image-corpus.js';
import { HANG_MILLISECONDS } from '../images/image-correctness.js';
import { IMAGE_PEERS } from '../images/image-peers.js';
import { KEYRING_IMAGE_COUNT } from '../images/keyring-corpus.js';
import { CORPUS_SIZE } from '../quantities/corpora.js';
import { installedVersion, PEERS } from '../quantities/peers.js';
import { serversText } from './servers.js';
import {
  dnsTable,
  dumpTable,
  fileTable,
  imageTable,
  keyringTable,
  memoryTable,
  peerTable,
  podTable,
  quantityTable,
  queueTable,
  sizeTable,
  small,
  targetTable,
  whole,
} from './tables.js';
import { judge, reasonFor, type Target } from './targets.js';

/** The list below the table of targets. */
function missed(targets: readonly Target[]): string {
  const lines = targets
    .filter(({ isMet }) => isMet === false)
    .map((target) => `- ${target.work}: ${reasonFor(target)}\n`);
  return lines.length === 0 ? '' : `\nWhy targets are not met:\n\n${lines.join('')}`;
}

function machine({ go }: Figures): string {
  const [cpu] = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return [
    `- ${cpu?.model.trim()}, ${cpus().length} processors, ${gibibytes} GiB, ${platform()} ${arch()}`,
    `- Node ${process.version} (V8 ${process.versions.v8}), ${go.version}, Kubernetes modules ${go.modules}`,
    `- ${versions()}`,
  ].join('\n');
}

function versions(): string {
  const packages = [...PEERS, ...IMAGE_PEERS].map((peer) => peer.package);
  const names = [...new Set(packages), 'mitata'];
  return names.map((name) => `\`${name}\` ${installedVersion(name)}`).join(', ');
}

function pageText({ page }: Figures): string {
  const what = `A page with a table of ${whole(PAGE_PODS)} Pods`;
  return page === undefined
    ? `${what} was not measured: no Chromium was found.`
    : `${what}, their requests, limits and QoS classes, takes ${small(page.table)} ms in ${page.version}, from the first ` +
        `computation to the end of the frame that shows it; ${small(page.texts)} ms of these are for the texts. All rows are in the ` +
        'document; `content-visibility` lets the browser skip the layout of rows out of sight. An ordinary table, in which it ' +
        `lays out every row, takes ${small(page.plainTable)} ms. The page measures it, after code and data are loaded.`;
}

/**
 * Returns the text of docs/performance.md. It is longer than other functions because it is mostly prose.
 *
 * @param figures - the figures of one run
 * @returns Markdown
 */
export function documentText(figures: Figures): string {
  const targets = judge(figures);
  const { nanoseconds, rounds, common, podCount, client, dump } = figures;
  const time = (name: string) => nanoseconds.get(name) ?? Number.NaN;
  const [image, goImage] = [time('image ours images'), time('image go images')];
  return `# Performance

<!-- Written by \`npm run bench\`; do not edit. -->

The speed and size of the published packages, compared with other npm packages and with the released Go code of Kubernetes.
All figures are from one run on one machine. Compare the ratios: times depend on the machine.
[internal/bench](../internal/bench/README.md) explains how everything is measured.

${machine(figures)}

## Targets

${targetTable(targets)}
${missed(targets)}
## Quantities

Nanoseconds per quantity, including garbage collection, as the median of ${rounds} rounds. Each corpus has ${whole(CORPUS_SIZE)} texts:

- *realistic*: amounts as in manifests and API objects
- *small*: amounts that fit into one machine word in JavaScript and in Go
- *bigint*: amounts that do not

Adding in Go is \`DeepCopy\` and \`Add\`, because \`Quantity.add\` does not change its operands.

${quantityTable(figures)}

\`formatQuantity\` takes ${small(time('format ours'))} ns per quantity of *realistic*, and ${small(time('format en'))} ns in a language.

## Other quantity parsers

The time is for the ${whole(common.quantities)} texts of *realistic* that every package can parse. The other columns count correct answers:

- *valid vectors*: recorded answers of Kubernetes to difficult texts
- *invalid vectors*: texts that Kubernetes rejects; the function must throw or return \`NaN\`
- *realistic*: texts of the corpus

An answer is correct if it is the exact value, or the nearest number if the function returns a \`number\`.
\`parseQuantity\` rejects exponents beyond ±9999, a [known deviation](../internal/conformance/DEVIATIONS.md#exponent-out-of-range).

${peerTable(figures)}

## Image references

\`parseImage\` takes ${small(image)} ns per reference. \`ParseNormalizedNamed\` of \`github.com/distribution/reference\`, in Go, takes
${small(goImage)} ns, which is ${(goImage / image).toFixed(1)} times as long. The corpus has ${whole(IMAGE_CORPUS_SIZE)} references as in manifests.

The times below are for the ${whole(common.images)} references that every package can parse. An answer is correct if name, tag and digest are
the same as in Kubernetes, after adding the Kubernetes defaults to omitted parts. *Timeouts* counts the vectors for which a
function takes more than ${HANG_MILLISECONDS} ms: some regular expressions take exponential time.

${imageTable(figures)}

## Keyrings

One \`registryCredentials\` of an image, including parsing its name, in keyrings with registries, paths and globs. Five in six of the
${KEYRING_IMAGE_COUNT} images have credentials. Go is \`ParseImageName\` and \`BasicDockerKeyring.Lookup\`, which tries every entry.

${keyringTable(figures)}

## DNS

*Build* is one call of \`dnsZone\`, which has not run before. *Query* is the mean of ${whole(DNS_QUESTION_COUNT)} questions: addresses of Services,
endpoints of headless Services, SRV records, PTR records, and one in four for a name that does not exist. CoreDNS answers the
same questions about the same cluster with its plugin \`kubernetes\`, in one process and without a network. It creates DNS
messages; kubesem creates records.

${dnsTable(figures)}

## API Priority and Fairness

Arrival, dispatch and end of one request in a queue set, while 1,000 other requests of 500 flows wait and 100 execute. Go is
the queue set of \`k8s.io/apiserver\` without metrics. It checks every queue to find the next request.

${queueTable(figures)}

- A classifier from \`requestClassifier\` takes ${small(time('classify ours'))} ns per request with ${SCHEMA_COUNT} flow schemas. On average it checks half of them.
- \`simulateServer\` takes ${(time('simulate ours') / 1e9).toFixed(1)} s for one hour with ${whole(REQUESTS_PER_SECOND)} requests per second (${whole(SIMULATED_SECONDS * REQUESTS_PER_SECOND)} requests).
- A waiting request in an \`ApfController\` needs ${small(time('waiting ours'))} bytes: its ticket, its place in a queue and its timeout.

${serversText(figures)}
## A full cluster

Requests, limits and QoS class of ${whole(podCount)} Pods on ${whole(NODES)} nodes, the largest cluster that Kubernetes supports. The Pods are
already in memory. Go is \`PodRequests\` and \`PodLimits\` of \`k8s.io/component-helpers/resource\` and \`ComputePodQOS\` of
\`k8s.io/kubectl/pkg/util/qos\`. If amounts are strings, it also calls \`ParseQuantity\` once for each amount it needs.

For the nodes, Go adds up requests and limits per node; \`nodeAllocations\` also compares them with the allocatable resources.

For the environment, each container has all keys of one of ${whole(CONFIG_MAPS)} ConfigMaps and seven more variables. Go is
\`makeEnvironmentVariables\` of \`k8s.io/kubernetes/pkg/kubelet\`; kubesem is \`containerEnvironment\`, including the index of the
ConfigMaps.

${podTable(figures)}

\`totalForResource\` of \`@kubernetes/client-node\` takes ${small(client.nanoseconds)} ns per Pod for requests and limits of CPU and memory; it computes
no QoS class. It throws on ${whole(client.thrown)} of the ${whole(podCount)} Pods, which the time does not include. It is correct for ${whole(client.correct)} Pods:
it ignores sidecars, init containers, overhead and Pod-level resources.

\`podRow\` of \`@kubesem/lifecycle\` takes ${small(time('rows ours'))} ns per Pod for its row in \`kubectl get pods\`.

${pageText(figures)}

## Reading a dump

The same Pods and nodes as \`kubectl get nodes,pods -A -o json\` prints them: ${whole(dump.fileBytes / 1e6)} MB. Each way reads the dump once, with
code that has not run before. \`JSON.parse\` gets the text of each Pod separately and reads no file. Memory is the peak of the
whole process, including its code.

${dumpTable(figures)}

## Reading manifests

\`kubesem inspect\` from a shell, including the start of Node. The install manifest has definitions of custom resources and
Deployments, the list and the stream have Pods, and the stream has documents of 32 MB. The JSON is the first 100 MB of the
dump.

${fileTable(figures)}

## Memory

Bytes on the heap per parsed quantity, measured with a million quantities after a full garbage collection. Their texts do not
count, and neither does the JavaScript array (8 bytes per quantity). In Go the slice contains the quantities, so it counts.

${memoryTable(figures)}

## Bundle size

Bytes that an import adds to a bundle: for the browser, with everything it needs, minified, \`gzip -9\`. A test enforces the
budgets, which leave about 15 % for changes.

${sizeTable(figures)}
`;
}
