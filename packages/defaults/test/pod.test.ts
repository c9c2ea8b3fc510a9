import type { Volume } from '@kubesem/core';
import { applyPodDefaults } from '@kubesem/defaults/pod';
import { expect, test } from 'vitest';

const containers = [{ name: 'app', image: 'app:1.2' }];

test.each([
  [{ image: 'app' }, { imagePullPolicy: 'Always' }],
  [{ resources: { limits: { cpu: 1 } } }, { resources: { requests: { cpu: '1' } } }],
  [
    { livenessProbe: { httpGet: { port: 80 }, periodSeconds: 0 } },
    {
      livenessProbe: {
        httpGet: { port: 80, path: '/', scheme: 'HTTP' },
        periodSeconds: 10,
        failureThreshold: 3,
      },
    },
  ],
  [{ readinessProbe: { grpc: { port: 1 } } }, { readinessProbe: { grpc: { service: '' } } }],
  [
    { env: [{ valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
    { env: [{ valueFrom: { fieldRef: { apiVersion: 'v1' } } }] },
  ],
])('a container %j gets its defaults', (container, expected) => {
  expect(applyPodDefaults({ containers: [container] }).containers).toMatchObject([expected]);
});

test.each<[Volume, object]>([
  [{}, { emptyDir: {} }],
  [{ other: {} } as Volume, { emptyDir: {}, other: {} }],
  [{ configMap: { name: 'a' } }, { configMap: { name: 'a', defaultMode: 420 } }],
  [{ image: { reference: 'model:1' } }, { image: { pullPolicy: 'IfNotPresent' } }],
])('a volume %j gets its defaults', (volume, expected) => {
  expect(applyPodDefaults({ containers, volumes: [volume] }).volumes).toMatchObject([expected]);
});

test('on the network of the node, ports are ports of the node', () => {
  const ports = [{ containerPort: 80 }, { containerPort: 81, hostPort: 8081 }];
  const spec = { hostNetwork: true, containers: [{ name: 'app', ports }] };
  expect(applyPodDefaults(spec).containers?.[0]?.ports).toEqual([
    { containerPort: 80, hostPort: 80, protocol: 'TCP' },
    { containerPort: 81, hostPort: 8081, protocol: 'TCP' },
  ]);
});

test('a negative grace period becomes 1', () => {
  const spec = { containers, terminationGracePeriodSeconds: -5 };
  expect(applyPodDefaults(spec).terminationGracePeriodSeconds).toBe(1);
});

test.each([
  [{ podIP: '10.0.0.1' }, { podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }] }],
  [{ podIPs: [{ ip: '10.0.0.1' }] }, { podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }] }],
  [
    { podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.2' }] },
    { podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }] },
  ],
])('the single address of %j wins', (status, expected) => {
  expect(applyPodDefaults({ spec: { containers }, status }).status).toEqual(expected);
});

test('only creation adds Pod-level requests', () => {
  const resources = { limits: { cpu: '2' } };
  const pod = { spec: { containers, resources } };
  expect(applyPodDefaults(pod).spec?.resources).toEqual({
    limits: { cpu: '2' },
    requests: { cpu: '2' },
  });
  expect(applyPodDefaults(pod, { operation: 'UPDATE' }).spec?.resources).toEqual(resources);
});

test('a template becomes a Pod, and a spec stays a spec', () => {
  expect(applyPodDefaults({ metadata: {}, spec: { containers } })).toMatchObject({
    apiVersion: 'v1',
    kind: 'Pod',
    spec: { enableServiceLinks: true },
  });
  expect(applyPodDefaults({ containers })).toMatchObject({ enableServiceLinks: true });
});
