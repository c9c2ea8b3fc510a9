import { closeSync, createReadStream, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readObjects } from '@kubesem/manifests';
import { clusterNode, NODES } from '../cluster/cluster.js';
import { PODS_FILE } from '../inputs.js';
import { type ReadingCost, runCommand } from './command.js';

/** Cost of each way to read it. */
export interface DumpCosts {
  /** `JSON.parse` of the text of each Pod, without reading a file. */
  readonly parse: ReadingCost;
  /** `readObjects` of `@kubesem/manifests`. */
  readonly read: ReadingCost;
  /** The whole command `kubesem nodes`. */
  readonly nodes: ReadingCost;
  /** Size of the file. */
  readonly fileBytes: number;
}

const DUMP_FILE = 'cluster.json';
const CHARACTERS_PER_WRITE = 1 << 20;

/** An item of a list, as `kubectl get -o json` prints it. */
const itemText = (object: object) =>
  JSON.stringify(object, undefined, 4).replace(/^/gm, '        ');

/**
 * Writes the cluster as `kubectl get nodes,pods -A -o json` prints it.
 *
 * @param folder - folder of the Pods and of the dump
 * @param name - name of the file
 * @param bytes - size of the dump; that of all Pods by default
 */
export async function writeDump(folder: string, name: string, bytes = Infinity): Promise<void> {
  const file = openSync(join(folder, name), 'w');
  let text = '{\n    "apiVersion": "v1",\n    "items": [\n';
  for (let index = 0; index < NODES; index++) {
    text += `${itemText(clusterNode(index))},\n`;
  }
  let separator = '';
  let written = 0;
  for await (const line of podLines(folder)) {
    text += separator + itemText(JSON.parse(line));
    separator = ',\n';
    if (text.length > CHARACTERS_PER_WRITE) {
      written += writeSync(file, text);
      text = '';
    }
    if (written > bytes) {
      break;
    }
  }
  writeSync(file, `${text}\n    ],\n    "kind": "List"\n}\n`);
  closeSync(file);
}

function podLines(folder: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(join(folder, PODS_FILE)) });
}

/**
 * Measures one way to read the dump. It runs once, as in a program that reads a dump.
 *
 * @param subject - `parse` or `read`
 * @param folder - folder of the inputs
 * @returns its cost
 */
export async function measureDump(subject: string, folder: string): Promise<ReadingCost> {
  const milliseconds = subject === 'parse' ? await parseEach(folder) : await readDump(folder);
  return { milliseconds, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

async function parseEach(folder: string): Promise<number> {
  let milliseconds = 0;
  let phases = 0;
  for await (const line of podLines(folder)) {
    // A flat string, like one read from a file.
    const text = Buffer.from(itemText(JSON.parse(line))).toString();
    const start = performance.now();
    const pod = JSON.parse(text);
    milliseconds += performance.now() - start;
    phases += pod.status.phase.length;
  }
  if (phases === 0) {
    throw new Error('found no Pods');
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
    throw new Error('found no Pods');
  }
  return performance.now() - start;
}

/**
 * Writes the dump and measures each way to read it.
 *
 * @param folder - folder of the Pods
 * @param inWorker - runs {@link measureDump} in its own process
 * @returns the costs
 */
export async function measureDumps(
  folder: string,
  inWorker: (subject: string) => ReadingCost,
): Promise<DumpCosts> {
  await writeDump(folder, DUMP_FILE);
  const fileBytes = statSync(join(folder, DUMP_FILE)).size;
  const [parse, read] = [inWorker('parse'), inWorker('read')];
  return { parse, read, nodes: runCommand(folder, ['nodes', DUMP_FILE]), fileBytes };
}
