import {
  closeSync,
  createReadStream,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { clusterPods } from './cluster.js';
import { corpus, corpusNames } from './corpora.js';
import { DNS_SIZES, dnsObjects, dnsQuestions } from './dns-corpus.js';
import { imageCorpus } from './image-corpus.js';
import { imagePeers, loadImagePeer } from './image-peers.js';
import { KEYRING_SIZES, keyringImages, keyringServers } from './keyring-corpus.js';
import { loadPeer, peers } from './peers.js';

/** A cluster and the questions about it, in a folder for each size: the form in which the Go side reads them. */
export const DNS_FILE = 'dns.json';
/** The Pods, one a line. */
export const PODS_FILE = 'pods.ndjson';
const PODS_A_WRITE = 1000;

/** How many texts every peer reads. */
export interface CommonCounts {
  /** Of the realistic quantities. */
  readonly quantities: number;
  /** Of the images. */
  readonly images: number;
}

/**
 * Writes what both sides read: the corpora, the part of them that every peer reads, the
 * clusters for DNS, and the Pods.
 *
 * @param folder - where
 * @param podCount - how many Pods
 * @returns how many texts every peer reads
 */
export async function writeInputs(folder: string, podCount: number): Promise<CommonCounts> {
  for (const name of corpusNames) {
    writeCorpus(folder, name, corpus(name));
  }
  const common = await readableByAll(corpus('realistic'), peers.map(loadPeer));
  writeCorpus(folder, 'common', common);
  writeCorpus(folder, 'images', imageCorpus());
  const commonImages = await readableByAll(imageCorpus(), imagePeers.map(loadImagePeer));
  writeCorpus(folder, 'commonImages', commonImages);
  for (const size of KEYRING_SIZES) {
    writeCorpus(folder, `keyring-${size}`, keyringServers(size));
    writeCorpus(folder, `keyring-${size}-images`, keyringImages(size));
  }
  for (const size of DNS_SIZES) {
    writeDns(folder, size);
  }
  const file = openSync(join(folder, PODS_FILE), 'w');
  let lines = '';
  let count = 0;
  for (const pod of clusterPods(podCount)) {
    lines += `${JSON.stringify(pod)}\n`;
    if (++count % PODS_A_WRITE === 0) {
      writeSync(file, lines);
      lines = '';
    }
  }
  writeSync(file, lines);
  closeSync(file);
  return { quantities: common.length, images: commonImages.length };
}

function writeDns(folder: string, size: number): void {
  const objects = dnsObjects(size);
  const questions = dnsQuestions(size, objects);
  const name = `dns-${size}`;
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, DNS_FILE), JSON.stringify({ objects, questions }));
  writeCorpus(
    folder,
    `${name}-names`,
    questions.map(([question]) => question),
  );
}

function writeCorpus(folder: string, name: string, texts: readonly string[]): void {
  writeFileSync(join(folder, `${name}.txt`), `${texts.join('\n')}\n`);
}

/** Whoever throws is not slower for it in the comparison: those texts are left out, for ours too. */
async function readableByAll(
  texts: readonly string[],
  loading: readonly Promise<(text: string) => unknown>[],
): Promise<string[]> {
  const parsers = await Promise.all(loading);
  const isRead = (text: string) =>
    parsers.every((parser) => {
      try {
        parser(text);
        return true;
      } catch {
        return false;
      }
    });
  return texts.filter(isRead);
}

/**
 * Reads a corpus as a source of new strings: each is made from bytes, so that it is flat, is in no table of the engine
 * and was never seen by the code that is measured.
 *
 * @param folder - where the inputs are
 * @param name - of the corpus
 * @returns a function that makes all strings anew
 */
export function freshStrings(folder: string, name: string): () => string[] {
  const bytes = readFileSync(join(folder, `${name}.txt`));
  const ends: number[] = [];
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, end + 1)) {
    ends.push(end);
  }
  return () =>
    ends.map((end, i) => bytes.toString('latin1', i === 0 ? 0 : (ends[i - 1] as number) + 1, end));
}

/**
 * Reads the Pods, as JSON.parse makes them.
 *
 * @param folder - where the inputs are
 * @returns the Pods
 */
export async function readPods(folder: string): Promise<object[]> {
  const pods: object[] = [];
  const input = createReadStream(join(folder, PODS_FILE));
  for await (const line of createInterface({ input })) {
    pods.push(JSON.parse(line));
  }
  return pods;
}
