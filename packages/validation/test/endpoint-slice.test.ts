import type { EndpointSlice } from '@kubesem/core';
import { validateEndpointSlice } from '@kubesem/validation/endpoint-slice';
import { describe, expect, test } from 'vitest';

const slice = (more: EndpointSlice): EndpointSlice => ({
  metadata: { name: 'web-1' },
  addressType: 'IPv4',
  ...more,
});
const addresses = (addressType: string, ...given: string[]): EndpointSlice =>
  slice({ addressType, endpoints: [{ addresses: given }] });
const hints = (count: number) => ({
  forZones: Array.from({ length: count }, (_, index) => ({ name: `z${index}` })),
});

const LOOPBACK = 'may not be in the loopback range (127.0.0.0/8, ::1/128)';
const FIRST = 'endpoints[0].addresses[0]';

// One row for each rule: what is rejected, the slice, and what the API server says.
test.each([
  ['no address type', { addressType: '' }, ['REQUIRED', 'addressType', 'Required value']],
  [
    'another address type',
    { addressType: 'ipv4' },
    ['NOT_SUPPORTED', 'addressType', 'supported values: "FQDN", "IPv4", "IPv6"'],
  ],
  [
    'a port name twice, also an empty one',
    { ports: [{}, {}] },
    ['DUPLICATE', 'ports[1].name', 'Duplicate value: ""'],
  ],
  [
    'another protocol',
    { ports: [{ protocol: '' }] },
    ['NOT_SUPPORTED', 'ports[0].protocol', 'supported values: "SCTP", "TCP", "UDP"'],
  ],
  [
    'more than 20000 ports',
    { ports: Array.from({ length: 20_001 }, (_, index) => ({ name: `p${index}` })) },
    ['TOO_MANY', 'ports', 'must have at most 20000 items'],
  ],
  [
    'more than 1000 endpoints',
    { endpoints: Array.from({ length: 1001 }, () => ({ addresses: ['127.0.0.1'] })) },
    ['TOO_MANY', 'endpoints', 'must have at most 1000 items'],
  ],
  [
    'no addresses',
    { endpoints: [{ addresses: [] }] },
    ['REQUIRED', 'endpoints[0].addresses', 'Required value'],
  ],
  ['leading zeros', addresses('IPv4', '010.0.0.1'), ['INVALID', FIRST, 'must not have leading 0s']],
  [
    'an IPv6 address in another form than the canonical one',
    addresses('IPv6', 'FD00::1'),
    ['INVALID', FIRST, 'must be in canonical form ("fd00::1")'],
  ],
  [
    'an address of another family; the API server names the list',
    addresses('IPv4', 'fd00::1'),
    ['INVALID', 'endpoints[0].addresses', 'must be an IPv4 address'],
  ],
  ['a loopback address', addresses('IPv4', '127.0.0.1'), ['INVALID', FIRST, LOOPBACK]],
  [
    'a name of one label',
    addresses('FQDN', 'com'),
    ['INVALID', FIRST, 'should be a domain with at least two segments separated by dots'],
  ],
  [
    'a hostname with dots',
    { endpoints: [{ addresses: ['10.0.0.1'], hostname: 'a.b' }] },
    ['INVALID', 'endpoints[0].hostname', 'must not contain dots'],
  ],
  [
    'more than 8 zones',
    { endpoints: [{ addresses: ['10.0.0.1'], hints: hints(9) }] },
    ['TOO_MANY', 'endpoints[0].hints.forZones', 'must have at most 8 items'],
  ],
])('%s', (_, given, [type, path, message]) => {
  const problems = validateEndpointSlice(slice(given));
  expect(problems).toMatchObject([{ type, code: type, severity: 'error', path, message }]);
});

test('generateName can end with a dash only after an ASCII character', () => {
  const metadata = { generateName: 'ä-' };
  expect(validateEndpointSlice({ metadata, addressType: 'IPv4' })).toMatchObject([
    { type: 'INVALID', path: 'metadata.generateName', value: 'ä-' },
    { type: 'INVALID', path: 'metadata.name' },
  ]);
});

test('an old object that is null makes the request one for a new object', () => {
  const given = { addressType: 'IPv4' };
  expect(validateEndpointSlice(given, { old: null })).toEqual(validateEndpointSlice(given));
});

describe('where the documentation of EndpointSlices differs', () => {
  test.each([
    ['IPv6', 'fe80::1', 'link-local'],
    ['IPv6', 'febf::1', 'link-local'],
    ['IPv6', '::', 'unspecified'],
    ['IPv6', 'ff02::1', 'link-local multicast'],
    ['IPv4', '0.0.0.0', 'unspecified'],
    ['IPv4', '224.0.0.1', 'link-local multicast'],
  ])('the special address %s %s is refused', (addressType, address, word) => {
    expect(validateEndpointSlice(addresses(addressType, address))).toMatchObject([
      { type: 'INVALID', path: FIRST, message: expect.stringContaining(word) },
    ]);
  });

  test('the cluster IP of another Service is accepted as an endpoint', () => {
    expect(validateEndpointSlice(addresses('IPv4', '10.96.0.1'))).toEqual([]);
  });

  test('a slice can have more than 100 ports: 20000', () => {
    const ports = Array.from({ length: 20_000 }, (_, index) => ({ name: `p${index}` }));
    expect(validateEndpointSlice(slice({ ports }))).toEqual([]);
  });

  test('endpoints that an update only spells differently are not checked again', () => {
    const old = slice({ endpoints: [{ addresses: ['127.0.0.1'], hints: { forZones: [] } }] });
    const same = { conditions: {}, hints: {}, addresses: ['127.0.0.1'] };
    expect(validateEndpointSlice(slice({ endpoints: [same] }), { old })).toEqual([]);
    const other = slice({ endpoints: [{ ...same, zone: '' }] });
    expect(validateEndpointSlice(other, { old })).toMatchObject([
      { type: 'INVALID', path: FIRST, message: LOOPBACK },
    ]);
  });
});

test('the address type cannot change', () => {
  const old = slice({ addressType: 'IPv6' });
  expect(validateEndpointSlice(slice({}), { old })).toMatchObject([
    { type: 'INVALID', path: 'addressType', message: 'field is immutable' },
  ]);
});
