import type { Endpoint, EndpointSlice, Service } from '@kubesem/core';
import { countEndpoints, portMismatches, reachableFamilies } from '@kubesem/service/internal';
import { describe, expect, test } from 'vitest';

const web = (spec: Service['spec']): Service => ({ metadata: { name: 'web' }, spec });
const v4 = web({ clusterIP: '10.96.0.7', clusterIPs: ['10.96.0.7'], ports: [{ port: 80 }] });

function slice(
  endpoints: readonly Endpoint[],
  { addressType = 'IPv4', port = 80, name = '' } = {},
): EndpointSlice {
  return {
    metadata: { name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
    addressType,
    ports: [{ name, port }],
    endpoints,
  };
}

const at = (address: string, more: Endpoint = {}): Endpoint => ({ addresses: [address], ...more });
const ending = { conditions: { ready: false, serving: true, terminating: true } };

describe('the families in which endpoints are reachable', () => {
  test.each<[string, Service, readonly string[]]>([
    ['of a cluster IP, if the Service names no family', v4, ['IPv4']],
    [
      'both',
      web({
        ipFamilies: ['IPv6', 'IPv4'],
        clusterIP: 'fd00::7',
        clusterIPs: ['fd00::7', '10.0.0.7'],
      }),
      ['IPv6', 'IPv4'],
    ],
    [
      'only those with a cluster IP',
      web({ ipFamilies: ['IPv6', 'IPv4'], clusterIP: 'fd00::7', clusterIPs: ['fd00::7'] }),
      ['IPv6'],
    ],
    [
      'all of a headless Service',
      web({ clusterIP: 'None', ipFamilies: ['IPv4'] }),
      ['IPv4', 'IPv6'],
    ],
    ['those that a Service without address asks for', web({ ipFamilies: ['IPv6'] }), ['IPv6']],
  ])('%s', (_name, service, families) => {
    expect(reachableFamilies(service)).toEqual(families);
  });
});

describe('the number of endpoints', () => {
  test.each<[string, Service, readonly EndpointSlice[], number, number]>([
    [
      'leaves out a family that the Service lacks',
      v4,
      [slice([at('fd00::1')], { addressType: 'IPv6' })],
      0,
      0,
    ],
    ['leaves out names', v4, [slice([at('db.example')], { addressType: 'FQDN' })], 0, 0],
    [
      'has an address in two slices once',
      v4,
      [slice([at('10.0.0.1')]), slice([at('10.0.0.1')])],
      1,
      1,
    ],
    [
      'has an address with two spellings once',
      v4,
      [slice([at('10.0.0.1'), at('10.0.0.01')])],
      1,
      1,
    ],
    [
      'has two ports of an address',
      v4,
      [slice([at('10.0.0.1')]), slice([at('10.0.0.1')], { port: 81 })],
      2,
      2,
    ],
    [
      'has a Pod with two addresses once',
      web({ clusterIP: 'None' }),
      [
        slice([at('10.0.0.1', { targetRef: { kind: 'Pod', name: 'a' } })]),
        slice([at('fd00::1', { targetRef: { kind: 'Pod', name: 'a' } })], { addressType: 'IPv6' }),
      ],
      1,
      1,
    ],
    [
      'takes the endpoint that is not terminating',
      v4,
      [slice([at('10.0.0.1'), at('10.0.0.1', ending)])],
      1,
      1,
    ],
    ['takes the last otherwise', v4, [slice([at('10.0.0.1', ending), at('10.0.0.1')])], 1, 1],
    [
      'is that of readable fields',
      v4,
      [slice([null as never, at(7 as never)]), null as never],
      1,
      1,
    ],
  ])('%s', (_name, service, slices, ready, total) => {
    expect(countEndpoints(service, { endpointSlices: slices })).toEqual({ ready, total });
  });
});

test('a slice of a family that the Service lacks has no ports that could match', () => {
  const other = slice([at('fd00::1')], { addressType: 'IPv6', name: 'http' });
  expect(portMismatches(v4, { endpointSlices: [other] })).toEqual([]);
});
