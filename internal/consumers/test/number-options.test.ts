import { afterAll, beforeAll, expect, test } from 'vitest';
import { NUMBER_CALLS } from '../src/number-calls.js';

const WRONG = [Number.NaN, Infinity, -Infinity, -1, 2 ** 31, 1e-100];

/** Node warns of a timer that is too long, negative or not a number, and sets one of 1 ms. */
const warnings: string[] = [];
const onWarning = ({ name }: Error): void => void warnings.push(name);
beforeAll(() => void process.on('warning', onWarning));
afterAll(() => void process.off('warning', onWarning));

/** What is wrong with the answer to a number. */
async function fault(call: (value: number) => unknown, value: number): Promise<string | undefined> {
  warnings.length = 0;
  try {
    const result = await call(value);
    const text = JSON.stringify(result, (_, each) => (Number.isNaN(each) ? 'NaN' : each)) ?? '';
    await new Promise(setImmediate);
    const timer = warnings.find((name) => name.startsWith('Timeout'));
    return timer ?? (text.includes('NaN') ? `answers ${text.slice(0, 200)}` : undefined);
  } catch (error) {
    return typeof (error as { code?: unknown }).code === 'string' ? undefined : String(error);
  }
}

test.each(Object.entries(NUMBER_CALLS))(
  '%s: a wrong number has an answer or a code',
  async (_, call) => {
    const faults: string[] = [];
    for (const value of WRONG) {
      const found = await fault(call, value);
      faults.push(...(found === undefined ? [] : [`${value}: ${found}`]));
    }
    expect(faults).toEqual([]);
  },
);
