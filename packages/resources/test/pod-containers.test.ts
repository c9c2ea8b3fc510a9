import { podContainers, podDeclaredResources } from '@kubesem/resources';
import { expect, test } from 'vitest';
import { asking, limited, sidecar, text } from './pods.js';

const spec = {
  containers: [asking('web', { cpu: 0.25 }), { name: 'log', resources: null }],
  initContainers: [limited('init', { memory: '1.5Gi' }), sidecar({ name: 'proxy' })],
  ephemeralContainers: [{ name: 'debug' }],
};

test('podContainers tells the containers apart, in the order in which they start', () => {
  expect(podContainers({ spec })).toEqual([
    {
      name: 'init',
      kind: 'init',
      path: 'spec.initContainers[0]',
      requests: {},
      limits: { memory: '1.5Gi' },
    },
    { name: 'proxy', kind: 'sidecar', path: 'spec.initContainers[1]', requests: {}, limits: {} },
    { name: 'web', kind: 'app', path: 'spec.containers[0]', requests: { cpu: 0.25 }, limits: {} },
    { name: 'log', kind: 'app', path: 'spec.containers[1]', requests: {}, limits: {} },
    {
      name: 'debug',
      kind: 'ephemeral',
      path: 'spec.ephemeralContainers[0]',
      requests: {},
      limits: {},
    },
  ]);
});

test('an app container with a restart policy is no sidecar', () => {
  expect(podContainers({ containers: [sidecar({ name: 'web' })] })).toMatchObject([
    { kind: 'app' },
  ]);
});

test('a container without a name has an empty one', () => {
  expect(podContainers({ containers: [{}] })[0]?.name).toBe('');
});

test('podDeclaredResources takes null for no Pod-level resources', () => {
  expect(podDeclaredResources({ resources: null }).podLevel).toBe(undefined);
});

test('podDeclaredResources reads the amounts of each place', () => {
  const declared = podDeclaredResources({
    spec: { ...spec, resources: { limits: { cpu: '2e0' } }, overhead: { memory: '0.5Ki' } },
  });
  expect(declared.containers.map(({ name, kind }) => `${name} ${kind}`)).toEqual(
    podContainers({ spec }).map(({ name, kind }) => `${name} ${kind}`),
  );
  expect(text(declared.containers[0])).toMatchObject({
    requests: {},
    limits: { memory: '1536Mi' },
  });
  expect(text(declared.containers[2])).toMatchObject({ requests: { cpu: '250m' }, limits: {} });
  expect(text(declared.podLevel)).toEqual({ requests: {}, limits: { cpu: '2e0' } });
  expect(text(declared.overhead)).toEqual({ memory: '512' });
  expect(podDeclaredResources(spec).podLevel).toBe(undefined);
});
