import { execFileSync } from 'node:child_process';
import {
  closeSync,
  createReadStream,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readObjects } from '@kubesem/manifests';
import { NODES } from './cluster.js';
import { PODS_FILE } from './inputs.js';

/** What it costs to read a dump of a cluster. */
export interface DumpCost {
  readonly milliseconds: number;
  /** The most memory that the process had, its code included. */
  readonly peakBytes: number;
}

/** The cost of each way to read it. */
export interface DumpCosts {
  /** `JSON.parse` of the text of each Pod, one after the other; no file is read. */
  readonly parse: DumpCost;
  /** `readObjects` of `@kubesem/inspect`. */
  readonly read: DumpCost;
  /** The command `kubesem nodes` as a whole. */
  readonly nodes: DumpCost;
  /** The length of the file. */
  readonly fileBytes: number;
}

const DUMP_FILE = 'cluster.json';
const TEXT_A_WRITE = 1 << 20;

/** The nodes of the cluster, as the API server stores them, without what no computation of resources looks at. */
function node(index: number): object {
  const allocatable = { cpu: '31850m', memory: '129Gi', 'ephemeral-storage': '90Gi', pods: '110' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `node-${index}` },
    status: { allocatable },
  };
}

/** An item of a list as `kubectl get -o json` prints it. */
const itemText = (object: object) =>
  JSON.stringify(object, undefined, 4).replace(/^/gm, '        ');

/**
 * Writes what `kubectl get nodes,pods -A -o json` would print of the cluster.
 *
 * @param folder - where the Pods are, and where the dump goes
 */
async function writeDump(folder: string): Promise<void> {
  const file = openSync(join(folder, DUMP_FILE), 'w');
  let text = '{\n    "apiVersion": "v1",\n    "items": [\n';
  for (let index = 0; index < NODES; index++) {
    text += `${itemText(node(index))},\n`;
  }
  let separator = '';
  for await (const line of podLines(folder)) {
    text += separator + itemText(JSON.parse(line));
    separator = ',\n';
    if (text.length > TEXT_A_WRITE) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, `${text}\n    ],\n    "kind": "List"\n}\n`);
  closeSync(file);
}

function podLines(folder: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(join(folder, PODS_FILE)) });
}

/**
 * Measures one way to read the dump, once: nobody reads it a second time.
 *
 * @param subject - `parse` or `read`
 * @param folder - where the inputs are
 * @returns what it costs
 */
export async function measureDump(subject: string, folder: string): Promise<DumpCost> {
  const milliseconds = subject === 'parse' ? await parseEach(folder) : await readDump(folder);
  return { milliseconds, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

async function parseEach(folder: string): Promise<number> {
  let milliseconds = 0;
  let phases = 0;
  for await (const line of podLines(folder)) {
    // As flat a string as one that comes out of a file.
    const text = Buffer.from(itemText(JSON.parse(line))).toString();
    const start = performance.now();
    const pod = JSON.parse(text);
    milliseconds += performance.now() - start;
    phases += pod.status.phase.length;
  }
  if (phases === 0) {
    throw new Error('expected Pods');
  }
  return milliseconds;
}

async function readDump(folder: string): Promise<number> {
  const start = performance.now();
  const chunks = createReadStream(join(folder, DUMP_FILE), { encoding: 'utf8' });
  let objects = 0;
  for await (const { kind } of readObjects({ name: DUMP_FILE, chunks })) {
    objects += kind === 'Pod' || kind === 'Node' ? 1 : 0;
  }
  if (objects <= NODES) {
    throw new Error('expected nodes and Pods');
  }
  return performance.now() - start;
}

/**
 * Writes the dump and measures each way to read it.
 *
 * @param folder - where the Pods are
 * @param inWorker - starts {@link measureDump} in a process of its own
 * @returns the costs
 */
export async function measureDumps(
  folder: string,
  inWorker: (subject: string) => DumpCost,
): Promise<DumpCosts> {
  await writeDump(folder);
  const fileBytes = statSync(join(folder, DUMP_FILE)).size;
  const [parse, read] = [inWorker('parse'), inWorker('read')];
  return { parse, read, nodes: runNodes(folder), fileBytes };
}

const command = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

function runNodes(folder: string): DumpCost {
  const [preload, peak] = [join(folder, 'peak.cjs'), join(folder, 'peak.txt')];
  const memory = 'String(process.resourceUsage().maxRSS)';
  const write = `require('node:fs').writeFileSync(${JSON.stringify(peak)}, ${memory})`;
  writeFileSync(preload, `process.on('exit', () => ${write});\n`);
  const start = performance.now();
  execFileSync(
    process.execPath,
    ['--require', preload, command, 'nodes', join(folder, DUMP_FILE)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const milliseconds = performance.now() - start;
  return { milliseconds, peakBytes: Number(readFileSync(peak, 'utf8')) * 1024 };
}
