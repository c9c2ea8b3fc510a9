import type { Pod, PodStatus, Service } from '@kubesem/core';
import { endpointReason, unselectedPods } from '@kubesem/inspect';
import { endpointSelection } from '@kubesem/service';
import { describe, expect, test } from 'vitest';

const service = (
  ports: NonNullable<Service['spec']>['ports'] = [{ port: 80 }],
  more = {},
): Service => ({
  metadata: { name: 'web', namespace: 'shop' },
  spec: { selector: { app: 'web' }, ports, ...more },
});
const pod = (status: PodStatus, more: Pod = {}): Pod => ({
  spec: {
    nodeName: 'n1',
    containers: [{ name: 'app', ports: [{ name: 'http', containerPort: 8080 }] }],
  },
  ...more,
  metadata: { name: 'web-1', namespace: 'shop', labels: { app: 'web' }, ...more.metadata },
  status: { phase: 'Running', podIPs: [{ ip: '10.0.0.1' }], ...status },
});
const nodes = [{ metadata: { name: 'n1' } }];
const reasonOf = (given: Service, one: Pod, port?: number) => {
  const [explained] = endpointSelection(given, { pods: [one], nodes }).pods;
  return explained && endpointReason(explained, given, one, port);
};
const READY = [{ type: 'Ready', status: 'True' }];

describe('a Pod', () => {
  test.each<readonly [string, string, Pod, object]>([
    ['ready', '', pod({ conditions: READY }), {}],
    ['not ready', 'its condition Ready is not True', pod({}), {}],
    [
      'ready',
      'its condition Ready is not True; publishNotReadyAddresses makes it ready',
      pod({}),
      { publishNotReadyAddresses: true },
    ],
    [
      'serving',
      'it is being deleted',
      pod({ conditions: READY }, { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }),
      {},
    ],
    ['not an endpoint', 'it has ended', pod({ phase: 'Failed' }), {}],
    ['not an endpoint', 'it has no address yet', pod({ podIPs: [] }), {}],
    ['not selected', 'label app is missing, not "web"', pod({}, { metadata: { labels: {} } }), {}],
  ])('is %s: %s', (state, reason, one, more) => {
    expect(reasonOf(service(undefined, more), one)).toEqual({ state, reason });
  });

  test('needs the target ports; with a port, only this one matters', () => {
    const ports = [
      { name: 'a', port: 80, targetPort: 'http' },
      { name: 'b', port: 81, targetPort: 'https' },
    ];
    const one = pod({ conditions: READY });
    expect(reasonOf(service(ports), one)).toMatchObject({ state: 'no port' });
    expect(reasonOf(service(ports), one)?.reason).toContain('no container has a TCP port "https"');
    expect(reasonOf(service(ports), one, 0)).toEqual({ state: 'ready', reason: '' });
    expect(reasonOf(service(ports), one, 1)?.state).toBe('no port');
  });
});

test('Pods that are not selected are those of the namespace, the nearest first', () => {
  const named = (name: string, labels: Record<string, string>, namespace = 'shop'): Pod => ({
    metadata: { name, namespace, labels },
  });
  const pods = [
    named('far', {}),
    named('near', { app: 'wep' }),
    named('elsewhere', { app: 'wep' }, 'lab'),
    named('selected', { app: 'web' }),
  ];
  const found = unselectedPods(service(), pods);
  expect(found.map(({ name, index }) => [name, index])).toEqual([
    ['near', 1],
    ['far', 0],
  ]);
});
