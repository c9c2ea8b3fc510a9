import {
  type AllocationClass,
  borrowSeats,
  concurrencyAllocation,
  concurrencyLimits,
} from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { randomNumbers } from '../configuration.js';

const limited = (fields: object) => ({ spec: { type: 'Limited', limited: fields } });

describe('the limits of a level', () => {
  test.each<[string, object, readonly [number, number, number]]>([
    ['its share, rounded up', limited({ nominalConcurrencyShares: 7 }), [71, 71, 674]],
    [
      'what it lends, a half rounded up',
      limited({ nominalConcurrencyShares: 7, lendablePercent: 50 }),
      [71, 35, 674],
    ],
    [
      'what it may borrow',
      limited({ nominalConcurrencyShares: 7, borrowingLimitPercent: 0 }),
      [71, 71, 71],
    ],
    [
      'more than it has',
      limited({ nominalConcurrencyShares: 7, borrowingLimitPercent: 250 }),
      [71, 71, 249],
    ],
    ['the older name of the shares', limited({ assuredConcurrencyShares: 7 }), [71, 71, 674]],
    ['no shares', limited({ nominalConcurrencyShares: 0 }), [0, 0, 603]],
    [
      'an exempt one',
      { spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 7, lendablePercent: 30 } } },
      [71, 50, 674],
    ],
  ])('%s', (_, level, [nominalLimit, lowerLimit, upperLimit]) => {
    expect(concurrencyLimits(level, 603, 60)).toEqual({ nominalLimit, lowerLimit, upperLimit });
  });
});

describe('an allocation', () => {
  const classes: readonly AllocationClass[] = [
    { target: 20, lowerBound: 5, upperBound: 30 },
    { target: 40, lowerBound: 30, upperBound: 90 },
  ];

  test.each<[string, number, readonly number[] | undefined]>([
    ['nothing to divide that is too little', 0, undefined],
    ['the lower bounds', 35, [5, 30]],
    ['one at its bound', 40, [10, 30]],
    ['all in proportion', 51, [17, 34]],
    ['one at its upper bound', 100, [30, 70]],
    ['the upper bounds', 120, [30, 90]],
    ['too much', 121, undefined],
  ])('%s', (_, sum, allocations) => {
    expect(concurrencyAllocation(sum, classes)?.allocations).toEqual(allocations);
  });

  test.each<[string, AllocationClass]>([
    ['a target below the lower bound', { target: 1, lowerBound: 2, upperBound: 9 }],
    ['bounds that cross', { target: 5, lowerBound: 4, upperBound: 3 }],
    ['a negative bound', { target: 5, lowerBound: -1, upperBound: 9 }],
  ])('there is none for %s', (_, wrong) => {
    // Were it right, the other one could have what is left.
    const other = { target: 2, lowerBound: 0, upperBound: 9 };
    expect(concurrencyAllocation(5, [wrong, other])).toBeUndefined();
  });

  test('there is none for less than nothing', () => {
    expect(
      concurrencyAllocation(-1, [{ target: 2, lowerBound: 0, upperBound: 9 }]),
    ).toBeUndefined();
  });

  test('of nothing is nothing, for who may have that', () => {
    const levels = [3, 5].map((target) => ({ target, lowerBound: 0, upperBound: 9 }));
    expect(concurrencyAllocation(0, levels)).toEqual({ allocations: [0, 0], fairProportion: 0 });
  });

  test('in proportion to the targets is that to the last bit', () => {
    const targets = [0.1, 0.7, 1.3, 2.9, 3.1, 7.7, 13.3];
    const levels = targets.map((target) => ({ target, lowerBound: 0.05, upperBound: 99 }));
    const fairProportion = 23 / targets.reduce((sum, target) => sum + target, 0);
    const allocations = targets.map((target) => target * fairProportion);
    expect(concurrencyAllocation(23, levels)).toEqual({ allocations, fairProportion });
  });

  test('of a level that wants less than a seat is not below its lower bound', () => {
    const small = { target: 0.5, lowerBound: 0.4, upperBound: 10 };
    const large = { target: 10, lowerBound: 0, upperBound: 10 };
    const { allocations = [] } = concurrencyAllocation(5, [small, large]) ?? {};
    expect(allocations[0]).toBe(0.4);
    expect(allocations[1]).toBeCloseTo(4.6, 12);
  });

  test('in which each has one of its bounds, the proportion is where that begins', () => {
    const low = { target: 10, lowerBound: 2, upperBound: 4 };
    const high = { target: 20, lowerBound: 20, upperBound: 30 };
    expect(concurrencyAllocation(24, [low, high])).toEqual({
      allocations: [4, 20],
      fairProportion: 0.4,
    });
  });

  test('meets the bounds and the sum', () => {
    const random = randomNumbers(3);
    for (let i = 0; i < 100; i++) {
      const levels = Array.from({ length: 1 + random(8) }, () => {
        const lowerBound = random(20);
        const target = lowerBound + random(30);
        return { lowerBound, target, upperBound: lowerBound + random(60) };
      });
      const low = levels.reduce((sum, { lowerBound }) => sum + lowerBound, 0);
      const high = levels.reduce((sum, { upperBound }) => sum + upperBound, 0);
      const wanted = low + random(high - low + 1);
      const { allocations = [], fairProportion = 0 } = concurrencyAllocation(wanted, levels) ?? {};
      expect(allocations.reduce((sum, each) => sum + each, 0)).toBeCloseTo(wanted, 6);
      levels.forEach(({ lowerBound, upperBound, target }, at) => {
        const part = allocations[at] as number;
        expect(part).toBeGreaterThanOrEqual(lowerBound - 1e-9);
        expect(part).toBeLessThanOrEqual(upperBound + 1e-9);
        const isFree = part > lowerBound + 1e-6 && part < upperBound - 1e-6;
        if (isFree) {
          expect(part).toBeCloseTo(fairProportion * Math.max(target, 0.001), 6);
        }
      });
    }
  });
});

describe('borrowing', () => {
  const level = (demand: number, fields: object = {}) => ({
    isExempt: false,
    nominalLimit: 20,
    lowerLimit: 10,
    upperLimit: 60,
    currentLimit: 17,
    stats: { highWatermark: demand, average: demand, deviation: 0, smoothed: demand },
    ...fields,
  });

  test('gives seats to who needs them', () => {
    const { currentLimits, targets, fairFraction } = borrowSeats([level(30), level(6)]);
    expect([currentLimits, targets, fairFraction]).toEqual([[30, 10], [30, 10], 1]);
  });

  test('an exempt level takes what it needs before all others', () => {
    const exempt = level(13, { isExempt: true, nominalLimit: 0, lowerLimit: 0 });
    const { currentLimits, targets } = borrowSeats([exempt, level(30), level(6)]);
    expect([currentLimits[0], targets[0]]).toEqual([13, 13]);
  });

  test.each([
    ['all they need is too much: between what they have to keep and what they need', 18, [16, 14]],
    ['nothing is left beside what they have to keep', 29, [10, 10]],
  ])('%s', (_, demand, limits) => {
    const exempt = level(demand, { isExempt: true, nominalLimit: 8, lowerLimit: 0 });
    const seats = { nominalLimit: 20 };
    const [, ...currentLimits] = borrowSeats([
      exempt,
      level(20, seats),
      level(16, seats),
    ]).currentLimits;
    expect(currentLimits).toEqual(limits);
  });

  test('where the bounds do not allow for the sum, everything stays', () => {
    const { currentLimits, fairFraction } = borrowSeats([level(5, { upperLimit: 12 })]);
    expect([currentLimits, fairFraction]).toEqual([[17], 0]);
  });
});
