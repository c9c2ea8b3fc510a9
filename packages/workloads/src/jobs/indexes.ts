import { isInt64Text } from '@kubesem/core/internal';

/** Consecutive indexes of an Indexed Job, both ends inclusive. */
export interface IndexRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads indexes such as `1,3-5`. Ranges that are not numbers are ignored, and so is everything from the number of completions
 * on.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `parseIndexesFromString`.
 */
export function parseIndexes(text: string, completions: number): readonly IndexRange[] {
  const ranges: IndexRange[] = [];
  for (const part of text.split(',')) {
    const [start = '', end = start] = part.split('-');
    const first = isInt64Text(start) ? Number(start) : undefined;
    if (first !== undefined && first >= completions) {
      break;
    }
    if (first !== undefined && isInt64Text(end)) {
      const last = Math.min(Number(end), completions - 1);
      const previous = ranges[ranges.length - 1];
      if (previous?.last === first - 1) {
        ranges[ranges.length - 1] = { first: previous.first, last };
      } else {
        ranges.push({ first, last });
      }
    }
  }
  return ranges;
}

/**
 * Adds single indexes, and merges ranges that overlap. The ranges are not sorted, as the controller does not sort them.
 *
 * Source: `k8s.io/kubernetes/pkg/controller/job` v1.37.1, `orderedIntervals.merge`.
 */
export function withIndexes(
  ranges: readonly IndexRange[],
  indexes: readonly number[],
): readonly IndexRange[] {
  const added = [...indexes].sort((a, b) => a - b);
  const merged: IndexRange[] = [];
  const add = (range: IndexRange) => {
    const previous = merged[merged.length - 1];
    if (previous === undefined || range.first > previous.last + 1) {
      merged.push(range);
    } else if (previous.last < range.last) {
      merged[merged.length - 1] = { first: previous.first, last: range.last };
    }
  };
  let next = 0;
  const addBefore = (end: number) => {
    for (let index = added[next]; index !== undefined && index <= end; index = added[next]) {
      add({ first: index, last: index });
      next += 1;
    }
  };
  for (const range of ranges) {
    addBefore(range.first);
    add(range);
  }
  addBefore(Infinity);
  return merged;
}

/** The number of indexes. */
export function indexCount(ranges: readonly IndexRange[]): number {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** The number of indexes that two lists have in common. */
export function commonCount(a: readonly IndexRange[], b: readonly IndexRange[]): number {
  let [at, other, common] = [0, 0, 0];
  for (let one = a[at], two = b[other]; one !== undefined && two !== undefined; ) {
    common += Math.max(Math.min(one.last, two.last) - Math.max(one.first, two.first) + 1, 0);
    if (one.last <= two.last) {
      at++;
    } else {
      other++;
    }
    [one, two] = [a[at], b[other]];
  }
  return common;
}

/**
 * The first indexes that are in none of the lists.
 *
 * @param lists - indexes that are taken
 * @param count - how many
 * @param completions - the number of all indexes
 */
export function freeIndexes(
  lists: readonly (readonly IndexRange[])[],
  count: number,
  completions: number,
): readonly IndexRange[] {
  const taken = lists.flat().sort((a, b) => a.first - b.first);
  const free: IndexRange[] = [];
  let [first, left] = [0, count];
  for (const { first: end, last } of [...taken, { first: completions, last: completions }]) {
    const size = Math.min(end - first, left);
    if (size > 0) {
      free.push({ first, last: first + size - 1 });
      left -= size;
    }
    first = Math.max(first, last + 1);
  }
  return free;
}

/** Writes indexes as the status of a Job has them. */
export function formatIndexes(ranges: readonly IndexRange[]): string {
  return ranges
    .map(({ first, last }) => {
      return first === last ? `${first}` : `${first}${last === first + 1 ? ',' : '-'}${last}`;
    })
    .join();
}
