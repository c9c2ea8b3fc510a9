import { parseManifests } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';

const read = (scalar: string) =>
  parseManifests({ name: 'a.yaml', text: `[${scalar}]` }).documents[0]?.value;

describe('plain scalars', () => {
  test.each([
    '.infx',
    '.INFINITY',
    '-.infx',
    '.nanx',
    '.5_',
    '._5',
    '.5e_1',
    '12x',
    '-0b-1',
    '0b',
    '0x',
    '0o8',
    '12:30',
    '1e400',
    '2026-01-01',
  ])('%s is a string', (scalar) => {
    expect(read(scalar)).toEqual([scalar]);
  });

  test.each<[string, unknown]>([
    ['.55', 0.55],
    ['.1_55', 0.155],
    ['.5e-1', 0.05],
    ['.5e1_0', 5e9],
    ['-.55', -0.55],
    ['+5', 5],
    ['1_000', 1000],
    ['1e3', 1000],
    ['017', 15],
    ['0o17', 15],
    ['0O17', 15],
    ['0XfF', 255],
    ['0B101', 5],
    ['0b-101', -5],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['9_007199254740993', 9007199254740993n],
    ['9007199254740993.0', 9007199254740992],
    ['"9007199254740993"', '9007199254740993'],
    ['9223372036854775808', 2 ** 63],
    ['9223372036854775807', 9223372036854775807n],
    ['+9223372036854775807', 9223372036854775807n],
    ['+0x7fffffffffffffff', 9223372036854775807n],
    ['-0x8000000000000000', -9223372036854775808n],
    ['0xffffffffffffffff', Number('0xffffffffffffffff')],
    ['+0xffffffffffffffff', '+0xffffffffffffffff'],
    ['yes', true],
    ['Off', false],
    ['~', null],
  ])('%s is %o', (scalar, value) => {
    expect(read(scalar)).toEqual([value]);
  });

  test.each(['-0', '-0.0', '-0x0', '-00'])('%s is zero, not minus zero', (scalar) => {
    expect(read(scalar)).toStrictEqual([0]);
  });
});
