import { validateConfigMap } from '@kubesem/validation/config-map';
import { validatePod } from '@kubesem/validation/pod';
import { validateSecret } from '@kubesem/validation/secret';
import { expect, test } from 'vitest';

const metadata = { name: 'web' };
const large = 'x'.repeat(1_048_577);

test('a path is the field that the API server names; the segments lead to the field in the object', () => {
  expect(validateConfigMap({ metadata, data: { a: large } })).toMatchObject([
    { path: '[]', segments: [] },
  ]);
  const both = { metadata, data: { a: 'x' }, binaryData: { a: '' } };
  expect(validateConfigMap(both)).toMatchObject([{ path: 'data[a]', segments: ['data', 'a'] }]);
  const type = 'kubernetes.io/ssh-auth';
  expect(validateSecret({ metadata, type })).toMatchObject([
    { path: 'data[ssh-privatekey]', segments: ['data', 'ssh-privatekey'] },
  ]);
});

const volume = { name: 'v', emptyDir: {} };

test.each<readonly [string, readonly (string | number)[], object, object]>([
  ['spec.containers[0].envFrom', ['containers', 0, 'envFrom', 0], { envFrom: [{}] }, volume],
  [
    'spec.containers[0].volumeMounts.mountPropagation',
    ['containers', 0, 'volumeMounts', 0, 'mountPropagation'],
    { volumeMounts: [{ name: 'v', mountPath: '/a', mountPropagation: 'None ' }] },
    volume,
  ],
  [
    'spec.containers[0].volumeMounts.subPath',
    ['containers', 0, 'volumeMounts', 0, 'subPath'],
    { volumeMounts: [{ name: 'v', mountPath: '/a', subPath: '/b' }] },
    volume,
  ],
  [
    'spec.volumes[0].downwardAPI',
    ['volumes', 0, 'downwardAPI', 'items', 0],
    {},
    { name: 'v', downwardAPI: { items: [{ path: 'a' }] } },
  ],
  [
    'spec.volumes[0].projected.path',
    ['volumes', 0, 'projected', 'sources', 0, 'serviceAccountToken', 'path'],
    {},
    { name: 'v', projected: { sources: [{ serviceAccountToken: {} }] } },
  ],
  [
    'spec.volumes[0].downwarAPI',
    ['volumes', 0, 'downwardAPI'],
    {},
    { name: 'v', emptyDir: {}, downwardAPI: {} },
  ],
])('%s', (path, segments, fields, given) => {
  const containers = [{ name: 'app', image: 'app:1', ...fields }];
  const problems = validatePod({ metadata, spec: { containers, volumes: [given] } });
  expect(problems).toMatchObject([{ path, segments: ['spec', ...segments] }]);
});
