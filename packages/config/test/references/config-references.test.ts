import { configReferences } from '@kubesem/config';
import type { PodSpec } from '@kubesem/core';
import { expect, test } from 'vitest';

test('all kinds of references, with their keys and paths', () => {
  const spec = {
    imagePullSecrets: [{ name: 'registry' }, {}],
    containers: [
      {
        name: 'app',
        envFrom: [{ configMapRef: { name: 'web', optional: true } }],
        env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'db', key: 'user' } } }],
      },
    ],
    volumes: [
      { name: 'a', configMap: { name: 'files', items: [{ key: 'x', path: 'y' }] } },
      { name: 'b', projected: { sources: [{ secret: { name: 'tls' } }] } },
      { name: 'c', csi: { driver: 'd', nodePublishSecretRef: { name: 'csi' } } },
      { name: 'd', azureFile: { secretName: 'azure' } },
    ],
  } as unknown as PodSpec;
  const references = configReferences({ spec });
  expect(
    references.map(({ kind, name, use, keys, isOptional }) => [kind, name, use, keys, isOptional]),
  ).toEqual([
    ['Secret', 'registry', 'IMAGE_PULL', undefined, true],
    ['ConfigMap', 'web', 'ENV_FROM', undefined, true],
    ['Secret', 'db', 'ENV', ['user'], false],
    ['ConfigMap', 'files', 'VOLUME', ['x'], false],
    ['Secret', 'tls', 'PROJECTED', undefined, false],
    ['Secret', 'csi', 'VOLUME_PLUGIN', undefined, false],
    ['Secret', 'azure', 'VOLUME_PLUGIN', undefined, false],
  ]);
  expect(references[5]?.path).toBe('spec.volumes[2].csi.nodePublishSecretRef');
});

test('paths of a Pod spec start at the spec', () => {
  const [reference] = configReferences({ volumes: [{ name: 'a', secret: { secretName: 's' } }] });
  expect(reference?.segments).toEqual(['volumes', 0, 'secret']);
});

test('a field of the wrong type is an error with its place', () => {
  const spec = { containers: [{ envFrom: [{ secretRef: { name: 5 } }] }] } as unknown as PodSpec;
  expect(() => configReferences({ spec })).toThrow(
    expect.objectContaining({
      code: 'INVALID_TYPE',
      message: 'spec.containers[0].envFrom[0].secretRef.name: expected a string, found 5',
    }),
  );
});
