import { podDeclaredResources } from '@kubesem/resources';
import { expect, test } from 'vitest';
import { text } from '../../../../scripts/testing.js';
import { asking, limited, sidecar } from '../pods.js';

const spec = {
  containers: [asking('web', { cpu: 0.25 }), { name: 'log', resources: null }],
  initContainers: [limited('init', { memory: '1.5Gi' }), sidecar({ name: 'proxy' })],
  ephemeralContainers: [{ name: 'debug' }],
};

test('podDeclaredResources reads null as no Pod-level resources', () => {
  expect(podDeclaredResources({ resources: null }).podLevel).toBe(undefined);
});

test('podDeclaredResources reads the amounts of each place', () => {
  const declared = podDeclaredResources({
    spec: { ...spec, resources: { limits: { cpu: '2e0' } }, overhead: { memory: '0.5Ki' } },
  });
  expect(declared.containers.map(({ name, kind, path }) => `${name} ${kind} ${path}`)).toEqual([
    'init init spec.initContainers[0]',
    'proxy sidecar spec.initContainers[1]',
    'web app spec.containers[0]',
    'log app spec.containers[1]',
    'debug ephemeral spec.ephemeralContainers[0]',
  ]);
  expect(text(declared.containers[0])).toMatchObject({
    segments: ['spec', 'initContainers', 0],
    requests: {},
    limits: { memory: '1536Mi' },
  });
  expect(text(declared.containers[2])).toMatchObject({ requests: { cpu: '250m' }, limits: {} });
  expect(text(declared.podLevel)).toEqual({ requests: {}, limits: { cpu: '2e0' } });
  expect(text(declared.overhead)).toEqual({ memory: '512' });
  expect(podDeclaredResources(spec).podLevel).toBe(undefined);
});
