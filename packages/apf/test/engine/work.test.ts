import { VirtualClock, type WorkEstimate } from '@kubesem/apf';
import { describe, expect, test } from 'vitest';
import { controller, levelOf, request } from '../controller.js';

describe('an estimate of work', () => {
  const estimate = (change: Partial<WorkEstimate>): WorkEstimate => ({
    initialSeats: 1,
    finalSeats: 0,
    additionalLatencyNs: 0,
    ...change,
  });

  test.each<[string, Partial<WorkEstimate>]>([
    ['no number', { initialSeats: Number.NaN }],
    ['less than nothing', { finalSeats: -1 }],
    ['a part of a seat', { initialSeats: 1.5 }],
    ['without end', { additionalLatencyNs: Infinity }],
    ['beyond measure', { initialSeats: 1e12 }],
    ['a text', { initialSeats: '2' as unknown as number }],
  ])('that is %s is refused, and the request has not arrived', async (_, change) => {
    const apf = controller(new VirtualClock());
    const arrived: string[] = [];
    apf.on({ arrived: (level) => arrived.push(level) });
    const work = estimate(change);
    const refused = expect.objectContaining({ code: 'INVALID_WORK' });
    expect(() => apf.request(request(), { work })).toThrow(refused);
    expect(() => apf.request(request(), { work: () => work })).toThrow(refused);
    await expect(apf.run(request(), () => 7, { work })).rejects.toEqual(refused);
    expect(arrived).toEqual([]);
    expect(levelOf(apf)).toMatchObject({
      isIdle: true,
      dispatchedRequests: 0,
      rejectedRequests: 0,
    });
    apf.close();
  });

  test('that cannot be made is the error of the estimator', () => {
    const apf = controller(new VirtualClock());
    const work = () => {
      throw new RangeError('estimator');
    };
    expect(() => apf.request(request(), { work })).toThrow(RangeError);
    expect(levelOf(apf)).toMatchObject({ isIdle: true, dispatchedRequests: 0 });
    apf.close();
  });

  test('of more seats than there are executes alone', () => {
    const apf = controller(new VirtualClock());
    const wide = apf.request(request(), { work: estimate({ initialSeats: 50 }) });
    const next = apf.request(request());
    expect([wide.state, next.state]).toEqual(['executing', 'waiting']);
    expect(levelOf(apf)?.seatsInUse).toBe(50);
    wide.done();
    expect([levelOf(apf)?.seatsInUse, next.state]).toEqual([1, 'executing']);
    apf.close();
  });

  test('of no seats is one', () => {
    const apf = controller(new VirtualClock());
    const ticket = apf.request(request(), { work: estimate({ initialSeats: 0 }) });
    expect([ticket.state, levelOf(apf)?.seatsInUse]).toEqual(['executing', 0]);
    ticket.done();
    expect(levelOf(apf)?.isIdle).toBe(true);
    apf.close();
  });
});
