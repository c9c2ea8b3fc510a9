import { expect, test } from 'vitest';
import { badInputFaults } from '../src/bad-input.js';
import { documentedCode } from '../src/code-blocks.js';
import { run } from '../src/example.js';
import { CallRecorder } from '../src/recorded-calls.js';

test('every wrong value of every field that a public function reads has an answer or a code', async () => {
  const recorder = new CallRecorder();
  for (const block of documentedCode('ts').filter(({ file }) => file.endsWith('.ts'))) {
    await run(block, recorder.load, async ({ actual }) => void (await actual().catch(() => {})));
  }
  const calls = Object.freeze(recorder.calls);
  expect(calls.length).toBeGreaterThan(300);
  expect(await badInputFaults(calls, { calls: 5, every: 1 })).toEqual([]);
}, 900_000);
