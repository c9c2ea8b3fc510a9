import type { ImageGlob, ImageTarget } from './image-glob.js';
import { type LabelGlob, matchLabel } from './label-glob.js';
import { type PrefixTable, prefixTable, visitPrefixes } from './prefix-table.js';

// The kubelet tries every pattern on every image. Here the patterns are filed by what an image has to have in common
// with them: first by where globs stand among the labels of the host, then by the labels in between, then by what the
// first glob starts or ends with, then by the path. Where none of this tells patterns apart, as with `*a*.io` and
// `*b*.io`, they are tried one by one.

/** Patterns with their values, to be found by the image that they match. */
export type KeyringIndex<T> = ReadonlyMap<number, readonly Shape<T>[]>;

/** Patterns of hosts with the same number of labels and globs at the same places. */
interface Shape<T> {
  /** The indexes of the labels that are globs. */
  readonly globAt: readonly number[];
  /** By the port and the labels that are not. */
  readonly hosts: ReadonlyMap<string, HostPatterns<T>>;
}

/** Patterns of hosts that differ in their globs alone. */
interface HostPatterns<T> {
  /** By what the first glob starts with. */
  readonly byStart: PrefixTable<readonly HostPattern<T>[]>;
  /** Those that start with `*` and end with something, by that, reversed. */
  readonly byEnd: PrefixTable<readonly HostPattern<T>[]>;
}

/** One pattern of a host, and the paths that stand behind it. */
interface HostPattern<T> {
  readonly globs: readonly LabelGlob[];
  readonly paths: PrefixTable<readonly T[]>;
}

/** Files values under their patterns. */
export function keyringIndex<T>(values: readonly (readonly [ImageGlob, T])[]): KeyringIndex<T> {
  const byLabelCount = groupBy(values, ([{ labels }]) => labels.length);
  return mapValues(byLabelCount, (sameCount) =>
    [...groupBy(sameCount, ([glob]) => globPlaces(glob).join()).values()].map(shape),
  );
}

/** The values of all patterns that match, in no order. */
export function findMatches<T>(index: KeyringIndex<T>, target: ImageTarget): T[] {
  const found: T[] = [];
  const addAll = (values: readonly T[]): void => {
    found.push(...values);
  };
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
          visitPrefixes(paths, target.path, addAll);
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

/** Port and labels, with a `*` for each glob. */
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

/** What a label must start with. */
function start(label: string): string {
  return label.replace(/[*[].*/, '');
}

/** What a label must end with, as far as no list of characters stands in the way. */
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
