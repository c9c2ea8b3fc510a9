import { podFieldValue, validatePodConfig } from '@kubesem/config';
import type { Container, PodSpec } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

function codes(container: object, spec: object = {}): string[] {
  const containers = [{ name: 'app', ...container }] as readonly Container[];
  const problems = validatePodConfig({ spec: { ...(spec as PodSpec), containers } });
  return problems.map(({ code, segments }) => `${code} ${segments.slice(1).join('.')}`);
}

describe('where the documentation differs', () => {
  const variable = (fieldPath: string): object => ({
    env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath } } }],
  });

  test('spec.host, which the list of fields leaves out, is the name of the node', () => {
    expect(codes(variable('spec.host'))).toEqual([]);
    expect(podFieldValue({ spec: { nodeName: 'n1' } }, 'spec.host', { use: 'env' })).toBe('n1');
  });

  test('the kubelet accepts all labels in a variable, the API server does not', () => {
    const labels = { app: 'web' };
    for (const field of ['metadata.labels', 'metadata.annotations', 'status.phase']) {
      expect(() => podFieldValue({ metadata: { labels } }, field, { use: 'env' })).toThrow(
        expect.objectContaining({ code: 'FIELD_NOT_SUPPORTED' }),
      );
    }
    expect(codes(variable('metadata.labels'))).toEqual([
      'FIELD_NOT_SUPPORTED containers.0.env.0.valueFrom.fieldRef.fieldPath',
    ]);
  });

  test('keys of annotations are lower-cased for the check only', () => {
    const fieldPath = "metadata.annotations['EXAMPLE.com/A']";
    expect(codes(variable(fieldPath))).toEqual([]);
    const annotations = { 'EXAMPLE.com/A': 'x', 'example.com/a': 'y' };
    expect(podFieldValue({ metadata: { annotations } }, fieldPath, { use: 'env' })).toBe('x');
    expect(codes(variable("metadata.labels['EXAMPLE.com/A']"))).toHaveLength(1);
  });

  test('names of variables may have any printable ASCII character but =', () => {
    const env = ['1bad-name', 'a b', '$(A)', 'a=b', 'é'].map((name) => ({ name }));
    expect(codes({ env })).toEqual([
      'INVALID_NAME containers.0.env.3.name',
      'INVALID_NAME containers.0.env.4.name',
    ]);
  });
});

test('a volume with a problem cannot be mounted', () => {
  const volumeMounts = [{ name: 'a', mountPath: '/a' }];
  expect(codes({ volumeMounts }, { volumes: [{ name: 'a', configMap: {} }] })).toEqual([
    'REQUIRED volumes.0.configMap.name',
    'VOLUME_NOT_FOUND containers.0.volumeMounts.0.name',
  ]);
  expect(codes({ volumeMounts }, { volumes: [{ name: 'a' }] })).toEqual([]);
});

test('two items of a projected volume cannot have the same path', () => {
  const source = { secret: { name: 's', items: [{ key: 'a', path: 'x' }] } };
  const volumes = [{ name: 'a', projected: { sources: [source, source] } }];
  expect(codes({}, { volumes })).toEqual([
    'DUPLICATE_PATH volumes.0.projected.sources.1.secret.items.0.path',
  ]);
});

describe('projected certificates', () => {
  const problemsOf = (source: object) => {
    const volumes = [{ name: 'a', projected: { sources: [source] } }];
    return codes({}, { volumes }).map((text) => text.replace('volumes.0.projected.sources.0.', ''));
  };

  test.each<[object, readonly string[]]>([
    [{ name: 'bundle' }, []],
    [{ name: 'example.com:signer:bundle' }, []],
    [{ name: 'example.com/signer:bundle' }, ['INVALID_NAME clusterTrustBundle.name']],
    [{ signerName: 'example.com/signer' }, []],
    [{ signerName: 'signer' }, ['INVALID_NAME clusterTrustBundle.signerName']],
    [{}, ['SOURCE_REQUIRED clusterTrustBundle']],
    [{ name: 'a', signerName: 'example.com/a' }, ['SOURCE_CONFLICT clusterTrustBundle']],
    [{ name: 'a', labelSelector: {} }, ['SOURCE_CONFLICT clusterTrustBundle.labelSelector']],
  ])('the ClusterTrustBundle %j', (bundle, expected) => {
    expect(problemsOf({ clusterTrustBundle: { ...bundle, path: 'ca' } })).toEqual(expected);
  });

  test.each<[object, readonly string[]]>([
    [{ keyPath: 'key' }, []],
    [{}, ['SOURCE_REQUIRED podCertificate']],
    [{ keyPath: 'key', keyType: 'RSA2048' }, ['NOT_SUPPORTED podCertificate.keyType']],
    [
      { keyPath: 'key', maxExpirationSeconds: 60 },
      ['EXPIRATION_OUT_OF_RANGE podCertificate.maxExpirationSeconds'],
    ],
    [
      { keyPath: 'key', signerName: 'kubernetes.io/a', maxExpirationSeconds: 86_401 },
      ['EXPIRATION_OUT_OF_RANGE podCertificate.maxExpirationSeconds'],
    ],
  ])('the certificate %j', (certificate, expected) => {
    const valid = { signerName: 'example.com/signer', keyType: 'ED25519' };
    expect(problemsOf({ podCertificate: { ...valid, ...certificate } })).toEqual(expected);
  });
});

test('a divisor is compared as it is printed', () => {
  const env = ['0.001', '1000m', '10m', 'x'].map((divisor) => ({
    name: 'A',
    valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor } },
  }));
  expect(codes({ env }).map((line) => line.split('.valueFrom')[0])).toEqual([
    'INVALID_DIVISOR containers.0.env.2',
    'INVALID_QUANTITY containers.0.env.3',
  ]);
});

describe('bad input', () => {
  test('a field of the wrong type is reported once, with its path', () => {
    expect(codes({ env: 5, volumeMounts: 7 }, { volumes: [{ name: 5, configMap: 'x' }] })).toEqual([
      'INVALID_TYPE volumes.0.configMap',
      'INVALID_TYPE volumes.0.name',
      'INVALID_TYPE containers.0.env',
      'INVALID_TYPE containers.0.volumeMounts',
    ]);
  });
});
