import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildZone, query, type Zone } from '@kubesem/dns';
import { DNS_FILE, freshStrings } from './inputs.js';
import { timeTexts } from './timing.js';

/** What a zone costs before the first question. */
export interface ZoneCost {
  /** For building it, by code that has not run before. */
  readonly nanoseconds: number;
  /** Bytes that it keeps on the heap for each endpoint; the objects that it is made of do not count. */
  readonly bytes: number;
}

/** The latest results, so that the engine cannot leave the work out. */
const kept: unknown[] = Array.from({ length: 256 });

function zoneOf(folder: string, corpus: string): { zone: Zone; cost: ZoneCost; types: string[] } {
  const { objects, questions } = JSON.parse(readFileSync(join(folder, corpus, DNS_FILE), 'utf8'));
  const before = heap();
  const start = performance.now();
  const zone = buildZone(objects);
  const nanoseconds = (performance.now() - start) * 1e6;
  const bytes = (heap() - before) / zone.endpointsOfIp.size;
  if (zone.problems.length > 0) {
    throw new Error(`expected no problems in ${corpus}`);
  }
  kept[0] = objects;
  return {
    zone,
    cost: { nanoseconds, bytes },
    types: questions.map(([, type]: string[]) => type),
  };
}

function heap(): number {
  global.gc?.();
  global.gc?.();
  return process.memoryUsage().heapUsed;
}

/**
 * Measures the building of a zone, once.
 *
 * @param corpus - the name of the cluster
 * @param folder - where the inputs are
 * @returns what it costs
 */
export function measureZone(corpus: string, folder: string): ZoneCost {
  const { zone, cost } = zoneOf(folder, corpus);
  kept[1] = zone;
  return cost;
}

/**
 * Measures the answers to questions.
 *
 * @param corpus - the name of the cluster
 * @param folder - where the inputs are
 * @param milliseconds - how long to measure
 * @returns nanoseconds for each question
 */
export async function measureQuery(
  corpus: string,
  folder: string,
  milliseconds: number,
): Promise<number> {
  const { zone, types } = zoneOf(folder, corpus);
  const fresh = freshStrings(folder, `${corpus}-names`);
  return timeTexts(
    types.length,
    milliseconds,
    (names) => {
      for (let i = 0; i < names.length; i++) {
        kept[i & 255] = query(zone, names[i] as string, types[i] as string);
      }
    },
    fresh,
  );
}
