import { isDeepStrictEqual } from 'node:util';
import type { Cluster, ClusterOptions } from '../cluster.js';

/** One area that is compared with the real control plane. */
export interface Scenario {
  /** Name, as on the command line. */
  readonly name: string;
  /** What is compared, for the table. */
  readonly about: string;
  /** The cluster that it needs. Scenarios without options share one cluster. */
  readonly options?: ClusterOptions;
  /** Lets the cluster act, and compares its answers with ours. */
  readonly run: (cluster: Cluster, found: Findings) => Promise<void>;
}

/** A difference between the cluster and kubesem. */
export interface Difference {
  readonly what: string;
  readonly theirs: unknown;
  readonly ours: unknown;
}

/** Counts what a scenario compares, and collects the differences. */
export class Findings {
  /** Number of objects that were created or read. */
  objects = 0;
  /** Number of answers that were compared. */
  comparisons = 0;
  readonly differences: Difference[] = [];

  /** Compares two answers as data: absent and undefined fields are the same. */
  equal(what: string, theirs: unknown, ours: unknown): void {
    this.comparisons++;
    const [left, right] = [theirs, ours].map((value) =>
      value === undefined ? undefined : JSON.parse(JSON.stringify(value)),
    );
    if (!isDeepStrictEqual(left, right)) {
      this.differences.push({ what, ...firstDifference(left, right) });
    }
  }

  /** Compares two texts line by line, so that each line counts. */
  lines(what: string, theirs: string, ours: string): void {
    const [left, right] = [theirs.split('\n'), ours.split('\n')];
    for (let index = 0; index < Math.max(left.length, right.length); index++) {
      this.equal(`${what}, line ${index + 1}`, left[index], right[index]);
    }
  }
}

/** The first place at which two values differ. */
function firstDifference(
  theirs: unknown,
  ours: unknown,
): { readonly theirs: unknown; readonly ours: unknown } {
  if (isObject(theirs) && isObject(ours) && Array.isArray(theirs) === Array.isArray(ours)) {
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
      if (!isDeepStrictEqual(theirs[name], ours[name])) {
        const inner = firstDifference(theirs[name], ours[name]);
        return { theirs: { [name]: inner.theirs }, ours: { [name]: inner.ours } };
      }
    }
  }
  return { theirs, ours };
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
