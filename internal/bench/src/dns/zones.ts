import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dnsZone, queryZone, type Zone } from '@kubesem/dns';
import { DNS_FILE, freshStrings } from '../inputs.js';
import { heapBytes, keep, timeItems } from '../timing.js';

/** Cost of a zone before the first question. */
export interface ZoneCost {
  /** Time to build it, by code that has not run before. */
  readonly nanoseconds: number;
  /** Bytes on the heap per endpoint, without the objects that it is built from. */
  readonly bytes: number;
}

function zoneOf(folder: string, corpus: string): { zone: Zone; cost: ZoneCost; types: string[] } {
  const { objects, questions } = JSON.parse(readFileSync(join(folder, corpus, DNS_FILE), 'utf8'));
  const before = heapBytes();
  const start = performance.now();
  const zone = dnsZone(objects);
  const nanoseconds = (performance.now() - start) * 1e6;
  const bytes = (heapBytes() - before) / zone.endpointsOfIp.size;
  if (zone.problems.length > 0) {
    throw new Error(`${corpus}: the zone must have no problems`);
  }
  // The objects must live until the heap is measured.
  keep(objects);
  return {
    zone,
    cost: { nanoseconds, bytes },
    types: questions.map(([, type]: string[]) => type),
  };
}

/**
 * Measures building a zone, once.
 *
 * @param corpus - name of the cluster
 * @param folder - folder of the inputs
 * @returns its cost
 */
export function measureZone(corpus: string, folder: string): ZoneCost {
  return zoneOf(folder, corpus).cost;
}

/**
 * Measures answers to DNS questions.
 *
 * @param corpus - name of the cluster
 * @param folder - folder of the inputs
 * @param milliseconds - how long to measure
 * @returns nanoseconds per question
 */
export async function measureQuery(
  corpus: string,
  folder: string,
  milliseconds: number,
): Promise<number> {
  const { zone, types } = zoneOf(folder, corpus);
  const names = freshStrings(folder, `${corpus}-names`);
  const questions = () => names().map((name, i): [string, string] => [name, types[i] as string]);
  return timeItems(questions, milliseconds, ([name, type]) => queryZone(zone, name, type));
}
