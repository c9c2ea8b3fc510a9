import { formatResolvConf, parseResolvConf, safeParseResolvConf } from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

describe('parseResolvConf', () => {
  test('collects the second word of every nameserver line', () => {
    const text = 'nameserver 10.0.0.1 10.0.0.2\nnameserver fe80::1%eth0\nnameserver not-an-address';
    expect(parseResolvConf(text).nameservers).toEqual([
      '10.0.0.1',
      'fe80::1%eth0',
      'not-an-address',
    ]);
  });

  test('uses the last search line, without the root and without one trailing dot', () => {
    expect(parseResolvConf('search a b\nsearch c. d.. . .e').searches).toEqual(['c', 'd.', '.e']);
    expect(parseResolvConf('search a b\nsearch').searches).toEqual([]);
    expect(parseResolvConf('search a a').searches).toEqual(['a', 'a']);
  });

  test('collects options; the last of each name wins, at the position of the first', () => {
    const text = 'options ndots:1 edns0 ndots:2\noptions rotate ndots: edns0:x:y';
    expect(parseResolvConf(text).options).toEqual(['ndots:', 'edns0:x:y', 'rotate']);
  });

  test.each([
    '# nameserver 10.0.0.1',
    ' \t# search a',
    '; search a',
    'domain example.com',
    'sortlist 10.0.0.0/8',
    'Search a',
    'search: a',
    'nameservers 10.0.0.1',
    '',
  ])('ignores %j', (line) => {
    expect(parseResolvConf(line)).toEqual({ nameservers: [], searches: [], options: [] });
  });

  test('accepts comments only at the start of a line', () => {
    expect(parseResolvConf('search a # b ; c').searches).toEqual(['a', '#', 'b', ';', 'c']);
  });

  test.each(['\t', '\r', '\v', '\f', '\x85', '\xa0', '\u1680', '\u2003', '\u2028', '\u3000'])(
    'splits words at the white space of Go: %j',
    (space) => {
      expect(parseResolvConf(`${space}search${space}a${space}${space}b${space}`).searches).toEqual([
        'a',
        'b',
      ]);
    },
  );

  test.each(['\ufeff', '\u200b', '\x00'])('does not split words at %j', (character) => {
    expect(parseResolvConf(`search a${character}b`).searches).toEqual([`a${character}b`]);
  });
});

describe('invalid files', () => {
  test('a nameserver line without an address', () => {
    const { error } = safeParseResolvConf('search a\n  nameserver \nnameserver 10.0.0.1');
    expect(error).toMatchObject({ code: 'INVALID_RESOLV_CONF', offset: 9 });
  });

  test('10 MiB, counted in bytes', () => {
    const size = 10 * 1024 * 1024;
    expect(safeParseResolvConf(`#${'a'.repeat(size - 2)}`).ok).toBe(true);
    const { ok, error } = safeParseResolvConf(`#${'a'.repeat(size - 1)}`);
    expect(ok).toBe(false);
    expect(error?.code).toBe('INVALID_RESOLV_CONF');
    expect(error?.problem.value).toMatch(/^#a+…$/);
    expect(safeParseResolvConf(`#${'é'.repeat(size / 2)}`).error?.code).toBe('INVALID_RESOLV_CONF');
  });

  test.each([
    [undefined, undefined],
    [null, 'null'],
    [1, '1'],
    [['search a'], '[array]'],
  ])('not a string: %j', (text, value) => {
    const { error } = safeParseResolvConf(text);
    expect(error?.code).toBe('INVALID_TYPE');
    expect(error?.problem.value).toBe(value);
  });
});

describe('formatResolvConf', () => {
  test('writes a line for each keyword that has values', () => {
    expect(formatResolvConf({ nameservers: [], searches: [], options: [] })).toBe('');
    const full = {
      nameservers: ['10.0.0.1', '::1'],
      searches: ['a', 'b'],
      options: ['ndots:5', 'x'],
    };
    const text = 'nameserver 10.0.0.1\nnameserver ::1\nsearch a b\noptions ndots:5 x\n';
    expect(formatResolvConf(full)).toBe(text);
    expect(parseResolvConf(text)).toEqual(full);
  });

  test.each([
    '',
    'a b',
    'a\nnameserver 6.6.6.6',
    'a\r',
    '\t',
    'a\u2028b',
    'a\0',
    '\x85',
    '\x1b[2J',
  ])('a word cannot be %j', (word) => {
    const empty = { nameservers: [], searches: [], options: [] };
    for (const field of ['nameservers', 'searches', 'options']) {
      expect(() => formatResolvConf({ ...empty, [field]: ['a', word] })).toThrow(
        expect.objectContaining({
          code: 'INVALID_RESOLV_CONF',
          problem: expect.objectContaining({ segments: [field, 1] }),
        }),
      );
    }
  });

  test.each(['#a', ';a', 'ä', 'a\ufeff', '__proto__:1'])('a word can be %j', (word) => {
    const resolvConf = { nameservers: [word], searches: [word], options: [word] };
    expect(parseResolvConf(formatResolvConf(resolvConf))).toEqual(resolvConf);
  });
});
