import { type OptionRange, readOption } from '@kubesem/core/internal';

/** Work beyond this has no squares. */
const WORK: OptionRange = { min: 0, max: 1e100 };

/** The work that one flow demanded from a level, and the work that was served, both in seat-seconds. */
export interface FlowShare {
  /** Work of all its requests. */
  readonly demanded: number;
  /** Work of its dispatched requests. */
  readonly served: number;
}

/**
 * Divides an amount by max-min fairness: nobody gets more than they want, or less than another unless they want less.
 *
 * @param amount - the amount
 * @param wanted - the amounts that each wants
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
 * Computes how fairly the seats of a priority level were divided among its flows.
 *
 * The served work is divided again by max-min fairness, the aim of fair queuing: a flow that demands little gets all of
 * it, and the others get equal shares. With x as the part of its fair share that each of n flows got, the result is Jain's
 * index (Σx)² / (n · Σx²): 1 if every flow got its share, and 1/n if one flow got everything.
 *
 * @param flows - the demanded and served work of each flow
 * @returns the index, from 0 to 1; 1 if nothing was demanded or served
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if work is not a number, 0 or more
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
  const all = [...flows];
  for (const { demanded, served } of all) {
    readOption('demanded', demanded, WORK);
    readOption('served', served, WORK);
  }
  const wanting = all.filter(({ demanded }) => demanded > 0);
  const total = wanting.reduce((sum, { served }) => sum + served, 0);
  if (total === 0) {
    return 1;
  }
  const level = fairLevel(
    total,
    wanting.map(({ demanded }) => demanded),
  );
  const got = wanting.map(({ demanded, served }) => served / Math.min(demanded, level));
  const sum = got.reduce((total, each) => total + each, 0);
  const squares = got.reduce((total, each) => total + each * each, 0);
  return Math.min(1, (sum * sum) / (got.length * squares));
}
