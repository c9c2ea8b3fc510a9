import {
  classifyRequest,
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  requestFromUrl,
  requestUser,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
} from '@kubesem/apf';
import { expect, test } from 'vitest';

test('the flow schemas of the release say what they are', () => {
  for (const { apiVersion, kind } of [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS]) {
    expect([apiVersion, kind]).toEqual(['flowcontrol.apiserver.k8s.io/v1', 'FlowSchema']);
  }
});

test('the levels of the release', () => {
  const levels = [...MANDATORY_PRIORITY_LEVELS, ...SUGGESTED_PRIORITY_LEVELS];
  const rows = levels.map(({ apiVersion, kind, metadata, spec }) => {
    expect([apiVersion, kind]).toEqual([
      'flowcontrol.apiserver.k8s.io/v1',
      'PriorityLevelConfiguration',
    ]);
    const { nominalConcurrencyShares, lendablePercent } = spec?.limited ?? spec?.exempt ?? {};
    const { queues, handSize, queueLengthLimit } = spec?.limited?.limitResponse?.queuing ?? {};
    const queuing = queues === undefined ? [] : [queues, handSize, queueLengthLimit];
    return [metadata?.name, nominalConcurrencyShares, lendablePercent, ...queuing];
  });
  expect(rows).toEqual([
    ['catch-all', 5, 0],
    ['exempt', 0, 0],
    ['system', 30, 33, 64, 6, 50],
    ['node-high', 40, 25, 64, 6, 50],
    ['leader-election', 10, 0, 16, 4, 50],
    ['workload-high', 40, 50, 128, 6, 50],
    ['workload-low', 100, 90, 128, 6, 50],
    ['global-default', 20, 50, 128, 6, 50],
  ]);
});

const account = 'system:serviceaccount:';
const node = ['system:node:a', ['system:nodes']] as const;
const serviceAccounts = ['system:serviceaccounts'];
const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/a';

test.each<[method: string, url: string, user: string, groups: readonly string[], schema: string]>([
  ['GET', '/api/v1/pods', 'root', ['system:masters'], 'exempt'],
  ['POST', '/x', 'root', ['system:masters'], 'exempt'],
  ['GET', '/healthz', 'system:anonymous', [], 'probes'],
  ['GET', '/readyz/etcd', 'jane', [], 'probes'],
  ['GET', '/livez', 'jane', [], 'probes'],
  ['POST', '/livez', 'jane', [], 'global-default'],
  ['PUT', lease, 'system:kube-scheduler', [], 'system-leader-election'],
  ['GET', lease, 'system:kube-controller-manager', [], 'system-leader-election'],
  ['POST', lease, `${account}kube-system:x`, serviceAccounts, 'system-leader-election'],
  ['DELETE', lease, 'system:kube-scheduler', [], 'kube-scheduler'],
  ['GET', '/api/v1/leases/a', 'system:kube-scheduler', [], 'kube-scheduler'],
  ['GET', lease.replace('leases', 'pods'), 'system:kube-scheduler', [], 'kube-scheduler'],
  ['GET', '/x', 'system:kube-scheduler', [], 'kube-scheduler'],
  ['DELETE', lease, 'system:kube-controller-manager', [], 'kube-controller-manager'],
  ['GET', '/x', `${account}kube-system:x`, serviceAccounts, 'kube-system-service-accounts'],
  ['GET', '/x', `${account}ci:x`, serviceAccounts, 'service-accounts'],
  ['PUT', lease, ...node, 'system-node-high'],
  ['PATCH', '/api/v1/nodes/a', ...node, 'system-node-high'],
  ['PATCH', '/api/v1/nodes/a/status', ...node, 'system-node-high'],
  ['PATCH', '/api/v1/namespaces/b/nodes/a', ...node, 'system-node-high'],
  ['PATCH', '/apis/apps/v1/nodes/a', ...node, 'system-nodes'],
  ['PATCH', '/api/v1/nodes/a/proxy', ...node, 'system-nodes'],
  ['GET', '/api/v1/namespaces/b/pods/a', ...node, 'system-nodes'],
  ['GET', '/x', ...node, 'system-nodes'],
  ['GET', '/x', 'jane', [], 'global-default'],
  ['GET', '/x', 'system:anonymous', [], 'global-default'],
])('%s %s of %s in %j hits %s', (method, url, name, groups, schema) => {
  const all = [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS];
  const found = classifyRequest(requestFromUrl(method, url, requestUser(name, groups)), all);
  expect(found?.flowSchema.metadata?.name).toBe(schema);
  expect(found?.flowSchema).toMatchObject({
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
  });
});

test.each(['system:anonymous', 'jane'])('without the suggested ones, %s is caught', (name) => {
  const request = requestFromUrl('GET', '/x', requestUser(name));
  const [, last] = MANDATORY_FLOW_SCHEMAS;
  // Under another name, so that it counts only if it matches.
  const renamed = { ...last, metadata: { name: 'renamed' } };
  expect(classifyRequest(request, [renamed])?.flowDistinguisher).toBe(name);
});
