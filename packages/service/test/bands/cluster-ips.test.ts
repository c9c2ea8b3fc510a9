import { clusterIpBands } from '@kubesem/service';
import { expect, test } from 'vitest';

test.each([
  ['10.96.0.0/12', '10.96.0.1', '10.96.1.0', '10.111.255.254'],
  ['10.96.0.9/24', '10.96.0.1', '10.96.0.16', '10.96.0.254'],
  ['10.96.0.0/28', '10.96.0.1', undefined, '10.96.0.14'],
  ['10.96.0.0/27', '10.96.0.1', '10.96.0.16', '10.96.0.30'],
  ['fd00::/64', 'fd00::1', 'fd00::100', 'fd00::ffff:ffff:ffff:ffff'],
])('the bands of %s', (cidr, first, last, end) => {
  const bands = clusterIpBands(cidr);
  expect([bands.first, bands.static?.last, bands.last]).toEqual([first, last, end]);
});

test.each([
  ['10.96.0.0', 'INVALID_CIDR'],
  ['10.96.0.0/33', 'INVALID_CIDR'],
  ['10.096.0.0/12', 'INVALID_CIDR'],
  ['::ffff:10.0.0.0/104', 'INVALID_CIDR'],
  ['fd00::/63', 'RANGE_TOO_LARGE'],
  ['10.96.0.0/32', 'RANGE_TOO_SMALL'],
])('%s is %s', (cidr, code) => {
  expect(() => clusterIpBands(cidr)).toThrow(expect.objectContaining({ code }));
});
