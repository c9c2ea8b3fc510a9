import { isIP } from 'node:net';
import { type FieldError } from '@kubesem/core';
import { formatIpAddress } from '@kubesem/core/internal';
import { parseIpAddress, safeParseIpAddress } from '@kubesem/dns';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('valid addresses', () => {
  test.each([
    ['0.0.0.0', [0, 0, 0, 0]],
    ['255.254.253.252', [255, 254, 253, 252]],
    ['10.0.0.1', [10, 0, 0, 1]],
  ])('IPv4: %s', (text, bytes) => {
    expect(parseIpAddress(text)).toEqual({ family: 'IPv4', bytes, zone: '' });
  });

  test.each([
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['FE80::0ABC', 'fe80::abc'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['10:0:1:0:0:0:a0:0', '10:0:1::a0:0'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['1:2:3:4:5:6:7.8.9.10', '1:2:3:4:5:6:708:90a'],
    ['::1.2.3.4', '::102:304'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['fe80::1%a%b.c:d', 'fe80::1%a%b.c:d'],
  ])('IPv6: the canonical form of %s is %s', (text, canonical) => {
    const address = parseIpAddress(text);
    expect(safeParseIpAddress(text)).toEqual({ ok: true, value: address });
    expect(address.family).toBe('IPv6');
    expect(address.bytes).toHaveLength(16);
    expect(formatIpAddress(address)).toBe(canonical);
  });

  test.each(['::ffff:10.0.0.7', '::FFFF:a00:7', '0:0:0:0:0:ffff:10.0.0.7'])(
    'IPv4-mapped IPv6: %s',
    (text) => {
      expect(parseIpAddress(text)).toEqual({ family: 'IPv4', bytes: [10, 0, 0, 7], zone: '' });
    },
  );
});

describe('invalid addresses', () => {
  test.each([
    '',
    ' 10.0.0.1',
    '10.0.0.1 ',
    '10.0.0',
    '10.0.0.0.1',
    '10.0.0.256',
    '10.0.0.1000',
    '10.0.0.',
    '10..0.1',
    '.10.0.1',
    '+1.0.0.1',
    '1e1.0.0.1',
    '0x10.0.0.1',
    '10.0.0.1%eth0',
    '１０.0.0.1',
    'localhost',
    ':',
    ':::',
    '1:::2',
    '1::2::3',
    ':1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '::1:2:3:4:5:6:7:8',
    '12345::',
    'g::',
    '1.2.3.4::',
    '::1.2.3.4:5',
    '::1.2.3',
    '1:2:3:4:5:6:7:1.2.3.4',
    '::ffff:1.2.3.256',
    '::ffff:1.2.3.4%eth0',
    'fe80::1%',
    '[::1]',
    undefined,
    null,
  ])('%j', (text) => {
    expect(safeParseIpAddress(text).error?.code).toBe('INVALID_IP');
  });

  test.each([1, ['10.0.0.1'], {}])('not a string: %j', (value) => {
    expect(safeParseIpAddress(value).error?.code).toBe('INVALID_TYPE');
  });

  test.each([
    '010.0.0.1',
    '10.0.0.01',
    '10.00.0.1',
    '0000010.0.0.1',
    '::ffff:10.0.0.01',
    '::08.8.8.8',
  ])('leading zeros: %s', (text) => {
    expect(safeParseIpAddress(text).error?.code).toBe('IP_LEADING_ZERO');
  });

  test('parseIpAddress throws the error that safeParseIpAddress returns', () => {
    let thrown: FieldError | undefined;
    try {
      parseIpAddress('10.0.0.256');
    } catch (error) {
      thrown = error as FieldError;
    }
    expect(thrown?.problem).toMatchObject({
      code: 'INVALID_IP',
      segments: [],
      value: '10.0.0.256',
    });
    expect(safeParseIpAddress('10.0.0.256').error?.problem).toEqual(thrown?.problem);
  });

  test('rejects texts of a megabyte in linear time', () => {
    for (const part of ['0', '1', ':', '.', '%', '1.', '1:', '::', 'f']) {
      expect(safeParseIpAddress(part.repeat(1_000_000)).ok).toBe(false);
    }
  });
});

test('agrees with Node on valid addresses and their canonical form', () => {
  const piece = fc.constantFrom('0', '00', '1', '12', '255', '256', 'ffff', '0ab', ':', '::', '.');
  const address = fc.oneof(
    fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join('')),
    fc.ipV6(),
    fc.ipV4(),
    fc.ipV4().map((ip) => `::ffff:${ip}`),
  );
  const zone = fc.constantFrom('', '%', '%eth0');
  fc.assert(
    fc.property(address, zone, (text, suffix) => {
      const { value } = safeParseIpAddress(text + suffix);
      const isMapped = safeParseIpAddress(text).value?.family === 'IPv4' && text.includes(':');
      expect(value !== undefined).toBe(isIP(text + suffix) !== 0 && !(isMapped && suffix !== ''));
      if (value !== undefined) {
        expect(parseIpAddress(formatIpAddress(value))).toEqual(value);
      }
      if (value?.family === 'IPv6') {
        const { hostname } = new URL(`http://[${text}]`);
        expect(formatIpAddress({ ...value, zone: '' })).toBe(hostname.slice(1, -1));
      }
    }),
    { seed: 5, numRuns: 5000 },
  );
});
