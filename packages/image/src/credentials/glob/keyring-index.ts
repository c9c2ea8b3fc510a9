import { appendAll } from '@kubesem/core/internal';
import type { ImageGlob, ImageTarget } from './image-glob.js';
import { type LabelGlob, matchLabel } from './label-glob.js';

// The kubelet compares every pattern with every image. Here the patterns are indexed by what a matching image must have:
// first by the positions of globs among the labels of the host, then by the other labels, then by the start or end of the
// first glob, then by the path. Patterns that do not differ in these, such as `*a*.io` and `*b*.io`, are tried one by one.

/** Patterns with their values, indexed for the images that they match. */
type KeyringIndex<T> = ReadonlyMap<number, readonly Shape<T>[]>;

/** Patterns whose hosts have the same number of labels and globs at the same positions. */
interface Shape<T> {
  /** The indexes of the labels that are globs. */
  readonly globAt: readonly number[];
  /** By the port and the other labels. */
  readonly hosts: ReadonlyMap<string, HostPatterns<T>>;
}

/** Patterns whose hosts differ only in their globs. */
interface HostPatterns<T> {
  /** By the start of the first glob. */
  readonly byStart: PrefixTable<readonly HostPattern<T>[]>;
  /** Those that start with `*` and have an end, by that end in reverse. */
  readonly byEnd: PrefixTable<readonly HostPattern<T>[]>;
}

/** One pattern of a host, and its paths. */
interface HostPattern<T> {
  readonly globs: readonly LabelGlob[];
  readonly paths: PrefixTable<readonly T[]>;
}

/** Indexes values by their patterns. */
export function keyringIndex<T>(values: readonly (readonly [ImageGlob, T])[]): KeyringIndex<T> {
  const byLabelCount = groupBy(values, ([{ labels }]) => labels.length);
  return mapValues(byLabelCount, (sameCount) =>
    [...groupBy(sameCount, ([glob]) => globPlaces(glob).join()).values()].map(shape),
  );
}

/** Returns the values of all matching patterns, in no particular order. */
export function findMatches<T>(index: KeyringIndex<T>, target: ImageTarget): T[] {
  const found: T[] = [];
  const addFound = (values: readonly T[]): void => appendAll(found, values);
  for (const { globAt, hosts } of index.get(target.labels.length) ?? []) {
    const patterns = hosts.get(hostKey(target, globAt));
    if (patterns === undefined) {
      continue;
    }
    const tryAll = (candidates: readonly HostPattern<T>[]): void => {
      for (const { globs, paths } of candidates) {
        if (
          globAt.every(
            (i) => matchLabel(globs[i] as LabelGlob, target.labels[i] as string) === true,
          )
        ) {
          visitPrefixes(paths, target.path, addFound);
        }
      }
    };
    const label = target.labels[globAt[0] ?? -1] ?? '';
    visitPrefixes(patterns.byStart, label, tryAll);
    if (patterns.byEnd.texts.length > 0) {
      visitPrefixes(patterns.byEnd, reverse(label), tryAll);
    }
  }
  return found;
}

function shape<T>(values: readonly (readonly [ImageGlob, T])[]): Shape<T> {
  const globAt = globPlaces((values[0] as readonly [ImageGlob, T])[0]);
  const first = globAt[0] ?? -1;
  const hosts = mapValues(
    groupBy(values, ([glob]) => hostKey(glob, globAt)),
    (sameHost) => {
      const patterns = [...groupBy(sameHost, ([{ labels }]) => labels.join('.')).values()].map(
        (samePattern) => {
          const [glob] = samePattern[0] as readonly [ImageGlob, T];
          const byPath = groupBy(samePattern, ([{ path }]) => path);
          const paths = prefixTable(mapValues(byPath, (same) => same.map(([, value]) => value)));
          return { label: glob.labels[first] ?? '', globs: glob.globs, paths };
        },
      );
      const isByEnd = (label: string): boolean => start(label) === '' && end(label) !== '';
      const byStart = patterns.filter(({ label }) => !isByEnd(label));
      const byEnd = patterns.filter(({ label }) => isByEnd(label));
      return {
        byStart: prefixTable(groupBy(byStart, ({ label }) => start(label))),
        byEnd: prefixTable(groupBy(byEnd, ({ label }) => reverse(end(label)))),
      };
    },
  );
  return { globAt, hosts };
}

function globPlaces({ globs }: ImageGlob): readonly number[] {
  const places = globs.map((label, i) => (typeof label === 'string' ? -1 : i));
  return places.filter((i) => i >= 0);
}

/** Returns port and labels, with a `*` for each glob. */
function hostKey({ labels, port }: ImageTarget, globAt: readonly number[]): string {
  let key = port;
  let next = 0;
  for (let i = 0; i < labels.length; i++) {
    const isGlob = i === globAt[next];
    next += isGlob ? 1 : 0;
    key += isGlob ? '.*' : `.${labels[i]}`;
  }
  return key;
}

/** Returns what a matching label starts with. */
function start(label: string): string {
  return label.replace(/[*[].*/, '');
}

/** Returns what a matching label ends with; empty if the pattern has a list of characters. */
function end(label: string): string {
  return label.includes('[') ? '' : label.slice(label.lastIndexOf('*') + 1);
}

function reverse(label: string): string {
  return label.split('').reverse().join('');
}

function groupBy<K, T>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [value]);
    } else {
      group.push(value);
    }
  }
  return groups;
}

function mapValues<K, V, W>(map: ReadonlyMap<K, V>, to: (value: V) => W): Map<K, W> {
  const mapped = new Map<K, W>();
  for (const [key, value] of map) {
    mapped.set(key, to(value));
  }
  return mapped;
}

/** Values by prefix, which finds all prefixes of a string. */
interface PrefixTable<T> {
  /** The prefixes, in ascending order. */
  readonly texts: readonly string[];
  /** The value of each prefix. */
  readonly values: readonly T[];
  /** For each prefix, the index of the longest other prefix that it starts with; -1 if there is none. */
  readonly parents: readonly number[];
}

/** Makes a table; the time is that of sorting. */
function prefixTable<T>(valueByText: ReadonlyMap<string, T>): PrefixTable<T> {
  const sorted = [...valueByText].sort(([a], [b]) => (a < b ? -1 : 1));
  const parents: number[] = [];
  for (const [i, [text]] of sorted.entries()) {
    // The prefixes of a string precede it, and all strings between them also start with the same prefix. The empty entry before
    // the first one ends the loop.
    let parent = i - 1;
    while (!text.startsWith(sorted[parent]?.[0] ?? '')) {
      parent = parents[parent] as number;
    }
    parents.push(parent);
  }
  return { texts: sorted.map(([text]) => text), values: sorted.map(([, value]) => value), parents };
}

/** Calls `visit` with the value of every prefix of a string; the time does not depend on other prefixes. */
function visitPrefixes<T>(
  { texts, values, parents }: PrefixTable<T>,
  text: string,
  visit: (value: T) => void,
): void {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle] as string) <= text) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (let i = low - 1; i >= 0; i = parents[i] as number) {
    if (text.startsWith(texts[i] as string)) {
      visit(values[i] as T);
    }
  }
}
