import { expect, test } from 'vitest';
import type { Json } from '../src/harness/json.js';
import type { Answer, Operation } from '../src/harness/operation.js';
import type { Oracle } from '../src/harness/oracle.js';
import { operations } from '../src/operations.js';
import { readCounts } from '../src/upstream/counts.js';
import { TESTED_PACKAGES } from '../src/upstream/packages.js';
import type { RecordedCall } from '../src/upstream/recording.js';
import { agrees, replay } from '../src/upstream/replay.js';

/** The length of a text; kubesem would be wrong about `wrong`. */
const LENGTH: Operation = {
  name: 'length',
  program: 'staging',
  examples: () => [],
  generate: () => null,
  compare: (input, { out }, comparison) =>
    comparison.field('length', out, input === 'wrong' ? 0 : (input as string).length),
  kind: () => '',
};

/** An oracle that knows the length, and refuses the empty text. */
const oracle = {
  ask: async (lines: readonly string[]) =>
    lines.map((line) => {
      const { in: text } = JSON.parse(line) as { in: string };
      const answer: Answer = text === '' ? { refused: 'too short' } : { out: text.length };
      return JSON.stringify(answer);
    }),
} as unknown as Oracle;

const call = (input: Json, rest: Partial<RecordedCall>): RecordedCall => ({
  op: 'length',
  in: input,
  package: 'p',
  test: 'TestLength',
  ...rest,
});

test('equal calls of several tests are compared once', async () => {
  const calls = [call('ab', { out: 2 }), call('ab', { out: 2, test: 'TestOther' })];
  const { count, differences } = await replay(LENGTH, calls, oracle);
  expect(differences).toEqual([]);
  expect(count).toMatchObject({ package: 'p', op: 'length', tests: 2, compared: 1 });
});

test('another answer of kubesem is a difference', async () => {
  const { count, differences } = await replay(LENGTH, [call('wrong', { out: 5 })], oracle);
  expect(count.compared).toBe(1);
  expect(differences.map(({ fields }) => fields)).toEqual([['length: Kubernetes 5, kubesem 0']]);
});

test('a result that the oracle does not confirm is a difference, unless the test has set a gate', async () => {
  const calls = [call('abc', { out: 4 }), call('abc', { out: 4, gated: true })];
  const { count, differences } = await replay(LENGTH, calls, oracle);
  expect(differences.map(({ fields }) => fields)).toEqual([['recorded']]);
  expect(count).toMatchObject({ compared: 0, gated: 1 });
});

test('a call under a gate that does not matter is compared', async () => {
  const { count } = await replay(LENGTH, [call('abc', { out: 3, gated: true })], oracle);
  expect(count).toMatchObject({ compared: 1, gated: 0 });
});

test('calls that cannot be asked are skipped', async () => {
  const { in: _, ...skipped } = call(null, { skipped: 'no such operand' });
  const { count } = await replay(LENGTH, [skipped, call('', { out: 0 })], oracle);
  expect(count).toMatchObject({ compared: 0, notAsked: 1, testsWithSkipped: 1 });
});

test.each<[Pick<RecordedCall, 'out' | 'err'>, Answer, boolean]>([
  [{ out: { a: 1 } }, { out: { a: 1, b: 2 } }, true],
  [{ out: { a: 1, b: 2 } }, { out: { a: 1 } }, false],
  [{ out: { toString: 1 } }, { out: {} }, false],
  [{ out: [{ a: 1 }] }, { out: [{ a: 1, b: 2 }] }, true],
  [{ out: [] }, { out: [1] }, false],
  [{ out: { 1: 'b' } }, { out: ['a', 'b'] }, true],
  [{ out: null }, { out: null }, true],
  [{ out: [] }, { out: {} }, false],
  [{ out: 1 }, { err: 'E' }, false],
  [{ err: 'E' }, { err: 'E', message: 'words' }, true],
  [{ err: 'E' }, { err: 'F' }, false],
  [{ err: '*' }, { err: 'F' }, true],
  [{ err: '*' }, { out: 1 }, false],
  [{}, { err: 'E' }, true],
])('a test that received %j agrees with the answer %j: %s', (recorded, answer, expected) => {
  expect(agrees(recorded, answer)).toBe(expected);
});

test('the recorded counts are of packages and operations that exist', () => {
  const counts = readCounts()?.counts ?? [];
  expect(counts.length).toBeGreaterThan(0);
  expect(TESTED_PACKAGES).toEqual(expect.arrayContaining(counts.map((count) => count.package)));
  expect(operations.map(({ name }) => name)).toEqual(
    expect.arrayContaining(counts.map(({ op }) => op)),
  );
});
