import { applyEndpointPortDefaults, applyServicePortDefaults } from '@kubesem/core';
import { expect, test } from 'vitest';

const ports = [{ name: 'a' }, { name: 'b', protocol: '' }, { name: 'c', protocol: 'UDP' }];
const filled = [
  { name: 'a', protocol: 'TCP' },
  { name: 'b', protocol: 'TCP' },
  { name: 'c', protocol: 'UDP' },
];

test('ports without a protocol are TCP', () => {
  const service = { metadata: { name: 'data' }, spec: { type: 'ClusterIP', ports } };
  expect(applyServicePortDefaults(service)).toEqual({
    ...service,
    spec: { type: 'ClusterIP', ports: filled },
  });
  expect(applyEndpointPortDefaults({ addressType: 'IPv4', ports })).toEqual({
    addressType: 'IPv4',
    ports: filled,
  });
  expect(ports[0]).toEqual({ name: 'a' });
});

test('objects without ports are returned as they are', () => {
  for (const service of [{}, { spec: null }, { spec: {} }, { spec: { ports: null } }]) {
    expect(applyServicePortDefaults(service)).toBe(service);
  }
  const slice = { endpoints: [] };
  expect(applyEndpointPortDefaults(slice)).toBe(slice);
});
