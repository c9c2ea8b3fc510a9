import { podConfigWarnings } from '@kubesem/config';
import type { Container, EnvVar, Volume } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const podOf = (container: Container, volumes: readonly Volume[] = []) => ({
  spec: { containers: [{ name: 'app', ...container }], volumes },
});
const found = (container: Container, volumes?: readonly Volume[]) =>
  podConfigWarnings(podOf(container, volumes)).map(({ code, path }) => `${code} ${path}`);

describe('a variable that is defined twice', () => {
  const field = { fieldRef: { fieldPath: 'metadata.name' } };

  test.each<[string, EnvVar]>([
    ['a value', { value: '2' }],
    ['nothing', {}],
    ['another variable', { value: '$(B)' }],
    ['itself alone', { value: '$(A)' }],
    ['itself, and a source', { value: 'x$(A)', valueFrom: field }],
    ['a source', { valueFrom: field }],
  ])('hides the earlier one if it is %s', (_, later) => {
    const env = [
      { name: 'A', value: '1' },
      { name: 'A', ...later },
    ];
    expect(found({ env })).toEqual(['VARIABLE_HIDDEN spec.containers[0].env[1]']);
  });

  test('adds to the earlier one if it refers to it', () => {
    const env = [
      { name: 'A', value: '1' },
      { name: 'A', value: '$(A):2' },
    ];
    expect(found({ env })).toEqual([]);
  });

  test('may hide one of envFrom', () => {
    const envFrom = [{ configMapRef: { name: 'a' } }];
    expect(found({ envFrom, env: [{ name: 'A', value: '1' }] })).toEqual([]);
  });

  test.each(['__proto__', 'constructor'])('can be called %s', (name) => {
    expect(found({ env: [{ name, value: '1' }] })).toEqual([]);
    expect(found({ env: [{ name }, { name }] })).toHaveLength(1);
  });
});

describe('a mount with a sub-path', () => {
  const mount = { name: 'a', mountPath: '/a', subPath: 'web.conf' };

  test.each<[string, Volume]>([
    ['a ConfigMap', { configMap: { name: 'a' } }],
    ['a Secret', { secret: { secretName: 'a' } }],
    ['the downward API', { downwardAPI: {} }],
    ['projected sources', { projected: {} }],
  ])('never updates files of %s', (_, source) => {
    const volumes = [{ name: 'a', ...source }];
    const at = 'SUB_PATH_NEVER_UPDATES spec.containers[0].volumeMounts[0]';
    expect(found({ volumeMounts: [mount] }, volumes)).toEqual([`${at}.subPath`]);
    const expr = { name: 'a', mountPath: '/a', subPathExpr: '$(A)' };
    expect(found({ volumeMounts: [expr] }, volumes)).toEqual([`${at}.subPathExpr`]);
    expect(found({ volumeMounts: [{ name: 'a', mountPath: '/a' }] }, volumes)).toEqual([]);
  });

  test.each<[string, Volume]>([
    ['an emptyDir', { emptyDir: {} }],
    ['a claim', { persistentVolumeClaim: { claimName: 'a' } }],
    ['no source', {}],
  ])('of %s is fine', (_, source) => {
    expect(found({ volumeMounts: [mount] }, [{ name: 'a', ...source }])).toEqual([]);
    expect(found({ volumeMounts: [mount] }, [{ name: 'b', configMap: {} }])).toEqual([]);
  });
});

test.each<[string, object]>([
  ['lists', { env: 5, volumeMounts: {} }],
  ['entries', { env: [5, null], volumeMounts: ['a', null] }],
  ['fields', { env: [{ name: 5 }, { name: {} }], volumeMounts: [{ name: [], subPath: 5 }] }],
])('%s of the wrong type count as absent', (_, container) => {
  const volumes = [{ name: 5, configMap: {} }, 5] as unknown as readonly Volume[];
  expect(() => found(container as Container, volumes)).not.toThrow();
});
