import { describe, expect, test } from 'vitest';
import { plain, run } from '../../src/example.js';

/** Runs lines of code as an example, and returns place, shown value and actual value of each result. */
async function shownBy(...lines: string[]): Promise<unknown[]> {
  const shown: unknown[] = [];
  const block = { file: 'README.md', line: 10, language: 'ts', code: lines.join('\n') };
  await run(
    block,
    () => Promise.resolve({ one: 1 }),
    async ({ place, actual, value, throws }) => {
      shown.push([place, throws ?? (await value?.()), await actual().catch((error) => error.code)]);
    },
  );
  return shown;
}

describe('the grammar of examples', () => {
  test.each<[string, string[], unknown[]]>([
    ['a value', ['1 + 1 // => 3'], ['README.md:10', 3, 2]],
    ['a semicolon', ['1 + 1; // => 3'], ['README.md:10', 3, 2]],
    ['a bigint', ['2n ** 64n // => 5n'], ['README.md:10', 5n, 18446744073709551616n]],
    ['an object', ['[1] // => { a: 1 }'], ['README.md:10', { a: 1 }, [1]]],
    ['several lines', ['5 // => {', '  //   a: 1,', '  // }'], ['README.md:10', { a: 1 }, 5]],
    ['a long expression', ['Math.max(', '  1,', '  2,', ') // => 3'], ['README.md:10', 3, 2]],
    ['a later line', ['const a = 4;', '', 'a // => 3'], ['README.md:12', 3, 4]],
    ['an import', ["import { one } from 'm';", 'one // => 3'], ['README.md:11', 3, 1]],
    ['a promise', ['await Promise.resolve(7) // => 3'], ['README.md:10', 3, 7]],
    ['an error', ["(() => { throw { code: 'A' } })() // throws B"], ['README.md:10', 'B', 'A']],
  ])('%s', async (_name, lines, expected) => {
    expect(await shownBy(...lines)).toEqual([expected]);
  });

  test('all results are compared, in order', async () => {
    expect(await shownBy('1 // => 2', '// A remark.', '', '3 // => 4')).toEqual([
      ['README.md:10', 2, 1],
      ['README.md:13', 4, 3],
    ]);
  });

  test.each([
    ['no result', ['1 + 1']],
    ['a declaration', ['const a = 1; // => 1']],
    ['a declaration next to an expression', ['const a = 1; // => 1', 'a // => 1']],
    ['a separate comment', ['1 // => 1', '', '// => 2']],
    ['inside a statement', ['if (true) {', '  1 // => 1', '}', '2 // => 2']],
    ['an expression that continues on the next line', ['1 // => 1', '[2].length // => 1']],
  ])('rejected: %s', async (_name, lines) => {
    await expect(shownBy(...lines)).rejects.toThrow(/shown/);
  });
});

describe('plain', () => {
  test.each([
    [
      'what toJSON returns',
      { toJSON: () => ({ a: [{ toJSON: () => '1.5Gi' }] }) },
      { a: ['1.5Gi'] },
    ],
    ['no undefined fields', { a: undefined, b: null, c: 0n }, { b: null, c: 0n }],
    ['a null prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['the key __proto__', JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')],
  ])('%s', (_name, value, expected) => {
    expect(plain(value)).toStrictEqual(expected);
  });
});
