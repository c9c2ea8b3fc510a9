import { clusterByNamespace } from '@kubesem/disruption';
import { expect, test } from 'vitest';

const named = (name: string, namespace?: string) => ({ metadata: { name, namespace } });

test('each namespace has its own objects, and lists that are not known stay so', () => {
  const cluster = {
    pods: [named('a', 'shop'), named('b'), named('c', 'shop')],
    pdbs: [named('p', 'lab')],
    deployments: [],
    replicaSets: undefined,
    statefulSets: null,
  };
  const own = clusterByNamespace(cluster);
  expect(own('shop').pods.map(({ metadata }) => metadata.name)).toEqual(['a', 'c']);
  expect(own('shop')).toMatchObject({ pdbs: [], deployments: [], statefulSets: null });
  expect(own('shop').replicaSets).toBeUndefined();
  expect(own('default').pods).toHaveLength(1);
  expect(own('__proto__').pods).toEqual([]);
});

test('scales have a namespace of their own, and kinds have none', () => {
  const scale = (namespace: string) => ({
    ...{ apiVersion: 'example.com/v1', kind: 'Rollout', namespace, name: 'web' },
    ...{ uid: namespace, replicas: 2 },
  });
  const kinds = [{ apiVersion: 'example.com/v1', kind: 'Rollout', resource: 'rollouts' }];
  const own = clusterByNamespace({ pods: [], kinds, scales: [scale('shop'), scale('lab')] });
  expect(own('shop')).toMatchObject({ kinds, scales: [scale('shop')] });
});
