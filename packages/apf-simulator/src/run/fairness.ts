/** What one flow wanted of a level and what it got, both in seat-seconds. */
export interface FlowShare {
  /** The work of all its requests. */
  readonly demanded: number;
  /** The work of those that were dispatched. */
  readonly served: number;
}

/**
 * Divides an amount so that nobody gets more than he wants, and nobody gets less than another unless he wants less.
 *
 * @param amount - what there is
 * @param wanted - by each
 * @returns the most that anybody gets
 */
function fairLevel(amount: number, wanted: readonly number[]): number {
  const ascending = [...wanted].sort((a, b) => a - b);
  let left = amount;
  for (let i = 0; i < ascending.length; i++) {
    const share = left / (ascending.length - i);
    if ((ascending[i] as number) >= share) {
      return share;
    }
    left -= ascending[i] as number;
  }
  return Infinity;
}

/**
 * Tells how fairly the seats of a priority level were divided among its flows.
 *
 * What was served altogether is divided anew by max-min fairness, which is what fair queuing aims at: a flow that wants
 * little gets all of it, and the others get the same. Of what each flow got of such a share, this is Jain's index,
 * (Σx)² / (n · Σx²): 1 if all got their shares, and 1/n if one got everything. A flow that floods a level and gets no
 * more than others is no injustice to it.
 *
 * @param flows - with the seat-seconds that they wanted and got
 * @returns from 0 to 1; 1 if nothing was served or wanted
 *
 * @example
 * ```ts
 * import { fairnessIndex } from '@kubesem/apf-simulator';
 *
 * fairnessIndex([{ demanded: 1000, served: 50 }, { demanded: 50, served: 50 }]) // => 1
 * fairnessIndex([{ demanded: 1000, served: 100 }, { demanded: 50, served: 0 }]) // => 0.5
 * ```
 *
 * Source: R. Jain, D. Chiu, W. Hawe, "A Quantitative Measure of Fairness" (1984); KEP-1040 on max-min fairness.
 */
export function fairnessIndex(flows: Iterable<FlowShare>): number {
  const wanting = [...flows].filter(({ demanded }) => demanded > 0);
  const total = wanting.reduce((sum, { served }) => sum + served, 0);
  if (total === 0) {
    return 1;
  }
  const level = fairLevel(
    total,
    wanting.map(({ demanded }) => demanded),
  );
  const got = wanting.map(({ demanded, served }) => served / Math.min(demanded, level));
  const sum = got.reduce((all, each) => all + each, 0);
  const squares = got.reduce((all, each) => all + each * each, 0);
  return Math.min(1, (sum * sum) / (got.length * squares));
}
