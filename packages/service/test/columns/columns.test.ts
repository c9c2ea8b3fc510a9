import { endpointSliceColumns, endpointsColumns, serviceColumns } from '@kubesem/service';
import { expect, test } from 'vitest';

test('a load balancer is pending, and its long names are cut unless the output is wide', () => {
  const spec = { type: 'LoadBalancer' };
  expect(serviceColumns({ spec }).externalIP).toBe('<pending>');
  const ingress = [{ hostname: 'balancer.example.com' }, { ip: '192.0.2.1' }];
  const service = { spec, status: { loadBalancer: { ingress } } };
  expect(serviceColumns(service).externalIP).toBe('192.0.2.1,bal...');
  expect(serviceColumns(service, { wide: true }).externalIP).toBe('192.0.2.1,balancer.example.com');
});

test('ages follow the current time', () => {
  const metadata = { name: 'web', creationTimestamp: '2026-01-01T00:00:00Z' };
  expect(serviceColumns({ metadata }, { now: '2026-01-01T01:00:00Z' }).age).toBe('60m');
  expect(endpointSliceColumns({ metadata }).age).toBe('<unknown>');
});

test('ports without a number show their name, and not-ready addresses are left out of Endpoints', () => {
  expect(endpointSliceColumns({ ports: [{ name: 'http' }, {}] }).ports).toBe('http,');
  expect(endpointSliceColumns({}).endpoints).toBe('<unset>');
  expect(
    endpointsColumns({ subsets: [{ notReadyAddresses: [{ ip: '10.0.0.1' }] }] }).endpoints,
  ).toBe('');
});
