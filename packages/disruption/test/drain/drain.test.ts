import type { Pod } from '@kubesem/core';
import { drainPlan } from '@kubesem/disruption';
import { expect, test } from 'vitest';
import { NOW, ownedBy, web } from '../helpers.js';

const now = { now: NOW };
const bare: Pod = { metadata: { name: 'bare', namespace: 'shop' }, spec: { nodeName: 'node-1' } };
const daemon = ownedBy('apps/v1', 'DaemonSet', 'logs');
const daemonSets = [{ metadata: { name: 'x', namespace: 'shop' } }];
const cache = web('cache', 'node-1', {
  spec: { nodeName: 'node-1', volumes: [{ name: 'v', emptyDir: { medium: 'Memory' } }] },
});

function ruleOf(pod: Pod, options = {}) {
  return drainPlan('node-1', { pods: [pod], daemonSets }, { ...now, ...options }).pods[0]?.rule;
}

test('one rejected Pod, and nothing is evicted', () => {
  const pods = [web('web-a'), bare, daemon, cache, web('other', 'node-2')];
  const { errors, warnings, pods: planned } = drainPlan('node-1', { pods, daemonSets }, now);
  expect(planned.map(({ pod, action }) => `${pod.metadata?.name} ${action}`)).toEqual([
    'bare reject',
    'cache reject',
    'logs reject',
    'web-a evict',
  ]);
  expect(errors).toEqual([
    'cannot delete Pods that declare no controller (use --force to override): shop/bare',
    'cannot delete Pods with local storage (use --delete-emptydir-data to override): shop/cache',
    'cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): shop/logs',
  ]);
  expect(warnings).toEqual([]);
});

test('with all options, kubectl warns about DaemonSets and bare Pods, but not about lost data', () => {
  const options = { ...now, force: true, ignoreDaemonSets: true, deleteEmptyDirData: true };
  const plan = drainPlan('node-1', { pods: [bare, daemon, cache], daemonSets }, options);
  expect(plan.errors).toEqual([]);
  expect(plan.warnings).toEqual([
    'deleting Pods that declare no controller: shop/bare',
    'ignoring DaemonSet-managed Pods: shop/logs',
  ]);
  expect(plan.pods.find(({ losesEmptyDirData }) => losesEmptyDirData)?.pod).toBe(cache);
});

test('the help of kubectl lists kinds, but any controller will do', () => {
  expect(ruleOf(ownedBy('x.io/v1', 'Rollout'))).toBe('MANAGED');
});

test('mirror Pods stay, even with force; a dashboard deletes them', () => {
  const mirror = {
    ...bare,
    metadata: { name: 'etcd', annotations: { 'kubernetes.io/config.mirror': '' } },
  };
  expect(ruleOf(mirror, { force: true })).toBe('MIRROR_POD');
});

test('an orphan of a DaemonSet is an error, and goes silently with force', () => {
  const plan = (options: object) =>
    drainPlan('node-1', { pods: [daemon], daemonSets: [] }, { ...now, ...options });
  expect(plan({ ignoreDaemonSets: true }).errors).toEqual([
    'cannot delete daemonsets.apps "x" not found: shop/logs',
  ]);
  const { pods, warnings } = plan({ force: true });
  expect([pods[0]?.rule, warnings]).toEqual(['ORPHANED_DAEMON_SET_POD', []]);
  // DaemonSets that are not known count as existing.
  expect(drainPlan('node-1', { pods: [daemon] }, now).pods[0]?.rule).toBe(
    'NEEDS_IGNORE_DAEMON_SETS',
  );
});

test('finished Pods pass all checks', () => {
  for (const pod of [bare, daemon, cache]) {
    expect(ruleOf({ ...pod, status: { phase: 'Succeeded' } })).toBe('FINISHED');
  }
});

test.each([
  ['2025-12-31T23:59:49Z', 'TERMINATING'],
  ['2025-12-31T23:59:50Z', 'MANAGED'],
])('a Pod terminating since %s is %s after 10 seconds', (deletionTimestamp, rule) => {
  const pod = web('web-a');
  const metadata = { ...pod.metadata, deletionTimestamp };
  const options = { skipWaitForDeleteTimeoutSeconds: 10 };
  expect(ruleOf({ ...pod, metadata }, options)).toBe(rule);
});

test('Pods are listed as etcd does', () => {
  const named = (namespace: string, name: string) => {
    const pod = web(name);
    return { ...pod, metadata: { ...pod.metadata, namespace } };
  };
  const pods = [named('a', 'b'), named('a-b', 'a'), named('a', 'a')];
  const { pods: planned } = drainPlan('node-1', { pods }, now);
  expect(planned.map(({ pod }) => pod.metadata?.namespace)).toEqual(['a-b', 'a', 'a']);
  expect(() => drainPlan('node-1', { pods }, { ...now, podSelector: '=' })).toThrow();
});
