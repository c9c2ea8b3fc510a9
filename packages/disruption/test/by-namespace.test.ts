import { clusterByNamespace } from '@kubesem/disruption';
import { expect, test } from 'vitest';

test('a namespace has its own objects, and all kinds and scales', () => {
  const named = (name: string, namespace: string) => ({ metadata: { name, namespace } });
  const id = { apiVersion: 'example.com/v1', kind: 'Rollout' };
  const scales = [{ ...id, namespace: 'lab', name: 'web', uid: 'u', replicas: 2 }];
  const kinds = [{ ...id, resource: 'rollouts' }];
  const own = clusterByNamespace({ pods: [named('a', 'shop'), named('b', 'lab')], kinds, scales });
  expect(own('shop')).toEqual({ pods: [named('a', 'shop')], kinds, scales });
  expect(own('none').pods).toEqual([]);
});
