import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster.js';
import type { Findings } from './scenario.js';

/** How often a table is read again because the objects or the second have changed. */
const ATTEMPTS = 8;

/** A table of kubectl, and what prints ours. */
export interface TableQuestion {
  /** Arguments of kubectl. */
  readonly args: readonly string[];
  /** Path of the list that it prints. */
  readonly path: string;
  /** Prints the same at a time. */
  readonly ours: (objects: readonly object[], now: string) => string;
}

/**
 * Compares a table of kubectl with ours. Ages depend on the second in which the server prints them, which is between the
 * `Date` headers of two requests. Objects that change between them are read again.
 *
 * @param cluster - the cluster
 * @param found - receives the comparisons, one a line
 * @param question - the table
 */
export async function compareTable(
  cluster: Cluster,
  found: Findings,
  question: TableQuestion,
): Promise<void> {
  const { args, path, ours } = question;
  for (let attempt = 1; ; attempt++) {
    const before = await readList(cluster, path);
    const { stdout } = await cluster.kubectl(args);
    const after = await readList(cluster, path);
    const seconds = (after.nowMs - before.nowMs) / 1000;
    const times = Array.from({ length: seconds + 1 }, (_, index) =>
      new Date(before.nowMs + index * 1000).toISOString(),
    );
    const tables = times.map((now) => ours(before.items, now));
    const same = tables.find((table) => table === stdout);
    if (same !== undefined || attempt === ATTEMPTS) {
      found.objects += before.items.length;
      found.lines(`kubectl ${args.join(' ')}`, stdout, same ?? (tables[0] as string));
      return;
    }
    await sleep(300);
  }
}

async function readList(cluster: Cluster, path: string) {
  const response = await cluster.fetch(path);
  const { items } = (await response.json()) as { readonly items: readonly object[] };
  return { items, nowMs: Date.parse(response.headers.get('date') as string) };
}
