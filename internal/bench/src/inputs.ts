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
import { clusterPods, PODS } from './cluster/cluster.js';
import { DNS_SIZES, dnsObjects, dnsQuestions } from './dns/dns-corpus.js';
import { environmentObjects, environmentPods } from './environment/environment-corpus.js';
import { imageCorpus } from './images/image-corpus.js';
import { IMAGE_PEERS, loadImagePeer } from './images/image-peers.js';
import { KEYRING_SIZES, keyringImages, keyringServers } from './images/keyring-corpus.js';
import { CORPUS_NAMES, corpus } from './quantities/corpora.js';
import { loadPeer, PEERS } from './quantities/peers.js';
import { SERVICES, serviceObjects, servicePods } from './services/service-corpus.js';

/** File with a cluster and the questions about it, as the Go side reads it; each size has its own folder. */
export const DNS_FILE = 'dns.json';
/** File with the other objects, next to the Pods of {@link ENVIRONMENT_FOLDER} and {@link SERVICES_FOLDER}. */
export const SOURCES_FILE = 'sources.json';
/** Folder of the Pods whose containers have variables. */
export const ENVIRONMENT_FOLDER = 'environment';
/** Folder of the Pods that Services select. */
export const SERVICES_FOLDER = 'services';
/** File with the Pods, one per line. */
export const PODS_FILE = 'pods.ndjson';
const PODS_PER_WRITE = 1000;

/** Number of texts that every package can parse. */
export interface CommonCounts {
  /** Quantities of the realistic corpus. */
  readonly quantities: number;
  /** Image references. */
  readonly images: number;
}

/**
 * Writes the inputs that both sides read: the corpora, the texts that every package can parse, the clusters for DNS, the
 * Pods, Pods with variables, and Services with their Pods.
 *
 * @param folder - folder of the inputs
 * @param podCount - number of Pods
 * @returns the number of texts that every package can parse
 */
export async function writeInputs(folder: string, podCount: number): Promise<CommonCounts> {
  for (const name of CORPUS_NAMES) {
    writeCorpus(folder, name, corpus(name));
  }
  const common = await readableByAll(corpus('realistic'), PEERS.map(loadPeer));
  writeCorpus(folder, 'common', common);
  writeCorpus(folder, 'images', imageCorpus());
  const commonImages = await readableByAll(imageCorpus(), IMAGE_PEERS.map(loadImagePeer));
  writeCorpus(folder, 'commonImages', commonImages);
  for (const size of KEYRING_SIZES) {
    writeCorpus(folder, `keyring-${size}`, keyringServers(size));
    writeCorpus(folder, `keyring-${size}-images`, keyringImages(size));
  }
  for (const size of DNS_SIZES) {
    writeDns(folder, size);
  }
  writePods(folder, clusterPods(podCount));
  const environment = join(folder, ENVIRONMENT_FOLDER);
  mkdirSync(environment);
  writePods(environment, environmentPods(podCount));
  writeFileSync(join(environment, SOURCES_FILE), JSON.stringify(environmentObjects()));
  const services = join(folder, SERVICES_FOLDER);
  const serviceCount = (podCount * SERVICES) / PODS;
  mkdirSync(services);
  writePods(services, servicePods(serviceCount));
  writeFileSync(join(services, SOURCES_FILE), JSON.stringify(serviceObjects(serviceCount)));
  return { quantities: common.length, images: commonImages.length };
}

function writePods(folder: string, pods: Iterable<object>): void {
  const file = openSync(join(folder, PODS_FILE), 'w');
  let lines = '';
  let count = 0;
  for (const pod of pods) {
    lines += `${JSON.stringify(pod)}\n`;
    if (++count % PODS_PER_WRITE === 0) {
      writeSync(file, lines);
      lines = '';
    }
  }
  writeSync(file, lines);
  closeSync(file);
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

/** Exceptions are slow, so texts on which a package throws are not part of the comparison. */
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
 * Reads a corpus as a source of new strings. Each is decoded from bytes: it is flat, not interned, and new to the
 * measured code.
 *
 * @param folder - folder of the inputs
 * @param name - name of the corpus
 * @returns a function that creates all strings again
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
 * Reads the Pods with `JSON.parse`.
 *
 * @param folder - folder of the inputs
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
