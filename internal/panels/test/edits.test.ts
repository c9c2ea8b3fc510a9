import { describe, expect, test } from 'vitest';
import { MODELS } from '../src/areas/models.js';
import { splitDocuments } from '../src/case/documents.js';
import { Engine } from '../src/engine/engine.js';
import { reuse } from '../src/engine/reuse.js';
import { EXAMPLES } from './examples.js';

const EDITS = 40;
const AREAS = [...MODELS.keys()];
const DOCUMENTS = EXAMPLES.flatMap(([, , text]) => splitDocuments(`---\n${text}`)).map(
  ({ text }) => text,
);
const RULES = `---
apiVersion: v1
kind: LimitRange
metadata: { name: limits, namespace: shop }
spec: { limits: [{ type: Container, default: { cpu: 300m }, max: { memory: 100Mi } }] }
`;
const QUOTA = `---
apiVersion: v1
kind: ResourceQuota
metadata: { name: quota, namespace: shop }
spec: { hard: { requests.cpu: 500m, pods: 3 } }
`;

/** Numbers from 0 to 1, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

describe.each([1, 2, 3, 4])('after random edits, %i', (seed) => {
  const random = numbers(seed);
  const below = (count: number) => Math.floor(random() * count);

  /** Types, deletes, or moves documents. */
  function edit(documents: readonly string[]): readonly string[] {
    const at = below(documents.length);
    const text = documents[at] ?? '';
    const offset = 4 + below(text.length - 4);
    const replaced = (by: readonly string[]) => documents.toSpliced(at, 1, ...by);
    switch (below(8)) {
      case 0:
        return replaced([]);
      case 1:
        return replaced([text, text]);
      case 2:
        return replaced([RULES, text]);
      case 3:
        return replaced([text, QUOTA]);
      case 4:
        return [...documents.toSpliced(at, 1), text];
      case 5:
        return replaced([`${text.slice(0, offset)}${text.slice(offset + 1)}`]);
      case 6:
        return replaced([text.replace(/^(metadata:.*)$/m, '$1\n# a comment\n')]);
      default:
        return replaced([text.slice(0, offset) + '05\n: "'.charAt(below(6)) + text.slice(offset)]);
    }
  }

  test('the answers are those to the text alone', async () => {
    const engine = new Engine();
    let documents: readonly string[] = DOCUMENTS.filter(() => random() < 0.5);
    let last: unknown;
    for (let count = 0; count < EDITS; count += 1) {
      const view = { areas: [AREAS[below(AREAS.length)] ?? '', ...AREAS], options: {} };
      await engine.setText('manifest', documents.join(''));
      const fresh = new Engine();
      await fresh.setText('manifest', documents.join(''));
      const [answer, expected] = [await engine.answer(view), await fresh.answer(view)];
      expect(answer).toEqual(expected);
      last = reuse(last, structuredClone(answer));
      expect(last).toEqual(expected);
      documents = documents.length < 5 ? DOCUMENTS : edit(documents);
    }
  });
});

describe('reuse', () => {
  const earlier = { rows: [{ name: 'a' }, { name: 'b' }], detail: { key: 'a', notes: ['x'] } };

  test('returns the earlier value if nothing has changed', () => {
    expect(reuse(earlier, structuredClone(earlier))).toBe(earlier);
  });

  test('keeps the parts that have not changed', () => {
    const value = structuredClone(earlier);
    value.rows.push({ name: 'c' });
    const found = reuse(earlier, value);
    expect(found).toEqual(value);
    expect(found.rows[1]).toBe(earlier.rows[1]);
    expect(found.detail).toBe(earlier.detail);
  });

  test.each<[unknown, unknown]>([
    [{ a: undefined }, {}],
    [{}, { a: undefined }],
    [[], {}],
    [{ 0: 'a' }, ['a']],
    [{ a: null }, { a: {} }],
    [{}, JSON.parse('{"__proto__": {}}')],
    [JSON.parse('{"__proto__": 1}'), JSON.parse('{"__proto__": {"a": 1}}')],
    [1, '1'],
  ])('tells %j from %j', (before, value) => {
    const found = reuse(before, value);
    expect(found).not.toBe(before);
    expect(found).toStrictEqual(value);
    expect(Object.keys(found as object)).toEqual(Object.keys(value as object));
  });
});
