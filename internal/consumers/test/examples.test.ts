import { describe, expect, test } from 'vitest';
import { badInputFaults, withoutCalls } from '../src/bad-input.js';
import { documentedCode } from '../src/code-blocks.js';
import { plain, run, type Shown } from '../src/example.js';
import { CallRecorder } from '../src/recorded-calls.js';

const recorder = new CallRecorder();

async function compare({ place, actual, value, throws }: Shown): Promise<void> {
  if (throws === undefined) {
    expect(plain(await actual()), place).toStrictEqual(plain(await value?.()));
    return;
  }
  const outcome = await actual().then(
    (result) => ({ result }),
    (error) => error,
  );
  expect(outcome, place).toMatchObject({ code: throws });
}

describe('the examples in doc comments and Markdown files', () => {
  const blocks = documentedCode('ts').map(
    (block) => [`${block.file}:${block.line}`, block] as const,
  );

  test.each(blocks)('%s', async (_place, block) => {
    await run(block, recorder.load, compare);
  });
});

/** Classes that no example creates, by the reason. */
const WITHOUT_CALLS: Readonly<Record<string, RegExp>> = {
  'errors, which functions throw': /Error$|ApfRejection$/,
  'values, which functions return': /Quantity$/,
};

test('every public function and class has an example that calls it', async () => {
  const missing = await withoutCalls(recorder.calls);
  const reasons = Object.values(WITHOUT_CALLS);
  expect(missing.filter((name) => !reasons.some((reason) => reason.test(name)))).toEqual([]);
});

// The examples above are the valid input. `bad-input.slow.test.ts` tries more.
test('a field of the wrong type has an answer or a code', async () => {
  Object.freeze(recorder.calls);
  expect(await badInputFaults(recorder.calls, { calls: 1, every: 29 })).toEqual([]);
}, 600_000);
