import { nodeShutdownPlan } from '@kubesem/disruption';
import { expect, test } from 'vitest';

const pod = (name: string, priority?: number, terminationGracePeriodSeconds?: number) => ({
  metadata: { name },
  spec: { priority, terminationGracePeriodSeconds },
});

test('critical Pods are last', () => {
  const config = { shutdownGracePeriodMs: 30_500, shutdownGracePeriodCriticalPodsMs: 10_000 };
  const pods = [pod('dns', 2_000_000_000, 30), pod('web', undefined, 5), pod('api')];
  expect(
    nodeShutdownPlan(pods, config).map(({ startsAtSeconds, pods: members }) => [
      startsAtSeconds,
      ...members.map((each) => `${each.pod.metadata?.name} ${each.gracePeriodSeconds}`),
    ]),
  ).toEqual([
    [0, 'web 5', 'api 20'],
    [20, 'dns 10'],
  ]);
});

test('a Pod without a grace period has the 30 seconds of the API server', () => {
  const [group] = nodeShutdownPlan([pod('web')], { shutdownGracePeriodMs: 60_000 });
  expect(group?.pods[0]?.gracePeriodSeconds).toBe(30);
});

test.each([
  [-10, 0],
  [0, 0],
  [9, 0],
  [10, 1],
  [11, 1],
  [99, 1],
  [100, 2],
  [1000, 2],
])('a Pod with priority %i is in group %i', (priority, group) => {
  const shutdownGracePeriodByPodPriority = [100, 0, 10].map((each) => ({
    priority: each,
    shutdownGracePeriodSeconds: 5,
  }));
  const groups = nodeShutdownPlan([pod('web', priority)], { shutdownGracePeriodByPodPriority });
  expect(groups.findIndex(({ pods }) => pods.length > 0)).toBe(group);
  // Empty groups take no time.
  expect(groups[group]?.startsAtSeconds).toBe(0);
});

test.each([[{}], [{ shutdownGracePeriodMs: 10_000, shutdownGracePeriodCriticalPodsMs: 10_001 }]])(
  'with %j, the kubelet waits for no Pods',
  (config) => {
    expect(nodeShutdownPlan([pod('web')], config)).toEqual([]);
  },
);
