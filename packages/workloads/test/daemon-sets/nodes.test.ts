import { daemonSetNodes } from '@kubesem/workloads';
import { expect, test } from 'vitest';

const daemonSet = (spec: object) => ({ spec: { template: { spec } } });
const node = (...taints: readonly object[]) => ({ metadata: { name: 'a' }, spec: { taints } });
const system = (name: string, effect: string) => ({ key: `node.kubernetes.io/${name}`, effect });

test.each([
  ['cordoned', system('unschedulable', 'NoSchedule'), true],
  ['not ready', system('not-ready', 'NoExecute'), true],
  ['not initialized', system('not-ready', 'NoSchedule'), false],
  ['out of service', system('out-of-service', 'NoExecute'), false],
  ['without a network', system('network-unavailable', 'NoSchedule'), false],
  ['preferably free', { key: 'x', effect: 'PreferNoSchedule' }, true],
])('on a node that is %s', (_name, taint, runs) => {
  expect(daemonSetNodes({}, { nodes: [node(taint)] })[0]?.runs).toBe(runs);
});

test('Pods in the network of the host run without the network of the cluster', () => {
  const taint = system('network-unavailable', 'NoSchedule');
  expect(daemonSetNodes(daemonSet({ hostNetwork: true }), { nodes: [node(taint)] })[0]?.runs).toBe(
    true,
  );
});

test('the taint that evicts running Pods is the reason', () => {
  const schedule = { key: 'x', effect: 'NoSchedule' };
  const execute = { key: 'y', effect: 'NoExecute' };
  const tolerations = [{ key: 'y', operator: 'Exists', tolerationSeconds: 5 }];
  const expected = { node: 'a', runs: false, reason: 'TAINT' };
  const found = (spec: object) =>
    daemonSetNodes(daemonSet(spec), { nodes: [node(schedule, execute)] });
  expect(found({})).toEqual([{ ...expected, keeps: false, taint: execute }]);
  expect(found({ tolerations })).toEqual([{ ...expected, keeps: true, taint: schedule }]);
});

test('a template can name its node', () => {
  const names = (nodeName: string) =>
    daemonSetNodes(daemonSet({ nodeName }), { nodes: [node()] })[0];
  expect(names('a')?.runs).toBe(true);
  expect(names('b')).toMatchObject({ runs: false, keeps: false, reason: 'NODE_NAME' });
});

test.each<[object, unknown, string]>([
  [{ spec: [] }, [], 'spec'],
  [daemonSet({ tolerations: {} }), [], 'spec.template.spec.tolerations'],
  [daemonSet({ hostNetwork: 'yes' }), [], 'spec.template.spec.hostNetwork'],
  [{}, {}, 'nodes'],
  [{}, [null, 5], 'nodes[1]'],
  [{}, [{ spec: { taints: 5 } }], 'nodes[0].spec.taints'],
])('names the field of the wrong type in %j on %j', (set, nodes, path) => {
  const problem = expect.objectContaining({ code: 'INVALID_TYPE', path });
  expect(() => daemonSetNodes(set, { nodes: nodes as [] })).toThrow(
    expect.objectContaining({ problem }),
  );
});
