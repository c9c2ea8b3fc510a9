import type { Pod } from '@kubesem/core';
import { expect, test } from 'vitest';
import { ObjectFitter } from '../../../src/commands/fit/model.js';

const TAINT = { key: 'example.com/batch', effect: 'NoSchedule' };
const NODE = {
  metadata: { name: 'alpha' },
  spec: { taints: [TAINT] },
  status: { allocatable: { cpu: '4', pods: '3' } },
};

const fitter = () => new ObjectFitter({ nodes: [NODE], pods: [] });

const identity = { file: 'a.yaml', line: 1, apiVersion: 'v1', namespace: 'default' };
const candidate = (name: string, cpu: string, spec: object = {}, per?: 'node') => ({
  object: { ...identity, kind: 'Pod', name, pods: { count: 1, per } } as never,
  pod: { spec: { containers: [{ name, resources: { requests: { cpu } } }], ...spec } } as Pod,
});

test('Pods with the same requests are compared once', () => {
  const objects = fitter();
  const [first, ...others] = Array.from({ length: 50 }, (_, index) =>
    objects.fit(candidate(`pod-${index}`, index % 2 === 0 ? '1' : '1000m')),
  );
  expect(others.every(({ nodes }) => nodes === first?.nodes)).toBe(true);
  expect(objects.fit(candidate('large', '5')).nodes.map(({ fits }) => fits)).toEqual([false]);
});

test('Pods share no answer if something else decides', () => {
  const objects = fitter();
  const looked = (spec: object, per?: 'node') =>
    objects.fit(candidate('pod', '1', spec, per)).nodes[0]?.notChecked;
  const tolerations = [{ key: TAINT.key, operator: 'Exists', tolerationSeconds: 2n ** 60n }];
  const taint = 'taint example.com/batch:NoSchedule';
  expect(looked({})).toEqual([taint]);
  expect(looked({ tolerations })).toEqual([]);
  expect(looked({ tolerations, nodeSelector: { a: 'b' } })).toEqual(['nodeSelector']);
  expect(looked({ tolerations: [{ operator: 'Exists' }] }, 'node')).toEqual([]);
  expect(looked({}, 'node')).toEqual([taint]);
});
