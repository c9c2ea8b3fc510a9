import { endpointSliceRow, endpointsRow, serviceRow } from '@kubesem/service';
import { expect, test } from 'vitest';

test('a load balancer is pending, and its long names are cut unless the output is wide', () => {
  const spec = { type: 'LoadBalancer' };
  expect(serviceRow({ spec }).externalIP).toBe('<pending>');
  const ingress = [{ hostname: 'balancer.example.com' }, { ip: '192.0.2.1' }];
  const service = { spec, status: { loadBalancer: { ingress } } };
  expect(serviceRow(service).externalIP).toBe('192.0.2.1,bal...');
  expect(serviceRow(service, { wide: true }).externalIP).toBe('192.0.2.1,balancer.example.com');
});

test('ages follow the current time', () => {
  const metadata = { name: 'web', creationTimestamp: '2026-01-01T00:00:00Z' };
  expect(serviceRow({ metadata }, { now: '2026-01-01T01:00:00Z' }).age).toBe('60m');
  expect(endpointSliceRow({ metadata }).age).toBe('<unknown>');
});

test('ports without a number show their name, and not-ready addresses are left out of Endpoints', () => {
  expect(endpointSliceRow({ ports: [{ name: 'http' }, {}] }).ports).toBe('http,');
  expect(endpointSliceRow({}).endpoints).toBe('<unset>');
  expect(endpointsRow({ subsets: [{ notReadyAddresses: [{ ip: '10.0.0.1' }] }] }).endpoints).toBe(
    '',
  );
});
