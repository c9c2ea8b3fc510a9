import { parseQuantity } from '@kubesem/quantity';
import { expect, test } from 'vitest';
import { badInputFaults, methodCalls } from '../src/bad-input.js';
import { documentedCode } from '../src/code-blocks.js';
import { run } from '../src/example.js';
import { CallRecorder } from '../src/recorded-calls.js';

test('every wrong value that a public function or method reads has an answer or a code', async () => {
  const recorder = new CallRecorder();
  for (const block of documentedCode('ts').filter(({ file }) => file.endsWith('.ts'))) {
    await run(block, recorder.load, async ({ actual }) => void (await actual().catch(() => {})));
  }
  const calls = [
    ...Object.freeze(recorder.calls),
    ...methodCalls('Quantity', () => parseQuantity('1500m')),
  ];
  expect(calls.length).toBeGreaterThan(1000);
  expect(await badInputFaults(calls, { calls: 2, every: 1 })).toEqual([]);
}, 1_800_000);
