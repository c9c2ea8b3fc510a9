import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pod, read, readPieces } from './streams.js';

const name = fc.constantFrom('a', '"', '\\', '{[', ']},:', '\u2028é😀', '__proto__', 'items');
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    name,
    fc.constantFrom(0, -1.5, 1e300, null, true, []),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;
const object = fc
  .tuple(name, value, fc.boolean())
  .map(([text, spec, isTyped]) => (isTyped ? pod(text, { spec }) : { metadata: { name: text } }));
const list = fc
  .tuple(fc.array(fc.oneof(object, value), { maxLength: 4 }), fc.boolean(), fc.nat(2))
  .map(([items, comesFirst, indent]) => {
    const type = { apiVersion: 'v1', kind: 'PodList' };
    const document = comesFirst ? { ...type, items } : { items, ...type };
    return JSON.stringify(document, undefined, indent * 2);
  });
const texts = fc
  .array(
    fc.oneof(
      list,
      object.map((one) => JSON.stringify(one)),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .chain((documents) => {
    const text = `${documents.join('\n')}\n`;
    const cuts = fc.array(fc.nat(text.length), { maxLength: 5 });
    return cuts.map((offsets) => {
      const sorted = [0, ...offsets.sort((a, b) => a - b), text.length];
      return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
    });
  });

test('a long text is read like a short one, wherever its chunks end', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (chunks) => {
      const short = await read(chunks);
      const long = await readPieces(...chunks);
      // Untyped items come last if their list has its kind after the items.
      const sorted = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).sort();
      expect(sorted(long.objects)).toEqual(sorted(short.objects));
      expect(sorted(long.problems)).toEqual(sorted(short.problems));
    }),
    { seed: 11, numRuns: 150 },
  );
}, 60_000);
