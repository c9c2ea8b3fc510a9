// internal/conformance tests the rules of glibc and musl against recordings of the libraries.
import { type Libc, searchCandidates } from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const resolvConf = {
  nameservers: ['10.32.0.10'],
  searches: ['a.example', 'b.example'],
  options: ['ndots:2'],
};

const names = (name: string, libc: Libc, rest: object = {}) =>
  searchCandidates(name, { ...resolvConf, ...rest }, { libc }).candidates.map((each) => each.name);
const ruleOf = (name: string, libc: Libc, rest: object = {}) =>
  searchCandidates(name, { ...resolvConf, ...rest }, { libc }).rule;

describe('the rule', () => {
  test.each<[name: string, libc: Libc, rule: string]>([
    ['10.1', 'glibc', 'ADDRESS'],
    ['fe80::1%eth0', 'musl', 'ADDRESS'],
    ['10.0.0.1%eth0', 'glibc', 'INVALID'],
    ['10.0.0.1%eth0', 'musl', 'ENOUGH_DOTS'],
    ['a:b', 'musl', 'FEW_DOTS'],
    ['', 'musl', 'INVALID'],
    ['a..b', 'windows', 'INVALID'],
    ['-data', 'glibc', 'INVALID'],
    ['-data', 'musl', 'FEW_DOTS'],
    ['.', 'glibc', 'ABSOLUTE'],
    ['.', 'musl', 'INVALID'],
    ['data.', 'windows', 'ABSOLUTE'],
    ['data', 'glibc', 'FEW_DOTS'],
    ['data.prod', 'glibc', 'FEW_DOTS'],
    ['data.prod.svc', 'glibc', 'ENOUGH_DOTS'],
    ['data.prod', 'windows', 'ENOUGH_DOTS'],
    ['data', 'windows', 'FEW_DOTS'],
  ])('for %j with %s is %s', (name, libc, rule) => {
    expect(ruleOf(name, libc)).toBe(rule);
    if (rule === 'ADDRESS' || rule === 'INVALID') {
      expect(names(name, libc)).toEqual([]);
    }
    if (rule === 'ABSOLUTE') {
      expect(names(name, libc)).toEqual([name.slice(0, -1)]);
    }
  });

  test('limits labels to 63 bytes and names to 253', () => {
    const label = (length: number) => 'l'.repeat(length);
    const name = (length: number) => [...Array(3).fill(label(63)), label(length - 192)].join('.');
    expect(ruleOf(label(63), 'musl')).toBe('FEW_DOTS');
    expect(ruleOf(label(64), 'musl')).toBe('INVALID');
    expect(ruleOf('é'.repeat(32), 'musl')).toBe('INVALID');
    expect(name(253)).toHaveLength(253);
    expect(ruleOf(name(253), 'glibc')).toBe('ENOUGH_DOTS');
    expect(ruleOf(`${name(253)}.`, 'glibc')).toBe('ABSOLUTE');
    expect(ruleOf(name(254), 'glibc')).toBe('INVALID');
  });

  test('distinguishes an empty search list from one that is too long for musl', () => {
    expect(ruleOf('data', 'glibc', { searches: [] })).toBe('NO_SEARCH');
    const searches = Array.from({ length: 25 }, () => 'abc.local');
    expect(searches.join(' ')).toHaveLength(249);
    expect(ruleOf('data', 'musl', { searches })).toBe('SEARCH_LINE_TOO_LONG');
    expect(names('data', 'musl', { searches })).toEqual(['data']);
    expect(names('data', 'glibc', { searches })).toHaveLength(26);
    expect(names('data', 'musl', { searches: searches.slice(1) })).toHaveLength(25);
  });
});

describe('IPv4 addresses of inet_aton', () => {
  test.each([
    '0',
    '00.1',
    '010.8',
    '0377.1',
    '0x7F.1',
    '0xffffffff',
    '4294967295',
    '255.16777215',
    '10.0.65535',
    '10.0.0.255',
  ])('%s is an address', (text) => {
    expect(ruleOf(text, 'musl')).toBe('ADDRESS');
  });

  test.each([
    '4294967296',
    '10.16777216',
    '10.0.65536',
    '10.0.0.256',
    '10.0.0.1.0',
    '256.1',
    '300.1',
    '0400.1',
    '08',
    '018',
    '0x',
    '0xg',
    '1a',
    '1e1',
    ' 1',
    '-1',
    '10..1',
  ])('%s is not an address', (text) => {
    expect(ruleOf(text, 'musl')).not.toBe('ADDRESS');
  });
});

describe('the order', () => {
  test('glibc: a name with enough dots is first, others are last', () => {
    expect(names('a.b', 'glibc')).toEqual(['a.b.a.example', 'a.b.b.example', 'a.b']);
    expect(names('a.b.c', 'glibc')).toEqual(['a.b.c', 'a.b.c.a.example', 'a.b.c.b.example']);
  });

  test('musl: a name with enough dots is the only candidate', () => {
    expect(names('a.b', 'musl')).toEqual(['a.b.a.example', 'a.b.b.example', 'a.b']);
    expect(names('a.b.c', 'musl')).toEqual(['a.b.c']);
  });

  test('Windows: one search domain for a name without dots, none for others', () => {
    expect(names('a', 'windows')).toEqual(['a.a.example']);
    expect(names('a.b', 'windows')).toEqual(['a.b']);
    expect(names('a', 'windows', { searches: [] })).toEqual(['a']);
  });

  test('glibc stops at a domain that makes an invalid name, musl skips it', () => {
    const long = 'l'.repeat(64);
    expect(names('a', 'glibc', { searches: ['a.example', long, 'b.example'] })).toEqual([
      'a.a.example',
      'a',
    ]);
    expect(names('a', 'glibc', { searches: [long, 'b.example'] })).toEqual(['a']);
    expect(names('a', 'musl', { searches: ['a.example', long, 'b.example'] })).toEqual([
      'a.a.example',
      'a.b.example',
      'a',
    ]);
  });

  test('glibc: a leading dot of a domain is ignored, and the root domain is the name itself', () => {
    const searches = ['.a.example', '.', 'b.example'];
    expect(names('a', 'glibc', { searches })).toEqual(['a.a.example', 'a', 'a.b.example']);
  });

  test('each candidate names its search domain', () => {
    const { candidates } = searchCandidates('a.b', resolvConf, { libc: 'glibc' });
    expect(candidates.map((each) => each.searchDomain)).toEqual([
      'a.example',
      'b.example',
      undefined,
    ]);
  });
});

describe('the end of the search', () => {
  const next = (name: string, libc: Libc, rest: object = {}) =>
    searchCandidates(name, { ...resolvConf, ...rest }, { libc }).candidates.map(
      (each) => each.next,
    );

  test('glibc continues after most answers, and skips to the name itself after a failure', () => {
    expect(next('a.b', 'glibc')).toEqual([
      { NXDOMAIN: 1, NODATA: 1, SERVFAIL: 1, FAILURE: 2 },
      { NXDOMAIN: 2, NODATA: 2, SERVFAIL: 2, FAILURE: 2 },
      {},
    ]);
    expect(next('a.b.c', 'glibc')).toEqual([
      { NXDOMAIN: 1, NODATA: 1, SERVFAIL: 1, FAILURE: 1 },
      { NXDOMAIN: 2, NODATA: 2, SERVFAIL: 2 },
      {},
    ]);
    // The root domain is the name itself.
    expect(next('a', 'glibc', { searches: ['a.example', '.', 'b.example'] })).toEqual([
      { NXDOMAIN: 1, NODATA: 1, SERVFAIL: 1, FAILURE: 1 },
      { NXDOMAIN: 2, NODATA: 2, SERVFAIL: 2 },
      {},
    ]);
  });

  test('musl continues after NXDOMAIN, Windows never', () => {
    expect(next('a.b', 'musl')).toEqual([{ NXDOMAIN: 1 }, { NXDOMAIN: 2 }, {}]);
    expect(next('a', 'windows')).toEqual([{}]);
  });
});

describe('options', () => {
  const ndots = (libc: Libc, ...options: string[]) =>
    searchCandidates('data', { ...resolvConf, options }, { libc }).ndots;

  test.each([
    [[], 1, 1],
    [['ndots:5'], 5, 5],
    [['ndots:0'], 0, 0],
    [['ndots:15'], 15, 15],
    [['ndots:16'], 15, 15],
    [['ndots:2', 'ndots:3'], 3, 2],
    [['ndots:'], 0, 1],
    [['ndots:x'], 0, 1],
    [['ndots'], 1, 1],
    [['ndots:-1'], 15, 1],
    [['ndots:x', 'ndots:3'], 3, 1],
    [['ndots:2', '3'], 2, 2],
    [['xndots:4'], 1, 4],
    // With `options ` and the end of the line these are 255 and 256 bytes.
    [['x'.repeat(238), 'ndots:4'], 4, 4],
    [['x'.repeat(239), 'ndots:4'], 4, 1],
  ])('%j is %i for glibc and %i for musl', (options, glibc, musl) => {
    expect(ndots('glibc', ...options)).toBe(glibc);
    expect(ndots('musl', ...options)).toBe(musl);
  });

  test('no-aaaa and no-tld-query affect only glibc', () => {
    const types = (libc: Libc, option: string) =>
      searchCandidates('data', { ...resolvConf, options: [option] }, { libc }).candidates[0]?.types;
    expect(types('glibc', 'no-aaaa')).toEqual(['A']);
    expect(types('glibc', 'no-aaaa:1')).toEqual(['A']);
    expect(types('glibc', 'x-no-aaaa')).toEqual(['A', 'AAAA']);
    expect(types('musl', 'no-aaaa')).toEqual(['A', 'AAAA']);
    const rest = { options: ['ndots:2', 'no-tld-query'] };
    expect(names('data', 'glibc', rest)).toEqual(['data.a.example', 'data.b.example']);
    expect(names('data', 'musl', rest)).toEqual(['data.a.example', 'data.b.example', 'data']);
    expect(names('data.prod', 'glibc', rest)).toHaveLength(3);
    expect(names('data', 'glibc', { ...rest, searches: [] })).toEqual(['data']);
  });
});

test('rejects a name that is not a string', () => {
  expect(() => searchCandidates(7 as never, resolvConf, { libc: 'musl' })).toThrow(
    expect.objectContaining({
      code: 'INVALID_TYPE',
      problem: expect.objectContaining({ segments: ['name'], value: '7' }),
    }),
  );
});

test('glibc skips to the next root domain after a failure, in search lists of any length', () => {
  const searches = Array.from({ length: 100_000 }, (_, index) => `d${index}`);
  searches[50_000] = '.';
  const { candidates } = searchCandidates('a.b.c', { ...resolvConf, searches }, { libc: 'glibc' });
  const failures = candidates.map(({ next }) => next.FAILURE);
  expect(failures.slice(0, 3)).toEqual([1, 50_001, 50_001]);
  expect(failures.slice(50_000, 50_002)).toEqual([50_001, undefined]);
  expect(candidates).toHaveLength(100_001);
});
