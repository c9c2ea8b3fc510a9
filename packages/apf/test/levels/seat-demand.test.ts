import { SeatDemandIntegrator, updateSeatDemandStats, VirtualClock } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';

describe('the integrator', () => {
  test('weighs each demand by how long it lasted', () => {
    const clock = new VirtualClock();
    const integrator = new SeatDemandIntegrator(clock);
    integrator.set(2);
    clock.run(3e9);
    integrator.set(10);
    clock.run(4e9);
    const { durationSeconds, average, deviation, max } = integrator.reset();
    expect([durationSeconds, average, max]).toEqual([4, 4, 10]);
    // (3 * 4 + 1 * 36) / 4
    expect(deviation).toBeCloseTo(Math.sqrt(12), 12);
  });

  test('begins anew with the demand that there is', () => {
    const clock = new VirtualClock();
    const integrator = new SeatDemandIntegrator(clock);
    integrator.set(9);
    integrator.set(5);
    clock.run(1e9);
    integrator.reset();
    clock.run(3e9);
    expect(integrator.reset()).toEqual({ durationSeconds: 2, average: 5, deviation: 0, max: 5 });
  });

  test('knows of no average without time', () => {
    const integrator = new SeatDemandIntegrator(new VirtualClock());
    integrator.set(7);
    expect(integrator.reset()).toEqual({
      durationSeconds: 0,
      average: Number.NaN,
      deviation: Number.NaN,
      max: 7,
    });
  });

  test('stands still while its clock goes back', () => {
    let nowNs = 5e9;
    const { schedule } = new VirtualClock();
    const integrator = new SeatDemandIntegrator({ nowNs: () => nowNs, schedule });
    integrator.set(3);
    nowNs = 1e9;
    integrator.set(50);
    nowNs = 7e9;
    expect(integrator.reset()).toMatchObject({ durationSeconds: 2, average: 50 });
  });
});

describe('the statistics', () => {
  const stats = { highWatermark: 4, average: 3, deviation: 1, smoothed: 20 };

  test('rise at once and fall slowly', () => {
    const high = { durationSeconds: 10, average: 30, deviation: 5, max: 41.5 };
    expect(updateSeatDemandStats(stats, high)).toEqual({
      highWatermark: 42,
      average: 30,
      deviation: 5,
      smoothed: 35,
    });
    const low = { durationSeconds: 10, average: 6, deviation: 4, max: 11 };
    expect(updateSeatDemandStats(stats, low).smoothed).toBeCloseTo(0.977 * 20 + 0.023 * 10, 12);
  });

  test('a deviation that cannot be computed is none', () => {
    const demand = { durationSeconds: 10, average: 30, deviation: Number.NaN, max: 31 };
    expect(updateSeatDemandStats(stats, demand)).toMatchObject({ deviation: 0, smoothed: 30 });
  });

  test('of a period without time, the highest demand alone is new', () => {
    const demand = { durationSeconds: 0, average: Number.NaN, deviation: Number.NaN, max: 8 };
    expect(updateSeatDemandStats(stats, demand)).toEqual({ ...stats, highWatermark: 8 });
  });
});
