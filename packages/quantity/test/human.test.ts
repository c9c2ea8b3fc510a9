import { parseHumanQuantity, parseQuantity, safeParseHumanQuantity } from '@kubesem/quantity';
import { describe, expect, test } from 'vitest';

describe('parseHumanQuantity reads', () => {
  test.each<[text: string, kubernetes: string]>([
    ['1.5 GiB', '1536Mi'],
    ['1.5GiB', '1536Mi'],
    ['1,024 MB', '1024M'],
    ['512 KiB', '512Ki'],
    ['1 TB', '1T'],
    ['3 Gi', '3Gi'],
    ['3Gi', '3Gi'],
    ['250 MB', '250M'],
    ['1 kB', '1k'],
    ['1 KB', '1k'],
    ['7 B', '7'],
    ['1 PB', '1P'],
    ['1 EB', '1E'],
    ['2 Ki', '2Ki'],
    ['2 Ti', '2Ti'],
    ['2 PiB', '2Pi'],
    ['2 EiB', '2Ei'],
    ['1500', '1500'],
    ['1,500', '1500'],
    ['1,234,567.5 kB', '1234567500'],
    ['1 234 567 B', '1234567'],
    ['1\u202f234\u00a0567\u2009890 B', '1234567890'],
    ['1\u00a0GB', '1G'],
    ['  -1.5 KiB\n', '-1536'],
    ['\u22122 MB', '-2M'],
    ['+2 MB', '2M'],
    ['.5 GB', '500M'],
    ['5. GB', '5G'],
    ['0.4 B', '400m'],
    ['-0 B', '0'],
    // more digits than a number has
    ['9007199254740993 B', '9007199254740993'],
    ['0.123456789 GB', '123456789'],
    // the cap of binary quantities
    ['8 EiB', '9223372036854775807'],
  ])('%j as %s', (text, kubernetes) => {
    expect(parseHumanQuantity(text).toString()).toBe(kubernetes);
  });

  test.each([
    ['1.50 GB', '1500M'],
    ['007 GiB', '7Gi'],
    ['+326', '326'],
    ['1,024.0 KiB', '1Mi'],
  ])('%s as a value without its spelling', (text, kubernetes) => {
    expect(parseHumanQuantity(text)).toStrictEqual(parseQuantity(kubernetes));
  });
});

describe('parseHumanQuantity rejects', () => {
  test.each<[text: string, code: string, offset: number]>([
    ['', 'NO_NUMBER', 0],
    ['  ', 'NO_NUMBER', 2],
    ['GiB', 'NO_NUMBER', 0],
    ['-', 'NO_NUMBER', 0],
    ['.', 'NO_NUMBER', 0],
    [', MB', 'NO_NUMBER', 0],
    ['- 5 MB', 'NO_NUMBER', 0],
    ['٣ GiB', 'NO_NUMBER', 0],
    ['Infinity B', 'NO_NUMBER', 0],
    ['1,5 GiB', 'AMBIGUOUS_SEPARATOR', 1],
    ['  -1,5 GiB', 'AMBIGUOUS_SEPARATOR', 4],
    ['0,512 GB', 'AMBIGUOUS_SEPARATOR', 1],
    ['1,0244 GB', 'AMBIGUOUS_SEPARATOR', 1],
    ['1024,512 GB', 'AMBIGUOUS_SEPARATOR', 4],
    ['1.024,5 MB', 'AMBIGUOUS_SEPARATOR', 1],
    ['1.024.000 B', 'AMBIGUOUS_SEPARATOR', 1],
    ['1,02,400 B', 'AMBIGUOUS_SEPARATOR', 1],
    ['1,024 000 B', 'AMBIGUOUS_SEPARATOR', 1],
    ['1,,024 B', 'AMBIGUOUS_SEPARATOR', 1],
    ['1, B', 'AMBIGUOUS_SEPARATOR', 1],
    ['1 5 GiB', 'AMBIGUOUS_SEPARATOR', 1],
    ['1\n024 B', 'AMBIGUOUS_SEPARATOR', 1],
    ['1.5 Gb', 'UNKNOWN_UNIT', 4],
    ['1.5 gib', 'UNKNOWN_UNIT', 4],
    ['500m', 'UNKNOWN_UNIT', 3],
    ['1.5G', 'UNKNOWN_UNIT', 3],
    ['1K', 'UNKNOWN_UNIT', 1],
    ['1 kiB', 'UNKNOWN_UNIT', 2],
    ['1e3 MB', 'UNKNOWN_UNIT', 1],
    ['1 MB/s', 'UNKNOWN_UNIT', 2],
    ['1 constructor', 'UNKNOWN_UNIT', 2],
    ['1 __proto__', 'UNKNOWN_UNIT', 2],
    ["1'024 B", 'UNKNOWN_UNIT', 1],
  ])('%j: %s', (text, code, offset) => {
    const { error } = safeParseHumanQuantity(text);
    expect(error).toMatchObject({ code, offset });
    expect(() => parseHumanQuantity(text)).toThrow(expect.objectContaining({ code }));
  });

  test.each([[5], [null], [undefined], [{ toString: () => '1 GB' }], [['1 GB']]])(
    'what is not a string: %j',
    (input) => {
      expect(safeParseHumanQuantity(input).error?.code).toBe('INVALID_TYPE');
    },
  );
});

test.each([
  ['1,5 GiB', ['1.5', '15']],
  ['0,512 GB', ['0.512', '512']],
  ['1.024,5 MB', ['1.5', '1,024']],
  ['1 gib', ['GiB']],
  ['1 Gb', ['GB']],
  ['1 K', ['KB']],
  ['1 G', ['GB']],
  ['1 m', ['kB', 'KiB']],
])('the message for %s says what to write', (text, words) => {
  const { message = '' } = safeParseHumanQuantity(text).error ?? {};
  for (const word of words) {
    expect(message).toContain(word);
  }
});

describe('parseHumanQuantity reads the numbers of a language', () => {
  test.each<[locale: string, text: string, kubernetes: string]>([
    ['de', '1,5 GiB', '1536Mi'],
    ['de', '1.024 MB', '1024M'],
    ['de', '-1.234.567,5 kB', '-1234567500'],
    ['de', '1 234 MB', '1234M'],
    ['de-CH', '1’234.5 MB', '1234500k'],
    ['de-CH', "1'234 MB", '1234M'],
    ['fr', '1\u202f234,5 Mi', '1264128Ki'],
    ['fr', '1 234,5 MB', '1234500k'],
    ['en-IN', '12,34,567 B', '1234567'],
    ['es', '1234,5 kB', '1234500'],
    ['sv', '\u22121,5 GB', '-1500M'],
    ['ar-EG', '١٬٢٣٤٫٥ MB', '1234500k'],
    ['ar-EG', '\u061c-١٫٥ GiB', '-1536Mi'],
    ['ar-EG', '1٫5 GiB', '1536Mi'],
    ['ks', '\u200e-\u200e۱٫۵ GiB', '-1536Mi'],
    ['ff-Adlm', '𞥑.𞥕 GiB', '1536Mi'],
    ['en', '1,024.5 MB', '1024500k'],
  ])('%s: %j', (locale, text, kubernetes) => {
    expect(parseHumanQuantity(text, { locale }).toString()).toBe(kubernetes);
  });

  test.each<[locale: string, text: string, code: string, offset: number]>([
    ['de', '1.5 GiB', 'AMBIGUOUS_SEPARATOR', 1],
    ['de', '1,024.5 MB', 'AMBIGUOUS_SEPARATOR', 1],
    ['fr', '1.500 MB', 'AMBIGUOUS_SEPARATOR', 1],
    ['fr', '1.5 GiB', 'AMBIGUOUS_SEPARATOR', 1],
    ['en', '1,5 GiB', 'AMBIGUOUS_SEPARATOR', 1],
    ['en', '12,34,567 B', 'AMBIGUOUS_SEPARATOR', 2],
    ['en-IN', '1,234,567 B', 'AMBIGUOUS_SEPARATOR', 1],
    ['en', '1’234 B', 'AMBIGUOUS_SEPARATOR', 1],
    ['de', '  1,5 Go', 'UNKNOWN_UNIT', 6],
    ['de', '1,5 😀', 'UNKNOWN_UNIT', 4],
    ['ff-Adlm', '𞥑𞥒.𞥕 Go', 'UNKNOWN_UNIT', 8],
    ['ff-Adlm', '𞥑𞥒⹁𞥕 GB', 'AMBIGUOUS_SEPARATOR', 4],
    ['de', 'GiB', 'NO_NUMBER', 0],
  ])('%s: %j is %s', (locale, text, code, offset) => {
    expect(safeParseHumanQuantity(text, { locale }).error).toMatchObject({ code, offset });
  });

  test('and quotes what the person wrote', () => {
    const messageOf = (text: string) =>
      safeParseHumanQuantity(text, { locale: 'de' }).error?.message;
    expect(messageOf('1.5 GiB')).toContain('"1.5"');
    expect(messageOf('1.5 GiB')).toContain('1,5 and 12.345');
    expect(messageOf('1 G.B')).toContain('"G.B"');
  });

  test.each(['', 'no_locale', '1'])('and rejects the locale %j', (locale) => {
    const { error } = safeParseHumanQuantity('1 GB', { locale });
    expect(error).toMatchObject({ code: 'INVALID_LOCALE', input: locale });
  });
});
