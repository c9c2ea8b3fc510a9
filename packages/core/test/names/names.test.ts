import {
  configMapKeyErrors,
  dns1035LabelErrors,
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  labelValueErrors,
  type NameErrorCodes,
  type NameSyntax,
  nameErrorMessage,
  portNameErrors,
  qualifiedNameErrors,
  relaxedEnvVarNameErrors,
  strictEnvVarNameErrors,
} from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const checks: {
  readonly [Syntax in NameSyntax]: (value: unknown) => readonly NameErrorCodes[Syntax][];
} = {
  dns1123Label: dns1123LabelErrors,
  dns1123Subdomain: dns1123SubdomainErrors,
  dns1035Label: dns1035LabelErrors,
  qualifiedName: qualifiedNameErrors,
  labelValue: labelValueErrors,
  portName: portNameErrors,
  configMapKey: configMapKeyErrors,
  relaxedEnvVarName: relaxedEnvVarNameErrors,
  strictEnvVarName: strictEnvVarNameErrors,
};

const a = (length: number): string => 'a'.repeat(length);

/** The rows of the table: a value, and the codes that it must give as one text. */
function testTable(
  name: string,
  check: (value: unknown) => readonly string[],
  rows: readonly (readonly [string, string])[],
): void {
  test.each(rows)(`${name} of %j: %s`, (value, codes) => {
    expect(check(value).join(' ')).toBe(codes);
  });
}

describe('DNS-1123 label', () => {
  testTable('a valid one', dns1123LabelErrors, [
    ['a', ''],
    ['0', ''],
    ['a-b', ''],
    ['a--b', ''],
    ['0-9', ''],
    [a(63), ''],
  ]);
  testTable('a broken one', dns1123LabelErrors, [
    ['', 'INVALID_FORMAT'],
    [a(64), 'TOO_LONG'],
    ['-a', 'INVALID_FORMAT'],
    ['a-', 'INVALID_FORMAT'],
    ['-', 'INVALID_FORMAT'],
    ['A', 'INVALID_FORMAT'],
    ['a_b', 'INVALID_FORMAT'],
    ['a b', 'INVALID_FORMAT'],
    ['a\n', 'INVALID_FORMAT'],
    ['\na', 'INVALID_FORMAT'],
    ['a\0', 'INVALID_FORMAT'],
    ['ä', 'INVALID_FORMAT'],
    ['\u0131', 'INVALID_FORMAT'],
    ['\u212a', 'INVALID_FORMAT'],
  ]);
  testTable('dots', dns1123LabelErrors, [
    ['a.b', 'CONTAINS_DOTS'],
    ['.', 'INVALID_FORMAT'],
    ['a.', 'INVALID_FORMAT'],
    ['a.-b', 'INVALID_FORMAT'],
    ['a.B', 'INVALID_FORMAT'],
    [`${a(62)}.b`, 'TOO_LONG CONTAINS_DOTS'],
    [`${a(300)}.b`, 'TOO_LONG CONTAINS_DOTS'],
    [`${a(63)}.`, 'TOO_LONG INVALID_FORMAT'],
  ]);
});

describe('DNS-1123 subdomain', () => {
  testTable('a valid one', dns1123SubdomainErrors, [
    ['a', ''],
    ['a.b.c', ''],
    ['0.1', ''],
    ['a--b.c-d', ''],
    [a(253), ''],
    [`${a(126)}.${a(126)}`, ''],
  ]);
  testTable('a broken one', dns1123SubdomainErrors, [
    ['', 'INVALID_FORMAT'],
    [a(254), 'TOO_LONG'],
    ['.', 'INVALID_FORMAT'],
    ['.a', 'INVALID_FORMAT'],
    ['a.', 'INVALID_FORMAT'],
    ['a..b', 'INVALID_FORMAT'],
    ['a-.b', 'INVALID_FORMAT'],
    ['a.-b', 'INVALID_FORMAT'],
    ['-a.b', 'INVALID_FORMAT'],
    ['a.b-', 'INVALID_FORMAT'],
    ['a.B', 'INVALID_FORMAT'],
    ['a_b', 'INVALID_FORMAT'],
    ['*.a', 'INVALID_FORMAT'],
    ['a.b\n', 'INVALID_FORMAT'],
    [`${a(253)}-`, 'TOO_LONG INVALID_FORMAT'],
  ]);
});

describe('DNS-1035 label', () => {
  testTable('a valid one', dns1035LabelErrors, [
    ['a', ''],
    ['a1', ''],
    ['a-1', ''],
    [a(63), ''],
  ]);
  testTable('a broken one', dns1035LabelErrors, [
    ['', 'INVALID_FORMAT'],
    [a(64), 'TOO_LONG'],
    ['1', 'INVALID_FORMAT'],
    ['1a', 'INVALID_FORMAT'],
    ['-a', 'INVALID_FORMAT'],
    ['a-', 'INVALID_FORMAT'],
    ['A', 'INVALID_FORMAT'],
    ['a.b', 'INVALID_FORMAT'],
    [`1${a(63)}`, 'TOO_LONG INVALID_FORMAT'],
  ]);
});

describe('qualified name', () => {
  testTable('a valid one', qualifiedNameErrors, [
    ['a', ''],
    ['A', ''],
    ['0', ''],
    ['a_b.c-D', ''],
    ['a..b', ''],
    ['1.2.3.4/5', ''],
    ['constructor', ''],
    ['example.com/gpu', ''],
    [a(63), ''],
    [`${a(253)}/${'B'.repeat(63)}`, ''],
  ]);
  testTable('a broken name', qualifiedNameErrors, [
    ['', 'NAME_EMPTY NAME_INVALID_FORMAT'],
    [a(64), 'NAME_TOO_LONG'],
    ['-a', 'NAME_INVALID_FORMAT'],
    ['a.', 'NAME_INVALID_FORMAT'],
    ['__proto__', 'NAME_INVALID_FORMAT'],
    ['a b', 'NAME_INVALID_FORMAT'],
    ['x.y/', 'NAME_EMPTY NAME_INVALID_FORMAT'],
    [`x.y/${a(64)}`, 'NAME_TOO_LONG'],
    [`_${a(63)}`, 'NAME_TOO_LONG NAME_INVALID_FORMAT'],
  ]);
  testTable('a broken prefix', qualifiedNameErrors, [
    ['/a', 'PREFIX_EMPTY'],
    ['/', 'PREFIX_EMPTY NAME_EMPTY NAME_INVALID_FORMAT'],
    ['A/a', 'PREFIX_INVALID_FORMAT'],
    ['a_b/a', 'PREFIX_INVALID_FORMAT'],
    [`${a(254)}/a`, 'PREFIX_TOO_LONG'],
    [`${a(254)}./-`, 'PREFIX_TOO_LONG PREFIX_INVALID_FORMAT NAME_INVALID_FORMAT'],
  ]);
  testTable('too many parts', qualifiedNameErrors, [
    ['a/b/c', 'TOO_MANY_SLASHES'],
    ['//', 'TOO_MANY_SLASHES'],
    [`/${a(64)}/-/`, 'TOO_MANY_SLASHES'],
  ]);
});

describe('label value', () => {
  testTable('a valid one', labelValueErrors, [
    ['', ''],
    ['a', ''],
    ['A_b.c-9', ''],
    [a(63), ''],
  ]);
  testTable('a broken one', labelValueErrors, [
    [a(64), 'TOO_LONG'],
    [' ', 'INVALID_FORMAT'],
    ['-', 'INVALID_FORMAT'],
    ['a_', 'INVALID_FORMAT'],
    ['.a', 'INVALID_FORMAT'],
    ['a/b', 'INVALID_FORMAT'],
    [`.${a(63)}`, 'TOO_LONG INVALID_FORMAT'],
  ]);
});

describe('port name', () => {
  testTable('a valid one', portNameErrors, [
    ['a', ''],
    ['1a', ''],
    ['a-1', ''],
    [a(15), ''],
  ]);
  testTable('a broken one', portNameErrors, [
    ['', 'INVALID_CHARACTERS NO_LETTER'],
    [a(16), 'TOO_LONG'],
    ['80', 'NO_LETTER'],
    ['A', 'INVALID_CHARACTERS NO_LETTER'],
    ['aB', 'INVALID_CHARACTERS'],
    ['a.b', 'INVALID_CHARACTERS'],
    ['-a', 'HYPHEN_AT_EDGE'],
    ['a-', 'HYPHEN_AT_EDGE'],
    ['a--b', 'CONSECUTIVE_HYPHENS'],
    ['-', 'NO_LETTER HYPHEN_AT_EDGE'],
    [
      '--------------_-',
      'TOO_LONG INVALID_CHARACTERS NO_LETTER CONSECUTIVE_HYPHENS HYPHEN_AT_EDGE',
    ],
  ]);
});

describe('config map key', () => {
  testTable('a valid one', configMapKeyErrors, [
    ['a', ''],
    ['-', ''],
    ['_', ''],
    ['.a', ''],
    ['a..', ''],
    ['__proto__', ''],
    [a(253), ''],
  ]);
  testTable('a broken one', configMapKeyErrors, [
    ['', 'INVALID_CHARACTERS'],
    [a(254), 'TOO_LONG'],
    ['a/b', 'INVALID_CHARACTERS'],
    ['.', 'DOT'],
    ['..', 'DOT_DOT'],
    ['...', 'DOT_DOT_PREFIX'],
    ['..a', 'DOT_DOT_PREFIX'],
    [`../${a(251)}`, 'TOO_LONG INVALID_CHARACTERS DOT_DOT_PREFIX'],
  ]);
});

describe('environment variable name, relaxed', () => {
  testTable('a valid one', relaxedEnvVarNameErrors, [
    ['A', ''],
    [' ', ''],
    ['~', ''],
    ['<>', ''],
    ['..', ''],
    ['1 odd:name', ''],
    [a(10_000), ''],
  ]);
  testTable('a broken one', relaxedEnvVarNameErrors, [
    ['', 'EMPTY'],
    ['=', 'INVALID_CHARACTERS'],
    ['A=B=', 'INVALID_CHARACTERS'],
    ['\x1f', 'INVALID_CHARACTERS'],
    ['\x7f', 'INVALID_CHARACTERS'],
    ['\t', 'INVALID_CHARACTERS'],
    ['A\n', 'INVALID_CHARACTERS'],
    ['\x80', 'INVALID_CHARACTERS'],
    ['Ä', 'INVALID_CHARACTERS'],
  ]);
});

describe('environment variable name, strict', () => {
  testTable('a valid one', strictEnvVarNameErrors, [
    ['A', ''],
    ['_', ''],
    ['-', ''],
    ['.a', ''],
    ['a1', ''],
    [a(10_000), ''],
  ]);
  testTable('a broken one', strictEnvVarNameErrors, [
    ['', 'INVALID_FORMAT'],
    ['1a', 'INVALID_FORMAT'],
    ['a b', 'INVALID_FORMAT'],
    ['a=b', 'INVALID_FORMAT'],
    ['a\n', 'INVALID_FORMAT'],
    ['.', 'DOT'],
    ['..', 'DOT_DOT'],
    ['..a', 'DOT_DOT_PREFIX'],
    ['../a', 'INVALID_FORMAT DOT_DOT_PREFIX'],
  ]);
});

describe('lengths count UTF-8 bytes', () => {
  test.each([
    ['of one byte', 'a', 63],
    ['of two', 'é', 31],
    ['of two, the first', '\x80', 31],
    ['of two, the last', '\u07ff', 31],
    ['of three', '\u0800', 21],
    ['of four', '😀', 15],
    ['that are half of a pair', '\ud800', 21],
    ['that are the other half of a pair', '\udc00', 21],
  ])('characters %s', (_, character, fit) => {
    expect(labelValueErrors(character.repeat(fit))).not.toContain('TOO_LONG');
    expect(labelValueErrors(character.repeat(fit + 1))).toContain('TOO_LONG');
  });
});

describe.each(Object.entries(checks))('%s', (_, check) => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 8080],
    ['an object', { toString: () => 'a' }],
    ['a list', ['a']],
    ['a String object', Object('a')],
  ])('%s is not a string', (_name, value) => {
    expect(check(value)).toEqual(['NOT_A_STRING']);
  });

  test.each(['a', '-', '.', 'a.', '-a', '/'])('accepts an enormous text of %j', (part) => {
    expect(check(`${part.repeat(500_000)}!`).length).toBeLessThan(7);
  });
});

describe('nameErrorMessage', () => {
  test.each<[NameSyntax, string, RegExp]>([
    ['dns1123Label', a(64), /63/],
    ['dns1123Subdomain', a(254), /253/],
    ['dns1035Label', a(64), /63/],
    ['qualifiedName', `${a(254)}/a`, /prefix.*253/],
    ['qualifiedName', `b/${a(64)}`, /name.*63/],
    ['labelValue', a(64), /63/],
    ['portName', a(16), /15/],
    ['configMapKey', a(254), /253/],
  ])('names the limit of %s', (syntax, value, limit) => {
    expect(checks[syntax](value).map((code) => nameErrorMessage(syntax, code as never))).toEqual([
      expect.stringMatching(limit),
    ]);
  });

  test.each(Object.keys(checks) as NameSyntax[])('has a message for every code of %s', (syntax) => {
    const values = [1, '', '.', '..', '..=', 'a.b', '1-', '-A--', '/', 'A_/_', 'a/b/c', a(300)];
    for (const code of values.flatMap((value) => checks[syntax](value))) {
      expect(nameErrorMessage(syntax, code as never)).toMatch(/ must |^must /);
    }
  });
});
