import { containerEnvironment, podFieldValue, serviceVariables } from '@kubesem/config';
import type { ConfigMap, Container, Node, Pod, Service } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const spec = { clusterIP: '10.0.0.1', ports: [{ port: 80 }] };

describe('a field of the wrong type is an error with its place', () => {
  test.each<[object, readonly (string | number)[]]>([
    [{ metadata: 5 }, [0, 'metadata']],
    [{ metadata: { name: 5 } }, [0, 'metadata', 'name']],
    [{ spec: { clusterIP: 5 } }, [0, 'spec', 'clusterIP']],
    [
      { metadata: { namespace: 'shop' }, spec: { ...spec, ports: [{ port: '80' }] } },
      [0, 'spec', 'ports', 0, 'port'],
    ],
  ])('in the Service %j', (service, segments) => {
    expect(() => serviceVariables([service as Service], { namespace: 'shop' })).toThrow(
      expect.objectContaining({
        code: 'INVALID_TYPE',
        problem: expect.objectContaining({ segments }) as unknown,
      }) as Error,
    );
  });

  test.each<[object, string]>([
    [{ fieldRef: { fieldPath: 7 } }, 'env[0].valueFrom.fieldRef.fieldPath'],
    [{ fieldRef: { apiVersion: 7 } }, 'env[0].valueFrom.fieldRef.apiVersion'],
    [{ configMapKeyRef: { name: 7 } }, 'env[0].valueFrom.configMapKeyRef.name'],
    [{ secretKeyRef: { name: 'one', key: 7 } }, 'env[0].valueFrom.secretKeyRef.key'],
    [{ fileKeyRef: { key: 7 } }, 'env[0].valueFrom.fileKeyRef.key'],
    [{ fileKeyRef: { volumeName: 7 } }, 'env[0].valueFrom.fileKeyRef.volumeName'],
    [{ fileKeyRef: { volumeName: 'v', path: 7 } }, 'env[0].valueFrom.fileKeyRef.path'],
  ])('in the source %j of a variable', (valueFrom, path) => {
    const container = { env: [{ name: 'A', valueFrom }] } as unknown as Container;
    const secrets = [{ metadata: { name: 'one' }, data: {} }];
    const options = { files: { v: {} } };
    expect(() => containerEnvironment({ spec: {} }, container, { secrets }, options)).toThrow(
      expect.objectContaining({ message: `${path}: expected a string, found 7` }) as Error,
    );
  });

  test('in a node', () => {
    const node = { status: { addresses: [{ type: 'InternalIP', address: 7 }] } } as unknown as Node;
    expect(() => podFieldValue({ spec: {} }, 'status.hostIP', { use: 'env', node })).toThrow(
      expect.objectContaining({
        message: 'node.status.addresses[0].address: expected a string, found 7',
      }) as Error,
    );
  });

  test('in a ConfigMap that a container uses', () => {
    const one = { metadata: { name: 'one' }, data: { A: 7 } };
    const configMaps = [{ metadata: { name: 7 } }, one] as unknown as readonly ConfigMap[];
    const container = { envFrom: [{ configMapRef: { name: 'one' } }] };
    expect(() => containerEnvironment({ spec: {} }, container, { configMaps })).toThrow(
      expect.objectContaining({ message: 'data[A]: expected a string, found 7' }) as Error,
    );
    // No container can refer to the other one.
    expect(containerEnvironment({ spec: {} }, {}, { configMaps }).variables).toEqual([]);
  });
});

test('objects that are null count as empty, as in Go', () => {
  const none = [null] as unknown as readonly never[];
  const sources = { configMaps: none, secrets: none, services: none };
  expect(containerEnvironment({ spec: {} } as Pod, {}, sources).variables).toEqual([]);
});
