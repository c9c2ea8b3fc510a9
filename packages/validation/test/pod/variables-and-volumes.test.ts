import type { Container, FieldProblem, PodSpec } from '@kubesem/core';
import { validatePod } from '@kubesem/validation/pod';
import { describe, expect, test } from 'vitest';

function problemsOf(container: object, spec: object = {}): readonly FieldProblem[] {
  const containers = [{ name: 'app', image: 'app:1', ...container }] as readonly Container[];
  return validatePod({ metadata: { name: 'web' }, spec: { ...(spec as PodSpec), containers } });
}

describe('where the documentation differs', () => {
  const variable = (fieldPath: string): object => ({
    env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath } } }],
  });

  test('spec.host, which the list of fields leaves out, is the name of the node', () => {
    expect(problemsOf(variable('spec.host'))).toEqual([]);
  });

  test('the kubelet accepts all labels in a variable, the API server does not', () => {
    expect(problemsOf(variable('metadata.labels'))).toMatchObject([
      { type: 'NOT_SUPPORTED', path: 'spec.containers[0].env[0].valueFrom.fieldRef.fieldPath' },
    ]);
  });

  test('keys of annotations are lower-cased for the check only', () => {
    const fieldPath = "metadata.annotations['EXAMPLE.com/A']";
    expect(problemsOf(variable(fieldPath))).toEqual([]);
    expect(problemsOf(variable("metadata.labels['EXAMPLE.com/A']"))).toHaveLength(1);
  });

  test('names of variables may have any printable ASCII character but =', () => {
    const env = ['1bad-name', 'a b', '$(A)', 'a=b', 'é'].map((name) => ({ name }));
    expect(problemsOf({ env })).toMatchObject([
      { type: 'INVALID', path: 'spec.containers[0].env[3].name' },
      { type: 'INVALID', path: 'spec.containers[0].env[4].name' },
    ]);
  });
});

test('a volume with a problem cannot be mounted', () => {
  const volumeMounts = [{ name: 'a', mountPath: '/a' }];
  expect(problemsOf({ volumeMounts }, { volumes: [{ name: 'a', configMap: {} }] })).toMatchObject([
    { type: 'REQUIRED', path: 'spec.volumes[0].configMap.name' },
    {
      type: 'NOT_FOUND',
      path: 'spec.containers[0].volumeMounts[0].name',
      message: 'Not found: "a"',
    },
  ]);
  expect(problemsOf({ volumeMounts }, { volumes: [{ name: 'a' }] })).toEqual([]);
});

test('a block device is a claim that is not mounted', () => {
  const volumes = [{ name: 'disk', persistentVolumeClaim: { claimName: 'a' } }, { name: 'dir' }];
  const volumeDevices = ['disk', 'dir'].map((name) => ({ name, devicePath: `/dev/${name}` }));
  const path = 'spec.containers[0].volumeDevices[1].name';
  expect(problemsOf({ volumeDevices }, { volumes })).toMatchObject([
    {
      type: 'INVALID',
      path,
      message:
        'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
    },
  ]);
});

test('two items of a projected volume cannot have the same path', () => {
  const source = { secret: { name: 's', items: [{ key: 'a', path: 'x' }] } };
  const volumes = [{ name: 'a', projected: { sources: [source, source] } }];
  const at = ['projected', 'sources', 1, 'secret', 'items', 0, 'path'];
  expect(problemsOf({}, { volumes })).toMatchObject([
    {
      type: 'INVALID',
      path: 'spec.volumes[0].projected',
      segments: ['spec', 'volumes', 0, ...at],
      value: 's',
      message: 'conflicting duplicate paths',
    },
  ]);
});

describe('projected certificates', () => {
  const problemsIn = (source: object) =>
    problemsOf({}, { volumes: [{ name: 'a', projected: { sources: [source] } }] });
  const path = 'spec.volumes[0].projected.sources[0]';

  test.each<[object, readonly object[]]>([
    [{ name: 'bundle' }, []],
    [{ name: 'example.com:signer:bundle' }, []],
    [
      { name: 'example.com/signer:bundle' },
      [{ type: 'INVALID', path: `${path}.clusterTrustBundle.name` }],
    ],
    [{ signerName: 'example.com/signer' }, []],
    [{ signerName: 'signer' }, [{ path: `${path}.clusterTrustBundle.signerName` }]],
    [{}, [{ type: 'REQUIRED', path: `${path}.clusterTrustBundle` }]],
    [{ name: 'a', signerName: 'example.com/a' }, [{ path: `${path}.clusterTrustBundle` }]],
    [{ name: 'a', labelSelector: {} }, [{ path: `${path}.clusterTrustBundle.labelSelector` }]],
  ])('the ClusterTrustBundle %j', (bundle, expected) => {
    expect(problemsIn({ clusterTrustBundle: { ...bundle, path: 'ca' } })).toMatchObject(expected);
  });

  test.each<[object, readonly object[]]>([
    [{ keyPath: 'key' }, []],
    [{}, [{ type: 'REQUIRED', path: `${path}.podCertificate` }]],
    [
      { keyPath: 'key', keyType: 'RSA2048' },
      [{ type: 'NOT_SUPPORTED', path: `${path}.podCertificate.keyType` }],
    ],
    [
      { keyPath: 'key', maxExpirationSeconds: 60 },
      [{ message: 'if provided, maxExpirationSeconds must be >= 3600' }],
    ],
    [
      { keyPath: 'key', signerName: 'kubernetes.io/a', maxExpirationSeconds: 86_401 },
      [{ message: 'if provided, maxExpirationSeconds must be <= 86400' }],
    ],
  ])('the certificate %j', (certificate, expected) => {
    const valid = { signerName: 'example.com/signer', keyType: 'ED25519' };
    expect(problemsIn({ podCertificate: { ...valid, ...certificate } })).toMatchObject(expected);
  });
});

test('a divisor is compared as it is printed', () => {
  const env = ['0.001', '1000m', '10m', 'x'].map((divisor) => ({
    name: 'A',
    valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor } },
  }));
  const selector = 'valueFrom.resourceFieldRef.divisor';
  expect(problemsOf({ env })).toMatchObject([
    {
      type: 'INVALID',
      path: `spec.containers[0].env[2].${selector}`,
      message: "only divisor's values 1m and 1 are supported with the cpu resource",
    },
    { code: 'INVALID_QUANTITY', path: `spec.containers[0].env[3].${selector}` },
  ]);
});

describe('bad input', () => {
  test('a field of the wrong type is reported once, with its path', () => {
    const spec = { volumes: [{ name: 5, configMap: 'x' }] };
    expect(problemsOf({ env: 5, volumeMounts: 7 }, spec)).toMatchObject([
      { code: 'INVALID_TYPE', path: 'spec.volumes[0].configMap' },
      { code: 'INVALID_TYPE', path: 'spec.volumes[0].name' },
      { code: 'INVALID_TYPE', path: 'spec.containers[0].env' },
      { code: 'INVALID_TYPE', path: 'spec.containers[0].volumeMounts' },
    ]);
  });
});
