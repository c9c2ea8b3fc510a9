import { byNamespace } from '@kubesem/core';
import { expect, test } from 'vitest';

const named = (name: string, namespace?: string) => ({ metadata: { name, namespace } });

test('each namespace has its own objects, and lists that are not known stay so', () => {
  const lists = {
    pods: [named('a', 'shop'), named('b'), named('c', 'shop')],
    pdbs: [named('p', 'lab')],
    deployments: [],
    replicaSets: undefined,
    statefulSets: null,
  };
  const own = byNamespace(lists);
  expect(own('shop').pods.map(({ metadata }) => metadata.name)).toEqual(['a', 'c']);
  expect(own('shop')).toMatchObject({ pdbs: [], deployments: [], statefulSets: null });
  expect(own('shop').replicaSets).toBeUndefined();
  expect(own('default').pods).toHaveLength(1);
});

test('names come from users', () => {
  const objects = [named('a', '__proto__'), { metadata: 3 }, null, 'x'];
  const own = byNamespace({ objects });
  expect(own('__proto__').objects).toEqual([named('a', '__proto__')]);
  expect(own('constructor').objects).toEqual([]);
  expect(own('default').objects).toHaveLength(3);
});
